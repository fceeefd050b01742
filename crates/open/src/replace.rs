//! Creates and replaces files for the page.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use olmkit_disk::Draft;

use crate::refused::Refused;

/// Creates a new file and its parent folders. `path` is the path for messages.
pub(crate) fn create(path: &str, place: &Path, bytes: &[u8]) -> Result<(), Refused> {
    std::fs::create_dir_all(place.parent().unwrap_or(place)).map_err(Refused::of(path))?;
    let mut draft = Draft::new(place).map_err(Refused::of(path))?;
    draft.write_all(bytes).map_err(Refused::of(path))?;
    draft.create().map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Refused::Exists(path.to_owned()),
        _ => Refused::of(path)(error),
    })
}

/// Replaces a file, unless it is read-only: replacing it would only need a writable folder. `is_same` is called before the replacement, and returns whether the file still has the version that
/// the page read.
pub(crate) fn replace(
    path: &str,
    place: &Path,
    bytes: &[u8],
    is_same: impl FnOnce() -> Result<bool, Refused>,
) -> Result<(), Refused> {
    let old = place.symlink_metadata().map_err(Refused::of(path))?;
    if old.permissions().readonly() {
        return Err(Refused::ReadOnly(path.to_owned()));
    }
    let mut draft = Draft::replacing(place, &old).map_err(Refused::of(path))?;
    draft.write_all(bytes).map_err(Refused::of(path))?;
    if !is_same()? {
        return Err(Refused::Changed(path.to_owned()));
    }
    draft.replace().map_err(Refused::of(path))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    #[test]
    fn a_new_file_does_not_take_the_place_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("below/a.yaml");
        super::create("a.yaml", &place, b"mine").unwrap();
        let again = super::create("a.yaml", &place, b"other").unwrap_err().to_string();
        let left = std::fs::read(&place).unwrap();
        assert_eq!((again.as_str(), left.as_slice()), ("a.yaml already exists.", &b"mine"[..]));
    }
}
