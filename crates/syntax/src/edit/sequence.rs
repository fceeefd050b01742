//! Items of sequences.

use super::guard::{can_remove, not_alias};
use super::lines::{after_line, end, eol, insert_lines, is_flow, line_start, start, starts_line, with_comments_above};
use super::mapping::{block_item, sequence_indent};
use super::quote::quoted_scalar;
use super::{Edit, NewItem, Refusal, Result, flow};
use crate::tree::NodeRef;
use crate::yaml::span;

/// Inserts an item before the item `at`, or at the end. `key` is the key whose value the sequence is.
///
/// # Errors
/// A refusal for aliases and for sequences that start behind another dash.
pub fn insert_item(key: NodeRef<'_>, sequence: NodeRef<'_>, at: usize, item: &NewItem) -> Result<Edit> {
    not_alias(sequence)?;
    let items: Vec<NodeRef<'_>> = sequence.children().collect();
    if is_flow(sequence) {
        return Ok(insert_flow(key, sequence, &items, at, item));
    }
    let dash = sequence.node().extra as usize;
    let Some(&first) = items.first() else {
        return Err(Refusal {
            reason: "the list is written in a way that cannot be added to".to_owned(),
            range: sequence.range(),
        });
    };
    if !starts_line(sequence.text, start(sequence)) {
        return Err(Refusal { reason: "the list starts in the middle of a line".to_owned(), range: sequence.range() });
    }
    let width = start(first).saturating_sub(start(sequence)).clamp(2, 8);
    let lines = item_lines(sequence, dash, width, item);
    let text = sequence.text;
    let position = match at.checked_sub(1).map(|before| items.get(before).or(items.last())) {
        None => line_start(text, start(sequence)),
        Some(before) => after_line(text, before.map_or_else(|| end(sequence), |before| end(*before))),
    };
    Ok(insert_lines(text, position, &lines))
}

fn item_lines(near: NodeRef<'_>, dash: usize, width: usize, item: &NewItem) -> Vec<String> {
    match item {
        NewItem::Text(text) => {
            vec![format!("{}-{}{}", " ".repeat(dash), " ".repeat(width.saturating_sub(1)), quoted_scalar(near, text))]
        }
        NewItem::Mapping(pairs) => block_item(near, dash, width, pairs),
    }
}

