//! Files that are replaced as a whole: the new text takes the name when all of it is written, so a failure or a crash
//! leaves the old file or the new one.

use std::fs::{File, Metadata, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, PersistError};

/// What the names of files that are being written begin with.
pub const PREFIX: &str = ".olmkit-";

/// A file beside the place that it is for. Dropped, it leaves nothing.
#[derive(Debug)]
pub struct Draft {
    file: NamedTempFile,
    place: PathBuf,
}

impl Draft {
    /// A draft of a new file, whose folder exists.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn new(place: &Path) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix(PREFIX);
        let mode = new_file_mode();
        if let Some(mode) = &mode {
            builder.permissions(mode.clone());
        }
        let file = builder.tempfile_in(folder_of(place))?;
        Ok(Draft { file, place: place.to_path_buf() })
    }

    /// A draft of what replaces a file: it has its mode, and its owner where that is allowed.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn replacing(place: &Path, old: &Metadata) -> io::Result<Self> {
        let draft = Draft::new(place)?;
        // Only the superuser gives files to others.
        let _ = keep_owner(draft.file.as_file(), old);
        draft.file.as_file().set_permissions(old.permissions())?;
        Ok(draft)
    }

    /// Takes the place, if no file has it.
    ///
    /// # Errors
    /// When the file cannot be written, or the place is taken.
    pub fn create(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist_noclobber(&self.place).map(drop).map_err(|failed| failed.error)
    }

    /// Takes the place of the file that has it.
    ///
    /// # Errors
    /// When the file cannot be written or replaced.
    pub fn replace(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.take_place().map_err(|failed| failed.error)
    }

    fn has_owner_of(&self, old: &Metadata) -> bool {
        self.file.as_file().metadata().is_ok_and(|new| has_same_owner(&new, old))
    }

    fn take_place(self) -> Result<(), PersistError> {
        self.file.persist(&self.place).map(drop)
    }

    /// Takes the place of the file that has it. What cannot be renamed, like a file that is mounted, is overwritten.
    fn replace_or_overwrite(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let place = self.place.clone();
        let Err(PersistError { file, .. }) = self.take_place() else { return Ok(()) };
        let mut old = File::options().write(true).truncate(true).open(place)?;
        io::copy(&mut file.reopen()?, &mut old).map(drop)
    }
}

impl Write for Draft {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        self.file.write(content)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// What the system says of a failure, in lower case and without the number of the error.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split_once(" (os error ").map_or(text.as_str(), |(text, _)| text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Writes a file as a whole.
///
/// # Errors
/// As for [`write_with`].
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(content))
}

/// Writes a file as a whole. Symbolic links are followed, mode and owner stay. A device or a pipe, a file with several
/// names, and a file whose folder cannot be written are written in place.
///
/// # Errors
/// When the file cannot be written. If it was not written in place, the old one is still there.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut old = match File::options().write(true).open(&place) {
        Err(error) if error.kind() == ErrorKind::NotFound && !place.is_symlink() => return write_new(&place, fill),
        Err(error) if error.kind() == ErrorKind::NotFound => File::create(&place)?,
        opened => opened?,
    };
    let found = old.metadata()?;
    if !found.is_file() {
        return fill(&mut old);
    }
    let Some(mut draft) = draft_of(&place, &found)? else {
        old.set_len(0)?;
        return fill(&mut old);
    };
    // Windows does not replace a file that is open.
    drop(old);
    fill(&mut draft)?;
    draft.replace_or_overwrite()
}

/// What replaces a file; nothing if it has to be written in place.
fn draft_of(place: &Path, old: &Metadata) -> io::Result<Option<Draft>> {
    if has_other_names(old) {
        return Ok(None);
    }
    match Draft::replacing(place, old) {
        Ok(draft) => Ok(Some(draft).filter(|draft| draft.has_owner_of(old))),
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => Ok(None),
        Err(error) => Err(error),
    }
}

/// There is nothing that a crash could destroy, so the system decides when it is on the disk.
fn write_new(place: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut draft = Draft::new(place)?;
    fill(&mut draft)?;
    draft.take_place().map_err(|failed| failed.error)
}

/// The folder of a place; that of a name alone is the current one.
fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => place,
    }
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

#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    if has_same_owner(&file.metadata()?, old) {
        return Ok(());
    }
    fchown(file, Some(old.uid()), Some(old.gid()))
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn has_same_owner(new: &Metadata, old: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (new.uid(), new.gid()) == (old.uid(), old.gid())
}

#[cfg(not(unix))]
fn has_same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Whether a file has several names, which all lead to the same content.
#[cfg(unix)]
fn has_other_names(of: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    of.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    /// Writes half of something.
    fn fail(file: &mut dyn Write) -> io::Result<()> {
        file.write_all(b"ne")?;
        Err(ErrorKind::StorageFull.into())
    }

    #[test]
    fn a_failure_leaves_the_old_file_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        assert!(write_with(&path, fail).is_err());
        assert_eq!(names(folder.path()), [""; 0]);
        write(&path, b"old").unwrap();
        assert!(write_with(&path, fail).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.yaml"]);
    }

    #[test]
    fn mode_and_links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        std::fs::write(&real, b"a long text").unwrap();
        std::fs::set_permissions(&real, Permissions::from_mode(0o751)).unwrap();
        symlink("real", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&real).unwrap(), b"new");
        assert_eq!(real.metadata().unwrap().mode() & 0o7777, 0o751);
        symlink("made", folder.path().join("dangling")).unwrap();
        write(&folder.path().join("dangling"), b"x").unwrap();
        assert_eq!(names(folder.path()), ["dangling", "link", "made", "real"]);
    }

    #[test]
    fn all_names_of_a_file_lead_to_the_new_content() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        std::fs::write(&one, b"a long text").unwrap();
        std::fs::hard_link(&one, &other).unwrap();
        write(&one, b"new").unwrap();
        assert_eq!(std::fs::read(&other).unwrap(), b"new");
    }

    #[test]
    fn reasons_have_no_numbers() {
        let missing = std::fs::read("/dev/null/x").unwrap_err();
        assert_eq!(reason(&missing), "not a directory");
        assert_eq!(reason(&io::Error::other("x")), "x");
    }

    #[test]
    fn devices_are_written_not_replaced() {
        write(Path::new("/dev/null"), b"x").unwrap();
        assert!(!Path::new("/dev/null").is_file());
        assert!(write(Path::new("/dev/full"), b"x").is_err());
    }
}
