//! Problems of constraints and flat values.

use olmkit_yaml::{NodeRef, TextRange, decode};

/// The rule of OLM that rejects a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// The value is too large.
    Size,
    /// A key that is not a field of the type.
    UnknownField,
    /// A value of the wrong JSON type.
    Type,
    /// A constraint without a member that OLM can evaluate.
    Empty,
    /// An invalid version range.
    Range,
    /// A version range on which OLM crashes.
    EmptyPart,
    /// A CEL expression that does not compile or does not return a boolean.
    Cel,
}

/// Why a value cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The rule that rejects the value.
    pub kind: ProblemKind,
    /// The message of the Go library.
    pub upstream: String,
    /// olmkit's message, without a full stop.
    pub message: String,
    /// The position, relative to the document.
    pub range: TextRange,
}

impl Problem {
    /// A value of the wrong kind. An empty path means the whole value.
    pub(crate) fn mismatch(node: NodeRef<'_>, owner: &str, path: &str, go_type: &str) -> Problem {
        let upstream = decode::mismatch(decode::kind(node), owner, path, go_type);
        let wanted = match go_type {
            "string" => "a string",
            _ if go_type.starts_with("[]") => "a list",
            _ => "a mapping",
        };
        let subject = path.rsplit('.').next().filter(|name| !name.is_empty());
        let subject = subject.map_or_else(|| "the value".to_owned(), |name| format!("`{name}`"));
        let found = decode::kind_name(node);
        Problem {
            kind: ProblemKind::Type,
            upstream,
            message: format!("{subject} must be {wanted}, not {found}"),
            range: node.range(),
        }
    }
}