fn insert_flow(key: NodeRef<'_>, sequence: NodeRef<'_>, items: &[NodeRef<'_>], at: usize, item: &NewItem) -> Edit {
    let block = sequence.format() == crate::Format::Yaml && starts_line_with_dash_or_blank(key);
    if items.is_empty() && block {
        let column = key_column(key);
        let lines = item_lines(sequence, column + sequence_indent(sequence), 2, item);
        let eol = eol(sequence.text);
        return Edit {
            range: span(end_of_colon(key, sequence), end(sequence)),
            text: format!("{eol}{}", lines.join(eol)),
        };
    }
    let text = match item {
        NewItem::Text(text) => quoted_scalar(sequence, text),
        NewItem::Mapping(pairs) => flow::mapping(sequence, pairs),
    };
    let elements: flow::Elements<'_> = items.iter().map(|item| (*item, *item)).collect();
    flow::insert(sequence, &elements, at, &text)
}

fn starts_line_with_dash_or_blank(key: NodeRef<'_>) -> bool {
    let line = line_start(key.text, start(key));
    key.text.get(line..start(key)).unwrap_or_default().iter().all(|&b| matches!(b, b' ' | b'-'))
}

fn key_column(key: NodeRef<'_>) -> usize {
    start(key).saturating_sub(line_start(key.text, start(key)))
}

/// Just behind the colon of a key.
fn end_of_colon(key: NodeRef<'_>, value: NodeRef<'_>) -> usize {
    let between = key.text.get(end(key)..start(value)).unwrap_or_default();
    between.iter().position(|&b| b == b':').map_or_else(|| start(value), |at| end(key) + at + 1)
}

/// Removes an item. Comments directly above it at the column of its dash, and one behind it, go with it.
/// A list that becomes empty is written `[]`.
///
/// # Errors
/// A refusal when an anchor inside is used elsewhere, or when the item shares its line with another dash.
pub fn remove_item(key: NodeRef<'_>, sequence: NodeRef<'_>, at: usize) -> Result<Edit> {
    not_alias(sequence)?;
    let items: Vec<NodeRef<'_>> = sequence.children().collect();
    let Some(&item) = items.get(at) else {
        return Err(Refusal { reason: "the item is gone".to_owned(), range: sequence.range() });
    };
    can_remove(item)?;
    let refuse = |reason: &str| Refusal { reason: reason.to_owned(), range: item.range() };
    if is_flow(sequence) {
        let elements: flow::Elements<'_> = items.iter().map(|item| (*item, *item)).collect();
        return flow::remove(&elements, at).ok_or_else(|| refuse("the item is gone"));
    }
    let text = sequence.text;
    if items.len() == 1 {
        return Ok(empty_list(key, sequence));
    }
    let dash = dash_of(text, item, sequence.node().extra as usize);
    let Some(dash) = dash.filter(|dash| starts_line(text, *dash)) else {
        return Err(refuse("the item shares its line with another one"));
    };
    let from = with_comments_above(text, line_start(text, dash), sequence.node().extra as usize);
    Ok(Edit { range: span(from, after_line(text, end(item))), text: String::new() })
}

/// The dash of an item: the last one before it at the sequence's column.
fn dash_of(text: &[u8], item: NodeRef<'_>, column: usize) -> Option<usize> {
    let mut line = line_start(text, start(item));
    loop {
        let dash = line + column;
        if dash <= start(item) && text.get(dash) == Some(&b'-') && starts_line(text, dash) {
            return Some(dash);
        }
        line = line_start(text, line.checked_sub(1)?);
    }
}

fn empty_list(key: NodeRef<'_>, sequence: NodeRef<'_>) -> Edit {
    let text = sequence.text;
    let last = end(sequence);
    let trailing = if last > 0 && text.get(last - 1) == Some(&b'\n') { eol(text) } else { "" };
    Edit { range: span(end_of_colon(key, sequence), last), text: format!(" []{trailing}") }
}

/// Makes a list of texts say exactly `texts`: items that stay keep their bytes.
///
/// # Errors
/// As [`insert_item`] and [`remove_item`].
pub fn replace_items(key: NodeRef<'_>, sequence: NodeRef<'_>, texts: &[String]) -> Result<Vec<Edit>> {
    not_alias(sequence)?;
    let items: Vec<NodeRef<'_>> = sequence.children().collect();
    let old: Vec<Option<String>> = items.iter().map(|item| item.as_str().map(|text| text.into_owned())).collect();
    if texts.is_empty() || is_flow(sequence) {
        for item in &items {
            can_remove(*item)?;
        }
        let whole = if is_flow(sequence) { flow::rewrite(sequence, &items, texts) } else { empty_list(key, sequence) };
        return Ok(vec![whole]);
    }
    let kept = common(&old, texts);
    if kept.is_empty() && !items.is_empty() {
        return rewrite(key, sequence, texts);
    }
    let mut edits = Vec::new();
    for at in (0..items.len()).filter(|at| !kept.iter().any(|(old, _)| old == at)) {
        edits.push(remove_item(key, sequence, at)?);
    }
    for (new, text) in texts.iter().enumerate() {
        if kept.iter().any(|(_, kept)| *kept == new) {
            continue;
        }
        let after = kept.iter().rev().find(|(_, kept)| *kept < new).map_or(0, |(old, _)| old + 1);
        edits.push(insert_item(key, sequence, after, &NewItem::Text(text.clone()))?);
    }
    Ok(merge(edits))
}

/// Nothing stays: the first item is replaced in place, further ones follow, the rest goes.
fn rewrite(key: NodeRef<'_>, sequence: NodeRef<'_>, texts: &[String]) -> Result<Vec<Edit>> {
    let items: Vec<NodeRef<'_>> = sequence.children().collect();
    let mut edits = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match texts.get(at) {
            Some(text) => edits.extend(super::replace_scalar(*item, text)?),
            None => edits.push(remove_item(key, sequence, at)?),
        }
    }
    for text in texts.iter().skip(items.len()) {
        edits.push(insert_item(key, sequence, items.len(), &NewItem::Text(text.clone()))?);
    }
    Ok(merge(edits))
}

/// Pairs of equal items in order: greedy from the front, enough to keep what an editor did not touch.
fn common(old: &[Option<String>], new: &[String]) -> Vec<(usize, usize)> {
    let mut kept: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for (at, text) in new.iter().enumerate() {
        let rest = old.get(from..).unwrap_or_default();
        if let Some(found) = rest.iter().position(|item| item.as_ref() == Some(text)) {
            kept.push((from + found, at));
            from += found + 1;
        }
    }
    kept
}

/// Edits in order; insertions at the same place become one.
fn merge(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    let mut merged: Vec<Edit> = Vec::new();
    for edit in edits {
        match merged.last_mut() {
            Some(last) if last.range == edit.range && edit.range.is_empty() => last.text.push_str(&edit.text),
            Some(last) if last.range.end() == edit.range.start() && last.text.is_empty() && edit.text.is_empty() => {
                last.range = last.range.cover(edit.range);
            }
            Some(last) if last.range.end() > edit.range.start() => last.range = last.range.cover(edit.range),
            _ => merged.push(edit),
        }
    }
    merged
}
