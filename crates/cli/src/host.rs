//! The interface between the command line and its host.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::rc::Rc;
use std::time::Duration;

use olmkit_catalog::LoadedDocument;
use olmkit_workspace::ReadDocuments;
use olmkit_workspace::image_check::{ImageAnswer, ImageQuery};

use crate::pulling::Pulling;

/// The kind of a path, after following links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device other than the null device, a pipe or a socket, on which reading may never end. Read if the user names
    /// it, refused if it is only found in a directory.
    Special,
}

/// A directory entry. Links are not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name without the path, with U+FFFD for every byte that is not UTF-8. [`Host::read`] does not find such a
    /// name.
    pub name: String,
    /// The kind of the entry itself. `None` for a link: [`Host::kind`] returns the kind of its target.
    pub kind: Option<Kind>,
}

/// An I/O error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The path does not exist.
    Missing,
    /// Access is denied.
    Denied,
    /// The path is a directory.
    IsDirectory,
    /// A part of the path is not a directory.
    NotDirectory,
    /// The path leads through too many symbolic links.
    Loop,
    /// The name is not valid.
    InvalidName,
    /// The disk is full.
    NoSpace,
    /// The reader of the stream has gone.
    BrokenPipe,
    /// The file no longer has the content that was read.
    Changed,
    /// Any other error, with its message.
    Other(String),
}

impl Failure {
    /// The failure with a code of POSIX. Its message is the one of the native host.
    #[must_use]
    pub fn from_code(code: &str) -> Failure {
        match code {
            "ENOENT" => Failure::Missing,
            "EACCES" | "EPERM" => Failure::Denied,
            "EISDIR" => Failure::IsDirectory,
            "ENOTDIR" => Failure::NotDirectory,
            "ELOOP" => Failure::Loop,
            "EINVAL" => Failure::InvalidName,
            "ENOSPC" => Failure::NoSpace,
            "EPIPE" => Failure::BrokenPipe,
            "EFBIG" => Failure::other("file too large"),
            "EIO" => Failure::other("input/output error"),
            "EMFILE" => Failure::other("too many open files"),
            "ENAMETOOLONG" => Failure::other("file name too long"),
            "ENXIO" => Failure::other("no such device or address"),
            "EROFS" => Failure::other("read-only file system"),
            other => Failure::other(other),
        }
    }

    /// A failure of another kind, with its message.
    pub(crate) fn other(message: &str) -> Failure {
        Failure::Other(message.to_owned())
    }

    /// The failure for a path that was found in a directory. Go refuses names that are not UTF-8.
    pub(crate) fn at(self, path: &str) -> Failure {
        let is_replaced = path.contains(char::REPLACEMENT_CHARACTER);
        if is_replaced && self == Failure::Missing { Failure::InvalidName } else { self }
    }

    /// Whether a path that a directory lists cannot be followed: a link to nothing, or to itself.
    pub(crate) fn is_about_a_link(&self) -> bool {
        matches!(self, Failure::Missing | Failure::Loop)
    }
}

impl std::error::Error for Failure {}

impl std::fmt::Display for Failure {
    /// Go's message, which opm prints.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Failure::Missing => "no such file or directory",
            Failure::Denied => "permission denied",
            Failure::IsDirectory => "is a directory",
            Failure::NotDirectory => "not a directory",
            Failure::Loop => "too many levels of symbolic links",
            Failure::InvalidName => "invalid argument",
            Failure::NoSpace => "no space left on device",
            Failure::BrokenPipe => "broken pipe",
            Failure::Changed => "changed in the meantime; nothing was written",
            Failure::Other(message) => message,
        })
    }
}

/// A failure with its path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {source}")]
pub(crate) struct PathError {
    path: String,
    source: Failure,
}

impl PathError {
    /// Adds the path to a failure.
    pub(crate) fn at(path: &str) -> impl FnOnce(Failure) -> PathError {
        move |source| PathError { path: path.to_owned(), source }
    }

    /// The path that cannot be read.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Why it cannot be read.
    #[cfg(feature = "native")]
    pub(crate) fn failure(&self) -> &Failure {
        &self.source
    }

    /// Whether the failure is caused by the name.
    pub(crate) fn is_about_a_name(&self) -> bool {
        self.source == Failure::InvalidName
    }

    /// Whether a path that a directory lists cannot be followed.
    pub(crate) fn is_about_a_link(&self) -> bool {
        self.source.is_about_a_link()
    }
}

/// Advice for what only the native program can do.
pub(crate) const INSTALL: &str = concat!(
    "install it with `curl -fsSL ",
    env!("CARGO_PKG_REPOSITORY"),
    "/releases/latest/download/install.sh | sh -s -- --version latest`"
);

/// Printed to standard error after the address of the editor.
pub const EDITOR_RUNNING: &str = "olmkit: the editor is running. The address works once. Press Ctrl-C to stop.\n";

