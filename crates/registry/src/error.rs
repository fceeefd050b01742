//! Errors of access to images.

use std::io::ErrorKind;

use crate::cause::Cause;
use crate::help::{CommandOption, Help};

/// The kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The text is not a complete image reference.
    Reference,
    /// A credentials file, `registries.conf` or the signature policy cannot be used, or the policy rejects the image.
    Configuration,
    /// `registries.conf` blocks the registry.
    Blocked,
    /// The registry does not have the image.
    Missing,
    /// The registry requires credentials, or rejects the given ones.
    Unauthorized,
    /// The registry denies access.
    Denied,
    /// The registry limits the rate of requests.
    RateLimited,
    /// The registry fails, or cannot be reached.
    Unreachable,
    /// The content is damaged, or is not an image.
    Content,
    /// No image of an index matches the platform.
    Platform,
    /// The cache cannot be used.
    Cache,
}

/// Why an image is not available.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .context.iter().map(|context| format!("{context}: ")).collect::<String>())]
pub struct Error {
    /// The kind of the error.
    pub kind: Kind,
    /// What failed, from the image on: upstream's texts, which name the image. Outermost first.
    pub(crate) context: Vec<String>,
    /// What is wrong, without the context: upstream's message if there is one.
    pub message: String,
    /// What to do.
    pub help: Option<Help>,
    /// Why a registry did not respond.
    pub(crate) cause: Option<Cause>,
}

impl Error {
    /// Creates an error without help.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Error { kind, context: Vec::new(), message: message.into(), help: None, cause: None }
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
        let text = format!("{}: {}", path.display(), olmkit_disk::reason(error));
        Error::new(Kind::Cache, text).help(Help::naming(CommandOption::CacheDir, help))
    }

    /// Returns the message, followed by the help on a separate line.
    #[must_use]
    pub fn with_help(&self) -> String {
        match &self.help {
            Some(help) => format!("{self}\n{help}"),
            None => self.to_string(),
        }
    }

    pub(crate) fn help(mut self, help: impl Into<Help>) -> Self {
        self.help.get_or_insert(help.into());
        self
    }

    /// Adds a context in front of the message.
    pub(crate) fn within(mut self, context: &str) -> Self {
        match self.context.is_empty() {
            true => self.message = format!("{context}: {}", self.message),
            false => self.context.insert(0, context.to_owned()),
        }
        self
    }

    /// Adds a context that names the image. The message itself stays the same for other images.
    pub(crate) fn within_image(mut self, context: String) -> Self {
        self.context.insert(0, context);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_context_is_kept_apart_from_the_message() {
        let error = Error::content("c").within("b").within_image("a".to_owned()).help("d");
        assert_eq!((error.to_string(), error.with_help()), ("a: b: c".to_owned(), "a: b: c\nd".to_owned()));
        assert_eq!(error.message, "b: c");
        let outer = error.within("0");
        assert_eq!((outer.to_string().as_str(), outer.message.as_str()), ("0: a: b: c", "b: c"));
    }

    #[test]
    fn only_a_full_disk_needs_space() {
        let help = |kind: ErrorKind| Error::cache("x".as_ref(), &kind.into()).help.unwrap().to_string();
        assert_eq!(help(ErrorKind::StorageFull), "Free space there, or use another directory with --cache-dir.");
        assert_eq!(help(ErrorKind::PermissionDenied), "Use another directory with --cache-dir.");
    }
}
