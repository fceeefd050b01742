//! Why a template cannot be read or rendered.

use crate::go_quote;

/// Why a template cannot be read or rendered, in opm's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// A step fails because of another error.
    #[error("{step}: {cause}")]
    Step {
        /// What fails.
        step: String,
        /// Why.
        cause: Box<TemplateError>,
    },
    /// No bundle is given for an image.
    #[error("no bundle was provided for the image {}", go_quote(.0))]
    NoBundle(String),
    /// No template has that schema.
    #[error("unknown template schema: {0}")]
    UnknownSchema(String),
    /// The template has the schema of another kind.
    #[error("template has unknown schema ({}), should be {}", go_quote(found), go_quote(expected))]
    OtherSchema {
        /// Its schema.
        found: String,
        /// That of the kind.
        expected: &'static str,
    },
    /// opm refuses what is written.
    #[error("{0}")]
    Refused(String),
}

impl TemplateError {
    pub(super) fn refused(text: impl Into<String>) -> Self {
        TemplateError::Refused(text.into())
    }

    /// The error of a step that fails because of this one.
    pub(super) fn in_step(self, step: impl Into<String>) -> Self {
        TemplateError::Step { step: step.into(), cause: Box::new(self) }
    }
}
