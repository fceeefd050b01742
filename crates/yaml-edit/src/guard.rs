//! What must not be edited.

use crate::{Refusal, Result};
use olmkit_yaml::Kind;
use olmkit_yaml::NodeRef;

/// Refuses when the node holds an anchor that is used outside of it: removing it would break the alias.
pub(super) fn can_remove(node: NodeRef<'_>) -> Result<()> {
    let inside = node.index()..node.node().next;
    match used_anchor(node, |target, alias| inside.contains(&target) && !inside.contains(&alias)) {
        Some(alias) => refuse("it contains an anchor that an alias elsewhere in the document uses", alias),
        None => Ok(()),
    }
}

/// Refuses when the node is part of something that aliases use: a change would show there too.
pub(super) fn not_shared(node: NodeRef<'_>) -> Result<()> {
    let contains = |target: u32| (target..node.at(target).node().next).contains(&node.index());
    match used_anchor(node, |target, _| contains(target)) {
        Some(alias) => refuse("an alias elsewhere in the document refers to it, and would change too", alias),
        None => Ok(()),
    }
}

/// Refuses to write through an alias.
pub(super) fn not_alias(node: NodeRef<'_>) -> Result<()> {
    if node.kind() != Kind::Alias {
        return Ok(());
    }
    refuse("the value is an alias; change the anchored value, or replace the alias with the value", node)
}

/// The first alias for which `is` holds, given the index of its target and its own.
fn used_anchor<'d>(near: NodeRef<'d>, is: impl Fn(u32, u32) -> bool) -> Option<NodeRef<'d>> {
    if near.tree.properties.iter().all(|properties| properties.anchor.is_none()) {
        return None;
    }
    let mut nodes = (0_u32..).zip(&near.tree.nodes);
    let found = nodes.find(|(index, node)| node.kind == Kind::Alias && is(node.extra, *index));
    found.map(|(index, _)| near.at(index))
}

fn refuse<T>(reason: &str, at: NodeRef<'_>) -> Result<T> {
    Err(Refusal { reason: reason.to_owned(), range: at.range() })
}
