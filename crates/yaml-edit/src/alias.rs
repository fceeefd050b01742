//! Aliases that prevent an edit, and copies of the values that they stand for.

use olmkit_text::{line_end, line_start, span};
use olmkit_yaml::{Kind, NodeRef};

use crate::lines::{FLOW_INDICATORS, end, eol, is_block, is_flow, is_in_flow, start};
use crate::{Edit, Refusal, Result};

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
    let anchored = Some(alias.resolved().range());
    Err(Box::new(Refusal { reason: reason.to_owned(), range: alias.range(), anchored, copy: copy(alias) }))
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

/// A block collection whose content began at a column: from the next line on as the value of a key, in the same line as
/// an item.
fn block_copy(alias: NodeRef<'_>, column: usize, text: &str) -> Option<Edit> {
    let (from, to) = (line_start(alias.text, start(alias)), end(alias));
    let before = std::str::from_utf8(alias.text.get(from..start(alias))?).ok()?;
    let rest = alias.text.get(to..line_end(alias.text, to))?.trim_ascii_start();
    if rest.first().is_some_and(|byte| *byte != b'#') || is_in_flow(alias) {
        return None;
    }
    let key = before.trim_start_matches([' ', '-']);
    let own = before.len() - key.len();
    let (indent, eol) = if key.is_empty() { (own, "") } else { (own + 2, eol(alias.text)) };
    let indent = " ".repeat(indent);
    let mut new = eol.to_owned();
    for line in text.trim_ascii_end().split_inclusive('\n') {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        let content = line.get(spaces.min(column)..)?;
        if !new.is_empty() && !content.trim_ascii().is_empty() {
            new.push_str(&indent);
        }
        new.push_str(content);
    }
    let from = if key.is_empty() { start(alias) } else { from + before.trim_ascii_end().len() };
    Some(Edit { range: span(from, to), text: new })
}
