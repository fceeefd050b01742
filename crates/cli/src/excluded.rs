//! Files of olmkit in the folder of a catalog. opm would read them as parts of the catalog and reject it, so
//! `.indexignore` excludes them.

use olmkit_catalog::ignore::Ignore;
use olmkit_workspace::{IGNORE_FILE, excluding};

use crate::format::visible;
use crate::host::{Host, Kind, PathError, read_found};
use crate::paths::{clean, join};
use crate::problem;

/// Excludes a file from the catalog in a folder. `file` is relative to the folder. Returns whether that changed
/// something.
pub(crate) fn exclude(folder: &str, file: &str, host: &mut dyn Host) -> Result<bool, PathError> {
    let path = join(folder, IGNORE_FILE);
    let mut patterns = match host.kind(&path) {
        Ok(_) => read_found(&path, host).map_err(PathError::at(&path))?,
        Err(_) => Vec::new(),
    };
    let mut ignored = Ignore::default();
    if ignored.add("", &patterns).is_ok() && ignored.is_ignored(file) {
        return Ok(false);
    }
    patterns.extend(excluding(&String::from_utf8_lossy(&patterns), [file.to_owned()]).into_bytes());
    host.write(&path, &patterns).map_err(PathError::at(&path))?;
    Ok(true)
}

/// Excludes written files from the catalogs in these folders, and says so.
pub(crate) fn exclude_written<'p>(
    files: impl IntoIterator<Item = &'p str>,
    catalogs: &[&str],
    host: &mut dyn Host,
) -> Result<(), PathError> {
    for file in files {
        let folders = catalogs.iter().filter_map(|folder| Some((*folder, inside(file, folder)?)));
        for (folder, below) in folders {
            if host.kind(folder) == Ok(Kind::Directory) && exclude(folder, &below, host)? {
                let ignored = join(folder, IGNORE_FILE);
                let text = format!("{file} is in the folder of a catalog; {ignored} excludes it");
                host.note(&problem(&visible(&text)));
            }
        }
    }
    Ok(())
}

/// The path of a file relative to a folder that contains it.
fn inside(file: &str, folder: &str) -> Option<String> {
    let (file, folder) = (clean(file), clean(folder));
    let below = match folder.as_str() {
        "" => Some(file.as_str()).filter(|file| !file.starts_with("..") && !file.starts_with('/')),
        _ => file.strip_prefix(&folder)?.strip_prefix('/'),
    };
    below.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn files_in_a_folder() {
        for (file, folder, below) in [
            ("a.json", ".", Some("a.json")),
            ("./c/a.json", "c/", Some("a.json")),
            ("c/d/a.json", "c", Some("d/a.json")),
            ("cd/a.json", "c", None),
            ("../a.json", ".", None),
            ("/tmp/a.json", ".", None),
            ("/tmp/c/a.json", "/tmp/c", Some("a.json")),
        ] {
            assert_eq!(inside(file, folder).as_deref(), below, "{file} {folder}");
        }
    }
}
