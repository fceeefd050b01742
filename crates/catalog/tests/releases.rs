//! Releases proposed for the channels of real catalogs.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use common::read_tree;
use olmkit_catalog::graph::{Graph, channel_of};
use olmkit_catalog::release::{effect, name_of, propose};
use olmkit_catalog::{Catalog, Input, load};
use olmkit_semver::Version;
use olmkit_testing::shared;

/// The next patch and the next minor release of every channel: opm accepts them, and nobody loses a way.
#[test]
fn nobody_is_harmed_in_any_channel() {
    let Some(shared) = shared() else { return };
    let (mut channels, mut shapes) = (0, [0_usize; 4]);
    for version in ["v4.14", "v4.20"] {
        let whole = read_tree(&shared.join("corpus/catalogs").join(version));
        let inputs: Vec<Input<'_>> = whole
            .iter()
            .map(|(path, content)| Input { path, content: content.as_deref().map_err(String::as_str) })
            .collect();
        let files = load(&inputs);
        let catalog = Catalog::new(&files);
        for package in catalog.packages.values() {
            for name in package.channels.keys() {
                let channel = channel_of(package, name).unwrap();
                let graph = Graph::new(&channel);
                let Some(newest) = (0..channel.nodes.len()).filter_map(|id| graph.version(id)).max().cloned() else {
                    continue;
                };
                channels += 1;
                for new in [
                    Version::new(newest.major, newest.minor, newest.patch + 1),
                    Version::new(newest.major, newest.minor + 1, 0),
                ] {
                    let proposal = propose(&graph, &name_of(&graph, &new), &new);
                    let effect = effect(&graph, &proposal.release);
                    let entry = &proposal.release.entry;
                    let at = format!("{}/{name} {new}: {entry:?} {:?}", package.name, proposal.reasons);
                    assert!(effect.is_sound, "{at}");
                    assert_eq!(effect.heads.as_slice(), std::slice::from_ref(&entry.name), "{at}");
                    assert!(effect.loses.is_empty(), "{at}: {:?}", effect.loses);
                    assert!(proposal.release.under.is_none(), "{at}");
                    shapes[0] += usize::from(entry.replaces.is_some());
                    shapes[1] += usize::from(!entry.skips.is_empty());
                    shapes[2] += usize::from(entry.skip_range.is_some());
                    shapes[3] += usize::from(!effect.gains.is_empty());
                }
            }
        }
    }
    println!("{channels} channels; replaces, skips, skipRange, gains: {shapes:?}");
    assert!(channels > 100);
}
