//! Keys of mappings.

use super::guard::{can_remove, not_alias};
use super::lines::{after_line, end, insert_lines, is_flow, line_start, start, starts_line};
use super::quote::quoted_scalar;
use super::{Edit, NewValue, Refusal, Result, flow};
use crate::tree::{Kind, NodeRef};
use crate::yaml::span;

fn pairs(mapping: NodeRef<'_>) -> flow::Elements<'_> {
    mapping.pairs().collect()
}

/// Adds a key. `order` is the schema's usual order of keys: the new key goes after the last present key before it.
///
/// # Errors
/// A refusal for aliases.
pub fn insert_key(mapping: NodeRef<'_>, key: &str, value: &NewValue, order: &[&str]) -> Result<Edit> {
    not_alias(mapping)?;
    let pairs = pairs(mapping);
    let rank = order.iter().position(|name| *name == key).unwrap_or(order.len());
    let before = |pair: &(NodeRef<'_>, NodeRef<'_>)| {
        order.iter().position(|name| pair.0.key() == *name).is_some_and(|at| at < rank)
    };
    let after = pairs.iter().rposition(before).or(pairs.len().checked_sub(1));
    if is_flow(mapping) {
        let at = after.map_or(0, |after| after + 1);
        return Ok(flow::insert(mapping, &pairs, at, &flow::pair(mapping, key, value)));
    }
    let last = after.and_then(|after| pairs.get(after)).map_or_else(|| end(mapping), |&(_, value)| end(value));
    let lines = block_pair(mapping, mapping.node().extra as usize, key, value);
    Ok(insert_lines(mapping.text, after_line(mapping.text, last), &lines))
}

/// Removes a direct key and its value; a comment behind the value goes with it.
///
/// # Errors
/// A refusal when an anchor inside is used elsewhere, or when it is the only key.
pub fn remove_key(mapping: NodeRef<'_>, key: NodeRef<'_>) -> Result<Edit> {
    not_alias(mapping)?;
    let pairs = pairs(mapping);
    let Some(at) = pairs.iter().position(|(other, _)| other.index() == key.index()) else {
        return Err(Refusal { reason: "the key comes from a merge (`<<`)".to_owned(), range: key.range() });
    };
    let Some(&(_, value)) = pairs.get(at) else {
        return Err(Refusal { reason: "the key is gone".to_owned(), range: key.range() });
    };
    can_remove(key)?;
    can_remove(value)?;
    if pairs.len() == 1 {
        return Err(Refusal { reason: "it is the only key of its mapping".to_owned(), range: key.range() });
    }
    if is_flow(mapping) {
        return flow::remove(&pairs, at)
            .ok_or_else(|| Refusal { reason: "the key is gone".to_owned(), range: key.range() });
    }
    let text = mapping.text;
    if starts_line(text, start(key)) {
        return Ok(Edit {
            range: span(line_start(text, start(key)), after_line(text, end(value))),
            text: String::new(),
        });
    }
    // The first key stands behind a dash: the next key moves up to it.
    match pairs.get(at + 1) {
        Some(&(next, _)) => Ok(Edit { range: span(start(key), start(next)), text: String::new() }),
        None => Err(Refusal { reason: "the key shares its line with something else".to_owned(), range: key.range() }),
    }
}

/// The lines of `key: value` at a column.
pub(super) fn block_pair(near: NodeRef<'_>, column: usize, key: &str, value: &NewValue) -> Vec<String> {
    let indent = " ".repeat(column);
    let key = quoted_scalar(near, key);
    match value {
        NewValue::Text(text) => vec![format!("{indent}{key}: {}", quoted_scalar(near, text))],
        NewValue::List(items) if items.is_empty() => vec![format!("{indent}{key}: []")],
        NewValue::Mappings(items) if items.is_empty() => vec![format!("{indent}{key}: []")],
        NewValue::List(items) => {
            let dash = " ".repeat(column + sequence_indent(near));
            let mut lines = vec![format!("{indent}{key}:")];
            lines.extend(items.iter().map(|item| format!("{dash}- {}", quoted_scalar(near, item))));
            lines
        }
        NewValue::Mapping(pairs) => {
            let inner = " ".repeat(column + 2);
            let mut lines = vec![format!("{indent}{key}:")];
            lines.extend(
                pairs
                    .iter()
                    .map(|(key, text)| format!("{inner}{}: {}", quoted_scalar(near, key), quoted_scalar(near, text))),
            );
            lines
        }
        NewValue::Mappings(items) => {
            let mut lines = vec![format!("{indent}{key}:")];
            for item in items {
                lines.extend(block_item(near, column + sequence_indent(near), 2, item));
            }
            lines
        }
    }
}

/// The lines of a mapping as an item of a block sequence; `width` is the dash with its blanks.
pub(super) fn block_item(near: NodeRef<'_>, dash: usize, width: usize, pairs: &[(String, NewValue)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (key, value) in pairs {
        lines.extend(block_pair(near, dash + width, key, value));
    }
    if let Some(first) = lines.first_mut() {
        let content = first.trim_start().to_owned();
        *first = format!("{}-{}{content}", " ".repeat(dash), " ".repeat(width.saturating_sub(1)));
    }
    lines
}

/// How far the document indents sequences below their key: 0 or more columns, by its own habit.
pub(super) fn sequence_indent(near: NodeRef<'_>) -> usize {
    let nodes = (0_u32..).zip(&near.tree.nodes);
    for (index, node) in nodes {
        if node.kind != Kind::Mapping || node.style != crate::tree::Style::Block {
            continue;
        }
        let sequence = near
            .at(index)
            .pairs()
            .map(|(_, value)| value)
            .find(|value| value.kind() == Kind::Sequence && value.style() == crate::tree::Style::Block);
        if let Some(sequence) = sequence {
            return (sequence.node().extra as usize).saturating_sub(node.extra as usize);
        }
    }
    0
}
