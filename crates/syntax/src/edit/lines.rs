//! Lines around a position.

use crate::document::Format;
use crate::tree::NodeRef;
use crate::yaml::span;

use super::Edit;

/// Start of the line that holds `at`.
pub(super) fn line_start(text: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', text.get(..at).unwrap_or_default()).map_or(0, |n| n + 1)
}

/// Just after the line break of the line that holds `at`, or the end of the text.
/// A node that ends at the start of a line (a block scalar) is followed by that line.
pub(super) fn after_line(text: &[u8], at: usize) -> usize {
    if at > 0 && text.get(at - 1) == Some(&b'\n') {
        return at;
    }
    memchr::memchr(b'\n', text.get(at..).unwrap_or_default()).map_or(text.len(), |n| at + n + 1)
}

/// The document's line break.
pub(super) fn eol(text: &[u8]) -> &'static str {
    match memchr::memchr(b'\n', text) {
        Some(at) if at > 0 && text.get(at - 1) == Some(&b'\r') => "\r\n",
        _ => "\n",
    }
}

/// Inserts whole lines at a line start; a text without final line break gets one first.
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

/// Whether only blanks stand before `at` in its line.
pub(super) fn starts_line(text: &[u8], at: usize) -> bool {
    text.get(line_start(text, at)..at).unwrap_or_default().iter().all(|&b| b == b' ')
}

/// Start of the own-line comments directly above a line, at the same column.
pub(super) fn with_comments_above(text: &[u8], start: usize, column: usize) -> usize {
    let mut at = start;
    while at > 0 {
        let above = line_start(text, at - 1);
        let line = text.get(above..at).unwrap_or_default();
        let blanks = line.iter().take_while(|&&b| b == b' ').count();
        if blanks != column || line.get(blanks) != Some(&b'#') {
            break;
        }
        at = above;
    }
    at
}

pub(super) fn start(node: NodeRef<'_>) -> usize {
    node.node().start as usize
}

pub(super) fn end(node: NodeRef<'_>) -> usize {
    node.node().end as usize
}

pub(super) fn is_flow(node: NodeRef<'_>) -> bool {
    node.format() == Format::Json || node.style() == crate::tree::Style::Flow
}
