//! Keys of mappings.

use crate::alias::not_alias;
use crate::guard::{can_remove, not_shared, refuse};
use crate::lines::{
    after_line, content_end, end, eol, indent, insert_lines, is_block, is_flow, outer_start, remove_lines, start,
    starts_line, with_comments_above, with_comments_below,
};
use crate::quote::literal;
use crate::sample::{
    Layout, Sample, has_sorted_keys, item_text, key_text, mapping_indent, ordered, sample, sequence_indent, text_of,
};
use crate::{Edit, NewValue, Result, flow};
use olmkit_text::{line_start, span};
use olmkit_yaml::NodeRef;

fn pairs(mapping: NodeRef<'_>) -> flow::Elements<'_> {
    mapping.pairs().collect()
}

/// Adds a key. Its position is by name if the document sorts its keys; otherwise as in other mappings of the document
/// with this key; otherwise by `order`, the usual order of the schema.
///
/// # Errors
/// A refusal for aliases, and for mappings that are the target of an alias.
pub fn insert_key(mapping: NodeRef<'_>, key: &str, value: &NewValue, order: &[&str]) -> Result<Edit> {
    not_alias(mapping)?;
    not_shared(mapping)?;
    let pairs = pairs(mapping);
    let keys: Vec<_> = pairs.iter().map(|(key, _)| key.scalar_text()).collect();
    let keys: Vec<&str> = keys.iter().map(AsRef::as_ref).collect();
    let sample = sample(mapping, key, &keys);
    let at = match keys.is_sorted() && has_sorted_keys(mapping) {
        true => keys.partition_point(|own| *own < key),
        false => place(&pairs, key, sample, order),
    };
    if is_flow(mapping) {
        let text = flow::pair(mapping, key, value, Layout::of(mapping).map(|layout| layout.deeper()).as_ref());
        return Ok(flow::insert(mapping, &pairs, at, &[text]));
    }
    let column = mapping.node().extra as usize;
    let lines = block_pair(mapping, sample, column, key, value);
    let text = mapping.text;
    let Some(&(_, before)) = at.checked_sub(1).and_then(|before| pairs.get(before)) else {
        let first = pairs.first().map_or_else(|| start(mapping), |&(first, _)| outer_start(first));
        let eol = eol(text);
        let new = format!("{}{eol}{}", lines.join(eol).trim_start(), " ".repeat(column));
        return Ok(Edit { range: span(first, first), text: new });
    };
    let behind = with_comments_below(text, after_line(text, content_end(before)), column);
    Ok(insert_lines(text, behind, &lines))
}

/// Writes a value for a key whose value is null.
///
/// # Errors
/// A refusal for aliases, for values with an anchor or a tag, and for mappings that are the target of an alias.
pub fn fill_key(mapping: NodeRef<'_>, key: NodeRef<'_>, null: NodeRef<'_>, value: &NewValue) -> Result<Edit> {
    not_alias(mapping)?;
    not_alias(null)?;
    not_shared(mapping)?;
    if null.node().has_properties {
        return refuse("the value has an anchor or a tag; remove it first", null);
    }
    let name = key.key();
    let pair = if is_flow(mapping) {
        flow::pair(mapping, &name, value, Layout::of(mapping).map(|layout| layout.deeper()).as_ref())
    } else {
        let lines = block_pair(mapping, sample(mapping, &name, &[]), mapping.node().extra as usize, &name, value);
        lines.join(eol(mapping.text)).trim_start().to_owned()
    };
    // The key keeps its own quotes.
    let behind = pair.get(key_text(mapping, &name).len()..).unwrap_or_default();
    Ok(Edit { range: span(end(key), end(null)), text: behind.to_owned() })
}

/// The number of keys before the new one.
fn place(pairs: &flow::Elements<'_>, key: &str, sample: Option<Sample<'_>>, order: &[&str]) -> usize {
    if let Some(sample) = sample.filter(|sample| sample.mapping.index() > 0) {
        let written: Vec<_> = sample.mapping.pairs().map(|(key, _)| key).collect();
        let own = written.iter().position(|other| other.index() == sample.key.index()).unwrap_or(0);
        let place = |other: &NodeRef<'_>| pairs.iter().position(|(key, _)| key.scalar_text() == other.scalar_text());
        if let Some(before) = written.get(..own).unwrap_or_default().iter().rev().find_map(place) {
            return before + 1;
        }
        if let Some(after) = written.get(own + 1..).unwrap_or_default().iter().find_map(place) {
            return after;
        }
    }
    let rank = order.iter().position(|name| *name == key).unwrap_or(order.len());
    let before = |pair: &(NodeRef<'_>, NodeRef<'_>)| {
        order.iter().position(|name| pair.0.key() == *name).is_some_and(|at| at < rank)
    };
    pairs.iter().rposition(before).map_or(pairs.len(), |at| at + 1)
}

/// Removes a key of the mapping with its value and its comments: see the rule in the crate documentation.
///
/// # Errors
/// A refusal if an anchor inside is used elsewhere, if the mapping is the target of an alias, or if it is the only key.
pub fn remove_key(mapping: NodeRef<'_>, key: NodeRef<'_>) -> Result<Edit> {
    not_alias(mapping)?;
    not_shared(mapping)?;
    let pairs = pairs(mapping);
    let Some(at) = pairs.iter().position(|(other, _)| other.index() == key.index()) else {
        return refuse("the key comes from a merge (`<<`)", key);
    };
    let Some(&(_, value)) = pairs.get(at) else { return refuse("the key no longer exists", key) };
    can_remove(key)?;
    can_remove(value)?;
    if pairs.len() == 1 {
        return refuse("it is the only key of its mapping", key);
    }
    if is_flow(mapping) {
        return flow::remove(&pairs, at, at).map_or_else(|| refuse("the key no longer exists", key), Ok);
    }
    let (text, column) = (mapping.text, mapping.node().extra as usize);
    let first = outer_start(key);
    let behind = after_line(text, content_end(value));
    if starts_line(text, first) {
        let floor = at.checked_sub(1).and_then(|before| pairs.get(before)).map_or(0, |&(_, value)| end(value));
        let from = with_comments_above(text, line_start(text, first), column, floor);
        return Ok(remove_lines(text, from, with_comments_below(text, behind, column)));
    }
    let lead = text.get(line_start(text, first)..first).unwrap_or_default();
    let Some(&(next, _)) = pairs.get(at + 1).filter(|_| lead.iter().all(|b| matches!(b, b' ' | b'-'))) else {
        return refuse("the line contains more than this key", key);
    };
    // The first key follows a dash: the next key moves to its position, or below it if there are comments between them.
    let next = outer_start(next);
    let behind = with_comments_below(text, behind, column);
    if text.get(behind..next).unwrap_or_default().contains(&b'#') {
        let dash = line_start(text, first) + lead.trim_ascii_end().len();
        return Ok(Edit { range: span(dash, behind), text: eol(text).to_owned() });
    }
    Ok(Edit { range: span(first, next), text: String::new() })
}

/// The lines of `key: value` at a column.
pub(super) fn block_pair(
    near: NodeRef<'_>,
    sample: Option<Sample<'_>>,
    column: usize,
    key: &str,
    value: &NewValue,
) -> Vec<String> {
    let indent = " ".repeat(column);
    let key = key_text(near, key);
    let as_flow = sample.is_some_and(|sample| is_flow(sample.value) && sample.value.children().next().is_some());
    let inner = || (column + sequence_indent(near, sample), column + mapping_indent(near));
    match value {
        NewValue::Text(text) => {
            let as_block = sample.is_none_or(|sample| is_block(sample.value));
            let lines = if as_block { literal(text, column + 2) } else { None };
            let mut lines = lines.unwrap_or_else(|| vec![text_of(near, sample, text)]);
            if let Some(first) = lines.first_mut() {
                *first = format!("{indent}{key}: {first}");
            }
            lines
        }
        NewValue::List(items) if items.is_empty() => vec![format!("{indent}{key}: []")],
        NewValue::Mappings(items) if items.is_empty() => vec![format!("{indent}{key}: []")],
        value if as_flow => {
            vec![format!("{indent}{key}: {}", flow::value(near, sample, value, None))]
        }
        NewValue::List(items) => {
            let dash = " ".repeat(inner().0);
            let list = sample.map(|sample| sample.value);
            let mut lines = vec![format!("{indent}{key}:")];
            lines.extend(items.iter().map(|item| format!("{dash}- {}", item_text(near, list, item))));
            lines
        }
        NewValue::Mapping(pairs) => {
            let mut lines = vec![format!("{indent}{key}:")];
            for (key, value) in ordered(near, pairs) {
                lines.extend(block_pair(near, self::sample(near, &key, &[]), inner().1, &key, &value));
            }
            lines
        }
        NewValue::Mappings(items) => {
            let mut lines = vec![format!("{indent}{key}:")];
            for item in items {
                lines.extend(block_item(near, inner().0, 2, item));
            }
            lines
        }
    }
}

/// The lines of a mapping as an item of a block sequence; `width` is the width of the dash with its spaces.
pub(super) fn block_item(near: NodeRef<'_>, dash: usize, width: usize, pairs: &[(String, NewValue)]) -> Vec<String> {
    let keys: Vec<&str> = pairs.iter().map(|(key, _)| key.as_str()).collect();
    let mut lines = Vec::new();
    for (key, value) in ordered(near, pairs) {
        lines.extend(block_pair(near, sample(near, &key, &keys), dash + width, &key, &value));
    }
    if let Some(first) = lines.first_mut() {
        let content = first.trim_start().to_owned();
        *first = format!("{}-{}{content}", " ".repeat(dash), " ".repeat(width.saturating_sub(1)));
    }
    lines
}

/// A new document of strings and lists in the style of another document, with a final line break.
#[must_use]
pub fn new_document(near: NodeRef<'_>, pairs: &[(String, NewValue)]) -> String {
    let eol = eol(near.text);
    if is_flow(near) {
        let layout = Layout::of(near).map(|layout| Layout { indent: indent(near.text, start(near)), ..layout });
        return format!("{}{eol}", flow::mapping(near, pairs, layout.as_ref()));
    }
    let mut lines = Vec::new();
    for (key, value) in ordered(near, pairs) {
        lines.extend(block_pair(near, sample(near, &key, &[]), 0, &key, &value));
    }
    lines.iter().map(|line| format!("{line}{eol}")).collect()
}
