//! Checks whether an edit is safe.

use crate::{Refusal, Result, alias};
use olmkit_yaml::Kind;
use olmkit_yaml::NodeRef;

/// Returns a refusal if the node contains an anchor that is used outside of it: removing it would break the alias.
pub(super) fn can_remove(node: NodeRef<'_>) -> Result<()> {
    let inside = node.index()..node.node().next;
    match used_anchor(node, |target, alias| inside.contains(&target) && !inside.contains(&alias)) {
        Some(alias) => alias::refuse("it contains an anchor that an alias elsewhere in the document uses", alias),
        None => Ok(()),
    }
}

/// Returns a refusal if the node is part of the target of an alias: a change would also take effect there.
pub(super) fn not_shared(node: NodeRef<'_>) -> Result<()> {
    let contains = |target: u32| (target..node.at(target).node().next).contains(&node.index());
    match used_anchor(node, |target, _| contains(target)) {
        Some(alias) => alias::refuse("this alias refers to the edited value; replace it with the value first", alias),
        None => Ok(()),
    }
}

/// The key and the value of a field that is written in the mapping itself. `is` returns whether a key names the field.
///
/// # Errors
/// [`Refusal`] if several keys name the field, or if it comes from a merge key.
pub fn written_field<'d>(
    mapping: NodeRef<'d>,
    name: &str,
    is: &dyn Fn(&str) -> bool,
) -> Result<Option<(NodeRef<'d>, NodeRef<'d>)>> {
    let mut written = mapping.pairs().filter(|(key, _)| is(&key.key()));
    let direct = written.next();
    if let Some((second, _)) = written.next() {
        let reason = format!("`{name}` occurs more than once; remove one of the keys first");
        return refuse(&reason, second);
    }
    let counted = mapping.members().filter(|member| is(&member.key)).last();
    match (direct, counted) {
        (direct, None) => Ok(direct),
        (Some((key, _)), Some(member)) if member.key_node.index() == key.index() => Ok(direct),
        (_, Some(member)) => {
            refuse(&format!("`{name}` comes from a merge key (`<<`); change it in the merged mapping"), member.key_node)
        }
    }
}

/// The first alias for which `is` returns true; it is called with the index of the target and the index of the alias.
fn used_anchor<'d>(near: NodeRef<'d>, is: impl Fn(u32, u32) -> bool) -> Option<NodeRef<'d>> {
    if near.tree.properties.iter().all(|properties| properties.anchor.is_none()) {
        return None;
    }
    let mut nodes = (0_u32..).zip(&near.tree.nodes);
    let found = nodes.find(|(index, node)| node.kind == Kind::Alias && is(node.extra, *index));
    found.map(|(index, _)| near.at(index))
}

/// Refuses an edit because of a node.
pub(super) fn refuse<T>(reason: &str, at: NodeRef<'_>) -> Result<T> {
    Err(Box::new(Refusal { reason: reason.to_owned(), range: at.range(), anchored: None, copy: None }))
}
