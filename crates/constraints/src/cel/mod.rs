//! CEL as OLM evaluates it: the standard library, the variable `properties`, the function `semver_compare`.
//!
//! What cel-go's parser and checker refuse is refused here: names and functions that are not declared, arguments that
//! fit no overload, a result that is not a boolean. Budgets for nesting, length and work replace Go's growing stack.

mod ast;
mod check;
mod convert;
mod declarations;
mod eval;
mod functions;
mod lexer;
mod parser;
mod text;
mod time;
mod types;
mod value;

use std::fmt;

pub use value::Value;

/// Why an expression does not compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    offset: usize,
    line: usize,
    column: usize,
    source: String,
}

impl Error {
    fn new(message: impl Into<String>, offset: usize, text: &str) -> Error {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
        let column = before.get(start..).unwrap_or_default().chars().count();
        let line = before.matches('\n').count();
        let source = text.lines().nth(line).unwrap_or_default().to_owned();
        Error { message: message.into(), offset, line: line.saturating_add(1), column, source }
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Byte offset in the expression.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for Error {
    /// In the shape of cel-go: place, message, the line, a caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message == NOT_BOOL {
            return f.write_str(NOT_BOOL);
        }
        let (line, column) = (self.line, self.column.saturating_add(1));
        write!(f, "ERROR: <input>:{line}:{column}: {}", self.message)?;
        if !self.source.is_empty() {
            write!(f, "\n | {}\n | {}^", self.source, ".".repeat(self.column))?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// An expression that compiles and gives a boolean.
#[derive(Debug, Clone)]
pub struct Program {
    ast: ast::Ast,
}

/// Compiles an expression: parses it, checks its types, and wants a boolean.
///
/// # Errors
/// The first thing cel-go would refuse; `cel expressions must have type Bool` is OLM's own.
pub fn compile(text: &str) -> Result<Program, Error> {
    let ast = parser::parse(text)?;
    let of = check::check(&ast, text)?;
    if of != types::BOOL {
        return Err(Error { message: NOT_BOOL.to_owned(), offset: 0, line: 1, column: 0, source: String::new() });
    }
    Ok(Program { ast })
}

/// OLM's text for an expression of another type.
pub const NOT_BOOL: &str = "cel expressions must have type Bool";

impl Program {
    /// Evaluates the expression over a bundle's properties: a list of `{type, value}`.
    ///
    /// # Errors
    /// What went wrong while evaluating; for OLM the constraint then does not hold.
    pub fn evaluate(&self, properties: &Value) -> Result<bool, String> {
        match eval::evaluate(&self.ast, properties)? {
            Value::Bool(value) => Ok(value),
            other => Err(format!("the expression gives a {} instead of a boolean", other.type_name())),
        }
    }
}