/// Why a host cannot provide something other than files.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The program does not contain the page.
    #[error(
        "this olmkit was built without the editor: use `npx olmkit open`, or run `npm run build:binary`, which builds both"
    )]
    NoEditor,
    /// The editor cannot be served.
    #[cfg(feature = "native")]
    #[error(transparent)]
    Open(#[from] olmkit_open::OpenError),
    /// The host is a page itself.
    #[error("`open` needs the files of a machine: run it on the command line, as `npx olmkit open`")]
    NoMachine,
    /// The program is not the native one, which reads databases.
    #[error("this build of olmkit does not read sqlite databases. Use the native program: {install}", install = INSTALL)]
    NoDatabases,
    /// The program is not the native one, which pulls this image.
    #[error(
        "{0}: this build of olmkit does not pull images. Use the native program: {install}. Or save the image first (`skopeo \
         copy docker://{0} oci-archive:image.tar`) and give the archive",
        install = INSTALL
    )]
    NoImages(String),
    /// The program is not the native one, which queries registries.
    #[error("only the native program queries registries: {install}", install = INSTALL)]
    NoRegistries,
    /// There is no response about this image.
    #[error("{0}: no response")]
    NoAnswer(String),
    /// The database cannot be read.
    #[cfg(feature = "native")]
    #[error(transparent)]
    Database(#[from] olmkit_sqlite::DatabaseError),
    /// Registries cannot be queried.
    #[cfg(feature = "native")]
    #[error("{}", .0.with_help())]
    Registry(#[from] olmkit_registry::Error),
    /// The image cannot be pulled.
    #[cfg(feature = "native")]
    #[error("{reference}: failed to pull image \"{reference}\": {}", .source.with_help())]
    Pull {
        /// The reference of the image.
        reference: String,
        /// The error of the registry crate.
        source: olmkit_registry::Error,
    },
    /// Several images cannot be pulled. One line for each.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<HostError>),
}

/// The files of an archive: path and content.
pub type Files = Vec<(String, Vec<u8>)>;

/// An image: its labels, and its layers from lowest to highest.
#[derive(Clone)]
pub struct Image {
    /// The labels of its configuration.
    pub labels: BTreeMap<String, String>,
    /// Its layers, still compressed.
    pub layers: Vec<Layer>,
}

/// A layer that can be read more than once.
#[derive(Clone)]
pub struct Layer {
    open: Rc<dyn Fn() -> std::io::Result<Box<dyn Read>>>,
}

impl Layer {
    /// Creates a layer that is opened for each read.
    pub fn new(open: impl Fn() -> std::io::Result<Box<dyn Read>> + 'static) -> Self {
        Layer { open: Rc::new(open) }
    }

    /// Creates a layer in memory.
    pub fn of_bytes(content: Vec<u8>) -> Self {
        let content: Rc<[u8]> = content.into();
        Layer::new(move || Ok(Box::new(Cursor::new(Rc::clone(&content)))))
    }

    pub(crate) fn open(&self) -> std::io::Result<Box<dyn Read>> {
        (self.open)()
    }
}

/// A path to watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// A file or a directory.
    pub path: String,
    /// Whether directories below it are watched too.
    pub is_deep: bool,
}

impl Watched {
    /// Watches a file, or everything below a directory.
    pub(crate) fn deep(path: impl Into<String>) -> Self {
        Watched { path: path.into(), is_deep: true }
    }

    /// Watches a directory without those below it.
    pub(crate) fn flat(path: impl Into<String>) -> Self {
        Watched { path: path.into(), is_deep: false }
    }
}

/// A request to open the editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRequest<'a> {
    /// The folder or file, or the image from which `copy` was read.
    pub path: &'a str,
    /// The files of an image, which are not saved.
    pub copy: Option<Files>,
    /// The port. `None` for the default one.
    pub port: Option<u16>,
    /// Whether to open the browser too.
    pub with_browser: bool,
}

/// The catalog in a sqlite database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Database {
    /// The files of the catalog.
    pub files: Files,
    /// opm's message, if it does not render the catalog.
    pub rejected: Option<String>,
    /// opm's message, if it cannot migrate the database.
    pub unmigrated: Option<&'static str>,
    /// Notes for the user.
    pub notes: Vec<String>,
}

