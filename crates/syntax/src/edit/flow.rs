//! Flow style and JSON: elements between commas.

use super::lines::{end, eol, line_start, start};
use super::{Edit, NewValue};
use crate::document::Format;
use crate::edit::quote::quoted_scalar;
use crate::tree::NodeRef;
use crate::yaml::span;

/// First and last node of each element: the item itself, or key and value.
pub(super) type Elements<'d> = Vec<(NodeRef<'d>, NodeRef<'d>)>;

/// Inserts an element before the element `at`, or at the end.
pub(super) fn insert(container: NodeRef<'_>, elements: &Elements<'_>, at: usize, element: &str) -> Edit {
    let Some(&(first, _)) = elements.first() else {
        let inside = start(container) + 1;
        return Edit { range: span(inside, inside), text: element.to_owned() };
    };
    let separator = separator(container, elements);
    match elements.get(at) {
        Some(&(next, _)) => Edit { range: span(start(next), start(next)), text: format!("{element}{separator}") },
        None => {
            let last = elements.last().map_or(first, |&(_, last)| last);
            let at = end(last);
            Edit { range: span(at, at), text: format!("{separator}{element}") }
        }
    }
}

/// What stands between two elements: copied from the first two, or made from the line of the first.
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
        let indent = String::from_utf8_lossy(text.get(line..start(first)).unwrap_or_default()).into_owned();
        return format!(",{}{indent}", eol(text));
    }
    if is_compact(container) { ",".to_owned() } else { ", ".to_owned() }
}

/// Whether JSON is written without blanks.
fn is_compact(node: NodeRef<'_>) -> bool {
    node.format() == Format::Json && memchr::memmem::find(node.text, b"\": ").is_none()
}

/// Writes all items anew, in the layout of the old ones.
pub(super) fn rewrite(container: NodeRef<'_>, items: &[NodeRef<'_>], texts: &[String]) -> Edit {
    let text = container.text;
    let elements: Elements<'_> = items.iter().map(|item| (*item, *item)).collect();
    let between = |from: usize, to: usize| String::from_utf8_lossy(text.get(from..to).unwrap_or_default()).into_owned();
    let (lead, trail) = match (items.first(), items.last()) {
        (Some(first), Some(last)) if !texts.is_empty() => {
            (between(start(container) + 1, start(*first)), between(end(*last), end(container).saturating_sub(1)))
        }
        _ => (String::new(), String::new()),
    };
    let texts: Vec<String> = texts.iter().map(|text| quoted_scalar(container, text)).collect();
    let joined = texts.join(&separator(container, &elements));
    Edit { range: container.range(), text: format!("[{lead}{joined}{trail}]") }
}

/// Removes the element `at` with one comma.
pub(super) fn remove(elements: &Elements<'_>, at: usize) -> Option<Edit> {
    let &(from, to) = elements.get(at)?;
    let range = match (elements.get(at + 1), at.checked_sub(1).and_then(|before| elements.get(before))) {
        (Some(&(next, _)), _) => span(start(from), start(next)),
        (None, Some(&(_, before))) => span(end(before), end(to)),
        (None, None) => span(start(from), end(to)),
    };
    Some(Edit { range, text: String::new() })
}

/// `key: value` in the flow style around `near`.
pub(super) fn pair(near: NodeRef<'_>, key: &str, value: &NewValue) -> String {
    let colon = if is_compact(near) { ":" } else { ": " };
    format!("{}{colon}{}", quoted_scalar(near, key), self::value(near, value))
}

/// A value in flow style.
pub(super) fn value(near: NodeRef<'_>, value: &NewValue) -> String {
    let comma = if is_compact(near) { "," } else { ", " };
    match value {
        NewValue::Text(text) => quoted_scalar(near, text),
        NewValue::List(items) => {
            let items: Vec<String> = items.iter().map(|item| quoted_scalar(near, item)).collect();
            format!("[{}]", items.join(comma))
        }
        NewValue::Mapping(pairs) => {
            let pairs: Vec<(String, NewValue)> =
                pairs.iter().map(|(key, text)| (key.clone(), NewValue::Text(text.clone()))).collect();
            mapping(near, &pairs)
        }
        NewValue::Mappings(items) => {
            let items: Vec<String> = items.iter().map(|item| mapping(near, item)).collect();
            format!("[{}]", items.join(comma))
        }
    }
}

/// A mapping in flow style. It holds texts and lists of texts, so the nesting ends here.
pub(super) fn mapping(near: NodeRef<'_>, pairs: &[(String, NewValue)]) -> String {
    let comma = if is_compact(near) { "," } else { ", " };
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| pair(near, key, value)).collect();
    format!("{{{}}}", pairs.join(comma))
}
