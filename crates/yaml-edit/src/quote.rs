//! Writes scalars such that they are read back as exactly the given string.

use crate::alias::not_alias;
use crate::guard::{can_remove, not_shared, refuse};
use crate::lines::{FLOW_INDICATORS, content_end, eol, indent, is_block, is_flow, is_in_flow};
use crate::{Edit, Result};
use olmkit_yaml::Format;
use olmkit_yaml::NodeRef;

use olmkit_text::{line_end, line_start, next_line, span};
use olmkit_yaml::{Kind, Node, Style, Tree, is_text, tag_name};

/// Replaces the value of a scalar, and keeps its style if possible. No edit if the value is already equal.
///
/// # Errors
/// A refusal for aliases and for anchors that are used elsewhere.
pub fn replace_scalar(node: NodeRef<'_>, text: &str) -> Result<Option<Edit>> {
    not_alias(node)?;
    if node.as_str().as_deref() == Some(text) {
        return Ok(None);
    }
    not_shared(node)?;
    can_remove(node)?;
    if !matches!(node.kind(), Kind::Scalar) {
        return refuse("the value is a list or a mapping, not a string", node);
    }
    if !matches!(tag_name(node).as_deref(), None | Some("str" | "!")) {
        return refuse("the value has a tag; remove the tag first", node);
    }
    let from = node.node().start as usize;
    let plain = || plain_in_block(node, text).map(str::to_owned);
    let new = block_like(node, from, text).or_else(plain).unwrap_or_else(|| like(node, node, text));
    let before = from.checked_sub(1).and_then(|at| node.text.get(at));
    let is_absent = node.source().is_empty();
    if is_absent && !matches!(before, Some(b':' | b'-' | b' ')) && !node.node().has_properties {
        return refuse("the key has no colon", node);
    }
    // An absent value directly follows the colon or the dash.
    let new = if is_absent && before != Some(&b' ') { format!(" {new}") } else { new };
    let to = if is_block(node) {
        let last = node.text.get(..content_end(node)).unwrap_or_default().trim_ascii_end().len();
        line_end(node.text, last.max(from))
    } else {
        node.node().end as usize
    };
    Ok(Some(Edit { range: span(from, to), text: new }))
}

/// A string of several lines that replaces a literal or folded scalar, with the same indentation, or a plain scalar.
fn block_like(node: NodeRef<'_>, from: usize, text: &str) -> Option<String> {
    if !text.contains('\n') || node.as_str()?.trim().is_empty() {
        return None;
    }
    let column = if is_block(node) {
        let first = next_line(node.text, from);
        let whitespace = node.text.get(first..)?.iter().take_while(|b| b.is_ascii_whitespace()).count();
        indent(node.text, first.saturating_add(whitespace)).len()
    } else if stands_alone(node) {
        let line = node.text.get(line_start(node.text, from)..from)?;
        let column = line.iter().take_while(|b| matches!(b, b' ' | b'-')).count().saturating_add(2);
        if swallows(node, column) {
            return None;
        }
        column
    } else {
        return None;
    };
    Some(literal(text, column)?.join(eol(node.text)))
}

/// Whether a literal scalar at a column would include the comment below it.
fn swallows(node: NodeRef<'_>, column: usize) -> bool {
    let rest = node.text.get(next_line(node.text, node.node().end as usize)..).unwrap_or_default();
    let whitespace = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
    rest.get(whitespace) == Some(&b'#') && whitespace - line_start(rest, whitespace) >= column
}

/// Whether a plain scalar ends its line and is not in a flow collection.
fn stands_alone(node: NodeRef<'_>) -> bool {
    let end = node.node().end as usize;
    let rest = node.text.get(end..line_end(node.text, end)).unwrap_or_default();
    node.style() == Style::Plain && node.format() == Format::Yaml && rest.trim_ascii().is_empty() && !is_in_flow(node)
}

/// A string that needs no quotes, if it replaces a plain scalar outside of flow collections.
fn plain_in_block<'t>(node: NodeRef<'_>, text: &'t str) -> Option<&'t str> {
    let was_plain = node.format() == Format::Yaml && node.style() == Style::Plain;
    (was_plain && is_plain(text) && text.contains(FLOW_INDICATORS) && !is_in_flow(node)).then_some(text)
}

