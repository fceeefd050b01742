//! Whether an argument is a path or an image.

use olmkit_folders::TextKind;
use olmkit_k8s::image::{PullError, after_transport, pullable};

use crate::host::{Failure, Host};
use crate::missing::Missing;
use crate::paths::{ends_with_any, is_archive};

/// The kind of input that an argument names.
pub(crate) enum Named<'p> {
    Path,
    /// The reference, without a transport.
    Image(&'p str),
}

/// Why an argument is neither a path nor an image. `text`: the argument.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
    #[error("{text}: {}\n{}", plain(.source), .source.help())]
    Reference { text: String, source: PullError },
    #[error(transparent)]
    Missing(#[from] Missing),
    /// The path does not exist, but an image may be meant.
    #[error("{missing}\nIf you mean an image: {}\n{}", plain(.source), .source.help())]
    Neither { missing: Missing, source: PullError },
}

/// Why a text is not a complete image reference. Upstream's messages do not say it.
fn plain(error: &PullError) -> String {
    match error {
        PullError::NotCanonical => "the name lacks the registry, or a part of the repository".to_owned(),
        PullError::NoVersion(_) => "the name has neither a tag nor a digest".to_owned(),
        PullError::TagAndDigest => "the name has both a tag and a digest".to_owned(),
        PullError::Reference { .. } => error.to_string(),
    }
}

impl NameError {
    /// The argument.
    #[cfg(feature = "native")]
    pub(crate) fn name(&self) -> &str {
        match self {
            NameError::Reference { text, .. } => text,
            NameError::Missing(missing) | NameError::Neither { missing, .. } => missing.path(),
        }
    }

    /// The reason without the name, and the advice.
    #[cfg(feature = "native")]
    pub(crate) fn reason(&self) -> (String, Option<String>) {
        match self {
            NameError::Reference { source, .. } => (plain(source), Some(source.help().to_string())),
            NameError::Missing(missing) => (missing.reason(), None),
            NameError::Neither { missing, source } => {
                (missing.reason(), Some(format!("If you mean an image: {}\n{}", plain(source), source.help())))
            }
        }
    }
}

/// Decides whether an argument is a path or an image. An existing path is a path. Anything else is an image if it has
/// the form of a complete reference.
///
/// # Errors
/// Returns an error if it is neither.
pub(crate) fn named<'p>(text: &'p str, host: &mut dyn Host) -> Result<Named<'p>, NameError> {
    if let Some(reference) = after_transport(text) {
        return match pullable(reference) {
            Ok(_) => Ok(Named::Image(reference)),
            Err(source) => Err(NameError::Reference { text: text.to_owned(), source }),
        };
    }
    if text == "-" {
        return Ok(Named::Path);
    }
    let is_missing = match host.kind(text) {
        Err(Failure::Missing) => true,
        Err(Failure::NotDirectory) => false,
        _ => return Ok(Named::Path),
    };
    match pullable(text) {
        Ok(_) => Ok(Named::Image(text)),
        Err(source) => {
            let missing = Missing::at(text, host);
            match is_missing {
                _ if is_like_an_image(text, host) => Err(NameError::Neither { missing, source }),
                true => Err(missing.into()),
                false => Ok(Named::Path),
            }
        }
    }
}

/// The same for an argument that opm takes for an image if it is not a path: a missing path can be a short name, such as
/// `ubuntu`.
///
/// # Errors
/// Returns an error if it is neither.
pub(crate) fn named_image<'p>(text: &'p str, host: &mut dyn Host) -> Result<Named<'p>, NameError> {
    match (named(text, host), pullable(text)) {
        (Err(NameError::Missing(missing)), Err(source)) if is_short_name(text) && !missing.has_hint() => {
            Err(NameError::Neither { missing, source })
        }
        (other, _) => other,
    }
}

/// Whether the text has a host, a tag or a digest. Text that starts with an existing folder or file has no host.
fn is_like_an_image(text: &str, host: &mut dyn Host) -> bool {
    let (first, rest) = text.split_once('/').unwrap_or_default();
    let has_host = is_host(first) && !rest.is_empty() && host.kind(first).is_err();
    !is_plainly_a_path(text) && (has_host || text.contains([':', '@']))
}

/// Whether the text may be a short image name, such as `ubuntu`.
fn is_short_name(text: &str) -> bool {
    !is_plainly_a_path(text) && !text.contains(['/', '\\'])
}

/// Whether a name without a port is a host name. `v4.16` is not.
fn is_host(name: &str) -> bool {
    let last = name.rsplit_once('.').map(|(_, last)| last);
    name == "localhost" || last.is_some_and(|last| last.starts_with(char::is_alphabetic))
}

/// Whether the text cannot be an image reference.
fn is_plainly_a_path(text: &str) -> bool {
    let is_packed = || is_archive(text) || ends_with_any(text, &[".gz", ".zst", ".bz2", ".xz", ".db"]);
    let has_ending = || TextKind::of(text).is_some() || is_packed();
    text.is_empty() || text.starts_with(['.', '/', '~', '\\']) || has_ending()
}
