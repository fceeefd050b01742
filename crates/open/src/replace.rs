//! Files that are replaced as a whole: the new text is on disk before it takes the name, so a crash leaves the old file
//! or the new one.

use std::fs::Permissions;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::refused::Refused;

/// What the names of files that are being written begin with.
pub(crate) const PREFIX: &str = ".olmkit-";

/// Makes a new file, and the folders above it. `path` is what the page calls it.
pub(crate) fn create(path: &str, place: &Path, bytes: &[u8]) -> Result<(), Refused> {
    let folder = folder_of(place);
    std::fs::create_dir_all(folder).map_err(Refused::of(path))?;
    let file = fill(folder, bytes, None).map_err(Refused::of(path))?;
    let kept = file.persist_noclobber(place);
    kept.map(drop).map_err(|failed| match failed.error.kind() {
        io::ErrorKind::AlreadyExists => Refused::Changed(path.to_owned()),
        _ => Refused::of(path)(failed.error),
    })
}

/// Replaces a file, which keeps its mode. `is_same` looks once more whether it is the file that was read.
pub(crate) fn replace(
    path: &str,
    place: &Path,
    bytes: &[u8],
    is_same: impl FnOnce() -> Result<bool, Refused>,
) -> Result<(), Refused> {
    let mode = place.symlink_metadata().map_err(Refused::of(path))?.permissions();
    let file = fill(folder_of(place), bytes, Some(mode)).map_err(Refused::of(path))?;
    if !is_same()? {
        return Err(Refused::Changed(path.to_owned()));
    }
    file.persist(place).map(drop).map_err(|failed| Refused::of(path)(failed.error))
}

fn folder_of(place: &Path) -> &Path {
    place.parent().unwrap_or(place)
}

/// Writes the bytes to the disk, under a name that nothing else reads.
fn fill(folder: &Path, bytes: &[u8], mode: Option<Permissions>) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    let new = new_file_mode();
    if let Some(new) = &new {
        builder.permissions(new.clone());
    }
    let mut file = builder.tempfile_in(folder)?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode)?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// What a new file may be: the user's mask is taken from it. Files of the library are for their owner only.
#[cfg(unix)]
fn new_file_mode() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn new_file_mode() -> Option<Permissions> {
    None
}
