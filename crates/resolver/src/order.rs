//! The order of a channel from its head to its tail (bundle specification 6.3).

use std::rc::Rc;

use olmkit_upgrade::{Channel, Graph, Node, v0};

use crate::ids::{EntryId, Id};

/// Why OLM cannot sort the entries of a channel. The message is OLM's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OrderError(Rc<str>);

/// The part of an entry that determines the order.
#[derive(Debug, Clone)]
pub(crate) struct Link<'e> {
    pub(crate) name: &'e str,
    pub(crate) replaces: &'e str,
    pub(crate) skips: &'e [String],
}

/// Returns the entries along `replaces`, starting at the head. Skipped entries, and entries that are not on this chain,
/// are omitted.
pub(crate) fn order(entries: &[(EntryId, Link<'_>)], channel: &str, package: &str) -> Result<Vec<EntryId>, OrderError> {
    let nodes = entries.iter().map(|(_, link)| Node {
        name: link.name,
        replaces: Some(link.replaces).filter(|name| !name.is_empty()),
        skips: link.skips.iter().map(String::as_str).collect(),
        ..Node::default()
    });
    let listed = Channel { package, name: channel, nodes: nodes.collect(), installed: Vec::new() };
    let sorted = v0::sort(&Graph::new(&listed)).map_err(|error| OrderError(error.upstream(package, channel).into()))?;
    Ok(sorted.into_iter().filter_map(|node| entries.get(node.index())).map(|(id, _)| *id).collect())
}
