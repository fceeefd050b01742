//! The old and new bundles of a package, from which its channels are computed.

use olmkit_collections::SortedMap;

use olmkit_catalog::edits::NewEntry;

use super::addition::Addition;
use super::age::Age;
use super::{IndexBundle, IndexError, IndexPackage};

/// An old or new bundle of the package.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) bundle: IndexBundle,
    pub(super) edges: NewEntry,
    pub(super) age: Age,
    pub(super) channels: Vec<String>,
    pub(super) default_channel: Option<String>,
    pub(super) is_new: bool,
    /// Whether the bundle that it replaces can be missing.
    pub(super) may_dangle: bool,
}

pub(super) type Nodes = SortedMap<String, Node>;

pub(super) fn nodes(before: &IndexPackage, new: &[&Addition]) -> Result<Nodes, IndexError> {
    let mut nodes = Nodes::new();
    for (name, bundle) in &before.bundles {
        nodes.insert(name.clone(), known(before, name, bundle)?);
    }
    for addition in new {
        let node = added(addition, nodes.get(&addition.name))?;
        nodes.insert(addition.name.clone(), node);
    }
    Ok(nodes)
}

/// A bundle of the catalog. If its edges differ between channels, those of the first channel with edges are used.
fn known(package: &IndexPackage, name: &str, bundle: &IndexBundle) -> Result<Node, IndexError> {
    let entries: Vec<&NewEntry> = package.channels_of(name).map(|(_, entry)| entry).collect();
    let with_edges = entries.iter().find(|entry| entry.replaces.is_some() || !entry.skips.is_empty());
    let mut edges = with_edges.map_or_else(NewEntry::default, |entry| (**entry).clone());
    edges.skip_range = entries.iter().find_map(|entry| entry.skip_range.clone());
    edges.name = name.to_owned();
    Ok(Node {
        age: age(name, &bundle.version)?,
        bundle: bundle.clone(),
        edges,
        channels: package.channels_of(name).map(|(channel, _)| channel.to_owned()).collect(),
        default_channel: Some(package.default_channel.clone()).filter(|name| !name.is_empty()),
        is_new: false,
        may_dangle: true,
    })
}

fn added(addition: &Addition, overwritten: Option<&Node>) -> Result<Node, IndexError> {
    let edges = NewEntry {
        name: addition.name.clone(),
        replaces: addition.replaces.clone().filter(|name| !name.is_empty()),
        skips: addition.skips.clone(),
        skip_range: addition.skip_range.clone().filter(|range| !range.is_empty()),
    };
    Ok(Node {
        age: age(&addition.name, &addition.version)?,
        bundle: addition.bundle(),
        may_dangle: overwritten.is_some_and(|before| before.edges.replaces == edges.replaces),
        edges,
        channels: addition.channels.iter().filter(|name| !name.is_empty()).cloned().collect(),
        default_channel: addition.default_channel.clone(),
        is_new: true,
    })
}

fn age(name: &str, version: &str) -> Result<Age, IndexError> {
    Age::parse(version)
        .map_err(|error| IndexError::new(format!("error parsing bundle {name} version {version}: {error}")))
}
