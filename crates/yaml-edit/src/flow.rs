//! Flow style and JSON: elements between commas.

use crate::lines::{end, eol, indent, start, starts_line, token, with_comments_above};
use crate::sample::{Layout, Sample, is_compact, is_one_line, item_text, key_text, ordered, sample, text_of};
use crate::{Edit, NewValue};
use olmkit_text::{line_end, line_start, next_line, span};
use olmkit_yaml::Format;
use olmkit_yaml::NodeRef;

/// The first and the last node of each element: the item twice, or key and value.
pub(super) type Elements<'d> = Vec<(NodeRef<'d>, NodeRef<'d>)>;

/// Inserts elements before the element `at`, or at the end.
pub(super) fn insert(container: NodeRef<'_>, elements: &Elements<'_>, at: usize, new: &[String]) -> Edit {
    let Some(&(first, last)) = elements.first() else {
        let inside = start(container) + 1;
        return Edit { range: span(inside, inside), text: new.join(separator(container, elements).as_str()) };
    };
    let separator = separator(container, elements);
    if let Some(&(next, _)) = elements.get(at) {
        let text: String = new.iter().map(|element| format!("{element}{separator}")).collect();
        return Edit { range: span(start(next), start(next)), text };
    }
    let at = end(elements.last().map_or(last, |&(_, last)| last));
    let joined: String = new.iter().map(|element| format!("{separator}{element}")).collect();
    if !separator.as_bytes().contains(&b'\n') || container.format() == Format::Json {
        return Edit { range: span(at, at), text: joined };
    }
    behind_comment(container, first, at, new).unwrap_or(Edit { range: span(at, at), text: joined })
}

/// The insertion at the end of a YAML collection that spans several lines: after a comment of the last element, and its
/// comma.
fn behind_comment(container: NodeRef<'_>, first: NodeRef<'_>, at: usize, new: &[String]) -> Option<Edit> {
    let text = container.text;
    let line = line_end(text, at);
    let rest = std::str::from_utf8(text.get(at..line)?).ok()?;
    let (has_comma, tail) = match rest.trim_start().strip_prefix(',') {
        Some(tail) => (true, tail),
        None => (false, rest),
    };
    if !(tail.trim().is_empty() || tail.trim_start().starts_with('#')) || (!has_comma && tail.trim().is_empty()) {
        return None;
    }
    let lead = indent(text, start(first));
    let joined = new.join(&format!(",{}{lead}", eol(text)));
    let comma = if has_comma { "," } else { "" };
    let head = if has_comma { rest.to_owned() } else { format!(",{rest}") };
    Some(Edit { range: span(at, line), text: format!("{head}{}{lead}{joined}{comma}", eol(text)) })
}

/// The text between two elements: copied from the first two, or derived from the line of the first.
fn separator(container: NodeRef<'_>, elements: &Elements<'_>) -> String {
    let text = container.text;
    if let [(_, first), (second, _), ..] = elements.as_slice() {
        let between = text.get(end(*first)..start(*second)).unwrap_or_default();
        let clean = between.iter().all(|b| matches!(b, b',' | b' ' | b'\t' | b'\r' | b'\n'));
        if clean && between.contains(&b',') {
            return String::from_utf8_lossy(between).into_owned();
        }
    }
    let Some(&(first, _)) = elements.first() else { return ", ".to_owned() };
    let line = line_start(text, start(first));
    if line > start(container) {
        return format!(",{}{}", eol(text), indent(text, start(first)));
    }
    if is_compact(container) { ",".to_owned() } else { ", ".to_owned() }
}

