//! The flat tree of one document.

use olmkit_text::{TextRange, TextSize};

/// Position of a node in [`Tree::nodes`].
pub type NodeIndex = u32;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A scalar, cooked and resolved on demand.
    Scalar,
    /// A mapping; its children alternate key, value, key, value.
    Mapping,
    /// A sequence; its children are the items.
    Sequence,
    /// `*name`; [`Node::extra`] is the index of the anchored node.
    Alias,
}

/// How a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Style {
    /// A plain (unquoted) scalar; an absent value is a plain scalar of no width.
    Plain,
    /// `'single quoted'`.
    Single,
    /// `"double quoted"`; in a JSON document the only style of strings.
    Double,
    /// `|` block scalar.
    Literal,
    /// `>` block scalar.
    Folded,
    /// A block mapping or sequence.
    Block,
    /// A flow mapping or sequence (`{}` or `[]`); in a JSON document the only style of containers.
    Flow,
}

/// One node: 20 bytes, in document order, a parent before its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// What the node is.
    pub kind: Kind,
    /// How it is written.
    pub style: Style,
    /// Whether the node has an anchor or a tag: look in [`Tree::properties`].
    pub has_properties: bool,
    /// Scalar: its value is not simply its text (without the quotes), as with words and numbers of YAML. Mapping: its
    /// members are not simply its pairs; some key is not a string as it is, or does not come after the one before it.
    /// `false` is a promise; `true` is only a hint. (The promise of a mapping does not cover merges.)
    pub needs_cooking: bool,
    /// First byte, relative to the document. Quotes and brackets belong to the node, anchors and tags do not.
    /// A block mapping starts at its first key, a block sequence at its first `-`.
    pub start: u32,
    /// End (exclusive), relative to the document. For block collections the end of the last child.
    pub end: u32,
    /// Index of the first node after this node's subtree.
    pub next: NodeIndex,
    /// Alias: index of the target. Block collection or block scalar: the column (from 0) of its content. Otherwise 0.
    pub extra: u32,
}

/// Anchor and tag of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// The node they belong to.
    pub node: NodeIndex,
    /// The anchor with its `&`.
    pub anchor: Option<TextRange>,
    /// The tag with its `!`.
    pub tag: Option<TextRange>,
}

/// The nodes of one document. Node 0 is the root; an empty tree has no root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// All nodes in document order.
    pub nodes: Vec<Node>,
    /// Anchors and tags, ordered by node.
    pub properties: Vec<Properties>,
    /// Whether some mapping has a merge key (`<<`, plain) that must be applied.
    pub has_merges: bool,
    /// Whether a text without a line break at its end reads as if it had one. So it does in a catalog:
    /// operator-registry's line reader adds one.
    pub final_break: bool,
}

impl Node {
    /// The bytes of the node, relative to the document.
    #[must_use]
    pub fn range(&self) -> TextRange {
        TextRange::new(TextSize::new(self.start.min(self.end)), TextSize::new(self.end))
    }
}
