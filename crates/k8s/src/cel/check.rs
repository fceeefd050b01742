//! The type checker.

use super::Error;
use super::ast::{Ast, Id, Kind, Literal, Loop, Scope};
use super::declarations::{Overload, ident, overloads};
use super::types::{BOOL, INT, NULL, Substitution, Type, most_general};

/// The maximum size of a type, in parts.
const MAX_TYPE: usize = 1_000;

/// Checks an expression over one variable, and returns the type of the result.
pub(super) fn check(ast: &Ast, text: &str, variable: (&str, Type)) -> Result<Type, Error> {
    let mut checker = Checker { ast, text, scope: Scope::new(), found: Substitution::default() };
    checker.scope.push(variable.0, variable.1);
    let of = checker.expr(ast.root)?;
    Ok(checker.found.apply(&of, true))
}

struct Checker<'a> {
    ast: &'a Ast,
    text: &'a str,
    scope: Scope<Type>,
    found: Substitution,
}

impl Checker<'_> {
    fn error(&self, id: Id, message: String) -> Error {
        let offset = self.ast.get(id).map_or(0, |expr| expr.offset);
        Error::new(message, offset, self.text)
    }

    fn undeclared(&self, id: Id, name: &str) -> Error {
        self.error(id, format!("undeclared reference to '{name}' (in container '')"))
    }

    /// Limits the size of types: nested expressions can build types that grow without bound.
    fn expr(&mut self, id: Id) -> Result<Type, Error> {
        let of = self.type_of(id)?;
        if of.size() > MAX_TYPE {
            Err(self.error(id, "the type of the expression is too large".to_owned()))
        } else {
            Ok(of)
        }
    }

    /// The recursion is bounded: the parser rejects expressions above a maximum height.
    fn type_of(&mut self, id: Id) -> Result<Type, Error> {
        let Some(expr) = self.ast.get(id) else { return Ok(Type::Dyn) };
        match &expr.kind {
            Kind::Literal(literal) => Ok(literal_type(literal)),
            Kind::Ident(name) => {
                let local = self.scope.get(name).cloned();
                local.or_else(|| ident(name)).ok_or_else(|| self.undeclared(id, name))
            }
            Kind::Select { operand, field, test } => self.select(id, *operand, field, *test),
            Kind::Call { function, target, args } => self.call(id, function, *target, args),
            Kind::And(terms) => self.logical(id, "_&&_", terms),
            Kind::Or(terms) => self.logical(id, "_||_", terms),
            Kind::Conditional { condition, yes, no } => {
                let condition = self.expr(*condition)?;
                let (yes, no) = (self.expr(*yes)?, self.expr(*no)?);
                let result = Type::Param(self.found.fresh());
                let from = [condition, yes, no];
                if !self.found.assign_all(&from, &[BOOL, result.clone(), result.clone()]) {
                    return Err(self.no_overload(id, "_?_:_", None, &from));
                }
                Ok(self.found.apply(&result, false))
            }
            Kind::List(items) => {
                let item = self.joined(items.iter().copied())?;
                Ok(Type::list(item))
            }
            Kind::Map(entries) => {
                // As in cel-go, the types of all keys and values are joined. The order (all keys first) affects only
                // which error is reported first.
                let key = self.joined(entries.iter().map(|entry| entry.0))?;
                let value = self.joined(entries.iter().map(|entry| entry.1))?;
                Ok(Type::map(key, value))
            }
            Kind::Message(name) => Err(self.undeclared(id, name)),
            Kind::Loop { kind, range, variable, filter, body } => {
                self.through(id, *kind, *range, variable, *filter, *body)
            }
        }
    }

    fn select(&mut self, id: Id, operand: Id, field: &str, test: bool) -> Result<Type, Error> {
        if !test && let Some(name) = self.ast.qualified(id) {
            let root = name.split('.').next().unwrap_or_default();
            if self.scope.get(root).is_none()
                && ident(root).is_none()
                && let Some(found) = ident(&name)
            {
                return Ok(found);
            }
        }
        let of = self.expr(operand)?;
        let of = self.found.apply(&of, false);
        let result = match &of {
            Type::Map(pair) => pair.1.clone(),
            Type::Dyn => Type::Dyn,
            Type::Param(_) => {
                self.found.assign_all(std::slice::from_ref(&of), &[Type::Dyn]);
                Type::Dyn
            }
            _ => return Err(self.error(id, format!("type '{of}' does not support field selection"))),
        };
        let _ = field; // Keys of a map are not known before evaluation.
        Ok(if test { BOOL } else { result })
    }

    fn call(&mut self, id: Id, function: &str, target: Option<Id>, args: &[Id]) -> Result<Type, Error> {
        let mut from = Vec::with_capacity(args.len().saturating_add(1));
        if let Some(target) = target {
            from.push(self.expr(target)?);
        }
        for arg in args {
            from.push(self.expr(*arg)?);
        }
        let Some(all) = overloads(function) else { return Err(self.undeclared(id, function)) };
        let mut result: Option<Type> = None;
        for text in all.filter(|text| text.starts_with('.') == target.is_some()) {
            let overload = Overload::read(text, &mut self.found);
            if !self.found.assign_all(&from, &overload.params) {
                continue;
            }
            let found = self.found.apply(&overload.result, false);
            result = Some(match result {
                None => found,
                Some(before) if before == found => before,
                Some(_) => Type::Dyn,
            });
        }
        result.ok_or_else(|| self.no_overload(id, function, target, &from))
    }

    fn no_overload(&self, id: Id, function: &str, target: Option<Id>, from: &[Type]) -> Error {
        let shown = |types: &[Type]| {
            let types: Vec<String> = types.iter().map(|of| self.found.apply(of, true).to_string()).collect();
            types.join(", ")
        };
        let signature = match (target, from.split_first()) {
            (Some(_), Some((of, rest))) => format!("{}.({})", shown(std::slice::from_ref(of)), shown(rest)),
            _ => format!("({})", shown(from)),
        };
        self.error(id, format!("found no matching overload for '{function}' applied to '{signature}'"))
    }

    fn logical(&mut self, id: Id, function: &str, terms: &[Id]) -> Result<Type, Error> {
        for term in terms {
            let of = self.expr(*term)?;
            self.boolean(id, function, &of)?;
        }
        Ok(BOOL)
    }

    fn boolean(&mut self, id: Id, function: &str, of: &Type) -> Result<(), Error> {
        let from = [of.clone()];
        let fits = self.found.assign_all(&from, &[BOOL]);
        if fits { Ok(()) } else { Err(self.no_overload(id, function, None, &[BOOL, of.clone()])) }
    }

    /// The common type of the items: that of the first item if the others agree with it, otherwise `dyn`.
    fn joined(&mut self, items: impl Iterator<Item = Id>) -> Result<Type, Error> {
        let mut joined: Option<Type> = None;
        for item in items {
            let of = self.expr(item)?;
            joined = Some(match joined {
                None => of,
                Some(before) if self.found.assign_all(std::slice::from_ref(&of), std::slice::from_ref(&before)) => {
                    most_general(before, of)
                }
                Some(_) => Type::Dyn,
            });
        }
        Ok(joined.unwrap_or_else(|| Type::Param(self.found.fresh())))
    }

    fn through(
        &mut self,
        id: Id,
        kind: Loop,
        range: Id,
        variable: &str,
        filter: Option<Id>,
        body: Id,
    ) -> Result<Type, Error> {
        let of = self.expr(range)?;
        let of = self.found.apply(&of, false);
        let item = match &of {
            Type::List(item) => (**item).clone(),
            Type::Map(pair) => pair.0.clone(),
            Type::Dyn => Type::Dyn,
            Type::Param(_) => {
                self.found.assign_all(std::slice::from_ref(&of), &[Type::Dyn]);
                Type::Dyn
            }
            _ => {
                let message = format!(
                    "expression of type '{of}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                return Err(self.error(range, message));
            }
        };
        self.scope.push(variable, item.clone());
        let result = self.body(id, kind, item, filter, body);
        self.scope.pop(variable);
        result
    }

    fn body(&mut self, id: Id, kind: Loop, item: Type, filter: Option<Id>, body: Id) -> Result<Type, Error> {
        if let Some(filter) = filter {
            let of = self.expr(filter)?;
            self.boolean(id, "_?_:_", &of)?;
        }
        let of = self.expr(body)?;
        match kind {
            Loop::Map => return Ok(Type::list(of)),
            Loop::All => self.boolean(id, "_&&_", &of)?,
            Loop::Exists => self.boolean(id, "_||_", &of)?,
            Loop::ExistsOne | Loop::Filter => self.boolean(id, "_?_:_", &of)?,
        }
        Ok(if kind == Loop::Filter { Type::list(item) } else { BOOL })
    }
}

fn literal_type(literal: &Literal) -> Type {
    match literal {
        Literal::Null => NULL,
        Literal::Bool(_) => BOOL,
        Literal::Int(_) => INT,
        Literal::Uint(_) => Type::Simple("uint"),
        Literal::Double(_) => Type::Simple("double"),
        Literal::String(_) => Type::Simple("string"),
        Literal::Bytes(_) => Type::Simple("bytes"),
    }
}
