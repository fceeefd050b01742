//! The interface between the command line and its host.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::rc::Rc;
use std::time::Duration;

use olmkit_catalog::LoadedDocument;
use olmkit_workspace::ReadDocuments;
use olmkit_workspace::image_check::{ImageAnswer, ImageQuestion};

use crate::pulling::Pulling;

/// What a path is, links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device other than the null device, a pipe or a socket: reading may never end. Read if the user names it, refused if
    /// it is only found in a directory.
    Special,
}

/// A directory entry; links are not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name alone, with U+FFFD for every byte that is not UTF-8: [`Host::read`] does not find such a name.
    pub name: String,
    /// What it is itself; nothing for a link, which leads to what [`Host::kind`] says.
    pub kind: Option<Kind>,
}

/// An I/O error, named as in POSIX: `ENOENT`, `EACCES`, `EISDIR`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(pub String);

impl Failure {
    /// The failure at a path that was found in a directory: Go refuses names that are not UTF-8.
    pub(crate) fn at(self, path: &str) -> Failure {
        let is_replaced = path.contains(char::REPLACEMENT_CHARACTER);
        if is_replaced && self.0 == "ENOENT" { Failure("EINVAL".to_owned()) } else { self }
    }

    /// Whether the name is the reason.
    pub(crate) fn is_about_a_name(&self) -> bool {
        self.0 == "EINVAL"
    }

    /// Whether a path that a directory lists cannot be followed: a link to nothing, or to itself.
    pub(crate) fn is_about_a_link(&self) -> bool {
        matches!(self.0.as_str(), "ENOENT" | "ELOOP")
    }

    /// Whether nothing has this path.
    pub(crate) fn is_missing(&self) -> bool {
        self.0 == "ENOENT"
    }
}

impl std::error::Error for Failure {}

impl std::fmt::Display for Failure {
    /// In the words of Go, which opm prints.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0.as_str() {
            "ENOENT" => "no such file or directory",
            "EACCES" => "permission denied",
            "EISDIR" => "is a directory",
            "ENOTDIR" => "not a directory",
            "ELOOP" => "too many levels of symbolic links",
            "EINVAL" => "invalid argument",
            "ENOSPC" => "no space left on device",
            other => other,
        })
    }
}

/// A failure, and the path that it is about.
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

    /// Whether the name is the reason.
    pub(crate) fn is_about_a_name(&self) -> bool {
        self.source.is_about_a_name()
    }
}

/// What helps where only the native program can do something.
pub(crate) const INSTALL: &str = concat!(
    "install it with `curl -fsSL ",
    env!("CARGO_PKG_REPOSITORY"),
    "/releases/latest/download/install.sh | sh -s -- --version latest`"
);

/// Why a host cannot provide something other than files.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The program has no page.
    #[error(
        "this olmkit was built without the editor: use `npx olmkit open`, or run `npm run build:binary`, which builds both"
    )]
    NoEditor,
    /// The editor cannot be served.
    #[cfg(feature = "native")]
    #[error(transparent)]
    Open(#[from] olmkit_open::OpenError),
    /// The host is a page itself.
    #[error("`open` needs the files of a machine and does not run in a page")]
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
    /// The program is not the native one, which asks registries.
    #[error("only the native program queries registries: {install}", install = INSTALL)]
    NoRegistries,
    /// There is no answer about this image.
    #[error("{0}: no response")]
    NoAnswer(String),
    /// The database cannot be read.
    #[cfg(feature = "native")]
    #[error(transparent)]
    Database(#[from] olmkit_sqlite::DatabaseError),
    /// Registries cannot be asked.
    #[cfg(feature = "native")]
    #[error("{}", .0.with_help())]
    Registry(#[from] olmkit_registry::Error),
    /// The image cannot be pulled.
    #[cfg(feature = "native")]
    #[error("{reference}: failed to pull image \"{reference}\": {}", .source.with_help())]
    Pull {
        /// The image.
        reference: String,
        /// What is wrong.
        source: olmkit_registry::Error,
    },
    /// Several images cannot be pulled; a line each.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<HostError>),
}

/// The files of an archive: path and content.
pub type Files = Vec<(String, Vec<u8>)>;

/// An image: what it says of itself, and its layers, lowest first.
#[derive(Clone)]
pub struct Image {
    /// The labels of its configuration.
    pub labels: BTreeMap<String, String>,
    /// Its layers, as they were packed.
    pub layers: Vec<Layer>,
}

/// A layer, which can be read more than once.
#[derive(Clone)]
pub struct Layer {
    open: Rc<dyn Fn() -> std::io::Result<Box<dyn Read>>>,
}

impl Layer {
    /// A layer that is opened for each reading.
    pub fn new(open: impl Fn() -> std::io::Result<Box<dyn Read>> + 'static) -> Self {
        Layer { open: Rc::new(open) }
    }

    /// A layer in memory.
    pub fn of_bytes(content: Vec<u8>) -> Self {
        let content: Rc<[u8]> = content.into();
        Layer::new(move || Ok(Box::new(Cursor::new(Rc::clone(&content)))))
    }

    pub(crate) fn open(&self) -> std::io::Result<Box<dyn Read>> {
        (self.open)()
    }
}

/// What is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// A file or a directory.
    pub path: String,
    /// Whether the directories below it are watched, too.
    pub is_deep: bool,
}

impl Watched {
    /// A file, or everything below a directory.
    pub(crate) fn deep(path: impl Into<String>) -> Self {
        Watched { path: path.into(), is_deep: true }
    }

    /// A directory without those below it.
    pub(crate) fn flat(path: impl Into<String>) -> Self {
        Watched { path: path.into(), is_deep: false }
    }
}

/// What the editor is opened on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRequest<'a> {
    /// The folder or file, or the image that the copy is of.
    pub path: &'a str,
    /// The files of an image, which are not saved.
    pub copy: Option<Files>,
    /// The port; nothing is the usual one.
    pub port: Option<u16>,
    /// Whether the browser is opened too.
    pub with_browser: bool,
}

