//! Why a template cannot be read or rendered.

use olmkit_yaml::TextSize;

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
    /// What is at a place in the template is wrong.
    #[error("{cause}")]
    At {
        /// In bytes, from the start of the template.
        offset: TextSize,
        /// What is wrong.
        cause: Box<TemplateError>,
    },
    /// opm refuses what is written.
    #[error("{0}")]
    Refused(String),
}

impl TemplateError {
    pub(super) fn refused(text: impl Into<String>) -> Self {
        TemplateError::Refused(text.into())
    }

    /// The error at a place, unless its place is known more exactly.
    pub(super) fn at(self, offset: TextSize) -> Self {
        if self.offset().is_some() { self } else { TemplateError::At { offset, cause: Box::new(self) } }
    }

    /// The error in a document that begins at this offset.
    pub(super) fn moved(self, by: TextSize) -> Self {
        match self {
            TemplateError::At { offset, cause } => {
                TemplateError::At { offset: offset.checked_add(by).unwrap_or(offset), cause }
            }
            TemplateError::Step { step, cause } => cause.moved(by).in_step(step),
            other => other,
        }
    }

    /// Where it is in the template, in bytes, if it is about a place.
    #[must_use]
    pub fn offset(&self) -> Option<TextSize> {
        match self {
            TemplateError::At { offset, .. } => Some(*offset),
            TemplateError::Step { cause, .. } => cause.offset(),
            _ => None,
        }
    }

    /// The schema that no template has, if that is the error.
    #[must_use]
    pub fn unknown_schema(&self) -> Option<&str> {
        match self {
            TemplateError::UnknownSchema(schema) => Some(schema),
            TemplateError::At { cause, .. } | TemplateError::Step { cause, .. } => cause.unknown_schema(),
            _ => None,
        }
    }

    /// The error of a step that fails because of this one.
    pub(super) fn in_step(self, step: impl Into<String>) -> Self {
        TemplateError::Step { step: step.into(), cause: Box::new(self) }
    }
}
