//! Lines around a position.

use olmkit_text::{line_end, line_start, next_line, span};
use olmkit_yaml::Format;
use olmkit_yaml::NodeRef;
use olmkit_yaml::{Kind, Style};

use crate::Edit;

/// Characters that end a plain scalar in a flow collection, but not elsewhere.
pub(super) const FLOW_INDICATORS: [char; 6] = [',', '[', ']', '{', '}', '?'];

/// The position after the line break of the line that contains `at`, or the end of the text. A block scalar ends at the
/// start of a line; that line follows the node.
pub(super) fn after_line(text: &[u8], at: usize) -> usize {
    if at > 0 && text.get(at - 1) == Some(&b'\n') {
        return at;
    }
    next_line(text, at)
}

/// The line break of the document.
pub(super) fn eol(text: &[u8]) -> &'static str {
    match memchr::memchr(b'\n', text) {
        Some(at) if at > 0 && text.get(at - 1) == Some(&b'\r') => "\r\n",
        _ => "\n",
    }
}

/// Inserts whole lines at the start of a line. A text without a final line break gets one first.
pub(super) fn insert_lines(text: &[u8], at: usize, lines: &[String]) -> Edit {
    let eol = eol(text);
    let open = at > 0 && at == text.len() && text.last() != Some(&b'\n');
    let mut new = String::new();
    if open {
        new.push_str(eol);
        new.push_str(&lines.join(eol));
    } else {
        for line in lines {
            new.push_str(line);
            new.push_str(eol);
        }
    }
    Edit { range: span(at, at), text: new }
}

/// Whether only spaces precede `at` in its line.
pub(super) fn starts_line(text: &[u8], at: usize) -> bool {
    text.get(line_start(text, at)..at).unwrap_or_default().iter().all(|&b| b == b' ')
}

/// The start of the comment lines directly above a line, at the same column; not above `floor`.
pub(super) fn with_comments_above(text: &[u8], start: usize, column: usize, floor: usize) -> usize {
    let mut at = start;
    while at > floor {
        let above = line_start(text, at - 1);
        if above < floor || comment_column(text, above) != Some(column) {
            break;
        }
        at = above;
    }
    at
}

/// The end of the comment lines from the start of a line on that are indented deeper than `column`.
pub(super) fn with_comments_below(text: &[u8], start: usize, column: usize) -> usize {
    let mut at = start;
    while at < text.len() && comment_column(text, at).is_some_and(|found| found > column) {
        at = next_line(text, at);
    }
    at
}

/// The column of the comment on a line that contains nothing else; `at` is the start of the line.
fn comment_column(text: &[u8], at: usize) -> Option<usize> {
    let line = text.get(at..next_line(text, at)).unwrap_or_default();
    let column = line.iter().take_while(|&&b| b == b' ').count();
    (line.get(column) == Some(&b'#')).then_some(column)
}

/// The whitespace at the start of the line that contains `at`.
pub(super) fn indent(text: &[u8], at: usize) -> String {
    let line = text.get(line_start(text, at)..at).unwrap_or_default();
    let whitespace = line.iter().take_while(|&&b| b == b' ' || b == b'\t').count();
    String::from_utf8_lossy(line.get(..whitespace).unwrap_or_default()).into_owned()
}

/// The first byte from `at` on that is not whitespace, a line break or part of a comment.
pub(super) fn token(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at = next_line(text, at),
            _ => break,
        }
    }
    at
}

/// Removes whole lines. If the last line has no line break, the preceding line break is removed instead.
pub(super) fn remove_lines(text: &[u8], from: usize, to: usize) -> Edit {
    let open = to == text.len() && text.last() != Some(&b'\n') && from > 0;
    let (from, to) = if open { (line_end(text, line_start(text, from - 1)), to) } else { (from, to) };
    Edit { range: span(from, to), text: String::new() }
}

/// The end of the content of a node. A block scalar includes the blank lines below it. Unless it keeps them (`+`), they
/// have no effect, and the content ends with its last line.
pub(super) fn content_end(node: NodeRef<'_>) -> usize {
    let (text, whole) = (node.text, end(node));
    let last = node.at(node.node().next.saturating_sub(1)).node();
    let is_block = matches!(last.style, Style::Literal | Style::Folded) && last.kind == Kind::Scalar;
    if !is_block || last.end as usize != whole {
        return whole;
    }
    let header = last.start as usize;
    if text.get(header..line_end(text, header)).unwrap_or_default().contains(&b'+') {
        return whole;
    }
    let content = text.get(header..whole).unwrap_or_default().trim_ascii_end().len();
    next_line(text, header + content).min(whole)
}

/// The start of a node, including its anchor and tag.
pub(super) fn outer_start(node: NodeRef<'_>) -> usize {
    let properties = node.properties();
    let ranges = properties.into_iter().flat_map(|p| [p.anchor, p.tag]).flatten();
    ranges.map(|range| usize::from(range.start())).chain(Some(start(node))).min().unwrap_or_else(|| start(node))
}

pub(super) fn start(node: NodeRef<'_>) -> usize {
    node.node().start as usize
}

pub(super) fn end(node: NodeRef<'_>) -> usize {
    node.node().end as usize
}

pub(super) fn is_flow(node: NodeRef<'_>) -> bool {
    node.format() == Format::Json || node.style() == Style::Flow
}

/// Whether a node is inside a flow collection.
pub(super) fn is_in_flow(node: NodeRef<'_>) -> bool {
    let mut before = node.tree.nodes.iter().take(node.index() as usize);
    before.any(|other| other.style == Style::Flow && other.next > node.index())
}

/// Whether a scalar is a block scalar.
pub(super) fn is_block(node: NodeRef<'_>) -> bool {
    matches!(node.style(), Style::Literal | Style::Folded)
}
