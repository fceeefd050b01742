//! The fast YAML reader: the plain subset of YAML that catalogs use, at the speed of a byte search.
//!
//! It accepts block mappings and sequences, plain, quoted and block scalars, simple flow collections and comments. It
//! returns `None` whenever it is not certain that the exact reader accepts the text with exactly the same tree. Then
//! the exact reader is used, so this reader never reports errors. A property test compares both readers.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions, columns and indices are bounded by the text's length, which `read` keeps below 2 GiB"
)]

mod before;
mod block;
mod flow;
mod scalar;

use std::ops::Range;

pub(crate) use before::Before;
use before::{Pairing, Rest};

use crate::tree::{Kind, Node, NodeIndex, Style, Tree};

/// The maximum nesting; the exact reader accepts more.
const MAX_DEPTH: usize = 500;
/// The maximum length of a key in bytes; YAML allows 1024 characters.
const MAX_KEY: usize = 1000;

/// Reads a chunk in the plain subset of YAML; `None` if the result is not certain.
#[must_use]
pub fn read(text: &[u8]) -> Option<Tree> {
    read_after(text, Before::default(), &mut Vec::new()).map(|(tree, _)| tree)
}

/// Like [`read`], and returns whether there are comments. What `before` has in common with the text is taken from its
/// nodes; the result does not depend on it, apart from `Tree::repeated`. The nodes use the memory of `spare`.
pub(crate) fn read_after(text: &[u8], before: Before<'_>, spare: &mut Vec<Node>) -> Option<(Tree, bool)> {
    if i32::try_from(text.len()).is_err() {
        return None;
    }
    let tabs = olmkit_scan::plain::check(text)?;
    let mut reader = Fast {
        text,
        pairing: Pairing::new(if tabs { Before::default() } else { before }, text),
        tabs,
        at: 0,
        nodes: memory(text, spare),
        repeated: Vec::new(),
        open: Vec::with_capacity(16),
        flow: Vec::new(),
        awaited: Awaited::Nothing,
        last_end: 0,
        plain: None,
        has_comments: false,
    };
    reader.document()?;
    Some((Tree { nodes: reader.nodes, repeated: reader.repeated, ..Tree::default() }, reader.has_comments))
}

/// An empty list for the nodes of a text.
fn memory(text: &[u8], spare: &mut Vec<Node>) -> Vec<Node> {
    let mut nodes = std::mem::take(spare);
    nodes.clear();
    nodes.reserve((text.len() / 8).min(32) + text.len() / 48);
    nodes
}

struct Fast<'s> {
    text: &'s [u8],
    pairing: Pairing<'s>,
    /// Whether there are tabs, which are allowed only in block scalars.
    tabs: bool,
    at: usize,
    nodes: Vec<Node>,
    /// See [`Tree::repeated`].
    repeated: Vec<Range<NodeIndex>>,
    /// The open block collections.
    open: Vec<Open>,
    /// The open flow collections: the index, and whether it is a mapping.
    flow: Vec<(NodeIndex, bool)>,
    awaited: Awaited,
    /// The end of the last node, which becomes the end of open collections when they are closed.
    last_end: u32,
    /// The plain scalar at the end of the previous line, which a line with more indentation continues.
    plain: Option<NodeIndex>,
    has_comments: bool,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    index: NodeIndex,
    column: usize,
    kind: Kind,
    /// Whether this is a sequence at the column of its key, which adds no indentation.
    indentless: bool,
    keys: Keys,
    /// What is left of the collection that this one is paired with.
    rest: Rest,
}

/// The keys of a mapping so far: see [`Node::needs_cooking`].
#[derive(Debug, Clone, Copy)]
struct Keys {
    in_order: bool,
    /// The range of the last key; `end` is 0 if there is none.
    start: usize,
    end: usize,
}

/// A value that the following lines may contain. If they do not, it is null, at the byte after its `:` or `-`.
#[derive(Debug, Clone, Copy)]
enum Awaited {
    Nothing,
    Value(usize),
    Item(usize),
}

/// A quoted scalar.
struct Quoted {
    /// The position after the closing quote.
    end: usize,
    needs_cooking: bool,
    lines: bool,
}

impl Fast<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(b'\n')
    }

    fn rest(&self, at: usize) -> &[u8] {
        self.text.get(at..).unwrap_or_default()
    }

    fn push(&mut self, node: Node) {
        self.last_end = self.last_end.max(node.end);
        self.nodes.push(node);
    }

    fn push_scalar(&mut self, style: Style, start: usize, end: usize, needs_cooking: bool) {
        self.push(self.node(Kind::Scalar, style, start, end, needs_cooking, 0));
    }

    #[allow(clippy::cast_possible_truncation, reason = "the text is shorter than 2 GiB")]
    fn node(&self, kind: Kind, style: Style, start: usize, end: usize, needs_cooking: bool, extra: usize) -> Node {
        Node {
            kind,
            style,
            has_properties: false,
            needs_cooking,
            start: start as u32,
            end: end as u32,
            next: self.nodes.len() as u32 + 1,
            extra: extra as u32,
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "there are fewer nodes than bytes")]
    fn next_index(&self) -> NodeIndex {
        self.nodes.len() as NodeIndex
    }

    fn close_block(&mut self, open: Open) {
        self.close(open.index, self.last_end);
        if open.kind == Kind::Mapping
            && let Some(node) = self.nodes.get_mut(open.index as usize)
        {
            node.needs_cooking = !open.keys.in_order;
        }
    }

    /// Records a key of the innermost block mapping.
    fn note_key(&mut self, start: usize, end: usize, is_bare: bool) {
        let Some(Open { keys, .. }) = self.open.last_mut() else { return };
        let (before, key) = (self.text.get(keys.start..keys.end), self.text.get(start..end));
        // Most keys differ in their first byte.
        let is_later = before.map(<[u8]>::first) < key.map(<[u8]>::first) || before < key;
        keys.in_order &= is_bare && (keys.end == 0 || is_later);
        (keys.start, keys.end) = (start, end);
    }

    /// Sets the end of a collection and its next sibling, once its last node is complete.
    fn close(&mut self, index: NodeIndex, end: u32) {
        let next = self.next_index();
        if let Some(node) = self.nodes.get_mut(index as usize) {
            node.next = next;
            node.end = end;
        }
        self.last_end = self.last_end.max(end);
    }

    /// After a quoted scalar, a bracket or a block header: only whitespace and a comment may follow.
    fn end_line(&mut self, from: usize) -> Option<()> {
        let mut at = from;
        while self.byte(at) == b' ' {
            at += 1;
        }
        match self.byte(at) {
            b'\n' => self.at = (at + 1).min(self.text.len()),
            b'#' if at > from => self.skip_comment(at),
            _ => return None,
        }
        Some(())
    }

    /// Skips the comment that starts at `from`.
    fn skip_comment(&mut self, from: usize) {
        self.has_comments = true;
        self.at = memchr::memchr(b'\n', self.rest(from)).map_or(self.text.len(), |length| from + length + 1);
    }
}
