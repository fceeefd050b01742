//! The requirements of each bundle, and what satisfies them.

use olmkit_collections::SortedMap;
use olmkit_collections::{HashMap, HashSet};

use olmkit_diagnostics::Place;

use crate::api::{Provider, Required, Requiring};
use crate::ids::{BundleId, EntryId, RequirementId, SourceId};
use crate::reporter::{Reporter, Subject};
use crate::requirement::Requirement;
use crate::rules::requirements::{
    dep_only_deprecated, dep_only_nondefault, dep_pinned, dep_range_invalid, dep_self, dep_unsat,
    dep_unsat_gvk_version, dep_unsat_version,
};
use crate::shared_requirement::SharedRequirement;
use crate::universe::Universe;

/// Bundles of one package that share a requirement. They have one finding.
struct Group {
    requirement: RequirementId,
    source: SourceId,
    place: Place,
    bundles: Vec<BundleId>,
}

/// Reports the requirements of all bundles. Also returns the satisfied requirements with their catalogs.
pub(super) fn report(reporter: &mut Reporter<'_>) -> (Vec<Requiring>, HashSet<(RequirementId, SourceId)>) {
    let universe = reporter.universe;
    let mut groups: SortedMap<(SourceId, &str, RequirementId), Group> = SortedMap::new();
    let mut known: HashMap<(RequirementId, SourceId), Required> = HashMap::default();
    let mut found = Vec::new();
    for (at, bundle) in universe.bundles.with_ids() {
        if bundle.requires.is_empty() || !reporter.is_selected(&bundle.package) {
            continue;
        }
        let mut requirements = Vec::with_capacity(bundle.requires.len());
        for (requirement, place) in &bundle.requires {
            let shown = known
                .entry((*requirement, bundle.source))
                .or_insert_with(|| required(universe, *requirement, bundle.source));
            requirements.push(shown.clone());
            let fresh =
                || Group { requirement: *requirement, source: bundle.source, place: *place, bundles: Vec::new() };
            groups.entry((bundle.source, &bundle.package, *requirement)).or_insert_with(fresh).bundles.push(at);
        }
        found.push(Requiring {
            catalog: universe.sources.get(bundle.source).map(|(name, _)| name.clone()).unwrap_or_default(),
            package: bundle.package.clone(),
            bundle: bundle.name.clone(),
            version: bundle.version.as_ref().map(ToString::to_string),
            channels: channels(universe, at),
            requirements,
        });
    }
    for Group { requirement, source, place, bundles } in groups.into_values() {
        let subject = Subject { bundles, place };
        let shown = known.get(&(requirement, source));
        let shared = shown.and_then(|shown| SharedRequirement::new(universe, (requirement, source), shown, subject));
        if let Some(shared) = shared {
            check_requirement(reporter, &shared);
        }
    }
    let met = known.iter().filter(|(_, shown)| shown.met).map(|(key, _)| *key).collect();
    (found, met)
}

fn channels(universe: &Universe<'_>, bundle: BundleId) -> Vec<String> {
    let entries = universe.entries_of.get(bundle).into_iter().flatten();
    entries.filter_map(|entry| universe.channel_of(*entry)).map(|channel| channel.name.clone()).collect()
}

fn required(universe: &Universe<'_>, requirement: RequirementId, source: SourceId) -> Required {
    let of = universe.requirements.get(requirement);
    let by = providers(universe, requirement, source);
    let met = !by.is_empty();
    let unknown = universe.unknown(requirement).filter(|_| !met);
    Required {
        kind: of.map(|of| of.kind.clone()).unwrap_or_default(),
        needs: of.map(Requirement::describe).unwrap_or_default(),
        olm: of.map(Requirement::to_olm).unwrap_or_default(),
        met,
        unknown: unknown.is_some(),
        by,
        reason: unknown.map(|reason| reason.to_string()).or_else(|| {
            (!met).then(|| match of.map(|of| &of.predicate) {
                Some(Err(problem)) => problem.message.clone(),
                _ => universe.instead(requirement),
            })
        }),
    }
}

/// The channels that can satisfy a requirement. In a channel that cannot be sorted, entries are in the order of the
/// file.
fn providers(universe: &Universe<'_>, requirement: RequirementId, source: SourceId) -> Vec<Provider> {
    let matching = universe.matching(requirement);
    let mut found = Vec::new();
    for channel in universe.channels_for(requirement, Some(source)) {
        let Some(channel) = universe.channels.get(channel) else { continue };
        let order = channel.order.as_ref().unwrap_or(&channel.entries);
        let meets = |entry: &&EntryId| {
            universe.entries.get(**entry).is_some_and(|entry| matching.binary_search(&entry.bundle).is_ok())
        };
        let candidates: Vec<EntryId> = order.iter().filter(meets).copied().collect();
        let Some(first) = candidates.first() else { continue };
        let Some(place) = universe.place_of(*first) else { continue };
        found.push(Provider {
            place,
            is_default: channel.is_default,
            candidates: candidates.len(),
            deprecated: universe.deprecation(*first).map(str::to_owned),
        });
    }
    found
}

fn check_requirement(reporter: &mut Reporter<'_>, shared: &SharedRequirement<'_>) {
    if dep_range_invalid::check(shared, reporter) {
        return;
    }
    if reporter.universe.unknown(shared.requirement).is_some() {
        dep_self::check(shared, reporter);
        return;
    }
    if !shared.shown.met {
        let is_reported = dep_unsat_version::check(shared, reporter) || dep_unsat_gvk_version::check(shared, reporter);
        if !is_reported {
            dep_unsat::check(shared, reporter);
        }
        return;
    }
    if !dep_only_deprecated::check(shared, reporter) {
        dep_only_nondefault::check(shared, reporter);
    }
    dep_self::check(shared, reporter);
    dep_pinned::check(shared, reporter);
}
