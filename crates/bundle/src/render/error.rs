//! Errors of rendering a bundle.

use olmkit_yaml::decode;

use crate::go::mismatch;
use crate::view::View;

/// Why opm cannot render a bundle. The messages are as close to opm's as possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The bundle has no CSV.
    #[error("no csv in bundle")]
    NoCsv,
    /// No file in `metadata` has annotations of a bundle.
    #[error("Could not find annotations file")]
    NoAnnotations,
    /// Upstream dereferences a nil pointer.
    #[error("runtime error: invalid memory address or nil pointer dereference")]
    Crash,
    /// The image template contains an action that is not a known field.
    #[error("image reference template: `{0}` is not `.Package`, `.Name` or `.Version`")]
    Template(String),
    /// A step failed.
    #[error("{step}: {cause}")]
    Step {
        /// The step that failed.
        step: String,
        /// The cause.
        cause: Box<RenderError>,
    },
    /// Any other error, as text.
    #[error("{0}")]
    Other(String),
}

impl RenderError {
    pub(super) fn other(text: impl Into<String>) -> Self {
        RenderError::Other(text.into())
    }

    /// Wraps the error as the cause of a failed step.
    pub(super) fn in_step(self, step: impl Into<String>) -> Self {
        RenderError::Step { step: step.into(), cause: Box::new(self) }
    }
}

/// The type of a value as `encoding/json` names it.
pub(crate) fn json_kind(view: View<'_>) -> &'static str {
    decode::kind(view.node)
}

/// Returns an error if a value does not fit its Go type.
pub(super) fn fits(view: View<'_>, name: &'static str) -> Result<(), RenderError> {
    let wrong = mismatch(view.node, name, view.mode);
    wrong.map_or(Ok(()), |wrong| Err(RenderError::Other(format!("`{}` is {}", wrong.path, wrong.message))))
}
