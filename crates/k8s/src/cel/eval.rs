//! The evaluator.

use std::cell::RefCell;
use std::rc::Rc;

use olmkit_collections::HashMap;

use super::ast::{Ast, Id, Kind, Literal, Loop, Scope};
use super::error::{EvalError, Evaluated};
use super::functions;
use super::value::{Value, find};
use crate::pattern::{MAX_STATES, Pattern};

/// The compiled patterns of an expression.
pub(super) type Patterns = RefCell<HashMap<Rc<str>, Rc<Pattern>>>;

/// The maximum number of patterns that are kept; more than a few come from the data.
const MAX_PATTERNS: usize = 16;

/// Evaluates an expression. Its steps and bytes are subtracted from `left`.
pub(super) fn evaluate(ast: &Ast, patterns: &Patterns, (name, value): (&str, &Value), left: &mut usize) -> Evaluated {
    let mut scope = Scope::new();
    scope.push(name, value.clone());
    Evaluator { ast, patterns, scope, left }.expr(ast.root)
}

struct Evaluator<'a> {
    ast: &'a Ast,
    patterns: &'a Patterns,
    scope: Scope<Value>,
    left: &'a mut usize,
}

/// The error of several terms of which none decides: a term that could not be evaluated could have decided.
fn worst(one: Option<EvalError>, other: EvalError) -> Option<EvalError> {
    one.filter(|one| one.is_limit() || !other.is_limit()).or(Some(other))
}

