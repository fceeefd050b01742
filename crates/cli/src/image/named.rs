//! Whether an argument is a path or an image.

use olmkit_k8s::image::{PullError, pullable};

use crate::host::Host;

/// Transports before a reference: then it is not a path.
const TRANSPORTS: [&str; 2] = ["docker://", "oci://"];

/// What an argument names.
pub(crate) enum Named<'p> {
    Path,
    /// The reference, without a transport.
    Image(&'p str),
}

/// Why an argument names nothing. `text` is the argument.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
    #[error("{text}: {source}\n{}", .source.help())]
    Reference { text: String, source: PullError },
    #[error("{text}: no such file or directory, and not an image: {source}\n{}", .source.help())]
    Neither { text: String, source: PullError },
}

/// What follows the transport, where a text begins with one.
pub(crate) fn split_transport(text: &str) -> Option<&str> {
    TRANSPORTS.iter().find_map(|transport| text.strip_prefix(transport))
}

/// A path that exists is a path. What does not exist is an image, if it has the form of a complete reference.
///
/// # Errors
/// When it is neither.
pub(crate) fn named<'p>(text: &'p str, host: &mut dyn Host) -> Result<Named<'p>, NameError> {
    if let Some(reference) = split_transport(text) {
        return match pullable(reference) {
            Ok(_) => Ok(Named::Image(reference)),
            Err(source) => Err(NameError::Reference { text: text.to_owned(), source }),
        };
    }
    let is_missing = |code: &str| matches!(code, "ENOENT" | "ENOTDIR");
    if text == "-" || !host.kind(text).is_err_and(|failure| is_missing(&failure.0)) {
        return Ok(Named::Path);
    }
    match pullable(text) {
        Ok(_) => Ok(Named::Image(text)),
        Err(_) if is_plainly_a_path(text) => Ok(Named::Path),
        Err(source) => Err(NameError::Neither { text: text.to_owned(), source }),
    }
}

/// Whether the text cannot mean an image.
fn is_plainly_a_path(text: &str) -> bool {
    let has_ending =
        [".yaml", ".yml", ".json", ".tar", ".tgz", ".gz", ".zst", ".bz2", ".tbz2", ".xz", ".txz", ".zip", ".db"];
    text.is_empty() || text.starts_with(['.', '/', '~', '\\']) || has_ending.iter().any(|end| text.ends_with(end))
}
