//! Runs the rules about upgrades on each channel.

use std::cell::OnceCell;

use olmkit_collections::HashSet;
use olmkit_diagnostics::Rule;

use crate::channel_graph::{deprecated, graph_of, links};
use crate::facts::ChannelFacts;
use crate::model::{Catalog, Of, Package, Sorted};
use crate::reporter::Reporter;
use crate::rules::{self, ChannelCheck};
use crate::view::{Broken, View};
use olmkit_upgrade::stranded::find;
use olmkit_upgrade::{Graph, Semantics, chain};

/// Checks the graph of every channel that has entries like opm. If opm accepts the graph and no document is unreadable,
/// runs both resolvers and the rules about their results.
pub(crate) fn check(catalog: &Catalog<'_>, is_on: impl Fn(&Rule) -> bool, out: &mut Reporter) {
    let checks: Vec<ChannelCheck> =
        rules::CHANNEL_CHECKS.iter().filter(|(rule, _)| is_on(rule)).map(|(_, check)| *check).collect();
    for package in catalog.packages.values() {
        let is_hidden = catalog.may_be_hidden(package);
        let deprecated = deprecated(package);
        let (sorted, unclear) = (OnceCell::new(), OnceCell::new());
        for (name, of) in package.channels.iter().filter(|(_, of)| !of.body.entries.is_empty()) {
            if let Some(problem) = chain::check(&links(of.body)) {
                let broken = Broken { package, name, of, problem: &problem, is_hidden };
                rules::BROKEN_CHECKS.iter().for_each(|check| check(&broken, out));
            } else if !is_hidden && !checks.is_empty() {
                accepted(package, name, of, (&deprecated, &sorted, &unclear), &checks, out);
            }
        }
    }
}

fn accepted<'f>(
    package: &Package<'f>,
    name: &'f str,
    of: &Of<'f, ChannelFacts>,
    (deprecated, sorted, unclear): (&HashSet<&str>, &OnceCell<Sorted<'f>>, &OnceCell<Vec<&'f str>>),
    checks: &[ChannelCheck],
    out: &mut Reporter,
) {
    let channel = graph_of(package, name, deprecated);
    let graph = Graph::new(&channel);
    let (v0, v1) = (find(&graph, Semantics::V0), find(&graph, Semantics::V1));
    let view = View { package, name, of, graph: &graph, v0: &v0, v1: &v1, sorted, unclear };
    checks.iter().for_each(|check| check(&view, out));
}
