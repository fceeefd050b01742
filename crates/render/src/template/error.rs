//! Errors of reading and rendering templates.

use olmkit_yaml::TextSize;

use crate::go_quote;

/// Why a template cannot be read or rendered. The messages are opm's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// A step failed.
    #[error("{step}: {cause}")]
    Step {
        /// The step that failed.
        step: String,
        /// The cause.
        cause: Box<TemplateError>,
    },
    /// No bundle was provided for an image.
    #[error("no bundle was provided for the image {}", go_quote(.0))]
    NoBundle(String),
    /// No template has this schema.
    #[error("unknown template schema: {0}")]
    UnknownSchema(String),
    /// The template has the schema of another kind.
    #[error("template has unknown schema ({}), should be {}", go_quote(found), go_quote(expected))]
    OtherSchema {
        /// The schema of the template.
        found: String,
        /// The schema of the expected kind.
        expected: &'static str,
    },
    /// An error at a position in the template.
    #[error("{cause}")]
    At {
        /// Byte offset from the start of the template.
        offset: TextSize,
        /// The error.
        cause: Box<TemplateError>,
    },
    /// opm rejects the template.
    #[error("{0}")]
    Refused(String),
}

impl TemplateError {
    pub(super) fn refused(text: impl Into<String>) -> Self {
        TemplateError::Refused(text.into())
    }

    /// Adds a position, unless the error already has one.
    pub(super) fn at(self, offset: TextSize) -> Self {
        if self.offset().is_some() { self } else { TemplateError::At { offset, cause: Box::new(self) } }
    }

    /// Shifts the position by the offset of the document in the template.
    pub(super) fn moved(self, by: TextSize) -> Self {
        match self {
            TemplateError::At { offset, cause } => {
                TemplateError::At { offset: offset.checked_add(by).unwrap_or(offset), cause }
            }
            TemplateError::Step { step, cause } => cause.moved(by).in_step(step),
            other => other,
        }
    }

    /// Returns the byte offset in the template, if the error has a position.
    #[must_use]
    pub fn offset(&self) -> Option<TextSize> {
        match self {
            TemplateError::At { offset, .. } => Some(*offset),
            TemplateError::Step { cause, .. } => cause.offset(),
            _ => None,
        }
    }

    /// Returns the unknown schema, if that is the error.
    #[must_use]
    pub fn unknown_schema(&self) -> Option<&str> {
        match self {
            TemplateError::UnknownSchema(schema) => Some(schema),
            TemplateError::At { cause, .. } | TemplateError::Step { cause, .. } => cause.unknown_schema(),
            _ => None,
        }
    }

    /// Wraps the error as the cause of a failed step.
    pub(super) fn in_step(self, step: impl Into<String>) -> Self {
        TemplateError::Step { step: step.into(), cause: Box::new(self) }
    }
}
