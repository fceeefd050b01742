//! The flat tree of one document.

use std::ops::Range;

use olmkit_text::{TextRange, TextSize};

/// The index of a node in [`Tree::nodes`].
pub type NodeIndex = u32;

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A scalar. Its text and value are computed on demand.
    Scalar,
    /// A mapping; its children alternate key, value, key, value.
    Mapping,
    /// A sequence; its children are the items.
    Sequence,
    /// `*name`; [`Node::extra`] is the index of the anchored node.
    Alias,
}

/// The style of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Style {
    /// A plain (unquoted) scalar. An absent value is a plain scalar of zero width.
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

/// A node: 20 bytes, in document order, parents before their children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The kind of the node.
    pub kind: Kind,
    /// The style of the node.
    pub style: Style,
    /// Whether the node has an anchor or a tag, which are in [`Tree::properties`].
    pub has_properties: bool,
    /// Scalar: the value is not simply the text without the quotes, such as keywords and numbers of YAML. Mapping: the
    /// members are not simply the pairs, because a key is not a bare string, or the keys are not in ascending order.
    /// `false` is a guarantee, `true` is only a hint. The guarantee for mappings does not cover merge keys.
    pub needs_cooking: bool,
    /// The start, relative to the document. Quotes and brackets belong to the node, anchors and tags do not. A block
    /// mapping starts at its first key, a block sequence at its first `-`.
    pub start: u32,
    /// The end (exclusive), relative to the document. Block collections end at the end of their last child.
    pub end: u32,
    /// The index of the first node after the subtree.
    pub next: NodeIndex,
    /// Alias: the index of the target. Block collection or block scalar: the column of its content, from 0. Otherwise
    /// 0.
    pub extra: u32,
}

/// The anchor and the tag of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// The node.
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
    /// Whether a mapping has a merge key (a plain `<<`) that must be applied.
    pub has_merges: bool,
    /// Whether a text without a final line break is read as if it had one. This is the case in a catalog, because
    /// operator-registry's line reader appends it.
    pub final_break: bool,
    /// Nodes that repeat the previous document, in ascending order: see [`Reader::reuse`](crate::Reader::reuse). Each
    /// range consists of whole members of a mapping or whole items of a sequence. It is copied from the collection that
    /// has the same path in the previous document: the same keys, whatever the indices of items.
    pub repeated: Vec<Range<NodeIndex>>,
}

impl Node {
    /// The range of the node in bytes, relative to the document.
    #[must_use]
    pub fn range(&self) -> TextRange {
        TextRange::new(TextSize::new(self.start.min(self.end)), TextSize::new(self.end))
    }
}
