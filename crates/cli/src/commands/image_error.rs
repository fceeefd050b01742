//! Errors of building, copying and delivering images.

use crate::archive::ArchiveError;
use crate::host::PathError;
use crate::image::NameError;
use crate::load_error::LoadError;
use crate::paths::ArchiveTarget;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ImageError {
    #[error("{}", .0.with_help())]
    Registry(#[from] olmkit_registry::Error),
    /// The text is not a valid image reference.
    #[error("{text}: {}", .error.with_help())]
    Reference { text: String, error: olmkit_registry::Error },
    /// The name of an image to build has no registry. docker, podman and skopeo complete such names differently.
    #[error(
        "--tag {tag}: the name has no registry, so its meaning depends on the program: {docker} for docker, localhost/{tag} \
         for podman.\nWrite the whole name: HOST/{tag} for a registry; localhost/{tag} for an archive that stays on this \
         machine."
    )]
    NoRegistry { tag: String, docker: String },
    #[error("--tag {0}: the name has no tag. Add one, for example {0}:v1.")]
    NoTag(String),
    #[error("{path}: {}", .error.with_help())]
    Layout { path: String, error: olmkit_registry::Error },
    #[error(transparent)]
    Path(#[from] PathError),
    #[error("{path}: {source}")]
    Archive { path: String, source: ArchiveError },
    #[error(
        "`{0}` is not supported. Use an image of a registry, a folder with an OCI layout, or an archive, for example of \
         `docker save --output FILE NAME` or `podman save --output FILE NAME`."
    )]
    Transport(String),
    #[error(
        "`{0}` is not supported here. Use the name of an image, or the path of an archive (.tar) or a folder alone."
    )]
    TargetTransport(String),
    #[error(transparent)]
    Target(#[from] ArchiveTarget),
    #[error(
        "{0}: the folder has no OCI layout: index.json is missing. To make the image of a catalog, use `olmkit build`; of a \
         bundle, `olmkit bundle build`."
    )]
    NoLayout(String),
    #[error("{0}: already contains an image")]
    Exists(String),
    #[error("{0} sets a label that olmkit sets to /configs, the path of the catalog. Remove the option.")]
    Label(String),
    #[error("SOURCE_DATE_EPOCH: `{0}` is not a number of seconds")]
    Epoch(String),
    #[error("--base-image: expected an image, or `scratch` for none")]
    EmptyBase,
    /// The base image cannot be read.
    #[error("--base-image: {0}")]
    Base(Box<ImageError>),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Load(#[from] LoadError),
}
