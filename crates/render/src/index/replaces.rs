//! The mode `replaces`: recomputes the channels from the edges of the bundles.

use olmkit_collections::{SortedMap, SortedSet, order};

use olmkit_catalog::edits::NewEntry;

use super::addition::Addition;
use super::age::Age;
use super::nodes::{Node, Nodes, nodes};
use super::{IndexError, IndexPackage, go_list, head_of, substitutes};

pub(super) fn add(
    name: &str,
    before: &IndexPackage,
    new: &[&Addition],
    enable_alpha: bool,
) -> Result<IndexPackage, IndexError> {
    let mut nodes = nodes(before, new)?;
    if enable_alpha {
        substitutes::substitute(&mut nodes)?;
    }
    let heads = heads(&nodes)?;
    let default_channel = default_channel(&nodes, &heads)?;
    let mut after = IndexPackage { default_channel, ..IndexPackage::default() };
    for (channel, head) in &heads {
        after.channels.insert((*channel).to_owned(), walk(head, &nodes)?);
    }
    IndexError::all(pruned(name, &nodes, &heads, &after))?;
    if let Some((channel, _)) = after.channels.iter().find(|(_, entries)| head_of(entries).is_none()) {
        let text = format!("unable to verify added bundles for package {name}: no channel head found for {channel}");
        return Err(IndexError::new(text));
    }
    after.bundles = nodes.iter().map(|(name, node)| (name.clone(), node.bundle.clone())).collect();
    after.drop_unused_bundles();
    Ok(after)
}

/// The newest bundle of each channel.
fn heads(nodes: &Nodes) -> Result<SortedMap<&str, &Node>, IndexError> {
    let newest = nodes.values().map(|node| &node.age).max();
    let at_top: Vec<&Node> = nodes.values().filter(|node| Some(&node.age) == newest).collect();
    let named_twice = |node: &&Node| node.channels.iter().collect::<SortedSet<_>>().len() < node.channels.len();
    if let Some(first) = at_top.first().filter(|_| at_top.len() > 1 || at_top.iter().any(named_twice)) {
        let version = &first.bundle.version;
        return Err(IndexError::new(format!("more than one bundle with maximum version {version}")));
    }
    let mut heads: SortedMap<&str, (&Node, bool)> = SortedMap::new();
    for node in nodes.values() {
        for channel in &node.channels {
            let (head, is_shared) = heads.entry(channel).or_insert((node, false));
            if node.age > head.age {
                (*head, *is_shared) = (node, false);
            } else if node.age == head.age && node.edges.name != head.edges.name {
                *is_shared = true;
            }
        }
    }
    if let Some((channel, _)) = heads.iter().find(|(_, (_, is_shared))| *is_shared) {
        return Err(IndexError::new(format!("more than one potential channel head for {channel}")));
    }
    Ok(heads.into_iter().map(|(channel, (head, _))| (channel, head)).collect())
}

/// The default channel according to the newest bundle that names one.
fn default_channel(nodes: &Nodes, heads: &SortedMap<&str, &Node>) -> Result<String, IndexError> {
    let mut sorted: Vec<&Node> = nodes.values().collect();
    order::sort_by(&mut sorted, |a, b| a.age.cmp(&b.age));
    let named = sorted.iter().rev().find_map(|node| node.default_channel.as_deref());
    let only = || heads.keys().next().copied().filter(|_| heads.len() == 1);
    match named.or_else(only).filter(|name| heads.contains_key(name)) {
        Some(name) => Ok(name.to_owned()),
        None => {
            let heads = heads.keys().copied().collect::<Vec<_>>().join(", ");
            Err(IndexError::new(format!("unable to determine default channel among channel heads: {heads}")))
        }
    }
}

/// The entries of a channel: the chain from its head along `replaces`, and the bundles that the chain skips.
fn walk(head: &Node, nodes: &Nodes) -> Result<Vec<NewEntry>, IndexError> {
    let mut visited: SortedMap<&str, &Node> = SortedMap::new();
    let mut node = head;
    loop {
        let name = node.edges.name.as_str();
        visited.insert(name, node);
        let Some(below) = node.edges.replaces.as_deref() else { break };
        if visited.contains_key(below) {
            return Err(IndexError::new(format!("Cycle detected, {name} replaces {below}")));
        }
        match nodes.get(below) {
            Some(next) => node = next,
            None if node.may_dangle => break,
            None => {
                let head = &head.edges.name;
                return Err(IndexError::new(format!("Invalid bundle {head}, replaces nonexistent bundle {below}")));
            }
        }
    }
    let skipped = visited.values().flat_map(|node| &node.edges.skips);
    let bare: SortedSet<&String> = skipped.filter(|name| !visited.contains_key(name.as_str())).collect();
    let bare = bare.into_iter().filter_map(|name| nodes.get(name)).map(|node| {
        let edges = NewEntry { replaces: None, skips: Vec::new(), ..node.edges.clone() };
        (&node.age, edges)
    });
    let on_path = visited.values().map(|node| (&node.age, node.edges.clone()));
    let mut entries: Vec<(&Age, NewEntry)> = on_path.chain(bare).collect();
    order::sort_by_key(&mut entries, |(age, _)| *age);
    Ok(entries.into_iter().map(|(_, entry)| entry).collect())
}

/// Errors for new bundles that are not in one of their channels.
fn pruned(package: &str, nodes: &Nodes, heads: &SortedMap<&str, &Node>, after: &IndexPackage) -> Vec<IndexError> {
    let mut errors = Vec::new();
    for (name, node) in nodes.iter().filter(|(_, node)| node.is_new) {
        let image = &node.bundle.image;
        for channel in &node.channels {
            let mut entries = after.channels.get(channel).into_iter().flatten();
            let Some(head) = heads.get(channel.as_str()).filter(|_| !entries.any(|entry| entry.name == *name)) else {
                continue;
            };
            let edges: SortedSet<&str> =
                head.edges.replaces.iter().chain(&head.edges.skips).map(String::as_str).collect();
            let edges = go_list(edges.into_iter());
            let head = &head.edges.name;
            errors.push(IndexError::new(format!(
                "add prunes bundle {name} ({image}) from package {package}, channel {channel}: this may be due to \
                 incorrect channel head ({head}, skips/replaces {edges}). Be aware that the head of the channel \
                 {channel} where you are trying to add the {name} is {head}. Upgrade graphs follows the Semantic \
                 Versioning 2.0.0 (https://semver.org/) which means that is not possible add new versions lower then \
                 the head of the channel"
            )));
        }
    }
    errors
}
