//! Aliases that prevent an edit, and copies of the values that they stand for.

use olmkit_text::{TextRange, line_end, line_start, span};
use olmkit_yaml::{Kind, NodeRef};

use crate::lines::{end, eol, is_flow, start};
use crate::quote::{FLOW_INDICATORS, is_block, is_in_flow};
use crate::{Edit, Refusal, Result};

/// A value that an alias shares with its anchor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// The range of the anchored value.
    pub anchored: TextRange,
    /// Replaces the alias by a copy of the value. `None` if the value cannot be copied without changing its style.
    pub copy: Option<Edit>,
}

/// Checks that the node is not an alias, whose value can only be changed at its anchor.
///
/// # Errors
/// A refusal if it is an alias.
pub fn not_alias(node: NodeRef<'_>) -> Result<()> {
    if node.kind() != Kind::Alias {
        return Ok(());
    }
    refuse("the value is an alias; change the anchored value, or replace the alias with the value", node)
}

/// Refuses an edit because of an alias.
pub(super) fn refuse<T>(reason: &str, alias: NodeRef<'_>) -> Result<T> {
    let shared = Shared { anchored: alias.resolved().range(), copy: copy(alias) };
    Err(Refusal { reason: reason.to_owned(), range: alias.range(), shared: Some(Box::new(shared)) })
}

/// A copied value must not define an anchor for a second time, or lose its tag.
fn copy(alias: NodeRef<'_>) -> Option<Edit> {
    let value = alias.resolved();
    let has_tag = value.properties().is_some_and(|properties| properties.tag.is_some());
    if has_tag || is_block(value) || value.subtree().skip(1).any(|node| node.node().has_properties) {
        return None;
    }
    let text = std::str::from_utf8(value.source()).ok()?;
    if !is_flow(value) && matches!(value.kind(), Kind::Mapping | Kind::Sequence) {
        return block_copy(alias, value.node().extra as usize, text);
    }
    let ends_early = text.contains(FLOW_INDICATORS) && value.kind() == Kind::Scalar && is_in_flow(alias);
    let is_one_line = !text.is_empty() && !text.contains('\n');
    (is_one_line && !ends_early).then(|| Edit { range: alias.range(), text: text.to_owned() })
}

/// The lines of a block collection, which began at a column: from the next line on as the value of a key, in the same
/// line as an item.
fn block_copy(alias: NodeRef<'_>, column: usize, text: &str) -> Option<Edit> {
    let at = start(alias);
    let from = line_start(alias.text, at);
    let before = std::str::from_utf8(alias.text.get(from..at)?).ok()?.trim_end();
    let rest = alias.text.get(end(alias)..line_end(alias.text, end(alias)))?.trim_ascii_start();
    if !rest.is_empty() && !rest.starts_with(b"#") || is_in_flow(alias) {
        return None;
    }
    let own = before.len() - before.trim_start_matches([' ', '-']).len();
    let (eol, is_item) = (eol(alias.text), own == before.len());
    let (to, mut new) = if is_item { (at - from, String::new()) } else { (own + 2, eol.to_owned()) };
    let indent = " ".repeat(to);
    for (number, line) in text.trim_end_matches(['\r', '\n']).split('\n').enumerate() {
        let content = line.trim_start_matches(' ');
        let deeper = (line.len() - content.len()).saturating_sub(column);
        match number {
            0 if is_item => {}
            0 => new.push_str(&indent),
            _ if content.trim_end().is_empty() => new.push('\n'),
            _ => new.extend(["\n", &indent, &" ".repeat(deeper)]),
        }
        new.push_str(content);
    }
    let range = if is_item { alias.range() } else { span(from + before.len(), end(alias)) };
    Some(Edit { range, text: new })
}
