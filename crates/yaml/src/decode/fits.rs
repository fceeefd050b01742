//! Fast check whether a value matches a type, on nodes and bytes only. Nearly all values match.

use std::cell::Cell;
use std::ops::Range;

use super::types::{Mode, TEXT, Type};
use crate::bare::bare;
use crate::format::Format;
use crate::node::NodeRef;
use crate::tree::{Kind, Node, NodeIndex, Style};
use olmkit_gostd::fold::bytes_name_field;

/// Whether a value and everything in it certainly matches a type. `false` means that [`check`](super::check) decides.
/// `known`: nodes that are known to match, as in [`Tree::repeated`](crate::Tree::repeated).
#[must_use]
pub fn fits(root: NodeRef<'_>, expected: &Type, mode: Mode, known: &[Range<NodeIndex>]) -> bool {
    let Some(node) = root.tree.nodes.get(root.index() as usize) else { return false };
    let next_known = Cell::new(known.partition_point(|nodes| nodes.end <= root.index()));
    if known.get(next_known.get()).is_some_and(|nodes| nodes.contains(&root.index())) {
        return true;
    }
    !root.tree.has_merges && Look { root, mode, known, next_known }.at((root.index(), node), expected)
}

/// A node and its index.
type Placed<'d> = (NodeIndex, &'d Node);

struct Look<'d> {
    root: NodeRef<'d>,
    mode: Mode,
    known: &'d [Range<NodeIndex>],
    /// The index of the next range in `known`. Nodes are visited in their order.
    next_known: Cell<usize>,
}

impl<'d> Look<'d> {
    fn at(&self, placed: Placed<'d>, expected: &Type) -> bool {
        let (_, node) = placed;
        match (expected, node.kind) {
            _ if node.has_properties => false,
            (Type::Raw, _) => true,
            (Type::Text(_), Kind::Scalar) => self.is_text(placed),
            (Type::Bool, Kind::Scalar) => matches!(self.source(node), b"true" | b"false") && node.style == Style::Plain,
            (Type::List(_, item), Kind::Sequence) => self.children(placed).all(|child| self.at(child, item)),
            (Type::TextMap, Kind::Mapping) => self.are_strings(placed),
            (Type::Struct(_, _, fields), Kind::Mapping) => self.fields(placed, fields),
            _ => false,
        }
    }

    /// Whether a scalar is a string or null.
    fn is_text(&self, (index, node): Placed<'d>) -> bool {
        if !node.needs_cooking && (node.style != Style::Plain || self.root.format() == Format::Yaml) {
            return true;
        }
        let node = self.root.at(index);
        node.is_string() || node.is_null()
    }

    fn are_strings(&self, mapping: Placed<'d>) -> bool {
        let mut children = self.children(mapping);
        while let Some(_) = children.next() {
            if !children.next().is_some_and(|value| self.at(value, &TEXT)) {
                return false;
            }
        }
        true
    }

    fn fields(&self, mapping: Placed<'d>, fields: &'static [(&'static str, Type)]) -> bool {
        let mut children = self.children(mapping);
        // Keys are usually sorted, and so are most field lists, so the next field is near.
        let mut next = 0_usize;
        while let (Some((_, key)), Some(value)) = (children.next(), children.next()) {
            let Some(name) = bare(self.root.text, key, self.root.format()) else { return false };
            let fits = match field(fields, name, &mut next) {
                Some(expected) => self.at(value, expected),
                // A key that differs from a field only by case needs the full check.
                None => !self.mode.is_strict() && !fields.iter().any(|(field, _)| bytes_name_field(name, field)),
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Returns the index of the first child from `child` on that is not known to match. The children end before `end`.
    fn without_known(&self, mut child: NodeIndex, end: NodeIndex) -> NodeIndex {
        while child < end
            && let Some(nodes) = self.known.get(self.next_known.get()).filter(|nodes| nodes.start <= child)
        {
            self.next_known.set(self.next_known.get().saturating_add(1));
            if nodes.start == child {
                child = nodes.end;
            }
        }
        child
    }

    fn source(&self, node: &Node) -> &[u8] {
        self.root.text.get(node.start as usize..node.end as usize).unwrap_or_default()
    }

    fn children(&self, (index, of): Placed<'d>) -> impl Iterator<Item = Placed<'d>> {
        let (nodes, end) = (&self.root.tree.nodes, of.next);
        let mut at = index.saturating_add(1);
        std::iter::from_fn(move || {
            let child = self.without_known(at, end);
            let node = nodes.get(child as usize).filter(|_| child < end)?;
            at = node.next.max(child.saturating_add(1));
            Some((child, node))
        })
    }
}

/// The type of the field with exactly this name. The search starts at `next`, which is set to the field after it.
fn field(fields: &'static [(&'static str, Type)], name: &[u8], next: &mut usize) -> Option<&'static Type> {
    for _ in fields {
        let at = if *next < fields.len() { *next } else { 0 };
        *next = at.saturating_add(1);
        let (field, expected) = fields.get(at)?;
        if field.as_bytes() == name {
            return Some(expected);
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "tests")]
mod tests {
    use super::*;
    use crate::reader::read_document;

    static MAPPING: Type = Type::Struct("m", "M", &[("b", TEXT)]);
    static LIST: Type = Type::List("string", &TEXT);
    static ALL: Type = Type::Struct("a", "A", &[("a", MAPPING), ("c", TEXT), ("d", LIST)]);

    /// Whether the text fits if the nodes with these sources are known.
    fn is_fit(text: &str, known: &[&str]) -> bool {
        let document = read_document(text.as_bytes(), Format::Yaml);
        let root = document.root().unwrap();
        let index = |source: &&str| root.subtree().find(|node| node.source() == source.as_bytes()).unwrap().index();
        // A member has a key and a scalar.
        let member = |source: &&str| index(source)..index(source) + if source.len() == 1 { 2 } else { 1 };
        let known: Vec<Range<NodeIndex>> = known.iter().map(member).collect();
        fits(root, &ALL, Mode::Marshalled, &known)
    }

    #[test]
    fn known_nodes_are_not_examined() {
        assert!(is_fit("a:\n  b: x\nc: w\nd:\n- z\n", &[]));
        for (text, known) in [
            ("a:\n  b: x\nc: 1\nd:\n- z\n", &["c"][..]),
            ("a:\n  b: 1\nc: w\nd:\n- z\n", &["b"]),
            ("a:\n  b: 1\nc: 1\nd:\n- z\n", &["b", "c"]),
            ("a:\n  b: x\nc: w\nd:\n- 11\n- z\n- 22\n", &["11", "22"]),
        ] {
            assert!(is_fit(text, known), "{text}");
            for left in 0..known.len() {
                let others: Vec<&str> = known.iter().copied().filter(|name| *name != known[left]).collect();
                assert!(!is_fit(text, &others), "{text} {others:?}");
            }
        }
    }
}
