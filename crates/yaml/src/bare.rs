//! Bare scalars, whose string value is their source text, and mappings whose members are exactly their pairs.

use crate::format::Format;
use crate::tree::{Kind, Node, NodeIndex, Style};

/// The bytes of a scalar whose value is its source text without the quotes. `None` if that is not certain.
pub(crate) fn bare<'s>(text: &'s [u8], node: &Node, format: Format) -> Option<&'s [u8]> {
    if node.has_properties || node.needs_cooking || node.kind != Kind::Scalar {
        return None;
    }
    let source = text.get(node.start as usize..node.end as usize)?;
    match node.style {
        Style::Single | Style::Double => source.get(1..source.len().checked_sub(1)?),
        Style::Plain if format == Format::Yaml => Some(source),
        _ => None,
    }
}

/// Whether the first line of a plain scalar shows that it is a string: not a keyword or a number of YAML 1.1.
pub(crate) fn is_plain_string(source: &[u8]) -> bool {
    match source {
        [] | [b'~' | b'.' | b'+' | b'-' | b'0'..=b'9', ..] => false,
        [b'n' | b'N' | b'y' | b'Y' | b't' | b'T' | b'f' | b'F' | b'o' | b'O', ..] => !is_keyword(source),
        _ => true,
    }
}

/// Whether a plain scalar is a keyword that does not resolve to a string.
fn is_keyword(source: &[u8]) -> bool {
    matches!(
        source,
        b"y" | b"Y"
            | b"n"
            | b"N"
            | b"on"
            | b"On"
            | b"ON"
            | b"no"
            | b"No"
            | b"NO"
            | b"yes"
            | b"Yes"
            | b"YES"
            | b"off"
            | b"Off"
            | b"OFF"
            | b"true"
            | b"True"
            | b"TRUE"
            | b"null"
            | b"Null"
            | b"NULL"
            | b"false"
            | b"False"
            | b"FALSE"
    )
}

/// Sets [`Node::needs_cooking`] of a mapping that is complete.
pub(crate) fn mark_order(text: &[u8], nodes: &mut [Node], mapping: NodeIndex, format: Format) {
    let needs_cooking = !is_in_order(text, nodes, mapping, format);
    if let Some(node) = nodes.get_mut(mapping as usize).filter(|node| node.kind == Kind::Mapping) {
        node.needs_cooking = needs_cooking;
    }
}

fn is_in_order(text: &[u8], nodes: &[Node], mapping: NodeIndex, format: Format) -> bool {
    let node = |index: NodeIndex| nodes.get(index as usize);
    let Some(end) = node(mapping).filter(|node| node.kind == Kind::Mapping).map(|mapping| mapping.next) else {
        return false;
    };
    let mut at = mapping.saturating_add(1);
    let mut before = None;
    while at < end {
        let (Some(key), Some(value)) = (node(at), node(at.saturating_add(1))) else { return false };
        let Some(name) = bare(text, key, format).filter(|name| std::str::from_utf8(name).is_ok()) else { return false };
        if before.is_some_and(|before| before >= name) {
            return false;
        }
        before = Some(name);
        at = value.next.max(at.saturating_add(2));
    }
    true
}
