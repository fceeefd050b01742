//! Why an image is not available.

use std::io::ErrorKind;

use crate::cause::Cause;

/// What kind of failure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The text is not a reference that can be pulled.
    Reference,
    /// A file of credentials, mirrors or the policy cannot be used.
    Configuration,
    /// `registries.conf` blocks the registry.
    Blocked,
    /// The registry does not have it.
    Missing,
    /// The registry requires credentials, or rejects the given ones.
    Unauthorized,
    /// The registry refuses it.
    Denied,
    /// The registry asks for fewer requests.
    RateLimited,
    /// The registry fails, or cannot be reached.
    Unreachable,
    /// What the registry gave is damaged, or not an image.
    Content,
    /// No image of an index fits the platform.
    Platform,
    /// The cache cannot be used.
    Cache,
}

/// Why an image is not available: upstream's message if there is one, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What kind of failure it is.
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Why a registry did not answer.
    pub(crate) cause: Option<Cause>,
}

impl Error {
    /// An error of a kind, without help.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), help: None, cause: None }
    }

    pub(crate) fn configuration(message: impl Into<String>) -> Self {
        Error::new(Kind::Configuration, message)
    }

    pub(crate) fn content(message: impl Into<String>) -> Self {
        Error::new(Kind::Content, message)
    }

    pub(crate) fn cache(path: &std::path::Path, error: &std::io::Error) -> Self {
        let help = match error.kind() {
            ErrorKind::StorageFull => "Free space there, or use another directory with --cache-dir.",
            _ => "Use another directory with --cache-dir.",
        };
        Error::new(Kind::Cache, format!("{}: {}", path.display(), olmkit_disk::reason(error))).help(help)
    }

    /// What is wrong, and what to do on a line of its own.
    #[must_use]
    pub fn with_help(&self) -> String {
        match &self.help {
            Some(help) => format!("{}\n{help}", self.message),
            None => self.message.clone(),
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help.get_or_insert(help.into());
        self
    }

    /// The same failure, said within something larger.
    pub(crate) fn within(mut self, context: &str) -> Self {
        self.message = format!("{context}: {}", self.message);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_disk_needs_space() {
        let help = |kind: ErrorKind| Error::cache("x".as_ref(), &kind.into()).help.unwrap();
        assert_eq!(help(ErrorKind::StorageFull), "Free space there, or use another directory with --cache-dir.");
        assert_eq!(help(ErrorKind::PermissionDenied), "Use another directory with --cache-dir.");
    }
}
