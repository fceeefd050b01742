//! The syntax tree as a flat list: operands come before the expressions that use them.

use olmkit_collections::HashMap;

/// Index of an expression in [`Ast::exprs`].
pub(crate) type Id = usize;

/// A parsed expression.
#[derive(Debug, Clone)]
pub(crate) struct Ast {
    pub(crate) exprs: Vec<Expr>,
    pub(crate) root: Id,
}

impl Ast {
    pub(crate) fn get(&self, id: Id) -> Option<&Expr> {
        self.exprs.get(id)
    }

    /// The qualified name `a.b.c`, if the expression consists only of identifiers.
    pub(crate) fn qualified(&self, id: Id) -> Option<String> {
        let mut parts = Vec::new();
        let mut at = id;
        loop {
            match &self.get(at)?.kind {
                Kind::Ident(name) => {
                    parts.push(name.as_str());
                    parts.reverse();
                    return Some(parts.join("."));
                }
                Kind::Select { operand, field, test: false } => {
                    parts.push(field);
                    at = *operand;
                }
                _ => return None,
            }
        }
    }
}

/// An expression and its position.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    /// The byte offset that errors point to.
    pub(crate) offset: usize,
}

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
}

/// The macros that iterate over a list or the keys of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loop {
    All,
    Exists,
    ExistsOne,
    Map,
    Filter,
}

/// The kind of an expression, with its operands.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Literal(Literal),
    Ident(String),
    /// `operand.field`, or `has(operand.field)`.
    Select {
        operand: Id,
        field: String,
        test: bool,
    },
    /// A function or an operator (`_+_`).
    Call {
        function: String,
        target: Option<Id>,
        args: Vec<Id>,
    },
    And(Vec<Id>),
    Or(Vec<Id>),
    Conditional {
        condition: Id,
        yes: Id,
        no: Id,
    },
    List(Vec<Id>),
    Map(Vec<(Id, Id)>),
    /// `name{...}`; message types are never declared.
    Message(String),
    Loop {
        kind: Loop,
        range: Id,
        variable: String,
        /// The condition of `map` with three arguments.
        filter: Option<Id>,
        body: Id,
    },
}

/// The names bound during a traversal, innermost last.
#[derive(Debug, Default)]
pub(crate) struct Scope<T> {
    names: HashMap<String, Vec<T>>,
}

impl<T> Scope<T> {
    pub(crate) fn new() -> Self {
        Scope { names: HashMap::default() }
    }

    pub(crate) fn push(&mut self, name: &str, value: T) {
        self.names.entry(name.to_owned()).or_default().push(value);
    }

    pub(crate) fn pop(&mut self, name: &str) {
        if let Some(values) = self.names.get_mut(name) {
            values.pop();
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.names.get(name)?.last()
    }
}