/// The lines of a literal scalar at a column, starting with its header. `None` for a single line, and for strings that
/// only quotes can represent.
pub(super) fn literal(text: &str, column: usize) -> Option<Vec<String>> {
    let body = text.trim_end_matches('\n');
    let header = match text.len().saturating_sub(body.len()) {
        0 => "|-",
        1 => "|",
        _ => return None,
    };
    if !text.as_bytes().contains(&b'\n')
        || body.is_empty()
        || body.starts_with([' ', '\n'])
        || !body.split('\n').all(can_single)
    {
        return None;
    }
    let mut lines = vec![header.to_owned()];
    lines.extend(body.split('\n').map(|line| if line.is_empty() { String::new() } else { " ".repeat(column) + line }));
    Some(lines)
}

/// A string in the style of a sample, if possible.
pub(super) fn like(near: NodeRef<'_>, sample: NodeRef<'_>, text: &str) -> String {
    match (near.format(), sample.style()) {
        (Format::Json, _) => json(text),
        (_, Style::Single) if can_single(text) => single(text),
        (_, Style::Double) => json(text),
        _ => quoted_scalar(near, text),
    }
}

/// A string as a scalar in the style of the document around `near`.
#[must_use]
pub(crate) fn quoted_scalar(near: NodeRef<'_>, text: &str) -> String {
    if is_json(near) {
        return json(text);
    }
    if is_plain(text) && !text.contains(FLOW_INDICATORS) {
        return text.to_owned();
    }
    let prefers_double = prefers_double(near.tree);
    if can_single(text) && !prefers_double { single(text) } else { json(text) }
}

/// Whether a document is JSON, or JSON in a YAML file.
fn is_json(near: NodeRef<'_>) -> bool {
    let root = near.at(0);
    let is_quoted = |(key, _): (NodeRef<'_>, NodeRef<'_>)| key.style() == Style::Double;
    near.format() == Format::Json || is_flow(root) && root.pairs().next().is_some_and(is_quoted)
}

/// Whether double quotes are more frequent than single quotes in the document.
fn prefers_double(tree: &Tree) -> bool {
    let mut balance = 0_i64;
    for node in tree.nodes.iter().filter(|node| node.kind == Kind::Scalar).take(4096) {
        match node.style {
            Style::Double => balance = balance.saturating_add(1),
            Style::Single => balance = balance.saturating_sub(1),
            _ => {}
        }
    }
    balance > 0
}

fn can_single(text: &str) -> bool {
    text.chars().all(|c| {
        !c.is_control() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
    })
}

fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A string in double quotes, with escapes that are valid in JSON and YAML.
fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20
                || matches!(u32::from(c), 0x7F..=0x9F | 0x2028 | 0x2029 | 0xFEFF | 0xFFFE | 0xFFFF) =>
            {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a string can be written unquoted in block style without changing its value.
fn is_plain(text: &str) -> bool {
    const INDICATORS: &[char] =
        &['-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', '='];
    let Some(first) = text.chars().next() else { return false };
    let dashed = first == '-' && text.chars().nth(1).is_some_and(|c| c.is_ascii_alphanumeric());
    if INDICATORS.contains(&first) && !dashed || text.trim() != text || text.ends_with(':') {
        return false;
    }
    if !can_single(text) || text.as_bytes().windows(2).any(|pair| matches!(pair, b": " | b" #")) {
        return false;
    }
    reads_back(text)
}

/// Whether YAML 1.1 resolves the plain text to a string. Texts that look like dates or start like numbers are quoted
/// too.
fn reads_back(text: &str) -> bool {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let node = Node {
        kind: Kind::Scalar,
        style: Style::Plain,
        has_properties: false,
        needs_cooking: false,
        start: 0,
        end: length,
        next: 1,
        extra: 0,
    };
    let tree = Tree { nodes: vec![node], ..Tree::default() };
    let node = NodeRef::root(text.as_bytes(), &tree, Format::Yaml);
    let dots = text.bytes().filter(|&b| b == b'.').count();
    let number_like = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'_' | b':' | b'-')) && dots < 2;
    is_text(node) && !number_like && text != "<<"
}
