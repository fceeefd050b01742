//! What must not be edited.

use super::{Refusal, Result};
use crate::tree::{Kind, NodeRef};

/// Refuses when the node holds an anchor that is used outside of it: removing it would break the alias.
pub(super) fn can_remove(node: NodeRef<'_>) -> Result<()> {
    let inside = node.index()..node.node().next;
    let anchored = node.tree.properties.iter().any(|p| p.anchor.is_some() && inside.contains(&p.node));
    if !anchored {
        return Ok(());
    }
    let used = (0_u32..)
        .zip(&node.tree.nodes)
        .find(|(index, other)| other.kind == Kind::Alias && inside.contains(&other.extra) && !inside.contains(index));
    match used {
        Some((index, _)) => Err(Refusal {
            reason: "it holds an anchor that an alias elsewhere in the document uses".to_owned(),
            range: node.at(index).range(),
        }),
        None => Ok(()),
    }
}

/// Refuses to write through an alias.
pub(super) fn not_alias(node: NodeRef<'_>) -> Result<()> {
    if node.kind() != Kind::Alias {
        return Ok(());
    }
    Err(Refusal {
        reason: "the value is an alias; change the anchor it stands for, or write the value out here".to_owned(),
        range: node.range(),
    })
}
