//! Errors of loading catalogs and bundles.

use olmkit_workspace::OptionsError;

use crate::archive::ArchiveError;
#[cfg(feature = "native")]
use crate::host::Failure;
use crate::host::{HostError, PathError};
use crate::image::{ContentError, LayoutError, NameError, OpenError};
use crate::named_command::NamedCommand;

const UNKNOWN_FORM: &str =
    "a bundle is a directory, a file of objects (.yaml, .json) or an archive (.tar, .tar.gz, .tgz, .tar.zst, .zip)";

fn not_a_bundle(path: &str) -> String {
    format!("this is a catalog image; a bundle is needed. To check the catalog, use `olmkit validate {path}`.")
}

/// The message about a bundle image. `validate`: the command that checks bundles.
pub(crate) fn not_a_catalog(path: &str, validate: &str) -> String {
    format!("{path}: this is a bundle image; a catalog is needed. To check the bundle, use `{validate} {path}`.")
}

/// Why a catalog or a bundle cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error(transparent)]
    Path(#[from] PathError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error("{path}: {source}")]
    Archive { path: String, source: UnpackError },
    #[error("{path}: {source}")]
    Image { path: String, source: Box<OpenError> },
    #[error("{}", not_a_catalog(.0, NamedCommand::BundleValidate.of_olmkit()))]
    NotACatalog(String),
    #[error("{0}: no catalog document was found")]
    Empty(String),
    /// A file of a catalog in an image cannot be read.
    #[cfg(feature = "native")]
    #[error("{path}: {name}: {source}")]
    FileInImage { path: String, name: String, source: Failure },
    #[error("{0}: {reason}", reason = not_a_bundle(.0))]
    NotABundle(String),
    #[error("{0}: {form}", form = UNKNOWN_FORM)]
    UnknownForm(String),
    /// An image can contain file-based catalogs only.
    #[cfg(feature = "native")]
    #[error("{0}: this is a database; convert it to a file-based catalog first with `olmkit migrate`")]
    Database(String),
}

impl LoadError {
    /// The reason and the advice. The reason does not name `image` where the error is about it, so that it is the same
    /// for other images.
    #[cfg(feature = "native")]
    pub(crate) fn reason(&self, image: &str) -> (String, Option<String>) {
        let reason = match self {
            LoadError::Host(HostError::Pull { reference, source }) if reference == image => {
                return (source.message.clone(), source.help.as_ref().map(ToString::to_string));
            }
            LoadError::Host(HostError::Pull { reference, source }) => {
                return (format!("{reference}: {source}"), source.help.as_ref().map(ToString::to_string));
            }
            LoadError::Host(HostError::Registry(error)) => {
                return (error.to_string(), error.help.as_ref().map(ToString::to_string));
            }
            LoadError::Name(error) if error.name() == image => return error.reason(),
            LoadError::Path(error) if error.path() == image => error.failure().to_string(),
            LoadError::Archive { path, source } if path == image => source.to_string(),
            LoadError::Image { path, source } if path == image => source.to_string(),
            LoadError::NotABundle(path) if path == image => not_a_bundle(path),
            LoadError::UnknownForm(path) if path == image => UNKNOWN_FORM.to_owned(),
            other => other.to_string(),
        };
        match reason.split_once('\n') {
            Some((reason, advice)) => (reason.to_owned(), Some(advice.to_owned())),
            None => (reason, None),
        }
    }

    /// Adds the path of an archive that cannot be unpacked, or whose image cannot be opened.
    pub(crate) fn archive<E: Into<UnpackError>>(path: &str) -> impl Fn(E) -> LoadError {
        move |error| LoadError::Archive { path: path.to_owned(), source: error.into() }
    }

    /// Adds the name of an image that cannot be opened.
    pub(crate) fn image(path: &str) -> impl FnOnce(OpenError) -> LoadError {
        move |error| match error {
            OpenError::Content(ContentError::Bundle) => LoadError::NotACatalog(path.to_owned()),
            OpenError::Content(ContentError::Catalog) => LoadError::NotABundle(path.to_owned()),
            source => LoadError::Image { path: path.to_owned(), source: Box::new(source) },
        }
    }
}

/// Why an archive does not contain the files of a catalog or a bundle.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct UnpackError(Box<Unpack>);

#[derive(Debug, thiserror::Error)]
enum Unpack {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Layout(#[from] LayoutError),
    #[error(transparent)]
    Image(#[from] OpenError),
}

impl From<ArchiveError> for UnpackError {
    fn from(error: ArchiveError) -> Self {
        UnpackError(Box::new(error.into()))
    }
}

impl From<LayoutError> for UnpackError {
    fn from(error: LayoutError) -> Self {
        UnpackError(Box::new(error.into()))
    }
}

impl From<OpenError> for UnpackError {
    fn from(error: OpenError) -> Self {
        UnpackError(Box::new(error.into()))
    }
}
