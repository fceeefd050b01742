//! Why an expression does not compile, or has no value.

use std::fmt;
use std::ops::Range;

use super::value::Value;

/// Why an expression does not compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// What cel-go's parser and checker say of a place.
    At(Mistake),
    /// The expression does not give a boolean; the text is OLM's.
    NotBool,
}

/// A message and the place in the expression that it is about.
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

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Error::At(mistake) => &mistake.message,
            Error::NotBool => "cel expressions must have type Bool",
        }
    }

    /// The bytes of the expression that it is about: a character, the end, or all when it is about the result.
    #[must_use]
    pub fn range(&self, text: &str) -> Range<usize> {
        let Error::At(Mistake { offset, .. }) = self else { return 0..text.len() };
        let width = text.get(*offset..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        *offset..offset.saturating_add(width)
    }
}

impl fmt::Display for Error {
    /// In the shape of cel-go: place, message, the line, a caret.
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

/// Why an expression has no value. For OLM the constraint then does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// The operands or arguments have types that the operator or function does not take.
    #[error("no such overload")]
    NoSuchOverload,
    /// The budget is spent.
    #[error("the evaluation takes too long")]
    TooMuchWork,
    /// A message of a type that is not declared.
    #[error("unknown type: {0}")]
    UnknownType(String),
    /// A name without a value.
    #[error("no such attribute: {0}")]
    NoSuchAttribute(String),
    /// A map does not have the key.
    #[error("no such key")]
    NoSuchKey,
    /// A list does not have the index.
    #[error("index out of bounds")]
    OutOfBounds,
    /// A key of a map literal that is neither a string, an integer nor a boolean.
    #[error("unsupported key type")]
    KeyType,
    /// A map literal has a key twice.
    #[error("Failed with repeated key")]
    RepeatedKey,
    /// A value outside of its type.
    #[error("{0} overflow")]
    Overflow(&'static str),
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A string that cannot be converted.
    #[error("cannot read \"{text}\" as a value of type {kind}")]
    Unreadable {
        /// The string.
        text: String,
        /// What it should be.
        kind: &'static str,
    },
    /// Bytes that are not a string.
    #[error("invalid UTF-8 in bytes, cannot convert to string")]
    Utf8,
    /// A regular expression that does not compile.
    #[error("error parsing regexp: {0}")]
    Pattern(regex_lite::Error),
    /// Only offsets are known.
    #[error("named time zones are not supported: {0}")]
    TimeZone(String),
    /// The result is not a boolean.
    #[error("the expression gives a value of type {0} instead of a boolean")]
    NotBool(&'static str),
}

pub(super) const INT: &str = "integer";
pub(super) const UINT: &str = "unsigned integer";

pub(super) fn unreadable(text: &str, kind: &'static str) -> EvalError {
    EvalError::Unreadable { text: text.to_owned(), kind }
}
