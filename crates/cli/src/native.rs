//! The native host: the real file system, the real streams.

use std::collections::BTreeMap;
use std::fs::FileType;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use olmkit_catalog::LoadedDocument;
use olmkit_open::What;
use olmkit_registry::Registries;
use olmkit_workspace::ReadDocuments;
use olmkit_workspace::image_check::{ImageAnswer, ImageQuery};

use crate::cores;
use crate::host::{Database, EDITOR_RUNNING, Entry, Failure, Host, HostError, Image, Kind, OpenRequest, Watched};
use crate::pulling::Pulling;
use crate::registries;
use crate::stream;

/// The host of the native program.
#[derive(Default)]
pub struct Native {
    /// The error of an earlier write to standard output.
    failure: Option<Failure>,
    pulling: Pulling,
    /// Created for the first image.
    registries: Option<Registries>,
}

impl Native {
    /// The registries, configured by the options.
    pub(crate) fn registries(&mut self) -> Result<&Registries, olmkit_registry::Error> {
        let known = match self.registries.take() {
            Some(known) => known,
            None => registries::registries(&self.pulling)?,
        };
        Ok(self.registries.insert(known))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if let Some(failure) = error.get_ref().and_then(|error| error.downcast_ref::<Failure>()) {
            return failure.clone();
        }
        match error.kind() {
            io::ErrorKind::NotFound => Failure::Missing,
            io::ErrorKind::PermissionDenied => Failure::Denied,
            io::ErrorKind::IsADirectory => Failure::IsDirectory,
            io::ErrorKind::NotADirectory => Failure::NotDirectory,
            io::ErrorKind::InvalidInput => Failure::InvalidName,
            io::ErrorKind::StorageFull => Failure::NoSpace,
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ if olmkit_disk::is_loop(&error) => Failure::Loop,
            _ => Failure::Other(olmkit_disk::reason(&error)),
        }
    }
}

impl Host for Native {
    fn kind(&mut self, path: &str) -> Result<Kind, Failure> {
        let of = std::fs::metadata(path)?;
        Ok(if is_null_device(&of) { Kind::File } else { kind(of.file_type()) })
    }

    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure> {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(path)? {
            let entry = entry?;
            let name = replace_invalid(entry.file_name().as_encoded_bytes());
            let of = entry.file_type()?;
            // A special file may be the null device, which `kind` recognizes.
            let kind = (!of.is_symlink()).then(|| kind(of)).filter(|kind| *kind != Kind::Special);
            entries.push(Entry { name, kind });
        }
        Ok(entries)
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        let mut content = Vec::new();
        open(path)?.read_to_end(&mut content)?;
        Ok(content)
    }

    fn load(&mut self, path: &str, buffer: &mut Vec<u8>) -> Result<Vec<LoadedDocument>, Failure> {
        let mut file = open(path)?;
        let length = file.metadata()?.len();
        Ok(stream::load(&mut file, length, buffer)?)
    }

    fn read_documents(&self) -> ReadDocuments {
        cores::documents
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure> {
        if let Some(folder) = Path::new(path).parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(olmkit_disk::write(Path::new(path), content)?)
    }

    fn replace(&mut self, path: &str, old: &[u8], content: &[u8]) -> Result<(), Failure> {
        let place = Path::new(path);
        let is_same = || if std::fs::read(place)? == old { Ok(()) } else { Err(io::Error::other(Failure::Changed)) };
        Ok(olmkit_disk::write_checked(place, |file| file.write_all(content), is_same)?)
    }

    fn remove(&mut self, path: &str) -> Result<(), Failure> {
        Ok(std::fs::remove_file(path)?)
    }

    fn remove_if_empty(&mut self, path: &str) {
        // The system refuses to remove a directory that is not empty.
        let _ = std::fs::remove_dir(path);
    }

    fn stdin(&mut self) -> Result<Vec<u8>, Failure> {
        let mut content = Vec::new();
        io::stdin().lock().read_to_end(&mut content)?;
        Ok(content)
    }

    fn database(&mut self, content: &[u8]) -> Result<Database, HostError> {
        let olmkit_sqlite::Converted { files, rejected, unmigrated, notes } = olmkit_sqlite::read(content)?;
        Ok(Database { files, rejected, unmigrated, notes })
    }

    fn watch(&mut self, watched: &[Watched]) -> Option<Box<dyn FnMut()>> {
        Some(crate::watch::watch(watched))
    }

    fn clock(&self) -> Option<Duration> {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        Some(START.elapsed())
    }

    fn out(&mut self, text: &[u8]) {
        if self.failure.is_some() {
            return;
        }
        let mut out = io::stdout().lock();
        // Flush at once: an error while the buffer is flushed at exit would be lost.
        let written = out.write_all(text).and_then(|()| out.flush());
        self.failure = written.err().map(Failure::from);
    }

    fn failure(&self) -> Option<Failure> {
        self.failure.clone()
    }

    fn err(&mut self, text: &[u8]) {
        // An error of standard error cannot be reported anywhere.
        let _ = io::stderr().lock().write_all(text);
    }

    fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    fn is_error_terminal(&self) -> bool {
        io::stderr().is_terminal()
    }

    fn current_directory(&self) -> Option<String> {
        std::env::current_dir().ok()?.into_os_string().into_string().ok()
    }

    fn env(&self, name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|value| !value.is_empty())
    }

