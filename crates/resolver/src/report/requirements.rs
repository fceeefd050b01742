//! What each bundle requires, and whether and by what it is met.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use olmkit_diagnostics::{Place, Rule, Severity};
use olmkit_semver::{Op, Range, Version};

use super::rules;
use super::{Reporter, Subject, crowd};
use crate::api::{Provider, Required, Requiring};
use crate::requirement::{Requirement, Test};
use crate::universe::Universe;

/// Bundles of one package that share a requirement: one cause, one finding.
struct Group {
    requirement: usize,
    source: usize,
    place: Place,
    bundles: Vec<usize>,
}

/// Also gives the requirements, by catalog, that something meets.
pub(super) fn report(reporter: &mut Reporter<'_>) -> (Vec<Requiring>, HashSet<(usize, usize)>) {
    let universe = reporter.universe;
    let mut groups: BTreeMap<(usize, &str, usize), Group> = BTreeMap::new();
    let mut known: HashMap<(usize, usize), Required> = HashMap::new();
    let mut found = Vec::new();
    for (at, bundle) in universe.bundles.iter().enumerate() {
        if bundle.requires.is_empty() || !reporter.is_meant(&bundle.package) {
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
    for group in groups.into_values() {
        judge(reporter, &group, known.get(&(group.requirement, group.source)));
    }
    let met = known.iter().filter(|(_, shown)| shown.met).map(|(key, _)| *key).collect();
    (found, met)
}

fn channels(universe: &Universe<'_>, bundle: usize) -> Vec<String> {
    let entries = universe.entries_of.get(bundle).into_iter().flatten();
    entries.filter_map(|entry| universe.channel_of(*entry)).map(|channel| channel.name.clone()).collect()
}

fn required(universe: &Universe<'_>, requirement: usize, source: usize) -> Required {
    let of = universe.requirements.get(requirement);
    let by = providers(universe, requirement, source);
    let met = !by.is_empty();
    Required {
        kind: of.map(|of| of.kind.clone()).unwrap_or_default(),
        needs: of.map(Requirement::describe).unwrap_or_default(),
        olm: of.map(Requirement::to_olm).unwrap_or_default(),
        met,
        by,
        reason: (!met).then(|| match of.map(|of| &of.predicate) {
            Some(Err(problem)) => problem.message.clone(),
            _ => universe.instead(requirement),
        }),
    }
}

/// The channels that can meet a requirement. A channel that has no order counts as it is listed.
fn providers(universe: &Universe<'_>, requirement: usize, source: usize) -> Vec<Provider> {
    let matching = universe.matching(requirement);
    let mut found = Vec::new();
    for channel in universe.channels_for(requirement, Some(source)) {
        let Some(channel) = universe.channels.get(channel) else { continue };
        let order = channel.order.as_ref().unwrap_or(&channel.entries);
        let meets = |entry: &&usize| {
            universe.entries.get(**entry).is_some_and(|entry| matching.binary_search(&entry.bundle).is_ok())
        };
        let candidates: Vec<usize> = order.iter().filter(meets).copied().collect();
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

fn judge(reporter: &mut Reporter<'_>, group: &Group, shown: Option<&Required>) {
    let universe = reporter.universe;
    let (Some(of), Some(shown)) = (universe.requirements.get(group.requirement), shown) else { return };
    let subject = Subject { bundles: group.bundles.clone(), place: group.place };
    let who = crowd(universe, &group.bundles);
    let verb = if group.bundles.len() == 1 { "needs" } else { "need" };
    if let Err(problem) = &of.predicate {
        let message = format!(
            "{who}: {}. As soon as OLM meets this bundle while it looks for candidates, it resolves nothing for the \
             whole namespace.",
            problem.message
        );
        reporter.add(&rules::BROKEN, &subject, message, "Correct the property, and every bundle that has it.");
        return;
    }
    if !shown.met {
        let rule = unmet_rule(universe, of);
        let reason = shown.reason.as_deref().unwrap_or_default();
        let message = format!("{who} {verb} {}; {reason}.", shown.needs);
        let help = if reporter.options.partial {
            "On clusters another catalog has to provide it."
        } else {
            "Add what is missing to a catalog that clusters have, or correct the requirement."
        };
        let partial = reporter.options.partial;
        if let Some(found) = reporter.add(rule, &subject, message, help).filter(|_| partial) {
            found.severity = Severity::Warning;
        }
        return;
    }
    let candidates = universe.candidates(group.requirement, Some(group.source)).unwrap_or_default();
    let is_gone = |entry: &usize| {
        universe.deprecation(*entry).is_some() || universe.bundle_of(*entry).is_some_and(|bundle| bundle.is_prohibited)
    };
    if !candidates.is_empty() && candidates.iter().all(is_gone) {
        let message = format!("{who} {verb} {}; only deprecated bundles provide it.", shown.needs);
        reporter.add(&rules::ONLY_DEPRECATED, &subject, message, "Move the requirement on to what replaces them.");
    } else if shown.by.iter().all(|provider| !provider.is_default) {
        let places: BTreeSet<String> =
            shown.by.iter().map(|by| format!("channel {} of {}", by.place.channel, by.place.package)).collect();
        let places: Vec<String> = places.into_iter().collect();
        let message = format!(
            "{who} {verb} {}; only channels that are no default channels have it: {}.",
            shown.needs,
            crate::messages::list(&places, "and")
        );
        let help = "OLM subscribes to such a channel and stays on it. Widen the range to what the default channel has.";
        reporter.add(&rules::ONLY_OTHER_CHANNELS, &subject, message, help);
    }
    provided_by_itself(reporter, group, &subject, shown);
    pinned(reporter, of, &subject, &who);
}

fn unmet_rule(universe: &Universe<'_>, of: &Requirement) -> &'static Rule {
    let Ok(predicate) = &of.predicate else { return &rules::BROKEN };
    match predicate.root() {
        Test::Package { name, .. } if universe.by_package.contains_key(name) => &rules::UNMET_VERSION,
        Test::Gvk(gvk) => {
            let same = |other: &&olmkit_constraints::Gvk| other.kind == gvk.kind && other.group == gvk.group;
            if universe.by_gvk.keys().any(|other| same(&other)) { &rules::UNMET_API_VERSION } else { &rules::UNMET }
        }
        _ => &rules::UNMET,
    }
}

fn provided_by_itself(reporter: &mut Reporter<'_>, group: &Group, subject: &Subject, shown: &Required) {
    let matching = reporter.universe.matching(group.requirement);
    let own: Vec<usize> = group.bundles.iter().filter(|at| matching.binary_search(at).is_ok()).copied().collect();
    if own.is_empty() {
        return;
    }
    let verb = if own.len() == 1 { "requires" } else { "require" };
    let who = crowd(reporter.universe, &own);
    let itself = if own.len() == 1 { "provides it itself" } else { "provide it themselves" };
    let message = format!("{who} {verb} {} and {itself}.", shown.needs);
    let subject = Subject { bundles: own, place: subject.place };
    reporter.add(&rules::OWN, &subject, message, "Remove the requirement.");
}

/// A range that ends at or below the newest version there is.
fn pinned(reporter: &mut Reporter<'_>, of: &Requirement, subject: &Subject, who: &str) {
    let universe = reporter.universe;
    let Ok(predicate) = &of.predicate else { return };
    let Test::Package { name, text, range } = predicate.root() else { return };
    let versions = universe.by_package.get(name).into_iter().flatten();
    let newest = versions.filter_map(|at| universe.bundles.get(*at)?.version.as_ref()).max();
    let Some(newest) = newest.filter(|newest| ends_before(range, newest)) else { return };
    let message = format!(
        "{who}: the range `{text}` holds {name} back; {newest} is there already. While the requirement stands, OLM \
         cannot upgrade {name} beyond it."
    );
    reporter.add(&rules::PINNED, subject, message, "Leave the end of the range open, or raise it in time.");
}

fn ends_before(range: &Range, newest: &Version) -> bool {
    let is_bounded = |part: &Vec<olmkit_semver::Comparator>| {
        part.iter().any(|comparator| matches!(comparator.op, Op::Equal | Op::Less | Op::LessEqual))
    };
    range.parts().iter().all(is_bounded) && !range.contains(newest).unwrap_or(true)
        || range.parts().iter().all(|part| part.iter().any(|comparator| comparator.op == Op::Equal))
}
