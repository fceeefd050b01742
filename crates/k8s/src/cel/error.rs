//! Compile errors and evaluation errors.

use std::fmt;
use std::ops::Range;

use super::value::Value;

/// An error of compiling an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// An error of cel-go's parser or checker, at a position.
    At(Mistake),
    /// The expression does not return a boolean. The message is OLM's.
    NotBool,
}

/// A message and its position in the expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    message: String,
    offset: usize,
    line: usize,
    column: usize,
    source: String,
}

impl Error {
    pub(super) fn new(message: impl Into<String>, offset: usize, text: &str) -> Error {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
        let column = before.get(start..).unwrap_or_default().chars().count();
        let line = before.matches('\n').count();
        let source = text.lines().nth(line).unwrap_or_default().to_owned();
        Error::At(Mistake { message: message.into(), offset, line: line.saturating_add(1), column, source })
    }

    /// The error message.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Error::At(mistake) => &mistake.message,
            Error::NotBool => "cel expressions must have type Bool",
        }
    }

    /// The byte range of the error in the expression: a character, an empty range at the end, or the whole expression
    /// if the result has the wrong type.
    #[must_use]
    pub fn range(&self, text: &str) -> Range<usize> {
        let Error::At(Mistake { offset, .. }) = self else { return 0..text.len() };
        let width = text.get(*offset..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        *offset..offset.saturating_add(width)
    }
}

impl fmt::Display for Error {
    /// Formats the error like cel-go: position, message, the source line, a caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Error::At(mistake) = self else { return f.write_str(self.message()) };
        let (line, column) = (mistake.line, mistake.column.saturating_add(1));
        write!(f, "ERROR: <input>:{line}:{column}: {}", mistake.message)?;
        if !mistake.source.is_empty() {
            write!(f, "\n | {}\n | {}^", mistake.source, ".".repeat(mistake.column))?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

pub(super) type Evaluated<T = Value> = Result<T, EvalError>;

/// An error of evaluating an expression. OLM then treats the constraint as not satisfied, unless the error is a limit
/// of olmkit ([`EvalError::is_limit`]).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// No overload of the operator or function accepts the types of the arguments.
    #[error("no such overload")]
    NoSuchOverload,
    /// The evaluation exceeds its budget.
    #[error("the evaluation takes too long")]
    TooMuchWork,
    /// A message type that is not declared.
    #[error("unknown type: {0}")]
    UnknownType(String),
    /// A name that has no value.
    #[error("no such attribute: {0}")]
    NoSuchAttribute(String),
    /// The map does not contain the key.
    #[error("no such key")]
    NoSuchKey,
    /// The index is out of the bounds of the list.
    #[error("index out of bounds")]
    OutOfBounds,
    /// A key of a map literal is not a string, an integer or a boolean.
    #[error("unsupported key type")]
    KeyType,
    /// A map literal contains a key twice.
    #[error("Failed with repeated key")]
    RepeatedKey,
    /// A value is out of the range of its type.
    #[error("{0} overflow")]
    Overflow(&'static str),
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A string cannot be converted to another type.
    #[error("cannot read \"{text}\" as a value of type {kind}")]
    Unreadable {
        /// The string.
        text: String,
        /// The kind of value that was expected.
        kind: &'static str,
    },
    /// The bytes are not valid UTF-8.
    #[error("invalid UTF-8 in bytes, cannot convert to string")]
    Utf8,
    /// A regular expression does not compile.
    #[error("error parsing regexp: {0}")]
    Pattern(regex_lite::Error),
    /// A regular expression with syntax of RE2 that is not supported.
    #[error("this pattern is not supported: {0}")]
    UnsupportedPattern(regex_lite::Error),
    /// A regular expression whose program exceeds the limit of olmkit.
    #[error("this pattern is too large")]
    LargePattern,
    /// An unknown time zone. Only offsets are supported.
    #[error("named time zones are not supported: {0}")]
    TimeZone(String),
    /// The result is not a boolean.
    #[error("the expression gives a value of type {0} instead of a boolean")]
    NotBool(&'static str),
}

impl EvalError {
    /// Whether the error is a limit of olmkit. OLM may evaluate the expression without an error.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            EvalError::TooMuchWork
                | EvalError::UnsupportedPattern(_)
                | EvalError::LargePattern
                | EvalError::TimeZone(_)
        )
    }
}

pub(super) const INT: &str = "integer";
pub(super) const UINT: &str = "unsigned integer";

pub(super) fn unreadable(text: &str, kind: &'static str) -> EvalError {
    EvalError::Unreadable { text: text.to_owned(), kind }
}
