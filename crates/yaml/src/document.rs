//! One document of a file.

use olmkit_text::{TextRange, TextSize};

use crate::format::Format;
use crate::node::NodeRef;
use crate::tree::Tree;

/// A document of a file. Positions inside it are relative to [`Document::offset`].
#[derive(Debug, Clone)]
pub struct Document<'s> {
    /// The start of the document in the file, in bytes.
    pub offset: TextSize,
    /// The document's bytes; for YAML the chunk between two separators.
    pub text: &'s [u8],
    /// The format.
    pub format: Format,
    /// The nodes. If there is an error: the nodes before it.
    pub tree: Tree,
    /// The reason why operator-registry cannot read the document.
    pub error: Option<SyntaxError>,
    /// The bytes, relative to the document, that operator-registry silently drops.
    pub dropped: Option<TextRange>,
    /// Whether the document may contain comments. `false` is a guarantee.
    pub has_comments: bool,
}

/// The ids of the rules that a [`SyntaxError`] can name, sorted.
pub const SYNTAX_RULES: &[&str] = &[
    "json-depth",
    "json-locked",
    "json-number-overflow",
    "json-syntax",
    "json-trailing-garbage",
    "yaml-alias-bomb",
    "yaml-anchors",
    "yaml-control-chars",
    "yaml-depth",
    "yaml-directives",
    "yaml-escapes",
    "yaml-indicators",
    "yaml-invalid-utf8",
    "yaml-keys",
    "yaml-merge",
    "yaml-separator-text",
    "yaml-simple-key-1024",
    "yaml-syntax",
    "yaml-tabs",
    "yaml-utf16",
    "yaml11-inf-nan",
    "yaml11-tags",
];

/// The reason why a document cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The id of the rule that rejects it, such as `yaml-tabs` or `json-locked`; one of `crate::SYNTAX_RULES`.
    pub rule: &'static str,
    /// The message for the user.
    pub message: String,
    /// operator-registry's message, without the prefixes of its callers: see [`SyntaxError::decoding`].
    pub upstream: String,
    /// The range, relative to the document.
    pub range: TextRange,
}

impl SyntaxError {
    /// opm's message for a document that it decodes, with the step at which YAML fails.
    #[must_use]
    pub fn decoding(&self) -> String {
        let converting = ["yaml:", "json: unsupported", "unsupported map key"];
        let fails = converting.iter().any(|start| self.upstream.starts_with(start));
        format!("{}{}", if fails { "error converting YAML to JSON: " } else { "" }, self.upstream)
    }
}

impl<'s> Document<'s> {
    /// The root node; `None` if no node could be read.
    #[must_use]
    pub fn root(&self) -> Option<NodeRef<'_>> {
        let root = NodeRef::root(self.text, &self.tree, self.format);
        (!self.tree.nodes.is_empty()).then_some(root)
    }
}
