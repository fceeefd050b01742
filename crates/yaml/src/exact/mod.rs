//! The exact YAML reader: converts a chunk to a tree, with the verdict of go-yaml v2 as sigs.k8s.io/yaml uses it.

mod aliases;
mod builder;
mod characters;
mod checks;
mod depth;
mod error;
mod parser;
mod scan_scalars;
mod scan_tags;
mod scanner;
mod token;

use olmkit_text::TextRange;

use crate::document::SyntaxError;
use crate::format::Format;
use crate::node::NodeRef;
use crate::tree::{Kind, Tree};

/// The content of a YAML chunk.
#[derive(Debug, Clone, Default)]
pub struct Read {
    /// The nodes of the first document; with an error, the nodes before it.
    pub tree: Tree,
    /// The reason why go-yaml cannot read the chunk.
    pub error: Option<SyntaxError>,
    /// The content after the first document, which go-yaml silently drops.
    pub dropped: Option<TextRange>,
    /// The number of aliases.
    aliases: usize,
}

/// The number of bytes that go-yaml reads at once. A bad character is reported before any other error in the same
/// block.
const BLOCK: usize = 512;

/// Reads the first document of a chunk exactly as sigs.k8s.io/yaml does. Ranges are relative to `text`.
#[must_use]
pub fn read(text: &[u8]) -> Read {
    let parsed = parser::parse(text);
    let bad = characters::first_bad(text);
    let seen = parsed.position.saturating_add(4).div_ceil(BLOCK).saturating_mul(BLOCK);
    // A character that is truncated at the end of the text is an error only if go-yaml requests it.
    let bad = bad.filter(|bad| {
        let start = usize::from(bad.error.range.start());
        start < if bad.is_cut_off { parsed.requested } else { seen }
    });
    let mut tree = parsed.tree;
    tree.has_merges = checks::has_merges(text, &tree);
    let error = match (bad, parsed.error) {
        (Some(bad), _) => Some(bad.error),
        (None, Some(error)) => Some(*error),
        (None, None) => checks::check(text, &tree, parsed.aliases),
    };
    if error.is_some() && parsed.aliases > 0 {
        disarm(text, &mut tree);
    }
    let dropped = if error.is_none() { dropped(text, parsed.rest) } else { None };
    Read { tree, error, dropped, aliases: parsed.aliases }
}

/// Reads a chunk as operator-registry does: its line reader appends a missing line break to the last line, and it
/// decodes the JSON that YAML is converted to.
pub(crate) fn read_chunk(text: &[u8]) -> Read {
    let mut found = read(text);
    // The line break affects only the error, and whether truncated bytes at the end are an error.
    if !text.ends_with(b"\n") && (found.error.is_some() || std::str::from_utf8(text).is_err()) {
        found.error = read(&[text, b"\n"].concat()).error;
    }
    if found.error.is_none() {
        found.error = depth::check(NodeRef::root(text, &found.tree, Format::Yaml), found.aliases);
    }
    found
}

/// Makes the aliases of a rejected document safe to follow: an alias inside its own target becomes a plain scalar. If
/// aliases multiply the document too much, all of them do.
fn disarm(text: &[u8], tree: &mut Tree) {
    let ends: Vec<u32> = tree.nodes.iter().map(|node| node.next).collect();
    for (index, node) in (0_u32..).zip(&mut tree.nodes) {
        let target_end = ends.get(node.extra as usize).copied().unwrap_or(0);
        if node.kind == Kind::Alias && (node.extra >= index || target_end > index) {
            (node.kind, node.extra) = (Kind::Scalar, 0);
        }
    }
    let root = NodeRef::root(text, tree, Format::Yaml);
    if aliases::check(root).is_none() {
        return;
    }
    for node in tree.nodes.iter_mut().filter(|node| node.kind == Kind::Alias) {
        (node.kind, node.extra) = (Kind::Scalar, 0);
    }
}

/// The rest of a chunk, if it contains more than whitespace and comments.
fn dropped(text: &[u8], rest: usize) -> Option<TextRange> {
    let mut at = rest;
    let mut first = None;
    let mut last = rest;
    while at < text.len() {
        let line_end = memchr::memchr(b'\n', text.get(at..)?).map_or(text.len(), |n| at.saturating_add(n));
        let line = text.get(at..line_end)?;
        let content = line.trim_ascii();
        if !content.is_empty() && !content.starts_with(b"#") && content != b"..." {
            let lead = line.len().saturating_sub(line.trim_ascii_start().len());
            first = first.or(Some(at.saturating_add(lead)));
            last = line_end;
        }
        at = line_end.saturating_add(1);
    }
    first.map(|start| olmkit_text::span(start, last))
}
