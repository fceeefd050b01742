//! Why a bundle cannot be rendered.

use olmkit_yaml::decode;

use crate::go::misfit;
use crate::view::View;

/// Why opm cannot render a bundle, in opm's words as near as they can be known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// There is no CSV.
    #[error("no csv in bundle")]
    NoCsv,
    /// No file of `metadata` has annotations of a bundle.
    #[error("Could not find annotations file")]
    NoAnnotations,
    /// Upstream follows a pointer to nothing.
    #[error("runtime error: invalid memory address or nil pointer dereference")]
    Crash,
    /// The template of an image has an action that is not a field.
    #[error("image reference template: `{0}` is not `.Package`, `.Name` or `.Version`")]
    Template(String),
    /// A step fails because of another error.
    #[error("{step}: {cause}")]
    Step {
        /// What fails.
        step: String,
        /// Why.
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

    /// The error of a step that fails because of this one.
    pub(super) fn in_step(self, step: impl Into<String>) -> Self {
        RenderError::Step { step: step.into(), cause: Box::new(self) }
    }
}

/// The kind of a value as `encoding/json` names it.
pub(crate) fn json_kind(view: View<'_>) -> &'static str {
    decode::kind(view.node)
}

/// Fails when a value does not fit its Go type.
pub(super) fn fits(view: View<'_>, name: &'static str) -> Result<(), RenderError> {
    let wrong = misfit(view.node, name, view.mode);
    wrong.map_or(Ok(()), |wrong| Err(RenderError::Other(format!("`{}` is {}", wrong.path, wrong.message))))
}
