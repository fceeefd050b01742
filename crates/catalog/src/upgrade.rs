//! Rules about upgrades look at one channel at a time, with the answers of both resolvers.

use std::collections::HashMap;

use olmkit_diagnostics::{Place, Rule};

use crate::edits::Intention;
use crate::facts::{ChannelFacts, EntryFacts};
use crate::graph::mend::Edge;
use crate::graph::stranded::{Findings, find};
use crate::graph::{Graph, Semantics, deprecated, graph_of, mend};
use crate::model::{Catalog, Of, Package};
use crate::report::Reporter;
use crate::rules;

/// A channel that opm accepts, and what both resolvers make of it.
pub(crate) struct View<'v, 'f> {
    pub(crate) package: &'v Package<'f>,
    pub(crate) name: &'f str,
    pub(crate) of: &'v Of<'f, ChannelFacts>,
    pub(crate) graph: &'v Graph<'v, 'f>,
    pub(crate) v0: &'v Findings<'f>,
    pub(crate) v1: &'v Findings<'f>,
    places: HashMap<&'f str, usize>,
}

impl<'f> View<'_, 'f> {
    /// The entry of that name.
    pub(crate) fn entry(&self, name: &str) -> Option<&'f EntryFacts> {
        self.of.body.entries.get(*self.places.get(name)?)
    }

    /// The place of an entry's name, or of the channel's.
    pub(crate) fn place(&self, name: &str) -> Place {
        let entry = self.entry(name).map(|entry| entry.name.as_ref().map_or(entry.range, |text| text.range));
        entry.map_or_else(|| self.of.doc.name_place(), |range| self.of.doc.place(range))
    }

    /// The place of an entry's skipRange.
    pub(crate) fn range_place(&self, name: &str) -> Place {
        let text = self.entry(name).and_then(|entry| entry.skip_range.as_ref());
        text.map_or_else(|| self.place(name), |text| self.of.doc.place(text.range))
    }
}

/// What proofs may look at in one check, in entries; beyond it findings come without fixes.
pub(crate) const PROOFS: usize = 1_000_000;

/// Runs the rules about upgrades that are on. A channel that opm rejects, or that may be incomplete, is left to the rules that say
/// so.
pub(crate) fn check(catalog: &Catalog<'_>, is_on: impl Fn(&Rule) -> bool, out: &mut Reporter) {
    let checks: Vec<_> = rules::CHANNEL_CHECKS.iter().filter(|(rule, _)| is_on(rule)).map(|(_, check)| check).collect();
    if checks.is_empty() {
        return;
    }
    for package in catalog.packages.values().filter(|package| !catalog.may_be_hidden(package)) {
        let deprecated = deprecated(package);
        for (name, of) in &package.channels {
            let channel = graph_of(package, name, of, &deprecated);
            if channel.nodes.is_empty() || !mend::is_sound(&channel) {
                continue;
            }
            let graph = Graph::new(&channel);
            let (v0, v1) = (find(&graph, Semantics::V0), find(&graph, Semantics::V1));
            let mut places = HashMap::with_capacity(channel.nodes.len());
            for (at, node) in channel.nodes.iter().enumerate() {
                places.entry(node.name).or_insert(at);
            }
            let view = View { package, name, of, graph: &graph, v0: &v0, v1: &v1, places };
            for check in &checks {
                check(&view, out);
            }
        }
    }
}

/// The edit that makes a mend.
#[must_use]
pub fn intention_of(package: &str, channel: &str, mend: &mend::Mend<'_>) -> (String, Intention) {
    let added = mend.added.join(", ");
    let (package, channel, entry) = (package.to_owned(), channel.to_owned(), mend.head.to_owned());
    match &mend.edge {
        Edge::Skips(skips) => {
            let to = skips.iter().map(ToString::to_string).collect();
            (format!("Let {} skip {added}", mend.head), Intention::SetSkips { package, channel, entry, to })
        }
        Edge::SkipRange(range) => {
            let title = format!("Let {} take over from {added} by its skipRange", mend.head);
            (title, Intention::SetSkipRange { package, channel, entry, to: Some(range.clone()) })
        }
    }
}