impl Evaluator<'_> {
    fn spend(&mut self, amount: usize) -> Evaluated<()> {
        match self.left.checked_sub(amount) {
            Some(left) => {
                *self.left = left;
                Ok(())
            }
            None => {
                *self.left = 0;
                Err(EvalError::TooMuchWork)
            }
        }
    }

    /// The recursion is bounded: the parser rejects expressions above a maximum height.
    fn expr(&mut self, id: Id) -> Evaluated {
        self.spend(1)?;
        let ast = self.ast;
        let Some(expr) = ast.get(id) else { return Ok(Value::Null) };
        match &expr.kind {
            Kind::Literal(literal) => Ok(constant(literal)),
            Kind::Ident(name) => self.name(name),
            Kind::Select { operand, field, test } => self.select(id, *operand, field, *test),
            Kind::And(terms) => self.until(terms, false),
            Kind::Or(terms) => self.until(terms, true),
            Kind::Conditional { condition, yes, no } => match self.expr(*condition)? {
                Value::Bool(true) => self.expr(*yes),
                Value::Bool(false) => self.expr(*no),
                _ => Err(EvalError::NoSuchOverload),
            },
            Kind::Call { function, target, args } => {
                let mut values = Vec::with_capacity(args.len().saturating_add(1));
                for part in target.iter().chain(args) {
                    values.push(self.expr(*part)?);
                }
                self.spend(cost(function, &values))?;
                match (function.as_str(), values.as_slice()) {
                    ("matches", [Value::String(text), Value::String(pattern)]) => self.matches(text, pattern),
                    _ => functions::call(function, &values),
                }
            }
            Kind::List(items) => {
                let items = items.iter().map(|item| self.expr(*item)).collect::<Evaluated<Vec<_>>>()?;
                Ok(Value::List(items.into()))
            }
            Kind::Map(entries) => self.map(entries),
            Kind::Message(name) => Err(EvalError::UnknownType(name.clone())),
            Kind::Loop { kind, range, variable, filter, body } => {
                let items = match self.expr(*range)? {
                    Value::List(items) => items.to_vec(),
                    Value::Map(entries) => entries.iter().map(|(key, _)| key.clone()).collect(),
                    _ => return Err(EvalError::NoSuchOverload),
                };
                self.through(*kind, &items, variable, *filter, *body)
            }
        }
    }

    fn name(&self, name: &str) -> Evaluated {
        if let Some(value) = self.scope.get(name) {
            return Ok(value.clone());
        }
        functions::type_named(name).map(Value::Type).ok_or_else(|| EvalError::NoSuchAttribute(name.to_owned()))
    }

    fn select(&mut self, id: Id, operand: Id, field: &str, test: bool) -> Evaluated {
        if let Some(name) = self.ast.qualified(id)
            && name.starts_with("google.")
            && self.scope.get("google").is_none()
        {
            return functions::type_named(&name).map(Value::Type).ok_or(EvalError::NoSuchAttribute(name));
        }
        let Value::Map(entries) = self.expr(operand)? else { return Err(EvalError::NoSuchOverload) };
        self.spend(entries.len())?;
        let found = find(&entries, &Value::text(field));
        if test {
            return Ok(Value::Bool(found.is_some()));
        }
        found.cloned().ok_or(EvalError::NoSuchKey)
    }

    fn matches(&mut self, text: &str, pattern: &Rc<str>) -> Evaluated {
        let pattern = self.pattern(pattern)?;
        self.spend(pattern.cost(text))?;
        Ok(Value::Bool(pattern.is_match(text)))
    }

    fn pattern(&mut self, text: &Rc<str>) -> Evaluated<Rc<Pattern>> {
        if let Some(known) = self.patterns.borrow().get(text) {
            return Ok(Rc::clone(known));
        }
        let compiled = functions::pattern(text);
        self.spend(compiled.as_ref().map_or(MAX_STATES, Pattern::size))?;
        let compiled = Rc::new(compiled?);
        let mut patterns = self.patterns.borrow_mut();
        if patterns.len() >= MAX_PATTERNS {
            patterns.clear();
        }
        patterns.insert(Rc::clone(text), Rc::clone(&compiled));
        Ok(compiled)
    }

    /// `&&` and `||`: a term with the deciding value takes precedence over errors of other terms.
    fn until(&mut self, terms: &[Id], deciding: bool) -> Evaluated {
        let mut problem = None;
        for term in terms {
            match self.expr(*term) {
                Ok(Value::Bool(value)) if value == deciding => return Ok(Value::Bool(deciding)),
                Ok(Value::Bool(_)) => {}
                Ok(_) => problem = worst(problem, EvalError::NoSuchOverload),
                Err(error) => problem = worst(problem, error),
            }
        }
        problem.map_or(Ok(Value::Bool(!deciding)), Err)
    }

    fn map(&mut self, entries: &[(Id, Id)]) -> Evaluated {
        let mut found: Vec<(Value, Value)> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let (key, value) = (self.expr(*key)?, self.expr(*value)?);
            self.spend(found.len())?;
            if !matches!(key, Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::String(_)) {
                return Err(EvalError::KeyType);
            }
            if find(&found, &key).is_some() {
                return Err(EvalError::RepeatedKey);
            }
            found.push((key, value));
        }
        Ok(Value::Map(found.into()))
    }

    fn through(&mut self, kind: Loop, items: &[Value], variable: &str, filter: Option<Id>, body: Id) -> Evaluated {
        let (mut found, mut matches, mut problem) = (Vec::new(), 0_usize, None);
        for item in items {
            self.spend(1)?;
            self.scope.push(variable, item.clone());
            let kept = filter.map_or(Ok(Value::Bool(true)), |filter| self.expr(filter));
            let value = match kept {
                Ok(Value::Bool(true)) => self.expr(body).map(Some),
                Ok(Value::Bool(false)) => Ok(None),
                Ok(_) => Err(EvalError::NoSuchOverload),
                Err(error) => Err(error),
            };
            self.scope.pop(variable);
            match (kind, value) {
                (Loop::All, Ok(Some(Value::Bool(false)))) => return Ok(Value::Bool(false)),
                (Loop::Exists, Ok(Some(Value::Bool(true)))) => return Ok(Value::Bool(true)),
                (Loop::All | Loop::Exists, Ok(Some(Value::Bool(_)))) => {}
                // As with `&&` and `||`, a later item may still decide the result.
                (Loop::All | Loop::Exists, Err(error)) => problem = worst(problem, error),
                (_, Err(error)) => return Err(error),
                (Loop::Map, Ok(value)) => found.extend(value),
                (Loop::Filter, Ok(Some(Value::Bool(true)))) => found.push(item.clone()),
                (Loop::ExistsOne, Ok(Some(Value::Bool(true)))) => matches = matches.saturating_add(1),
                (Loop::Filter | Loop::ExistsOne, Ok(Some(Value::Bool(false)))) => {}
                (Loop::All | Loop::Exists, Ok(_)) => problem = worst(problem, EvalError::NoSuchOverload),
                (Loop::Filter | Loop::ExistsOne, Ok(_)) => return Err(EvalError::NoSuchOverload),
            }
        }
        match (kind, problem) {
            (Loop::All | Loop::Exists, Some(error)) => Err(error),
            (Loop::All, None) => Ok(Value::Bool(true)),
            (Loop::Exists, None) => Ok(Value::Bool(false)),
            (Loop::ExistsOne, _) => Ok(Value::Bool(matches == 1)),
            (Loop::Map | Loop::Filter, _) => Ok(Value::List(found.into())),
        }
    }
}

/// The cost of a call: the size of the smaller side for a comparison, the items of the list for `in`, the length of the
/// strings for other functions.
fn cost(function: &str, args: &[Value]) -> usize {
    match (function, args) {
        ("_==_" | "_!=_", [a, b]) => a.size().min(b.size()),
        ("@in", [item, of]) => item.size().saturating_mul(of.weight()),
        _ => args.iter().map(Value::weight).fold(0, usize::saturating_add),
    }
}

fn constant(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => Value::Int(*value),
        Literal::Uint(value) => Value::Uint(*value),
        Literal::Double(value) => Value::Double(*value),
        Literal::String(text) => Value::text(text),
        Literal::Bytes(bytes) => Value::Bytes(bytes.as_slice().into()),
    }
}
