//! A node together with its document.

use std::borrow::Cow;

use crate::bare::bare;
use crate::tree::{Kind, Node, NodeIndex, Properties, Style, Tree};
use olmkit_text::TextRange;

use crate::format::Format;

/// The value of a scalar, or the kind of a container.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'d> {
    /// `null`, `~`, empty.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number. operator-registry converts all numbers to float64.
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
    format: Format,
    index: NodeIndex,
}

impl<'d> NodeRef<'d> {
    /// The root node of a document.
    #[must_use]
    pub fn root(text: &'d [u8], tree: &'d Tree, format: Format) -> Self {
        NodeRef { text, tree, format, index: 0 }
    }

    /// Index of the node in its tree.
    #[must_use]
    pub fn index(self) -> NodeIndex {
        self.index
    }

    /// The raw node. References are created only for existing nodes.
    #[must_use]
    pub fn node(self) -> Node {
        *self.raw()
    }

    pub(crate) fn raw(self) -> &'d Node {
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
        self.tree.nodes.get(self.index as usize).unwrap_or(&ABSENT)
    }

    /// The kind of the node. Aliases are not followed.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.raw().kind
    }

    /// The style of the node.
    #[must_use]
    pub fn style(self) -> Style {
        self.raw().style
    }

    /// The format of the document.
    #[must_use]
    pub fn format(self) -> Format {
        self.format
    }

    /// The range of the node in bytes, relative to the document.
    #[must_use]
    pub fn range(self) -> TextRange {
        self.raw().range()
    }

    /// The source text of the node.
    #[must_use]
    pub fn source(self) -> &'d [u8] {
        let node = self.raw();
        self.text.get(node.start as usize..node.end as usize).unwrap_or_default()
    }

    /// The anchor and the tag, if the node has any.
    #[must_use]
    pub fn properties(self) -> Option<Properties> {
        if !self.raw().has_properties {
            return None;
        }
        let at = self.tree.properties.binary_search_by_key(&self.index, |p| p.node).ok()?;
        self.tree.properties.get(at).copied()
    }

    /// The node that an alias refers to. Other nodes are returned unchanged. An alias never points to an alias.
    #[must_use]
    pub fn resolved(self) -> NodeRef<'d> {
        let node = self.raw();
        if node.kind == Kind::Alias { self.at(node.extra) } else { self }
    }

    /// The children in source order: the items of a sequence, or alternating keys and values of a mapping. Empty for
    /// scalars and aliases.
    #[must_use]
    pub fn children(self) -> Children<'d> {
        let node = self.raw();
        let container = matches!(node.kind, Kind::Mapping | Kind::Sequence);
        let first = self.index.saturating_add(1);
        Children { parent: self, at: first, end: if container { node.next } else { first } }
    }

    /// The node and all its descendants, in document order. Aliases are not followed.
    pub fn subtree(self) -> impl Iterator<Item = NodeRef<'d>> + 'd {
        let last = self.raw().next.max(self.index.saturating_add(1));
        let nodes = NodeIndex::try_from(self.tree.nodes.len()).unwrap_or(NodeIndex::MAX);
        (self.index..last.min(nodes)).map(move |index| self.at(index))
    }

    /// The nodes of the [`subtree`](NodeRef::subtree) for which `is_wanted` returns true.
    pub fn subtree_with(self, is_wanted: impl Fn(&Node) -> bool) -> impl Iterator<Item = NodeRef<'d>> {
        let last = self.raw().next.max(self.index.saturating_add(1)) as usize;
        let nodes = self.tree.nodes.get(self.index as usize..last.min(self.tree.nodes.len())).unwrap_or_default();
        let found = (self.index..).zip(nodes).filter(move |(_, node)| is_wanted(node));
        found.map(move |(index, _)| self.at(index))
    }

    pub(crate) fn no_children(self) -> Children<'d> {
        Children { parent: self, at: 0, end: 0 }
    }

    /// Whether the node repeats the previous document, with everything below it: see [`Tree::repeated`].
    #[must_use]
    pub fn is_repeated(self) -> bool {
        let after = self.tree.repeated.partition_point(|nodes| nodes.end <= self.index);
        self.tree.repeated.get(after).is_some_and(|nodes| nodes.start <= self.index)
    }

    /// The key and value nodes as written, including duplicates and merge keys.
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

impl<'d> Children<'d> {
    /// The next value with a key that is wanted, in a mapping whose keys are all [bare](NodeRef::bare).
    pub(crate) fn next_value(&mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Option<NodeRef<'d>> {
        let NodeRef { text, tree, format, .. } = self.parent;
        while self.at < self.end {
            // A bare key is a single node.
            let index = self.at.saturating_add(1);
            let (key, value) = (tree.nodes.get(self.at as usize)?, tree.nodes.get(index as usize)?);
            self.at = value.next.max(index.saturating_add(1));
            if bare(text, key, format).is_some_and(&is_wanted) {
                return Some(self.parent.at(index).resolved());
            }
        }
        None
    }
}

impl<'d> Iterator for Children<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        if self.at >= self.end {
            return None;
        }
        let child = self.parent.at(self.at);
        self.at = child.raw().next.max(self.at.saturating_add(1));
        Some(child)
    }
}