/// Removes the elements from `from` to `to` (inclusive) with the same number of commas.
pub(super) fn remove(elements: &Elements<'_>, from: usize, to: usize) -> Option<Edit> {
    let (&(first, _), &(_, last)) = (elements.get(from)?, elements.get(to)?);
    let before = from.checked_sub(1).and_then(|before| elements.get(before)).map(|&(_, before)| end(before));
    let next = elements.get(to + 1).map(|&(next, _)| start(next));
    let around = before.unwrap_or_else(|| start(first))..next.unwrap_or_else(|| end(last));
    let has_comment = first.format() == Format::Yaml && first.text.get(around)?.contains(&b'#');
    let lines = if has_comment { own_lines(first, last, before, next.is_some()) } else { None };
    let range = match (lines, next, before) {
        (Some((from, to)), _, _) => span(from, to),
        (None, Some(next), _) => span(start(first), next),
        (None, None, Some(before)) => span(before, end(last)),
        // A list that contains only a comma is not valid.
        (None, None, None) => match token(first.text, end(last)) {
            comma if first.text.get(comma) == Some(&b',') => span(start(first), comma + 1),
            _ => span(start(first), end(last)),
        },
    };
    Some(Edit { range, text: String::new() })
}

/// The lines that contain only these elements. Comments of other elements are kept.
fn own_lines(first: NodeRef<'_>, last: NodeRef<'_>, before: Option<usize>, comma: bool) -> Option<(usize, usize)> {
    let text = first.text;
    let mut to = end(last);
    let after = token(text, to);
    if text.get(after) == Some(&b',') {
        to = after + 1;
    } else if comma {
        return None;
    }
    let rest = text.get(to..line_end(text, to))?.trim_ascii();
    let column = start(first) - line_start(text, start(first));
    if !starts_line(text, start(first)) || !(rest.is_empty() || rest.starts_with(b"#")) {
        return None;
    }
    let from = with_comments_above(text, line_start(text, start(first)), column, before.unwrap_or(0));
    Some((from, next_line(text, to)))
}

/// `key: value` in the flow style of the text around `near`.
pub(super) fn pair(near: NodeRef<'_>, key: &str, value: &NewValue, layout: Option<&Layout>) -> String {
    let colon = if is_compact(near) { ":" } else { ": " };
    let sample = sample(near, key, &[]);
    format!("{}{colon}{}", key_text(near, key), self::value(near, sample, value, layout))
}

/// A value in flow style.
pub(super) fn value(
    near: NodeRef<'_>,
    sample: Option<Sample<'_>>,
    value: &NewValue,
    layout: Option<&Layout>,
) -> String {
    match value {
        NewValue::Text(text) => text_of(near, sample, text),
        NewValue::List(items) => {
            let list = sample.map(|sample| sample.value);
            let items: Vec<String> = items.iter().map(|item| item_text(near, list, item)).collect();
            brackets(near, ("[", "]"), &items, layout.filter(|_| !is_one_line(sample)))
        }
        NewValue::Mapping(pairs) => mapping(near, pairs, layout),
        NewValue::Mappings(items) => {
            let inner = layout.map(Layout::deeper);
            let items: Vec<String> = items.iter().map(|item| mapping(near, item, inner.as_ref())).collect();
            brackets(near, ("[", "]"), &items, layout)
        }
    }
}

/// A mapping in flow style, with keys in the order of the document.
pub(super) fn mapping(near: NodeRef<'_>, pairs: &[(String, NewValue)], layout: Option<&Layout>) -> String {
    let inner = layout.map(Layout::deeper);
    let pairs: Vec<String> =
        ordered(near, pairs).iter().map(|(key, value)| pair(near, key, value, inner.as_ref())).collect();
    brackets(near, ("{", "}"), &pairs, layout)
}

/// Elements in brackets: on one line, or one per line.
pub(super) fn brackets(
    near: NodeRef<'_>,
    (open, close): (&str, &str),
    parts: &[String],
    layout: Option<&Layout>,
) -> String {
    match layout {
        Some(Layout { indent, unit, eol }) if !parts.is_empty() => {
            let between = format!(",{eol}{indent}{unit}");
            format!("{open}{eol}{indent}{unit}{}{eol}{indent}{close}", parts.join(&between))
        }
        _ => format!("{open}{}{close}", parts.join(if is_compact(near) { "," } else { ", " })),
    }
}
