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
use std::ops::Range;

pub use parser::is_reserved;
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

    /// The bytes of the expression that it is about: a character, the end, or all when it is about the result.
    #[must_use]
    pub fn range(&self, text: &str) -> Range<usize> {
        if self.message == NOT_BOOL {
            return 0..text.len();
        }
        let width = text.get(self.offset..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        self.offset..self.offset.saturating_add(width)
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
    let of = check::check(&ast, text, declarations::properties())?;
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
        match eval::evaluate(&self.ast, (declarations::PROPERTIES, properties), eval::BUDGET)? {
            Value::Bool(value) => Ok(value),
            other => Err(format!("the expression gives a {} instead of a boolean", other.type_name())),
        }
    }
}

/// A rule of a custom resource definition (`x-kubernetes-validations`) that compiles without the libraries of Kubernetes
/// and says nothing of what the object was before.
#[derive(Debug, Clone)]
pub struct Rule {
    ast: ast::Ast,
}

/// The variable of a [`Rule`].
const SELF: &str = "self";

/// Compiles a rule. The types of `self` are not known here, so what the API server refuses may compile.
///
/// # Errors
/// What is wrong, or not known here: functions of Kubernetes, `oldSelf`.
pub fn compile_rule(text: &str) -> Result<Rule, Error> {
    let ast = parser::parse(text)?;
    let of = check::check(&ast, text, (SELF, types::Type::Dyn))?;
    if of != types::BOOL && of != types::Type::Dyn {
        return Err(Error { message: NOT_BOOL.to_owned(), offset: 0, line: 1, column: 0, source: String::new() });
    }
    Ok(Rule { ast })
}

impl Rule {
    /// Whether the rule holds for a value, within a budget of steps.
    ///
    /// # Errors
    /// What went wrong while evaluating.
    pub fn holds(&self, value: &Value, budget: usize) -> Result<bool, String> {
        match eval::evaluate(&self.ast, (SELF, value), budget)? {
            Value::Bool(value) => Ok(value),
            other => Err(format!("the expression gives a {} instead of a boolean", other.type_name())),
        }
    }
}
