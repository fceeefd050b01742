//! Conversion of paths.

/// The absolute form of a path, without `.` and `..`. Does not access the file system.
pub(crate) fn absolute(path: &str, current: &str) -> String {
    let path = clean(path);
    let whole = if path.starts_with('/') { path } else { format!("{}/{path}", clean(current)) };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/').filter(|part| !part.is_empty()) {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    format!("/{}", parts.join("/"))
}

/// The path from a folder to `path`. Both are absolute.
pub(crate) fn relative(path: &str, folder: &str) -> String {
    let parts = |path| -> Vec<&str> { str::split(path, '/').filter(|part| !part.is_empty()).collect() };
    let (path, folder) = (parts(path), parts(folder));
    let shared = path.iter().zip(&folder).take_while(|(own, other)| own == other).count();
    let up = folder.iter().skip(shared).map(|_| "..");
    up.chain(path.into_iter().skip(shared)).collect::<Vec<_>>().join("/")
}

/// A path for display: with `/`, without `./`.
pub(crate) fn clean(path: &str) -> String {
    let path = path.replace('\\', "/");
    let absolute = if path.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    format!("{absolute}{}", parts.join("/"))
}

/// The folder of a path, even if the path does not name it: `..` for that of the current folder. `None` for the root of
/// the file system, and if it is not known whether the path is that.
pub(crate) fn above(path: &str, current: Option<&str>) -> Option<String> {
    if let Some(parent) = parent(path) {
        return Some(parent.to_owned());
    }
    let is_root = path == "/" || absolute(path, current?) == "/";
    (!is_root).then(|| join(path, ".."))
}

/// The folder of a path, if the path names it.
pub(crate) fn parent(path: &str) -> Option<&str> {
    match path {
        "" | "/" => None,
        _ if path.rsplit('/').next() == Some("..") => None,
        _ => Some(match path.rsplit_once('/') {
            Some(("", _)) => "/",
            Some((above, _)) => above,
            None => "",
        }),
    }
}

/// Joins two paths. If one is empty, returns the other.
pub(crate) fn join(root: &str, below: &str) -> String {
    let slash = if root.is_empty() || root.ends_with('/') || below.is_empty() { "" } else { "/" };
    format!("{root}{slash}{below}")
}

/// The extensions of archives. Upper case is the same.
const ARCHIVES: [&str; 9] = [".tar.gz", ".tgz", ".tar.zst", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar", ".zip"];

/// Whether a path has the extension of an archive.
pub(crate) fn is_archive(path: &str) -> bool {
    ends_with_any(path, &ARCHIVES)
}

/// A name without the extension of an archive. `None` if it has none.
pub(crate) fn without_archive_extension(name: &str) -> Option<&str> {
    let lower = name.to_ascii_lowercase();
    let end = ARCHIVES.iter().find(|end| lower.ends_with(**end))?;
    name.get(..name.len().checked_sub(end.len())?)
}

/// Why an image archive cannot be written to a path.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveTarget {
    #[error("{0}: image archives are written without compression. Use a name that ends in .tar.")]
    Packed(String),
    #[error(
        "an image archive is not written to standard output, which has the digest. Use a file name that ends in .tar."
    )]
    Stream,
}

/// Refuses standard output, and a path with the extension of a compressed archive: image archives are not compressed.
pub(crate) fn check_archive_target(path: &str) -> Result<(), ArchiveTarget> {
    const PACKED: [&str; 8] = [".gz", ".tgz", ".zst", ".bz2", ".tbz2", ".xz", ".txz", ".zip"];
    match path {
        "-" => Err(ArchiveTarget::Stream),
        _ if ends_with_any(path, &PACKED) => Err(ArchiveTarget::Packed(path.to_owned())),
        _ => Ok(()),
    }
}

/// Whether a path has one of the extensions, which are in lower case. Upper case is the same.
pub(crate) fn ends_with_any(path: &str, ends: &[&str]) -> bool {
    let lower = path.to_ascii_lowercase();
    ends.iter().any(|end| lower.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::{absolute, join, relative};

    #[test]
    fn a_path_is_joined_to_a_folder() {
        let cases =
            [("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), ("a", "", "a"), ("", "b", "b"), ("", "", "")];
        for (root, below, expected) in cases {
            assert_eq!(join(root, below), expected, "{root} and {below}");
        }
    }

    #[test]
    fn paths_are_absolute_by_their_letters() {
        for (path, current, expected) in [
            (".", "/a/v4.16", "/a/v4.16"),
            ("..", "/a/v4.16/foo", "/a/v4.16"),
            ("../../../../x", "/a/b", "/x"),
            ("/b/./c/../d/", "/a", "/b/d"),
            ("b", "", "/b"),
            ("b\\c", "C:\\a", "/C:/a/b/c"),
        ] {
            assert_eq!(absolute(path, current), expected, "{path} in {current}");
        }
        for (path, folder, expected) in [
            ("/a/b/c", "/a", "b/c"),
            ("/a/b", "/a/c/d", "../../b"),
            ("/a", "/a", ""),
            ("/a", "/", "a"),
            ("/", "/a", ".."),
        ] {
            assert_eq!(relative(path, folder), expected, "{path} from {folder}");
        }
    }
}
