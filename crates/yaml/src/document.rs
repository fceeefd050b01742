//! One document of a file.

use olmkit_text::{TextRange, TextSize};

use crate::format::Format;
use crate::node::NodeRef;
use crate::tree::Tree;

/// One document of a file. Positions inside it are relative to [`Document::offset`].
#[derive(Debug, Clone)]
pub struct Document<'s> {
    /// Where the document starts in the file, in bytes.
    pub offset: TextSize,
    /// The document's bytes; for YAML the chunk between two separators.
    pub text: &'s [u8],
    /// How it is written.
    pub format: Format,
    /// Its nodes. With an error: what was read before it.
    pub tree: Tree,
    /// Why operator-registry cannot read it.
    pub error: Option<SyntaxError>,
    /// Bytes, relative to the document, that operator-registry silently drops.
    pub dropped: Option<TextRange>,
    /// Whether there may be comments. `false` is a promise.
    pub has_comments: bool,
}

/// Ids of the rules a [`SyntaxError`] can name, sorted.
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

/// Why a document cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Id of the rule that rejects it, as `yaml-tabs` or `json-locked`; one of `crate::SYNTAX_RULES`.
    pub rule: &'static str,
    /// What is wrong, as a message for the user.
    pub message: String,
    /// What operator-registry prints for it, without prefixes of the caller: see [`SyntaxError::decoding`].
    pub upstream: String,
    /// Where, relative to the document.
    pub range: TextRange,
}

impl SyntaxError {
    /// opm's text for a document that it decodes: says at which step YAML fails.
    #[must_use]
    pub fn decoding(&self) -> String {
        let converting = ["yaml:", "json: unsupported", "unsupported map key"];
        let fails = converting.iter().any(|start| self.upstream.starts_with(start));
        format!("{}{}", if fails { "error converting YAML to JSON: " } else { "" }, self.upstream)
    }
}

impl<'s> Document<'s> {
    /// The root node, unless nothing could be read.
    #[must_use]
    pub fn root(&self) -> Option<NodeRef<'_>> {
        let root = NodeRef::root(self.text, &self.tree, self.format);
        (!self.tree.nodes.is_empty()).then_some(root)
    }
}
