//! References of images.

use olmkit_k8s::image::pullable;

use crate::error::{Error, Kind};

/// Transports that may be named before a reference.
const TRANSPORTS: [&str; 2] = ["docker://", "oci://"];

/// The complete reference of an image in a registry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reference {
    /// Host and port, as the reference names it.
    pub host: String,
    /// The path of the repository.
    pub repository: String,
    /// A tag or a digest.
    pub version: String,
}

impl Reference {
    /// Reads a reference, with or without `docker://` or `oci://` before it.
    ///
    /// # Errors
    /// When it is not complete: upstream's text.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bare = TRANSPORTS.iter().find_map(|transport| text.strip_prefix(transport)).unwrap_or(text);
        let pullable =
            pullable(bare).map_err(|reason| Error::new(Kind::Reference, reason.to_string()).help(reason.help()))?;
        Ok(Reference {
            host: pullable.host.to_owned(),
            repository: pullable.repository.to_owned(),
            version: pullable.version.to_owned(),
        })
    }

    /// Whether the version is a digest: then the content never changes.
    pub fn is_digest(&self) -> bool {
        self.version.contains(':')
    }

    /// Host and repository.
    pub fn name(&self) -> String {
        format!("{}/{}", self.host, self.repository)
    }

    /// The same repository with another version.
    #[must_use]
    pub fn with_version(&self, version: &str) -> Self {
        Reference { version: version.to_owned(), ..self.clone() }
    }
}

impl std::fmt::Display for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let separator = if self.is_digest() { '@' } else { ':' };
        write!(f, "{}/{}{separator}{}", self.host, self.repository, self.version)
    }
}
