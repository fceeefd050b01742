//! Queries about upgrades.

use std::cell::OnceCell;
use std::sync::Arc;

use olmkit_catalog::channel_graph::{channel_of, is_certain};
use olmkit_catalog::edits;
use olmkit_catalog::facts::{ChannelFacts, EntryFacts};
use olmkit_catalog::upgrade_path::{Query, path};
use olmkit_catalog::{Catalog, Of, Package, intention_of};
use olmkit_collections::Table;
use olmkit_collections::{Id as _, List};
use olmkit_diagnostics::{FileId, Place};
use olmkit_upgrade::fix::{Grouping, find_with_fixes};
use olmkit_upgrade::stranded::Successor;
use olmkit_upgrade::{Graph, Semantics};

use crate::api::{self, PathQuery, PathReport, PathStep, Stranded, StrandedQuery, StrandedReport, VERSION};
use crate::convert::Converter;
use crate::query_error::QueryError;

/// The maximum number of entries that verifying fixes may visit for one query.
const PROOFS: usize = 500_000;

/// Returns the stranded versions. `is_offered` decides whether a planned fix is offered.
pub(crate) fn stranded<'t>(
    catalog: &Catalog<'_>,
    converter: &mut Converter<'_>,
    text_of: &dyn Fn(FileId) -> &'t [u8],
    query: &StrandedQuery,
    grouping: Grouping,
    is_offered: &mut dyn FnMut(&api::Fix) -> bool,
) -> StrandedReport {
    let mut search =
        Search { catalog, converter, text_of, query, grouping, is_offered, proofs: PROOFS, found: Vec::new() };
    let is = |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    for package in catalog.packages.values().filter(|package| is(&query.package, package.name)) {
        let unclear = OnceCell::new();
        for name in package.channels.keys().filter(|name| is(&query.channel, name)) {
            search.channel((package, &unclear), name);
        }
    }
    StrandedReport { version: VERSION, stranded: search.found, incomplete: false }
}

struct Search<'a, 'w, 'f, 't> {
    catalog: &'a Catalog<'f>,
    converter: &'a mut Converter<'w>,
    text_of: &'a dyn Fn(FileId) -> &'t [u8],
    query: &'a StrandedQuery,
    grouping: Grouping,
    is_offered: &'a mut dyn FnMut(&api::Fix) -> bool,
    proofs: usize,
    found: Vec<Stranded>,
}

impl Search<'_, '_, '_, '_> {
    /// `unclear`: the bundles of the package without a certain version, once they are needed.
    fn channel<'p>(&mut self, (package, unclear): (&Package<'p>, &OnceCell<Vec<&'p str>>), name: &str) {
        let (Some(channel), Some(of)) = (channel_of(package, name), package.channels.get(name)) else { return };
        let graph = Graph::new(&channel);
        let wanted = self.query.semantics;
        for semantics in Semantics::ALL {
            if wanted.is_none_or(|wanted| wanted == semantics) {
                self.semantics((package, unclear), name, of, &graph, semantics);
            }
        }
    }

    fn semantics<'p>(
        &mut self,
        (package, unclear): (&Package<'p>, &OnceCell<Vec<&'p str>>),
        name: &str,
        of: &Of<'_, ChannelFacts>,
        graph: &Graph<'_, '_>,
        semantics: Semantics,
    ) {
        let (findings, groups) = find_with_fixes(graph, semantics, self.grouping, &mut self.proofs);
        // What follows from an error in an entry or a version has no fix of its own.
        let is_fixable = groups.is_empty() || is_certain(of.body, unclear.get_or_init(|| package.unclear_bundles()));
        let fixes: Vec<Option<Arc<api::Fix>>> = groups
            .iter()
            .map(|(_, fix)| {
                let (title, intention) = intention_of(package.name, name, fix.as_ref().filter(|_| is_fixable)?);
                let plan = edits::plan(self.catalog, self.text_of, &intention).ok()?;
                let fix = self.converter.planned_fix(title, plan);
                (self.is_offered)(&fix).then(|| Arc::new(fix))
            })
            .collect();
        let mut group_of = List::repeat(None, findings.stops.len());
        for (at, (group, _)) in groups.iter().enumerate() {
            group.stops.iter().for_each(|stop| group_of.set(*stop, Some(at)));
        }
        for one in &findings.stranded {
            let is_entry = graph.is_entry(one.id);
            let Some(stop) = findings.stops.get(one.stop).filter(|_| is_entry || self.query.include_gone) else {
                continue;
            };
            let (message, help) = findings.explain(graph, *one);
            let entry = of.body.entries.get(one.id.index()).filter(|_| is_entry);
            let place = entry.map_or_else(|| of.doc.name_place(), |entry| name_place(of, entry));
            let fix = group_of.get(one.stop).copied().flatten().and_then(|group| fixes.get(group)).filter(|_| is_entry);
            self.found.push(Stranded {
                package: package.name.to_owned(),
                channel: name.to_owned(),
                entry: graph.name(one.id).to_owned(),
                semantics,
                cause: stop.cause,
                stops_at: graph.name(stop.at).to_owned(),
                head: findings.target.map(|head| graph.name(head).to_owned()),
                culprits: stop.described(graph).map(|next| next.name.to_owned()).collect(),
                successors: stop.described(graph).map(|next| successor(&next)).collect(),
                message,
                help,
                is_entry,
                path: self.converter.path(place.file),
                range: self.converter.range(place),
                fixes: fix.cloned().flatten().into_iter().collect(),
            });
        }
    }
}

fn successor(next: &Successor<'_>) -> api::Successor {
    api::Successor {
        name: next.name.to_owned(),
        edges: next.edges.clone(),
        skipped_by: next.skipped_by.iter().map(ToString::to_string).collect(),
    }
}

fn name_place(of: &Of<'_, ChannelFacts>, entry: &EntryFacts) -> Place {
    of.doc.place(entry.name.as_ref().map_or(entry.range, |text| text.range))
}

/// Returns the upgrade path of an installed version.
pub(crate) fn follow(
    catalog: &Catalog<'_>,
    converter: &mut Converter<'_>,
    query: &PathQuery,
) -> Result<PathReport, QueryError> {
    let no_package = || QueryError::NoPackage(query.package.clone());
    let package = catalog.packages.get(query.package.as_str()).ok_or_else(no_package)?;
    // The result borrows names from the catalog and from the query.
    let from_installed = Query {
        from: &query.from,
        to: query.to.as_deref(),
        channel: query.channel.as_deref(),
        semantics: query.semantics,
    };
    let found = path(package, from_installed)?;
    let of = package.channels.get(found.channel);
    let entries: Table<&str, &EntryFacts> =
        of.iter().flat_map(|of| &of.body.entries).rev().map(|entry| (entry.own_name(), entry)).collect();
    let mut steps = Vec::with_capacity(found.steps.len());
    for step in &found.steps {
        let place = of.zip(entries.get(step.to)).map(|(of, entry)| of.doc.place(entry.range));
        steps.push(PathStep {
            from: step.from.to_owned(),
            to: step.to.to_owned(),
            edge: step.edge,
            path: place.map(|place| converter.path(place.file)).unwrap_or_default(),
            entry_range: place.map(|place| converter.range(place)).unwrap_or_default(),
        });
    }
    Ok(PathReport {
        version: VERSION,
        package: query.package.clone(),
        channel: found.channel.to_owned(),
        from: found.from.to_owned(),
        to: found.to.map(str::to_owned),
        semantics: found.semantics,
        reaches: found.reaches,
        steps,
        stops_because: found.stops_because,
        cause: found.cause,
        incomplete: false,
    })
}
