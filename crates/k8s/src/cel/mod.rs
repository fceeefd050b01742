//! CEL as OLM evaluates it: the standard library, the variable `properties`, and the function `semver_compare`.
//!
//! Expressions that cel-go's parser or checker rejects are rejected here too: undeclared names and functions, arguments
//! that match no overload, a result that is not a boolean. Budgets for nesting, length and work replace Go's growing
//! stack.

mod ast;
mod check;
mod convert;
mod declarations;
mod error;
mod eval;
mod functions;
mod lexer;
mod parser;
mod text;
mod time;
mod types;
mod value;

pub use error::{Error, EvalError};
pub(crate) use parser::is_reserved;
pub use value::Value;

/// A compiled expression that returns a boolean.
#[derive(Debug, Clone)]
pub struct Program {
    ast: ast::Ast,
    patterns: eval::Patterns,
}

/// Compiles an expression: parses it, checks its types, and requires a boolean result.
///
/// # Errors
/// The first error that cel-go would report. `cel expressions must have type Bool` is OLM's own message.
pub fn compile(text: &str) -> Result<Program, Error> {
    let ast = parser::parse(text)?;
    let of = check::check(&ast, text, declarations::properties())?;
    if of != types::BOOL {
        return Err(Error::NotBool);
    }
    Ok(Program { ast, patterns: eval::Patterns::default() })
}

impl Program {
    /// Evaluates the expression over the properties of a bundle: a list of `{type, value}`. `left` is the number of
    /// steps and bytes that the evaluation may use; it subtracts those that it used.
    ///
    /// # Errors
    /// An evaluation error.
    pub fn evaluate(&self, properties: &Value, left: &mut usize) -> Result<bool, EvalError> {
        holds(&self.ast, &self.patterns, (declarations::PROPERTIES, properties), left)
    }
}

fn holds(
    ast: &ast::Ast,
    patterns: &eval::Patterns,
    variable: (&str, &Value),
    left: &mut usize,
) -> Result<bool, EvalError> {
    match eval::evaluate(ast, patterns, variable, left)? {
        Value::Bool(value) => Ok(value),
        other => Err(EvalError::NotBool(other.type_name())),
    }
}

/// A compiled validation rule of a custom resource definition (`x-kubernetes-validations`). It uses neither the
/// libraries of Kubernetes nor `oldSelf`.
#[derive(Debug, Clone)]
pub struct Rule {
    ast: ast::Ast,
    patterns: eval::Patterns,
}

/// The variable of a [`Rule`].
const SELF: &str = "self";

/// Compiles a rule. The types of `self` are not known here, so rules that the API server rejects may compile.
///
/// # Errors
/// A compile error, or a use of names that are not supported: functions of Kubernetes, `oldSelf`.
pub fn compile_rule(text: &str) -> Result<Rule, Error> {
    let ast = parser::parse(text)?;
    let of = check::check(&ast, text, (SELF, types::Type::Dyn))?;
    if of != types::BOOL && of != types::Type::Dyn {
        return Err(Error::NotBool);
    }
    Ok(Rule { ast, patterns: eval::Patterns::default() })
}

impl Rule {
    /// Whether the value satisfies the rule. `left` is as for [`Program::evaluate`].
    ///
    /// # Errors
    /// An evaluation error.
    pub fn holds(&self, value: &Value, left: &mut usize) -> Result<bool, EvalError> {
        holds(&self.ast, &self.patterns, (SELF, value), left)
    }
}