    fn open_editor(&mut self, request: OpenRequest<'_>) -> Result<(), HostError> {
        if !olmkit_open::has_page() {
            return Err(HostError::NoEditor);
        }
        olmkit_registry::leave_interrupts();
        let (what, is_copy) = match request.copy {
            Some(files) => (What::Copy(request.path, files.into_iter().collect()), true),
            None => (What::Path(Path::new(request.path)), false),
        };
        olmkit_open::run(olmkit_open::Options { what, port: request.port }, |address| {
            self.out(format!("{address}\n").as_bytes());
            if is_copy {
                let text = format!(
                    "{} is an image: changes can be downloaded, not saved. To save them in a folder, use --to DIR.",
                    request.path
                );
                self.err(crate::problem(&text).as_bytes());
            }
            self.err(EDITOR_RUNNING.as_bytes());
            if request.with_browser {
                olmkit_open::browse(address);
            }
        })?;
        Ok(())
    }

    fn set_pulling(&mut self, pulling: &Pulling) {
        self.pulling = pulling.clone();
        self.registries = None;
    }

    fn platform(&self) -> Option<&str> {
        self.pulling.platform.as_deref()
    }

    fn images(
        &mut self,
        references: &[String],
        wanted: fn(&BTreeMap<String, String>) -> bool,
    ) -> Vec<Result<Image, HostError>> {
        match self.registries() {
            Ok(registries) => registries::images(references, wanted, registries),
            Err(error) => references.iter().map(|_| Err(error.clone().into())).collect(),
        }
    }

    fn image_answers(&mut self, queries: &[ImageQuery]) -> Result<Vec<ImageAnswer>, HostError> {
        Ok(registries::answers(queries, self.registries()?)?)
    }
}

/// A name with U+FFFD for every byte that is not UTF-8, as Go reads it. Usually no file has the resulting name.
fn replace_invalid(name: &[u8]) -> String {
    let mut out = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    out
}

/// Opens a file for reading. Other devices than the null device and terminals may have no end.
fn open(path: &str) -> io::Result<std::fs::File> {
    let file = std::fs::File::open(path)?;
    let of = file.metadata()?;
    if is_device(&of) && !is_null_device(&of) && !file.is_terminal() {
        return Err(io::Error::other("it is a device, which may have no end"));
    }
    Ok(file)
}

#[cfg(unix)]
fn is_device(of: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    of.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_device(_: &std::fs::Metadata) -> bool {
    false
}

/// Whether it is the null device, which reads as an empty file.
#[cfg(unix)]
fn is_null_device(of: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let is_same = |null: std::fs::Metadata| null.rdev() == of.rdev();
    of.file_type().is_char_device() && std::fs::metadata("/dev/null").is_ok_and(is_same)
}

#[cfg(not(unix))]
fn is_null_device(_: &std::fs::Metadata) -> bool {
    false
}

fn kind(of: FileType) -> Kind {
    match (of.is_dir(), of.is_file()) {
        (true, _) => Kind::Directory,
        (_, true) => Kind::File,
        _ => Kind::Special,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io;

    use super::Failure;
    use crate::host::Host;

    #[test]
    fn a_changed_file_is_recognized_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        std::fs::write(&path, "theirs").unwrap();
        let replaced = super::Native::default().replace(path.to_str().unwrap(), b"old", b"new");
        assert_eq!(replaced, Err(Failure::Changed));
        assert_eq!(std::fs::read(&path).unwrap(), b"theirs");
    }

    #[test]
    fn failures_read_the_same_in_node() {
        for (code, number) in [
            ("EPERM", 1),
            ("EIO", 5),
            ("ENXIO", 6),
            ("EMFILE", 24),
            ("EFBIG", 27),
            ("ENOSPC", 28),
            ("EROFS", 30),
            ("EPIPE", 32),
            ("ENAMETOOLONG", 36),
        ] {
            let native = Failure::from(io::Error::from_raw_os_error(number)).to_string();
            assert_eq!(Failure::from_code(code).to_string(), native, "{code}");
            assert!(native.contains(' '), "{native}");
        }
    }
}
