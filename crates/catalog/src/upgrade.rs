//! Rules about upgrades look at one channel at a time, with the answers of both resolvers.

use olmkit_diagnostics::{HashSet, Place, Rule};

use crate::edits::Intention;
use crate::facts::{ChannelFacts, EntryFacts};
use crate::graph::chain::Problem;
use crate::graph::mend::Edge;
use crate::graph::stranded::{Findings, find};
use crate::graph::{Graph, Semantics, chain, deprecated, graph_of, links, mend};
use crate::model::{Catalog, Of, Package};
use crate::report::Reporter;
use crate::rules::{self, ChannelCheck};

/// A channel that opm accepts, and what both resolvers make of it.
pub(crate) struct View<'v, 'f> {
    pub(crate) package: &'v Package<'f>,
    pub(crate) name: &'f str,
    pub(crate) of: &'v Of<'f, ChannelFacts>,
    pub(crate) graph: &'v Graph<'v, 'f>,
    pub(crate) v0: &'v Findings<'f>,
    pub(crate) v1: &'v Findings<'f>,
}

impl<'f> View<'_, 'f> {
    /// The entry of that name.
    pub(crate) fn entry(&self, name: &str) -> Option<&'f EntryFacts> {
        let id = *self.graph.ids.get(name)?;
        self.of.body.entries.get(id)
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

/// A channel whose graph opm refuses.
pub(crate) struct Broken<'v, 'f> {
    pub(crate) package: &'v Package<'f>,
    pub(crate) name: &'f str,
    pub(crate) of: &'v Of<'f, ChannelFacts>,
    pub(crate) problem: &'v Problem<'f>,
    /// Whether what is missing may stand in a document that cannot be read.
    pub(crate) is_hidden: bool,
}

/// Looks at the graph of every channel that has entries: with opm's eyes, and where opm accepts it and nothing may be
/// hidden, with those of both resolvers.
pub(crate) fn check(catalog: &Catalog<'_>, is_on: impl Fn(&Rule) -> bool, out: &mut Reporter) {
    let checks: Vec<ChannelCheck> =
        rules::CHANNEL_CHECKS.iter().filter(|(rule, _)| is_on(rule)).map(|(_, check)| *check).collect();
    for package in catalog.packages.values() {
        let is_hidden = catalog.may_be_hidden(package);
        let deprecated = deprecated(package);
        for (name, of) in package.channels.iter().filter(|(_, of)| !of.body.entries.is_empty()) {
            if let Some(problem) = chain::check(&links(of.body)) {
                let broken = Broken { package, name, of, problem: &problem, is_hidden };
                rules::BROKEN_CHECKS.iter().for_each(|check| check(&broken, out));
            } else if !is_hidden && !checks.is_empty() {
                accepted(package, name, of, &deprecated, &checks, out);
            }
        }
    }
}

fn accepted<'f>(
    package: &Package<'f>,
    name: &'f str,
    of: &Of<'f, ChannelFacts>,
    deprecated: &HashSet<&str>,
    checks: &[ChannelCheck],
    out: &mut Reporter,
) {
    let channel = graph_of(package, name, of, deprecated);
    let graph = Graph::new(&channel);
    let (v0, v1) = (find(&graph, Semantics::V0), find(&graph, Semantics::V1));
    let view = View { package, name, of, graph: &graph, v0: &v0, v1: &v1 };
    checks.iter().for_each(|check| check(&view, out));
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
