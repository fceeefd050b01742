//! CEL as OLM evaluates it: the standard library, the variable `properties`, the function `semver_compare`.
//!
//! What cel-go's parser and checker refuse is refused here: names and functions that are not declared, arguments that
//! fit no overload, a result that is not a boolean. Budgets for nesting, length and work replace Go's growing stack.

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
        return Err(Error::NotBool);
    }
    Ok(Program { ast })
}

impl Program {
    /// Evaluates the expression over a bundle's properties: a list of `{type, value}`.
    ///
    /// # Errors
    /// What went wrong while evaluating; for OLM the constraint then does not hold.
    pub fn evaluate(&self, properties: &Value) -> Result<bool, EvalError> {
        match eval::evaluate(&self.ast, (declarations::PROPERTIES, properties), eval::BUDGET)? {
            Value::Bool(value) => Ok(value),
            other => Err(EvalError::NotBool(other.type_name())),
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
        return Err(Error::NotBool);
    }
    Ok(Rule { ast })
}

impl Rule {
    /// Whether the rule holds for a value, within a budget of steps.
    ///
    /// # Errors
    /// What went wrong while evaluating.
    pub fn holds(&self, value: &Value, budget: usize) -> Result<bool, EvalError> {
        match eval::evaluate(&self.ast, (SELF, value), budget)? {
            Value::Bool(value) => Ok(value),
            other => Err(EvalError::NotBool(other.type_name())),
        }
    }
}