/// The catalog in a sqlite database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Database {
    /// Its files.
    pub files: Files,
    /// opm's text, if it does not render the catalog.
    pub rejected: Option<String>,
    /// What the user should know.
    pub notes: Vec<String>,
}

/// The machine: files, streams, environment. Implemented natively and by Node.
pub trait Host {
    /// What a path is.
    ///
    /// # Errors
    /// If it does not exist or cannot be accessed.
    fn kind(&mut self, path: &str) -> Result<Kind, Failure>;
    /// The names in a directory, in any order.
    ///
    /// # Errors
    /// When it cannot be read.
    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure>;
    /// The content of a file, or of whatever else the path names.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure>;
    /// The documents of a file whose text is not kept. The buffer has room for it, from one file to the next.
    ///
    /// # Errors
    /// When it cannot be read.
    fn load(&mut self, path: &str, _buffer: &mut Vec<u8>) -> Result<Vec<LoadedDocument>, Failure> {
        let text = self.read(path)?;
        Ok(self.read_documents()(&text))
    }
    /// Replaces the content of a file, or makes it, with the directories it is in.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure>;
    /// Removes a file; on machines that cannot, it becomes empty.
    ///
    /// # Errors
    /// When it cannot be removed.
    fn remove(&mut self, path: &str) -> Result<(), Failure> {
        self.write(path, b"")
    }
    /// Removes a directory if it is empty. A host without directories does nothing.
    fn remove_if_empty(&mut self, _path: &str) {}
    /// All of standard input.
    ///
    /// # Errors
    /// When it cannot be read.
    fn stdin(&mut self) -> Result<Vec<u8>, Failure>;
    /// How the documents of a file are read: on several cores where there are.
    fn read_documents(&self) -> ReadDocuments {
        olmkit_catalog::documents
    }
    /// What waits until one of the paths, or a name in one of them, changes; nothing on machines that cannot.
    fn watch(&mut self, _watched: &[Watched]) -> Option<Box<dyn FnMut()>> {
        None
    }
    /// The time since a fixed moment, on machines with a clock.
    fn clock(&self) -> Option<Duration> {
        None
    }
    /// Writes to standard output. After a failure nothing more is written; see [`Host::failure`].
    fn out(&mut self, text: &[u8]);
    /// Why standard output could not be written, if so; `EPIPE` when its reader is gone.
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
    fn speaks_as_opm(&self) -> bool {
        false
    }
    /// The folder that paths start from, with its whole name, where there is one.
    fn current_directory(&self) -> Option<String> {
        None
    }
    /// Writes a text that is not an error to standard error, such as which files were written. opm writes no such texts:
    /// under its name they are shown on a terminal only.
    fn note(&mut self, text: &str) {
        if !self.speaks_as_opm() || self.is_error_terminal() {
            self.err(text.as_bytes());
        }
    }
    /// A variable of the environment, if it is set and not empty.
    fn env(&self, name: &str) -> Option<String>;
    /// Serves the editor on a folder or file, from when the command line has ended or until it is told to stop.
    ///
    /// # Errors
    /// When it cannot be served, or on machines without the page.
    fn open_editor(&mut self, _request: OpenRequest<'_>) -> Result<(), HostError> {
        Err(HostError::NoEditor)
    }
    /// The catalog in a sqlite database, which older index images hold.
    ///
    /// # Errors
    /// When it cannot be read, or on machines that read no databases.
    fn database(&mut self, _content: &[u8]) -> Result<Database, HostError> {
        Err(HostError::NoDatabases)
    }
    /// How images are pulled from now on.
    fn set_pulling(&mut self, _pulling: &Pulling) {}
    /// The platform that the user asked for, as it was written.
    fn platform(&self) -> Option<&str> {
        None
    }
    /// Images of registries, in the order of the references. Layers are fetched for those whose labels are wanted; the
    /// others have none. Only machines with a network have any.
    fn images(
        &mut self,
        references: &[String],
        _wanted: fn(&BTreeMap<String, String>) -> bool,
    ) -> Vec<Result<Image, HostError>> {
        references.iter().map(|reference| Err(HostError::NoImages(reference.clone()))).collect()
    }
    /// What registries answer about images, in the order of the questions.
    ///
    /// # Errors
    /// When no registry can be asked, as on machines without a network.
    fn image_answers(&mut self, _questions: &[ImageQuestion]) -> Result<Vec<ImageAnswer>, HostError> {
        Err(HostError::NoRegistries)
    }
}

/// The content of a file that was found, not asked for by its name.
///
/// # Errors
/// When it cannot be read, or is not a regular file.
pub(crate) fn read_found(path: &str, host: &mut dyn Host) -> Result<Vec<u8>, Failure> {
    match host.kind(path)? {
        Kind::Special => Err(special()),
        Kind::File | Kind::Directory => host.read(path),
    }
}

/// Why what is found and has no end is not read.
pub(crate) fn special() -> Failure {
    Failure("not a regular file".to_owned())
}
