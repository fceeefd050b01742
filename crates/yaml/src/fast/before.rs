//! Copies nodes of the previous document where both documents are equal. The bundles of a package often differ in few
//! lines.
//!
//! Pairs the block collections of both documents by keys and positions. Copies the members and items of a pair if the
//! texts are equal up to the first byte of the next line with content. This is safe because the nodes depend only on
//! the bytes, on the column and depth of the collection, and on the indentation of that line.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions, columns and indices are bounded by the text's length, which `read` keeps below 2 GiB"
)]

use super::{Fast, Open};
use crate::tree::{Kind, Node, NodeIndex, Style};
use olmkit_scan::words::{common_start, spaces};

/// The previous document, as read by the fast reader. It has no comments.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Before<'b> {
    /// The document's bytes.
    pub text: &'b [u8],
    /// The document's nodes.
    pub nodes: &'b [Node],
    /// Whether [`Tree::repeated`](crate::Tree::repeated) is wanted.
    pub notes_repeated: bool,
}

/// The children of a collection of the previous document that are not paired yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    /// The next key or item.
    next: NodeIndex,
    /// The index after the nodes of the collection.
    end: NodeIndex,
    /// The end of the previous child, or the start of the collection, in bytes.
    after: u32,
}

/// The state of pairing the text with the previous document.
pub(super) struct Pairing<'b> {
    before: Before<'b>,
    /// The node of the previous document that is paired with the next node, or [`NO_NODE`].
    next: NodeIndex,
    /// The end of the part of the text that is known to be equal, in bytes.
    equal_to: usize,
    /// The offset in the previous text minus the offset in the text, for that part.
    shift: usize,
    /// The number of bytes of the previous text that may still be examined. Keeps the cost linear.
    budget: usize,
}

const NO_NODE: NodeIndex = NodeIndex::MAX;
/// The number of members to look at for a key: members of the previous document may be missing in the text.
const GAP: usize = 4;

impl<'b> Pairing<'b> {
    pub(super) fn new(before: Before<'b>, text: &[u8]) -> Self {
        Pairing { before, next: 0, equal_to: 0, shift: 0, budget: text.len().saturating_mul(4) }
    }

    fn node(&self, index: NodeIndex) -> Option<&'b Node> {
        self.before.nodes.get(index as usize)
    }

    /// Returns the children of the collection that is paired with a new one.
    pub(super) fn children(&mut self, kind: Kind, column: usize) -> Rest {
        let index = std::mem::replace(&mut self.next, NO_NODE);
        let is_like = |node: &&Node| node.kind == kind && node.style == Style::Block && node.extra as usize == column;
        let node = self.node(index).filter(is_like);
        node.map_or(Rest { next: 0, end: 0, after: 0 }, |node| Rest {
            next: index + 1,
            end: node.next,
            after: node.start,
        })
    }

    /// Returns the value of the next member, or the next item; `None` if no child is left.
    fn value(&self, rest: Rest, kind: Kind) -> Option<(NodeIndex, &'b Node)> {
        let index = rest.next + NodeIndex::from(kind == Kind::Mapping);
        self.node(index).filter(|_| rest.next < rest.end).map(|node| (index, node))
    }

    /// Returns the first byte after `after` that is neither a space nor a line break. Charges the whitespace to the budget.
    fn content(&mut self, after: u32) -> Option<usize> {
        let rest = self.before.text.get(after as usize..)?;
        let rest = rest.get(..self.budget).unwrap_or(rest);
        let mut skipped = 0;
        while let Some(whitespace @ [byte @ (b' ' | b'\n'), ..]) = rest.get(skipped..) {
            skipped += if *byte == b' ' { spaces(whitespace) } else { 1 };
        }
        self.budget -= skipped;
        (skipped < rest.len()).then_some(after as usize + skipped)
    }

    /// Returns the number of equal bytes, from `at` in the text and from `start` in the previous one.
    fn equal(&mut self, text: &[u8], at: usize, start: usize) -> usize {
        let shift = start.wrapping_sub(at);
        if shift != self.shift || self.equal_to <= at {
            let rest = text.get(at..).unwrap_or_default();
            let rest = rest.get(..self.budget).unwrap_or(rest);
            let length = common_start(rest, self.before.text.get(start..).unwrap_or_default());
            self.budget -= length;
            (self.shift, self.equal_to) = (shift, at + length);
        }
        self.equal_to - at
    }
}

