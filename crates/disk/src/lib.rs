//! Atomic replacement of files: a file is renamed to its final name after all content is written, so a failure or a
//! crash leaves either the old file or the new one.

use std::fs::{File, Metadata, Permissions};
use std::io::{self, ErrorKind, Seek as _, Write};
use std::path::{Path, PathBuf};

mod drafts;

use drafts::{Held, names, sweep};
pub use drafts::{PREFIX, listen_with, remove_drafts};
use tempfile::TempPath;

/// A file that is written before it takes its final path. Dropping it removes it. If the system supports it (Linux),
/// the file has no name before it is complete, so that a killed process leaves nothing behind either.
#[derive(Debug)]
pub struct Draft {
    file: File,
    /// The temporary name, in the folder of the final path.
    name: Option<TempPath>,
    _held: Option<Held>,
    place: PathBuf,
}

impl Draft {
    /// Creates a draft of a new file. The folder must exist.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn new(place: &Path) -> io::Result<Self> {
        let folder = folder_of(place);
        sweep(folder);
        match unnamed::create(folder) {
            Some(file) => Ok(Draft { file, name: None, _held: None, place: place.to_path_buf() }),
            None => Draft::named(place),
        }
    }

    /// Creates a draft with a name.
    fn named(place: &Path) -> io::Result<Self> {
        let held = Held::new(folder_of(place));
        let mut builder = names();
        let mode = new_file_mode();
        if let Some(mode) = &mode {
            builder.permissions(mode.clone());
        }
        let (file, name) = builder.tempfile_in(folder_of(place))?.into_parts();
        Ok(Draft { file, name: Some(name), _held: Some(held), place: place.to_path_buf() })
    }

    /// Creates a draft that replaces a file. It has the same mode and, if permitted, the same owner.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn replacing(place: &Path, old: &Metadata) -> io::Result<Self> {
        let draft = Draft::new(place)?;
        // Only the superuser can change the owner of a file.
        let _ = keep_owner(&draft.file, old);
        draft.file.set_permissions(old.permissions())?;
        Ok(draft)
    }

    /// Moves the draft to its path, if no file exists there.
    ///
    /// # Errors
    /// The file cannot be written, or the path exists.
    pub fn create(self) -> io::Result<()> {
        self.file.sync_all()?;
        match self.name {
            Some(name) => name.persist_noclobber(&self.place).map_err(|failed| failed.error),
            None => unnamed::link(&self.file, &self.place),
        }
    }

    /// Replaces the file at the path.
    ///
    /// # Errors
    /// The file cannot be written or replaced.
    pub fn replace(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        self.take_place()
    }

    fn has_owner_of(&self, old: &Metadata) -> bool {
        self.file.metadata().is_ok_and(|new| has_same_owner(&new, old))
    }

    fn take_place(&mut self) -> io::Result<()> {
        let name = match self.name.take() {
            Some(name) => name,
            None => {
                let link = |name: &Path| unnamed::link(&self.file, name);
                names().make_in(folder_of(&self.place), link)?.into_temp_path()
            }
        };
        name.persist(&self.place).map_err(|failed| failed.error)
    }

    /// Replaces the file at the path. A file that cannot be renamed to, such as a mounted one, is overwritten.
    /// `check`: the last step before that.
    fn replace_or_overwrite(mut self, check: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.file.sync_all()?;
        check()?;
        match self.take_place() {
            Err(error) if is_about_renaming(error.kind()) => {}
            taken => return taken,
        }
        let mut old = File::options().write(true).truncate(true).open(&self.place)?;
        self.file.rewind()?;
        io::copy(&mut self.file, &mut old).map(drop)
    }
}

/// Whether a file cannot be renamed to a path, but the path can perhaps be written: it is a mount point or in another file
/// system, or its folder does not permit changes.
fn is_about_renaming(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ResourceBusy | ErrorKind::CrossesDevices | ErrorKind::PermissionDenied)
}

