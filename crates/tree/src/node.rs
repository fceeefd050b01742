//! The flat tree of one document.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use crate::format::Format;

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
    /// Whether the scalar needs cooking: its value is not simply its text (without the quotes).
    /// `false` is a promise; `true` is only a hint.
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

/// A resolved scalar, or the kind of a container.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'d> {
    /// `null`, `~`, empty.
    Null,
    /// A boolean.
    Bool(bool),
    /// Any number: operator-registry passes all numbers through float64.
    Number(f64),
    /// A string.
    String(Cow<'d, str>),
    /// A mapping.
    Mapping,
    /// A sequence.
    Sequence,
}

/// A node together with its document. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'d> {
    /// The document's bytes.
    pub text: &'d [u8],
    /// The document's nodes.
    pub tree: &'d Tree,
    /// How the document is written.
    pub format: Format,
    /// Which node this is.
    pub index: NodeIndex,
}

impl Node {
    /// The bytes of the node, relative to the document.
    #[must_use]
    pub fn range(&self) -> TextRange {
        TextRange::new(TextSize::new(self.start.min(self.end)), TextSize::new(self.end))
    }
}

impl<'d> NodeRef<'d> {
    /// Index of the node in its tree.
    #[must_use]
    pub fn index(self) -> NodeIndex {
        self.index
    }

    /// The raw node. A reference is only ever made for a node that exists.
    #[must_use]
    pub fn node(self) -> Node {
        const ABSENT: Node = Node {
            kind: Kind::Scalar,
            style: Style::Plain,
            has_properties: false,
            needs_cooking: false,
            start: 0,
            end: 0,
            next: NodeIndex::MAX,
            extra: 0,
        };
        self.tree.nodes.get(self.index as usize).copied().unwrap_or(ABSENT)
    }

    /// What the node is, aliases not followed.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// How the node is written.
    #[must_use]
    pub fn style(self) -> Style {
        self.node().style
    }

    /// Format of the document the node belongs to.
    #[must_use]
    pub fn format(self) -> Format {
        self.format
    }

    /// The bytes of the node, relative to the document.
    #[must_use]
    pub fn range(self) -> TextRange {
        self.node().range()
    }

    /// The node's source text.
    #[must_use]
    pub fn source(self) -> &'d [u8] {
        let node = self.node();
        self.text.get(node.start as usize..node.end as usize).unwrap_or_default()
    }

    /// Anchor and tag, if the node has any.
    #[must_use]
    pub fn properties(self) -> Option<Properties> {
        if !self.node().has_properties {
            return None;
        }
        let at = self.tree.properties.binary_search_by_key(&self.index, |p| p.node).ok()?;
        self.tree.properties.get(at).copied()
    }

    /// The node an alias stands for; any other node is itself. (An alias never points to an alias.)
    #[must_use]
    pub fn resolved(self) -> NodeRef<'d> {
        let node = self.node();
        if node.kind == Kind::Alias { self.at(node.extra) } else { self }
    }

    /// The children in source order: items of a sequence; key, value, key, value of a mapping.
    /// Nothing for scalars and aliases.
    #[must_use]
    pub fn children(self) -> Children<'d> {
        let node = self.node();
        let container = matches!(node.kind, Kind::Mapping | Kind::Sequence);
        let first = self.index.saturating_add(1);
        Children { parent: self, at: first, end: if container { node.next } else { first } }
    }

    /// The node and all below it, in document order; aliases are not followed.
    pub fn subtree(self) -> impl Iterator<Item = NodeRef<'d>> + 'd {
        let last = self.node().next.max(self.index.saturating_add(1));
        let nodes = NodeIndex::try_from(self.tree.nodes.len()).unwrap_or(NodeIndex::MAX);
        (self.index..last.min(nodes)).map(move |index| self.at(index))
    }

    pub(crate) fn no_children(self) -> Children<'d> {
        Children { parent: self, at: 0, end: 0 }
    }

    /// Key and value nodes as written: duplicates and merge keys included.
    pub fn pairs(self) -> impl Iterator<Item = (NodeRef<'d>, NodeRef<'d>)> + 'd {
        let mut children = if self.kind() == Kind::Mapping { self.children() } else { self.no_children() };
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    /// Another node of the same document.
    #[must_use]
    pub fn at(self, index: NodeIndex) -> NodeRef<'d> {
        NodeRef { index, ..self }
    }
}

/// Iterator over the children of a node.
#[derive(Debug, Clone)]
pub struct Children<'d> {
    parent: NodeRef<'d>,
    at: NodeIndex,
    end: NodeIndex,
}

impl<'d> Iterator for Children<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        if self.at >= self.end {
            return None;
        }
        let child = self.parent.at(self.at);
        self.at = child.node().next.max(self.at.saturating_add(1));
        Some(child)
    }
}

/// A range from byte positions; what does not fit into 32 bits ends at the last position that does.
#[must_use]
pub fn span(start: usize, end: usize) -> TextRange {
    let start = TextSize::new(u32::try_from(start).unwrap_or(u32::MAX));
    let end = TextSize::new(u32::try_from(end).unwrap_or(u32::MAX));
    TextRange::new(start.min(end), end)
}
