//! Writes several files, all or none.

use std::collections::HashSet;

use olmkit_gostd::is_local;

use crate::host::{Failure, Host, PathError};
use crate::paths::join;

/// Writes files below a folder. If one of them cannot be written, removes those that did not exist before, and the
/// directories created for them, so that no partial catalog remains.
pub(crate) fn write_all<P: AsRef<str>, C: AsRef<[u8]>>(
    folder: &str,
    files: &[(P, C)],
    host: &mut dyn Host,
) -> Result<(), PathError> {
    write_each(folder, files, host, |path, content, host| host.write(path, content.as_ref()))
}

/// Like [`write_all`], but writes each file with a function that gets its path and its content.
pub(crate) fn write_each<P: AsRef<str>, C>(
    folder: &str,
    files: &[(P, C)],
    host: &mut dyn Host,
    mut write: impl FnMut(&str, &C, &mut dyn Host) -> Result<(), Failure>,
) -> Result<(), PathError> {
    if let Some(path) = files.iter().map(|(path, _)| path.as_ref()).find(|path| !is_below(path)) {
        return Err(PathError::at(path)(Failure::other("the path leads out of the folder")));
    }
    let mut made = Made::default();
    for (path, content) in files {
        let path = join(folder, path.as_ref());
        made.note(&path, host);
        if let Err(failure) = write(&path, content, host) {
            made.remove(host);
            return Err(PathError::at(&path)(failure));
        }
    }
    Ok(())
}

/// Whether a path, which can come from an archive or a catalog, stays below the folder. On Windows, `\\` separates too.
fn is_below(path: &str) -> bool {
    let path = path.replace('\\', "/");
    is_local(&path) && !path.split('/').any(|part| part.ends_with(':'))
}

/// What did not exist before.
#[derive(Default)]
pub(crate) struct Made {
    files: Vec<String>,
    /// Each after its parent directory.
    directories: Vec<String>,
    /// The directories whose existence has been checked.
    known: HashSet<String>,
}

impl Made {
    pub(crate) fn note(&mut self, path: &str, host: &mut dyn Host) {
        for (at, _) in path.match_indices('/') {
            let above = path.get(..at).unwrap_or_default();
            let is_new = !above.is_empty() && self.known.insert(above.to_owned());
            if is_new && host.kind(above).is_err() {
                self.directories.push(above.to_owned());
            }
        }
        if host.kind(path).is_err() {
            self.files.push(path.to_owned());
        }
    }

    /// Removes what was created. Errors are ignored: the reported error is that of writing.
    pub(crate) fn remove(&self, host: &mut dyn Host) {
        for path in &self.files {
            if host.kind(path).is_ok() {
                let _ = host.remove(path);
            }
        }
        self.directories.iter().rev().for_each(|path| host.remove_if_empty(path));
    }
}

#[cfg(test)]
mod tests {
    use super::is_below;

    #[test]
    fn paths_stay_in_the_folder() {
        for path in ["a", "a/b", "a..b/c", "..a", "a/../b"] {
            assert!(is_below(path), "{path}");
        }
        for path in ["..", "../a", "a/../../b", "/a", r"..\a", r"a\..\..\b", r"\a", "c:/a", r"c:\a"] {
            assert!(!is_below(path), "{path}");
        }
    }
}
