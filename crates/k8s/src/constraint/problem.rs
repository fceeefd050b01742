//! Why a value cannot be used.

use olmkit_yaml::{NodeRef, TextRange, decode};

/// Which rule of OLM refuses a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// The value is too large.
    Size,
    /// A key that the type does not have.
    UnknownField,
    /// A value of the wrong JSON type.
    Type,
    /// A constraint that says nothing.
    Empty,
    /// A version range that cannot be read.
    Range,
    /// A CEL expression that does not compile, or is not a boolean.
    Cel,
}

/// Why a value cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which rule.
    pub kind: ProblemKind,
    /// The text of the Go library.
    pub upstream: String,
    /// In words, without a full stop.
    pub message: String,
    /// Where, relative to the document.
    pub range: TextRange,
}

impl Problem {
    /// A value of the wrong kind. Without a path it is the whole value.
    pub(crate) fn mismatch(node: NodeRef<'_>, owner: &str, path: &str, go_type: &str) -> Problem {
        let upstream = decode::mismatch(decode::kind(node), owner, path, go_type);
        let wanted = match go_type {
            "string" => "a string",
            _ if go_type.starts_with("[]") => "a list",
            _ => "a mapping",
        };
        let subject = path.rsplit('.').next().filter(|name| !name.is_empty());
        let subject = subject.map_or_else(|| "the value".to_owned(), |name| format!("`{name}`"));
        let found = decode::kind_in_words(node);
        Problem {
            kind: ProblemKind::Type,
            upstream,
            message: format!("{subject} must be {wanted}, not {found}"),
            range: node.range(),
        }
    }
}
