//! Builds the flat tree while the parser runs.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use olmkit_text::TextRange;

use super::error::{Mark, Result, plain_failure};
use super::token::Token;
use crate::bare::{is_plain_string, mark_order};
use crate::document::SyntaxRule;
use crate::format::Format;
use crate::tree::{Kind, Node, NodeIndex, Properties, Style, Tree};
use olmkit_text::span;

/// The anchor and the tag before a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Decoration {
    pub(super) anchor: Option<TextRange>,
    pub(super) tag: Option<TextRange>,
}

pub(super) struct Builder<'s> {
    text: &'s [u8],
    pub(super) tree: Tree,
    open: Vec<NodeIndex>,
    /// The end of the collection that was closed last. A flow collection ends after its last node.
    closed_end: u32,
    anchors: HashMap<&'s [u8], NodeIndex, FixedState>,
    /// The number of aliases read.
    pub(super) aliases: usize,
}

impl<'s> Builder<'s> {
    pub(super) fn new(text: &'s [u8]) -> Self {
        Builder {
            text,
            tree: Tree::default(),
            open: Vec::new(),
            closed_end: 0,
            anchors: HashMap::default(),
            aliases: 0,
        }
    }

    #[inline(never)]
    pub(super) fn scalar(&mut self, token: &Token, style: Style, needs_cooking: bool, indent: u32, with: Decoration) {
        let is_bare = || is_plain_string(self.text.get(token.start.pos..token.end).unwrap_or_default());
        let needs_cooking = needs_cooking || style == Style::Plain && !is_bare();
        let node = Node {
            kind: Kind::Scalar,
            style,
            needs_cooking,
            extra: indent,
            ..plain_scalar(token.start.pos, token.end)
        };
        self.push(node, with);
    }

    /// Adds an absent node: a plain scalar of zero width.
    #[inline(never)]
    pub(super) fn empty(&mut self, at: usize, with: Decoration) {
        self.push(plain_scalar(at, at), with);
    }

    #[inline(never)]
    pub(super) fn start(&mut self, kind: Kind, style: Style, at: Mark, with: Decoration) {
        let column = if style == Style::Block { u32::try_from(at.column).unwrap_or(0) } else { 0 };
        let needs_cooking = kind == Kind::Mapping;
        let index = self.push(Node { kind, style, needs_cooking, extra: column, ..plain_scalar(at.pos, at.pos) }, with);
        self.open.push(index);
    }

    /// Closes the innermost collection. `end` is known only in flow style.
    #[inline(never)]
    pub(super) fn end(&mut self, end: Option<usize>) {
        let Some(index) = self.open.pop() else { return };
        let next = self.next_index();
        let last = self.last_end();
        let Some(node) = self.tree.nodes.get_mut(index as usize) else { return };
        node.next = next;
        node.end = end.map_or(last, offset).max(node.start);
        self.closed_end = self.closed_end.max(node.end);
        mark_order(self.text, &mut self.tree.nodes, index, Format::Yaml);
    }

    pub(super) fn alias(&mut self, token: &Token) -> Result<()> {
        let name = self.text.get(token.start.pos.saturating_add(1)..token.end).unwrap_or_default();
        let range = span(token.start.pos, token.end);
        let Some(&target) = self.anchors.get(name) else {
            let name = String::from_utf8_lossy(name);
            let message = format!("The document has no anchor `&{name}` before this alias.");
            return Err(plain_failure(
                SyntaxRule::YamlAnchors,
                range,
                &format!("unknown anchor '{name}' referenced"),
                &message,
            ));
        };
        self.aliases = self.aliases.saturating_add(1);
        let node =
            Node { kind: Kind::Alias, needs_cooking: false, extra: target, ..plain_scalar(token.start.pos, token.end) };
        self.push(node, Decoration::default());
        Ok(())
    }

    /// Closes all open collections at the end of the last complete node.
    pub(super) fn close_all(&mut self) {
        // The error may follow a key: the key gets an empty value, so that pairs stay complete.
        while let Some(&index) = self.open.last() {
            if self.is_missing_value(index) {
                let at = self.last_end() as usize;
                self.push(plain_scalar(at, at), Decoration::default());
            }
            self.end(None);
        }
    }

    fn is_missing_value(&self, index: NodeIndex) -> bool {
        let Some(node) = self.tree.nodes.get(index as usize) else { return false };
        let mut children = 0_usize;
        let mut at = index.saturating_add(1);
        while let Some(child) = self.tree.nodes.get(at as usize) {
            children = children.saturating_add(1);
            at = child.next.max(at.saturating_add(1));
        }
        node.kind == Kind::Mapping && children % 2 == 1
    }

    #[inline(never)]
    fn push(&mut self, node: Node, with: Decoration) -> NodeIndex {
        let index = self.next_index();
        let has_properties = with.anchor.is_some() || with.tag.is_some();
        self.tree.nodes.push(Node { has_properties, next: index.saturating_add(1), ..node });
        if has_properties {
            self.tree.properties.push(Properties { node: index, anchor: with.anchor, tag: with.tag });
        }
        if let Some(anchor) = with.anchor {
            let start = usize::from(anchor.start()).saturating_add(1);
            let name = self.text.get(start..usize::from(anchor.end())).unwrap_or_default();
            self.anchors.insert(name, index);
        }
        index
    }

    fn next_index(&self) -> NodeIndex {
        NodeIndex::try_from(self.tree.nodes.len()).unwrap_or(NodeIndex::MAX)
    }

    /// The end of the last node. A collection that was just closed ends with its last child.
    fn last_end(&self) -> u32 {
        self.tree.nodes.last().map_or(0, |node| node.end).max(self.closed_end)
    }
}

fn plain_scalar(start: usize, end: usize) -> Node {
    Node {
        kind: Kind::Scalar,
        style: Style::Plain,
        has_properties: false,
        needs_cooking: true,
        start: offset(start),
        end: offset(end),
        next: 0,
        extra: 0,
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
