//! Image references.

use olmkit_k8s::image::{after_transport, pullable};

use crate::error::{Error, Kind};

/// A complete reference to an image in a registry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reference {
    /// Host and port as written.
    pub host: String,
    /// The path of the repository.
    pub repository: String,
    /// A tag or a digest.
    pub version: String,
}

impl Reference {
    /// Parses a reference, with or without the prefix `docker://` or `oci://`.
    ///
    /// # Errors
    /// Returns upstream's error if the reference is not complete.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bare = after_transport(text).unwrap_or(text);
        let pullable =
            pullable(bare).map_err(|reason| Error::new(Kind::Reference, reason.to_string()).help(reason.help()))?;
        Ok(Reference {
            host: pullable.host.to_owned(),
            repository: pullable.repository.to_owned(),
            version: pullable.version.to_owned(),
        })
    }

    /// Whether the version is a digest, so that the content never changes.
    pub fn is_digest(&self) -> bool {
        self.version.contains(':')
    }

    /// Returns host and repository.
    pub fn name(&self) -> String {
        format!("{}/{}", self.host, self.repository)
    }

    /// Returns a reference to another version in the same repository.
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
