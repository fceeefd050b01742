//! Types and assignability, as in cel-go's checker.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    /// Any type; checked during evaluation. Also `google.protobuf.Any`.
    Dyn,
    /// A simple type, by name.
    Simple(&'static str),
    List(Box<Type>),
    Map(Box<(Type, Type)>),
    /// The type of a type value.
    Meta(Box<Type>),
    /// A type parameter that is still to be inferred.
    Param(usize),
}

pub(super) const BOOL: Type = Type::Simple("bool");
pub(super) const INT: Type = Type::Simple("int");
pub(super) const NULL: Type = Type::Simple("null");

const SIMPLE: [&str; 9] = ["bool", "int", "uint", "double", "string", "bytes", "null", "timestamp", "duration"];

impl Type {
    pub(super) fn list(item: Type) -> Type {
        Type::List(Box::new(item))
    }

    pub(super) fn map(key: Type, value: Type) -> Type {
        Type::Map(Box::new((key, value)))
    }

    pub(super) fn simple(name: &str) -> Option<Type> {
        SIMPLE.iter().find(|known| **known == name).map(|known| Type::Simple(known))
    }

    /// The number of parts of the type.
    pub(super) fn size(&self) -> usize {
        match self {
            Type::List(item) | Type::Meta(item) => item.size().saturating_add(1),
            Type::Map(pair) => pair.0.size().saturating_add(pair.1.size()).saturating_add(1),
            _ => 1,
        }
    }

    /// Parses a type in the notation of the table of declarations: `list(A)`, `map(A;B)`, `string`. `A` and `B` are the
    /// parameters `base` and the next.
    pub(super) fn read(text: &str, base: usize) -> Type {
        let inner = |prefix: &str| text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
        if let Some(item) = inner("list(") {
            return Type::list(Type::read(item, base));
        }
        if let Some((key, value)) = inner("map(").and_then(|pair| pair.split_once(';')) {
            return Type::map(Type::read(key, base), Type::read(value, base));
        }
        if let Some(of) = inner("type(") {
            return Type::Meta(Box::new(Type::read(of, base)));
        }
        match text {
            "A" => Type::Param(base),
            "B" => Type::Param(base.saturating_add(1)),
            _ => Type::simple(text).unwrap_or(Type::Dyn),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Dyn => f.write_str("dyn"),
            Type::Simple(name) => f.write_str(name),
            Type::List(item) => write!(f, "list({item})"),
            Type::Map(pair) => write!(f, "map({}, {})", pair.0, pair.1),
            Type::Meta(of) => write!(f, "type({of})"),
            Type::Param(number) => write!(f, "_var{number}"),
        }
    }
}

/// The inferred bindings of type parameters.
#[derive(Debug, Default)]
pub(super) struct Substitution {
    found: Vec<Option<Type>>,
    /// Each changed parameter with its previous binding, to undo an assignment.
    trail: Vec<(usize, Option<Type>)>,
}

impl Substitution {
    /// Creates a type parameter.
    pub(super) fn fresh(&mut self) -> usize {
        self.found.push(None);
        self.found.len().saturating_sub(1)
    }

    fn get(&self, param: usize) -> Option<&Type> {
        self.found.get(param)?.as_ref()
    }

    fn set(&mut self, param: usize, to: Type) {
        if let Some(slot) = self.found.get_mut(param) {
            let before = slot.replace(to);
            self.trail.push((param, before));
        }
    }

    /// Substitutes known parameters. With `close`, unknown parameters become `dyn`.
    pub(super) fn apply(&self, of: &Type, close: bool) -> Type {
        match of {
            Type::Param(param) => match self.get(*param) {
                Some(found) => self.apply(found, close),
                None if close => Type::Dyn,
                None => of.clone(),
            },
            Type::List(item) => Type::list(self.apply(item, close)),
            Type::Map(pair) => Type::map(self.apply(&pair.0, close), self.apply(&pair.1, close)),
            Type::Meta(of) => Type::Meta(Box::new(self.apply(of, close))),
            other => other.clone(),
        }
    }

    /// Whether each type of `from` is assignable to its counterpart in `to`. Bindings are kept only on success.
    pub(super) fn assign_all(&mut self, from: &[Type], to: &[Type]) -> bool {
        self.trail.clear();
        let fits = from.len() == to.len() && from.iter().zip(to).all(|(from, to)| self.assign(from, to));
        while let Some((param, before)) = self.trail.pop().filter(|_| !fits) {
            if let Some(slot) = self.found.get_mut(param) {
                *slot = before;
            }
        }
        fits
    }

    fn assign(&mut self, from: &Type, to: &Type) -> bool {
        if let Type::Param(param) = to {
            let (fits, was_known) = self.bind(*param, from);
            if fits || was_known {
                return fits;
            }
        }
        if let Type::Param(param) = from {
            return self.bind(*param, to).0;
        }
        match (from, to) {
            (Type::Dyn, _) | (_, Type::Dyn) => true,
            // A timestamp or a duration can be null.
            (&NULL, Type::Simple("timestamp" | "duration")) | (Type::Simple("timestamp" | "duration"), &NULL) => true,
            (Type::Simple(from), Type::Simple(to)) => from == to,
            (Type::List(from), Type::List(to)) => self.assign(from, to),
            (Type::Map(from), Type::Map(to)) => self.assign(&from.0, &to.0) && self.assign(&from.1, &to.1),
            (Type::Meta(_), Type::Meta(_)) => true,
            _ => false,
        }
    }

    /// Binds a parameter. Returns whether the type agrees with it, and whether it was bound before.
    fn bind(&mut self, param: usize, to: &Type) -> (bool, bool) {
        if *to == Type::Param(param) {
            return (true, true);
        }
        if let Some(known) = self.get(param).cloned() {
            if !self.assign(to, &known) {
                return (false, true);
            }
            let general = if is_as_general(to, &known) { to.clone() } else { known };
            if !self.mentions(&general, param) {
                self.set(param, general);
            }
            return (true, true);
        }
        if self.mentions(to, param) {
            return (false, false);
        }
        self.set(param, to.clone());
        (true, false)
    }

    fn mentions(&self, of: &Type, param: usize) -> bool {
        match of {
            Type::Param(other) => *other == param || self.get(*other).is_some_and(|found| self.mentions(found, param)),
            Type::List(item) | Type::Meta(item) => self.mentions(item, param),
            Type::Map(pair) => self.mentions(&pair.0, param) || self.mentions(&pair.1, param),
            _ => false,
        }
    }
}

fn is_as_general(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Dyn | Type::Param(_), _) => true,
        (_, Type::Dyn | Type::Param(_)) => false,
        (Type::List(one), Type::List(other)) => is_as_general(one, other),
        (Type::Map(one), Type::Map(other)) => is_as_general(&one.0, &other.0) && is_as_general(&one.1, &other.1),
        (Type::Meta(_), Type::Meta(_)) => true,
        _ => one == other,
    }
}

/// The more general of two types.
pub(super) fn most_general(one: Type, other: Type) -> Type {
    if is_as_general(&one, &other) { one } else { other }
}
