//! Proposes releases for the channels of real catalogs.

use std::path::Path;

use crate::common::{inputs, read_tree};
use olmkit_catalog::channel_graph::channel_of;
use olmkit_catalog::release::{effect, name_of, propose};
use olmkit_catalog::{Catalog, load};
use olmkit_semver::Version;
use olmkit_testing::{Least, sources};
use olmkit_upgrade::Graph;

/// The number of proposals that replace an entry, skip entries, have a range, and open an upgrade path.
type Shapes = [usize; 4];

/// Proposes two releases for one channel; `None` if no version is known.
fn propose_both(graph: &Graph<'_, '_>, title: &str) -> Option<Shapes> {
    let newest = graph.names.ids().filter_map(|id| graph.version(id)).max()?;
    let patch = Version::new(newest.major, newest.minor, newest.patch + 1);
    let minor = Version::new(newest.major, newest.minor + 1, 0);
    let mut shapes = Shapes::default();
    for new in [patch, minor] {
        let proposal = propose(graph, &name_of(graph, &new), &new);
        let effect = effect(graph, &proposal.release);
        let entry = &proposal.release.entry;
        let at = format!("{title} {new}: {entry:?} {:?}", proposal.reasons);
        assert!(effect.is_sound, "{at}");
        assert_eq!(effect.heads.as_slice(), std::slice::from_ref(&entry.name), "{at}");
        assert!(effect.loses.is_empty(), "{at}: {:?}", effect.loses);
        assert!(proposal.release.successor.is_none(), "{at}");
        shapes[0] += usize::from(entry.replaces.is_some());
        shapes[1] += usize::from(!entry.skips.is_empty());
        shapes[2] += usize::from(entry.skip_range.is_some());
        shapes[3] += usize::from(!effect.gains.is_empty());
    }
    Some(shapes)
}

fn propose_all(version: &Path) -> Vec<Shapes> {
    let whole = read_tree(version);
    let files = load(&inputs(&whole));
    let catalog = Catalog::new(&files);
    let mut found = Vec::new();
    for package in catalog.packages.values() {
        for name in package.channels.keys() {
            let channel = channel_of(package, name).unwrap();
            found.extend(propose_both(&Graph::new(&channel), &format!("{}/{name}", package.name)));
        }
    }
    found
}

/// The next patch release and the next minor release of every channel: opm accepts them, and no installed version loses
/// its upgrade path.
#[test]
fn proposed_releases_are_safe_in_every_channel() {
    for source in sources() {
        let found: Vec<Shapes> = source.catalogs().iter().flat_map(|version| propose_all(version)).collect();
        let sum = [0, 1, 2, 3].map(|shape| found.iter().map(|shapes| shapes[shape]).sum::<usize>());
        println!("{} channels; replaces, skips, skipRange, gains: {sum:?}", found.len());
        source.require("channels", found.len(), Least { own: 2, shared: 100 });
        source.require("proposals that replace", sum[0], Least { own: 1, shared: 100 });
    }
}
