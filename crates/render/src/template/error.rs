//! Errors of reading and rendering templates.

use olmkit_yaml::TextSize;

use crate::{Explanation, go_quote};

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
    /// An error with an explanation in plain English.
    #[error("{cause}")]
    Explained {
        /// What is wrong, as a sentence.
        message: String,
        /// How to fix it, as a sentence. Empty if the message is enough.
        help: String,
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
            TemplateError::Explained { message, help, cause } => cause.moved(by).explained(message, help),
            other => other,
        }
    }

    /// Adds an explanation, unless the error already has one.
    pub(super) fn explained(self, message: impl Into<String>, help: impl Into<String>) -> Self {
        if self.find(Self::own_explanation).is_some() {
            return self;
        }
        TemplateError::Explained { message: message.into(), help: help.into(), cause: Box::new(self) }
    }

    /// Adds an explanation with its position.
    pub(super) fn explained_at(self, Explanation { offset, message, help }: Explanation) -> Self {
        self.explained(message, help).at(offset)
    }

    /// Returns the error in plain English. Without an explanation, that is opm's message without the failed steps.
    #[must_use]
    pub fn explanation(&self) -> Explanation {
        let (message, help) = self.find(Self::own_explanation).unwrap_or_else(|| (self.innermost().to_string(), ""));
        Explanation { offset: self.offset().unwrap_or_default(), message, help: help.to_owned() }
    }

    fn own_explanation(&self) -> Option<(String, &str)> {
        match self {
            TemplateError::Explained { message, help, .. } => Some((message.clone(), help)),
            _ => None,
        }
    }

    fn innermost(&self) -> &Self {
        std::iter::successors(Some(self), |error| error.cause()).last().unwrap_or(self)
    }

    fn cause(&self) -> Option<&Self> {
        match self {
            TemplateError::Step { cause, .. }
            | TemplateError::At { cause, .. }
            | TemplateError::Explained { cause, .. } => Some(cause),
            _ => None,
        }
    }

    /// The first answer of the error or its causes.
    fn find<'e, A>(&'e self, ask: impl Fn(&'e Self) -> Option<A>) -> Option<A> {
        std::iter::successors(Some(self), |error| error.cause()).find_map(ask)
    }

    /// Returns the byte offset in the template, if the error has a position.
    #[must_use]
    pub fn offset(&self) -> Option<TextSize> {
        self.find(|error| match error {
            TemplateError::At { offset, .. } => Some(*offset),
            _ => None,
        })
    }

    /// Returns the unknown schema, if that is the error.
    #[must_use]
    pub fn unknown_schema(&self) -> Option<&str> {
        self.find(|error| match error {
            TemplateError::UnknownSchema(schema) => Some(schema.as_str()),
            _ => None,
        })
    }

    /// Wraps the error as the cause of a failed step.
    pub(super) fn in_step(self, step: impl Into<String>) -> Self {
        TemplateError::Step { step: step.into(), cause: Box::new(self) }
    }
}