/// The machine: files, streams, environment. Implemented by the native program and by Node.js.
pub trait Host {
    /// The kind of a path.
    ///
    /// # Errors
    /// Returns an error if the path does not exist or cannot be accessed.
    fn kind(&mut self, path: &str) -> Result<Kind, Failure>;
    /// The entries of a directory, in any order.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read.
    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure>;
    /// Reads a file, or whatever else the path names.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure>;
    /// Reads the documents of a file whose text is not kept. `_buffer` can be reused from one file to the next.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    fn load(&mut self, path: &str, _buffer: &mut Vec<u8>) -> Result<Vec<LoadedDocument>, Failure> {
        let text = self.read(path)?;
        Ok(self.read_documents()(&text))
    }
    /// Replaces the content of a file. Creates the file and its directories if they do not exist.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure>;
    /// Replaces the content of a file that is expected to have the content `old`, which is checked as late as possible.
    ///
    /// # Errors
    /// Returns an error if the file has another content, or if it cannot be read or written.
    fn replace(&mut self, path: &str, old: &[u8], content: &[u8]) -> Result<(), Failure> {
        if self.read(path)? != old {
            return Err(Failure::Changed);
        }
        self.write(path, content)
    }
    /// Removes a file. A host that cannot do that empties the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    fn remove(&mut self, path: &str) -> Result<(), Failure> {
        self.write(path, b"")
    }
    /// Removes a directory if it is empty. A host without directories does nothing.
    fn remove_if_empty(&mut self, _path: &str) {}
    /// Reads all of standard input.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    fn stdin(&mut self) -> Result<Vec<u8>, Failure>;
    /// The function that reads the documents of a file, on several cores if available.
    fn read_documents(&self) -> ReadDocuments {
        olmkit_catalog::documents
    }
    /// Returns a function that blocks until one of the paths, or a name in one of them, changes. `None` if watching is
    /// not supported.
    fn watch(&mut self, _watched: &[Watched]) -> Option<Box<dyn FnMut()>> {
        None
    }
    /// The time since a fixed moment. `None` on hosts without a clock.
    fn clock(&self) -> Option<Duration> {
        None
    }
    /// Writes to standard output. After a failure nothing more is written; see [`Host::failure`].
    fn out(&mut self, text: &[u8]);
    /// Why standard output could not be written, if so.
    fn failure(&self) -> Option<Failure> {
        None
    }
    /// Writes to standard error.
    fn err(&mut self, text: &[u8]);
    /// Whether standard output is a terminal.
    fn is_terminal(&self) -> bool;
    /// Whether standard error is a terminal.
    fn is_error_terminal(&self) -> bool {
        self.is_terminal()
    }
    /// Whether errors are written as opm writes them.
    fn uses_opm_messages(&self) -> bool {
        false
    }
    /// The absolute path of the current directory, if there is one.
    fn current_directory(&self) -> Option<String> {
        None
    }
    /// Writes a message that is not an error to standard error, such as the names of written files. opm writes no such
    /// messages, so under its name they are shown only on a terminal.
    fn note(&mut self, text: &str) {
        if !self.uses_opm_messages() || self.is_error_terminal() {
            self.err(text.as_bytes());
        }
    }
    /// An environment variable, if it is set and not empty.
    fn env(&self, name: &str) -> Option<String>;
    /// Serves the editor on a folder or file, either after the command line has ended or until the process is stopped.
    ///
    /// # Errors
    /// Returns an error if the editor cannot be served, or if the host does not contain the page.
    fn open_editor(&mut self, _request: OpenRequest<'_>) -> Result<(), HostError> {
        Err(HostError::NoEditor)
    }
    /// Reads the catalog in a sqlite database, which older index images contain.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read, or if the host does not read databases.
    fn database(&mut self, _content: &[u8]) -> Result<Database, HostError> {
        Err(HostError::NoDatabases)
    }
    /// Sets how images are pulled from now on.
    fn set_pulling(&mut self, _pulling: &Pulling) {}
    /// The platform that the user requested, as written.
    fn platform(&self) -> Option<&str> {
        None
    }
    /// Pulls images, in the order of the references. Layers are fetched for images whose labels satisfy `_wanted`;
    /// other images have none. Fails for every image on hosts without a network.
    fn images(
        &mut self,
        references: &[String],
        _wanted: fn(&BTreeMap<String, String>) -> bool,
    ) -> Vec<Result<Image, HostError>> {
        references.iter().map(|reference| Err(HostError::NoImages(reference.clone()))).collect()
    }
    /// What registries respond about images, in the order of the queries.
    ///
    /// # Errors
    /// Returns an error if no registry can be queried, as on hosts without a network.
    fn image_answers(&mut self, _queries: &[ImageQuery]) -> Result<Vec<ImageAnswer>, HostError> {
        Err(HostError::NoRegistries)
    }
}

/// Reads a file that was found in a directory, not named by the user.
///
/// # Errors
/// Returns an error if it cannot be read or is not a regular file.
pub(crate) fn read_found(path: &str, host: &mut dyn Host) -> Result<Vec<u8>, Failure> {
    match host.kind(path)? {
        Kind::Special => Err(special()),
        Kind::File | Kind::Directory => host.read(path),
    }
}

/// The failure for a special file that was found: it may have no end.
pub(crate) fn special() -> Failure {
    Failure::other("not a regular file")
}