impl Fast<'_> {
    /// Copies the children of the innermost collection that follow here and are equal in the previous document. Returns
    /// whether there are any. The reader is then at the start of the next line with content.
    pub(super) fn copy_children(&mut self) -> bool {
        let Some(&Open { rest: first, kind, .. }) = self.open.last() else { return false };
        if first.next >= first.end {
            return false;
        }
        let Some(start) = self.pairing.content(first.after) else { return false };
        let equal_to = start + self.pairing.equal(self.text, self.at, start);
        let shift = self.at.wrapping_sub(start);
        let (mut rest, mut next) = (first, start);
        while let Some((_, value)) = self.pairing.value(rest, kind)
            && let Some(behind) = self.pairing.content(value.end).filter(|behind| *behind < equal_to)
        {
            if kind == Kind::Mapping {
                self.note_copied_key(rest.next, shift);
            }
            rest = Rest { next: value.next, after: value.end, ..rest };
            next = behind;
        }
        if next == start {
            return false;
        }
        self.copy_nodes(first.next, rest, shift);
        let line = self.pairing.before.text.get(..next).and_then(|text| memchr::memrchr(b'\n', text)).unwrap_or(start);
        self.at = shift.wrapping_add(line + 1);
        if let Some(open) = self.open.last_mut() {
            open.rest = rest;
        }
        true
    }

    fn note_copied_key(&mut self, key: NodeIndex, shift: usize) {
        let Some(&Node { start, end, style, needs_cooking, .. }) = self.pairing.node(key) else { return };
        let quote = usize::from(style != Style::Plain);
        let (start, end) = (shift.wrapping_add(start as usize), shift.wrapping_add(end as usize));
        self.note_key(start + quote, end - quote, !needs_cooking);
    }

    /// Appends copies of the nodes from `from` to `rest`.
    #[allow(clippy::cast_possible_truncation, reason = "the text is shorter than 2 GiB")]
    fn copy_nodes(&mut self, from: NodeIndex, rest: Rest, shift: usize) {
        let (shift, moved) = (shift as u32, self.next_index().wrapping_sub(from));
        let copied = self.pairing.before.nodes.get(from as usize..rest.next as usize).unwrap_or_default();
        self.nodes.extend(copied.iter().map(|node| Node {
            start: node.start.wrapping_add(shift),
            end: node.end.wrapping_add(shift),
            next: node.next.wrapping_add(moved),
            ..*node
        }));
        self.last_end = self.last_end.max(rest.after.wrapping_add(shift));
        if self.pairing.before.notes_repeated {
            self.repeated.push(from.wrapping_add(moved)..self.next_index());
        }
    }

    /// Pairs the value of the member with this key. `key` is the source, including quotes.
    pub(super) fn pair_member(&mut self, key: &[u8]) {
        self.pairing.next = NO_NODE;
        let Some(open) = self.open.last_mut() else { return };
        let mut rest = open.rest;
        for _ in 0..GAP {
            let Some((index, value)) = self.pairing.value(rest, Kind::Mapping) else { return };
            let Some(node) = self.pairing.node(rest.next) else { return };
            rest = Rest { next: value.next, after: value.end, ..rest };
            if self.pairing.before.text.get(node.start as usize..node.end as usize) == Some(key) {
                open.rest = rest;
                self.pairing.next = index;
                return;
            }
        }
    }

    /// Pairs the next item of the innermost sequence.
    pub(super) fn pair_item(&mut self) {
        self.pairing.next = NO_NODE;
        let Some(open) = self.open.last_mut() else { return };
        let Some((index, item)) = self.pairing.value(open.rest, Kind::Sequence) else { return };
        open.rest = Rest { next: item.next, after: item.end, ..open.rest };
        self.pairing.next = index;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::fast::{read, read_after};

    /// Returns the scalars of the text that are copied from the previous document. Marks the scalars there, which the
    /// reader does not do.
    fn copied(before: &str, text: &str) -> String {
        let mut nodes = read(before.as_bytes()).unwrap().nodes;
        for node in nodes.iter_mut().filter(|node| node.kind == Kind::Scalar) {
            node.has_properties = true;
        }
        let before = Before { text: before.as_bytes(), nodes: &nodes, notes_repeated: true };
        let (mut tree, _) = read_after(text.as_bytes(), before, &mut Vec::new()).unwrap();
        let mut found = Vec::new();
        let repeated = std::mem::take(&mut tree.repeated);
        for (index, node) in (0..).zip(&mut tree.nodes) {
            let is_copied = std::mem::take(&mut node.has_properties);
            let is_noted = repeated.iter().any(|nodes| nodes.contains(&index));
            assert!(is_noted == is_copied || is_noted && node.kind != Kind::Scalar, "{repeated:?} {index}");
            if is_copied {
                found.push(&text[node.start as usize..node.end as usize]);
            }
        }
        assert_eq!(tree, read(text.as_bytes()).unwrap());
        found.join(" ")
    }

    #[test]
    fn equal_members_and_items_are_copied() {
        let before = "a: 1\nb:\n  c: 2\n  d: 3\n  e: 4\nf:\n- g: 5\n  h: 6\n- i\n- - j\n- k\n\nl: 8\nm: 9\n";
        // The last member is read, because no line follows it.
        assert_eq!(copied(before, before), "a 1 b c 2 d 3 e 4 f g 5 h 6 i j k l 8");
        assert_eq!(copied(before, &before.replace('3', "three")), "a 1 c 2 e 4 f g 5 h 6 i j k l 8");
        // The member before a missing key and the member after it are read.
        assert_eq!(copied(before, &before.replace("  d: 3\n", "")), "a 1 f g 5 h 6 i j k l 8");
        assert_eq!(copied(before, &before.replace("  d", "  dd: 0\n  d")), "a 1 c 2 d 3 e 4 f g 5 h 6 i j k l 8");
        assert_eq!(copied(before, &before.replace('5', "five")), "a 1 b c 2 d 3 e 4 h 6 i j k l 8");
        assert_eq!(copied(before, &before.replace("- i\n", "- x\n")), "a 1 b c 2 d 3 e 4 g 5 h 6 j k l 8");
    }

    #[test]
    fn documents_with_another_end_are_read() {
        for (before, text) in [
            ("a: b\nc: d\n", "a: b\n  c: d\n"),
            ("a: b\nc: d\n", "a: b\n c\nd: e\n"),
            ("a:\nb: c\n", "a:\n  b: c\n"),
            ("a:\n- b\nc: d\n", "a:\n- b\n- c: d\n"),
            ("a: |\n  b\nc: d\n", "a: |\n  b\n  c: d\n"),
            ("a: 1\nb: 2\n", "a: 1"),
            ("a:\n  b: 1\n  c: 2\n", "a:\n    b: 1\n    c: 2\n"),
            ("a: 1\nb: 2\n", "- a: 1\n- b: 2\n"),
        ] {
            if read(text.as_bytes()).is_some() {
                copied(before, text);
            }
        }
    }
}
