//! The effect of a release on installed versions.

use super::{Release, with_release};
use olmkit_upgrade::fix::is_sound;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{EdgeKind, Graph, Semantics};

/// An upgrade to the release, or a version that can now, or can no longer, upgrade to the channel head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The installed version.
    pub from: String,
    /// The resolver.
    pub semantics: Semantics,
    /// The upgrade edge. `None` for a gained or lost upgrade path.
    pub edge: Option<EdgeKind>,
}

/// The effect of a release on its channel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effect {
    /// Whether opm accepts the channel with the release.
    pub is_sound: bool,
    /// The heads of the channel with the release, sorted.
    pub heads: Vec<String>,
    /// The versions that can upgrade directly to the release.
    pub steps: Vec<Step>,
    /// The versions that can now upgrade to the channel head.
    pub gains: Vec<Step>,
    /// The versions that can no longer upgrade to the channel head.
    pub loses: Vec<Step>,
    /// The entries at which upgrades end before the head, under either semantics.
    pub(super) stops: Vec<String>,
}

/// Compares the channel without and with the release.
#[must_use]
pub fn effect(before: &Graph<'_, '_>, release: &Release) -> Effect {
    let channel = with_release(before.channel, release);
    let after = Graph::new(&channel);
    let mut effect = Effect {
        is_sound: is_sound(&channel),
        heads: after.heads.iter().map(ToString::to_string).collect(),
        ..Effect::default()
    };
    for semantics in Semantics::ALL {
        let (old, new) = (find(before, semantics), find(&after, semantics));
        let (reached, reaches) = (old.steps.reaching(old.target), new.steps.reaching(new.target));
        let added = after.ids.get(release.entry.name.as_str()).copied();
        for (from, name) in after.names.with_ids() {
            let step = |edge| Step { from: (*name).to_owned(), semantics, edge };
            if added.is_some() && new.steps.after(from) == added {
                let edge = added.and_then(|added| after.edges(from, added).first().copied());
                effect.steps.push(step(Some(edge.unwrap_or(EdgeKind::SameVersion))));
            }
            let known = before.ids.get(name).and_then(|id| reached.get(*id)).copied();
            match (known, reaches.get(from).copied().unwrap_or(false)) {
                (Some(false), true) => effect.gains.push(step(None)),
                (Some(true), false) => effect.loses.push(step(None)),
                _ => {}
            }
        }
        effect.stops.extend(stops(&after, &new));
    }
    olmkit_collections::order::sort(&mut effect.stops);
    effect.stops.dedup();
    effect
}

fn stops(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> Vec<String> {
    let ended = findings.stranded.iter().filter(|one| graph.is_entry(one.id));
    let places = ended.filter_map(|one| findings.stops.get(one.stop)).filter(|stop| graph.is_entry(stop.at));
    places.map(|stop| graph.name(stop.at).to_owned()).collect()
}
