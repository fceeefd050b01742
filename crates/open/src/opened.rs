//! The files that a page may read and write.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use crate::folder::{Content, Folder, Listed, Written, version_of};
use crate::refused::Refused;

/// The files that a page may read and write.
pub(crate) enum Opened {
    /// A folder on disk, or a single file of it.
    Folder(Folder),
    /// Read-only files in memory.
    Copy { name: String, files: BTreeMap<String, Vec<u8>> },
}

impl Opened {
    /// Opens a folder, or a single file. `real` has no symbolic links.
    pub(crate) fn folder(real: &Path) -> Self {
        Opened::Folder(Folder::new(real))
    }

    /// The folder on disk, or the image, that the files are in.
    pub(crate) fn root(&self) -> Cow<'_, str> {
        match self {
            Opened::Folder(folder) => folder.root().to_string_lossy(),
            Opened::Copy { name, .. } => Cow::Borrowed(name),
        }
    }

    /// Lists all files, ordered by path.
    pub(crate) fn list(&self) -> Result<Vec<Listed>, Refused> {
        match self {
            Opened::Folder(folder) => folder.list(),
            Opened::Copy { files, .. } => Ok(files.iter().map(listed).collect()),
        }
    }

    pub(crate) fn read(&self, path: &str) -> Result<Content, Refused> {
        match self {
            Opened::Folder(folder) => folder.read(path),
            Opened::Copy { files, .. } => {
                let bytes = files.get(path).ok_or_else(|| Refused::Missing(path.to_owned()))?.clone();
                Ok(Content { version: version_of(&bytes), bytes, modified: 0.0 })
            }
        }
    }

    /// Replaces the file whose version is `expected`. If `expected` is `None`, creates a new file.
    pub(crate) fn write(&self, path: &str, bytes: &[u8], expected: Option<&str>) -> Result<Written, Refused> {
        match self {
            Opened::Folder(folder) => folder.write(path, bytes, expected),
            Opened::Copy { name, .. } => Err(Refused::Copy(name.clone())),
        }
    }
}

fn listed((path, bytes): (&String, &Vec<u8>)) -> Listed {
    Listed { path: path.clone(), size: bytes.len() as u64, modified: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_read_and_not_written() {
        let files = BTreeMap::from([("b/c.yaml".to_owned(), b"c".to_vec()), ("a.yaml".to_owned(), b"aa".to_vec())]);
        let copy = Opened::Copy { name: "e.com/x:1".to_owned(), files };
        let listed: Vec<(String, u64)> =
            copy.list().ok().into_iter().flatten().map(|file| (file.path, file.size)).collect();
        assert_eq!(listed, [("a.yaml".to_owned(), 2), ("b/c.yaml".to_owned(), 1)]);
        assert!(copy.read("b/c.yaml").is_ok_and(|content| content.bytes == b"c" && content.version.len() == 64));
        assert!(copy.read("b").is_err());
        for (path, version) in [("a.yaml", Some("0")), ("new.yaml", None)] {
            let refused = copy.write(path, b"x", version).map(drop).unwrap_err().to_string();
            assert!(refused.contains("copy of the image e.com/x:1") && refused.contains("--to DIR"), "{refused}");
        }
        assert!(copy.read("a.yaml").is_ok_and(|content| content.bytes == b"aa"));
    }
}