/// Files that get their name when they are complete.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// `None` if the file system does not support unnamed files.
    pub(super) fn create(folder: &Path) -> Option<File> {
        let mode = Mode::from_raw_mode(0o666);
        let file = File::from(open(folder, OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC, mode).ok()?);
        // Without `/proc` the file could not be linked to a name.
        Path::new(&path_of(&file)).is_symlink().then_some(file)
    }

    pub(super) fn link(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, path_of(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    fn path_of(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
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

/// Whether a name leads through too many symbolic links.
#[cfg(unix)]
#[must_use]
pub fn is_loop(error: &io::Error) -> bool {
    rustix::io::Errno::from_io_error(error) == Some(rustix::io::Errno::LOOP)
}

/// Whether a name leads through too many symbolic links.
#[cfg(not(unix))]
#[must_use]
pub fn is_loop(error: &io::Error) -> bool {
    const ERROR_CANT_RESOLVE_FILENAME: i32 = 1921;
    error.raw_os_error() == Some(ERROR_CANT_RESOLVE_FILENAME)
}

/// The system's error message, in lower case and without the error number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split_once(" (os error ").map_or(text.as_str(), |(text, _)| text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Writes a file atomically.
///
/// # Errors
/// The errors of [`write_with`].
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(content))
}

/// Writes a file atomically. Symbolic links are followed; the mode and the owner are kept. Some files are written in
/// place: devices, pipes, files with several hard links or none, and files in a folder that is not writable. If
/// standard output or standard error writes to the file, as with `/dev/stdout`, the content is written to that stream.
///
/// # Errors
/// The file cannot be written. Unless it is written in place, the old file is unchanged.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    write_checked(path, fill, || Ok(()))
}

/// Writes a file as [`write_with`] does, unless a check fails. The check is made as late as possible: before a rename,
/// or before the first byte is written in place.
///
/// # Errors
/// The errors of [`write_with`], and that of the check, after which the old file is unchanged.
pub fn write_checked(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    check: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
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
    if let Some(mut stream) = stream_to(&found) {
        return fill(&mut stream);
    }
    let Some(mut draft) = draft_of(&place, &found)? else {
        check()?;
        old.set_len(0)?;
        return fill(&mut old);
    };
    // Windows cannot replace an open file.
    drop(old);
    fill(&mut draft)?;
    draft.replace_or_overwrite(check)
}

/// The draft that replaces a file; `None` if the file must be written in place.
fn draft_of(place: &Path, old: &Metadata) -> io::Result<Option<Draft>> {
    if !is_only_name(place, old) {
        return Ok(None);
    }
    match Draft::replacing(place, old) {
        Ok(draft) => Ok(Some(draft).filter(|draft| draft.has_owner_of(old))),
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A new file is not synced: a crash cannot destroy existing content.
fn write_new(place: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut draft = Draft::new(place)?;
    fill(&mut draft)?;
    draft.take_place()
}

/// The folder of a path. For a bare file name it is the current folder.
fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => place,
    }
}

/// The mode of new files, to which the umask is applied. The default of the library is accessible only to the owner.
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

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether the path is the only name of the file. It is not if the path is a link of the system to an open file, which
/// may have lost its name.
#[cfg(unix)]
fn is_only_name(place: &Path, of: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    of.nlink() == 1 && place.symlink_metadata().is_ok_and(|named| is_same_file(&named, of))
}

#[cfg(not(unix))]
fn is_only_name(_: &Path, _: &Metadata) -> bool {
    true
}

/// Standard output or standard error, if it writes to this file.
#[cfg(unix)]
fn stream_to(file: &Metadata) -> Option<File> {
    use std::os::fd::{AsFd as _, BorrowedFd};
    let stream = |of: BorrowedFd<'_>| {
        let stream = File::from(of.try_clone_to_owned().ok()?);
        is_same_file(&stream.metadata().ok()?, file).then_some(stream)
    };
    stream(io::stdout().as_fd()).or_else(|| stream(io::stderr().as_fd()))
}

#[cfg(not(unix))]
fn stream_to(_: &Metadata) -> Option<File> {
    None
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

    /// Writes half of the content, then fails.
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_being_written_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        if rustix::fs::open(
            folder.path(),
            rustix::fs::OFlags::TMPFILE | rustix::fs::OFlags::RDWR,
            rustix::fs::Mode::RWXU,
        )
        .is_err()
        {
            return;
        }
        let path = folder.path().join("a.yaml");
        for text in ["old", "new"] {
            let before = names(folder.path());
            let fill = |file: &mut dyn Write| {
                file.write_all(text.as_bytes())?;
                assert_eq!(names(folder.path()), before);
                Ok(())
            };
            write_with(&path, fill).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(folder.path()), ["a.yaml"]);
        }
        let mut draft = Draft::new(&path).unwrap();
        draft.write_all(b"other").unwrap();
        assert_eq!(draft.create().unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_link_to_a_file_without_a_name_stays() {
        use std::io::Read as _;
        use std::os::fd::AsRawFd as _;
        let folder = tempfile::tempdir().unwrap();
        let mut open = tempfile::tempfile_in(folder.path()).unwrap();
        let link = folder.path().join("link");
        symlink(format!("/proc/self/fd/{}", open.as_raw_fd()), &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(link.is_symlink());
        let mut text = String::new();
        open.read_to_string(&mut text).unwrap();
        assert_eq!(text, "new");
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
