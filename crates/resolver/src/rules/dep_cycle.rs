//! Packages that require each other.

use olmkit_collections::{SortedMap, SortedSet};

use crate::ids::{BundleId, RequirementId, SourceId};
use crate::reporter::{Reporter, Subject};
use crate::rules::declare::{bundle, package, rule};

rule! {
    RULE, "dep-cycle", "DEP014", "Packages that require each other",
    since: "0.1.0",
    dependencies: Info,
    finds: "A cycle of packages, each of which requires the next.",
    why: "OLM v0 installs them together. None of them can be removed or upgraded separately.",
    fix: "No change is necessary if the cycle is intended.",
    source: "olmkit; OLM v0 accepts cycles.",
    bad: [{ "Two packages that need each other": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.package.required, value: {packageName: foo, versionRange: '>=1.0.0'}}\n") }],
    good: [{ "One that needs the other": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n"),
        bundle!("bar", "1.0.0") }],
}

/// Package to package, with a bundle that asks for it.
type Graph<'g> = SortedMap<&'g str, SortedMap<&'g str, BundleId>>;

/// Goes by what OLM would take first for each requirement.
pub(crate) fn check(reporter: &mut Reporter<'_>) -> Vec<Vec<String>> {
    let universe = reporter.universe;
    let mut graph: Graph<'_> = SortedMap::new();
    let mut preferred: SortedMap<(RequirementId, SourceId), Option<&str>> = SortedMap::new();
    for (at, bundle) in universe.bundles.with_ids() {
        for (requirement, _) in &bundle.requires {
            let package = preferred.entry((*requirement, bundle.source)).or_insert_with(|| {
                let first = universe.channels_for(*requirement, Some(bundle.source)).first().copied();
                first.and_then(|channel| universe.channels.get(channel)).map(|channel| channel.package.as_str())
            });
            if let Some(package) = package.filter(|package| *package != bundle.package) {
                graph.entry(&bundle.package).or_default().entry(package).or_insert(at);
            }
        }
    }
    let cycles = cycles(&graph);
    for cycle in &cycles {
        let first = cycle.first().and_then(|name| graph.get(name)).and_then(|to| to.values().next()).copied();
        let Some((at, bundle)) = first.and_then(|at| Some((at, universe.bundles.get(at)?))) else { continue };
        if !cycle.iter().any(|package| reporter.is_meant(package)) {
            continue;
        }
        let mut shown = cycle.clone();
        shown.extend(cycle.first());
        let message = format!("Packages require each other: {}. OLM installs them together.", shown.join(" -> "));
        let subject = Subject { bundles: vec![at], place: bundle.place };
        reporter.add(&RULE, &subject, message, "");
    }
    cycles.into_iter().map(|cycle| cycle.into_iter().map(str::to_owned).collect()).collect()
}

/// One cycle for each package that can reach itself and is in none found before; each starts at its first name.
fn cycles<'g>(graph: &Graph<'g>) -> Vec<Vec<&'g str>> {
    let mut found = Vec::new();
    let mut covered: SortedSet<&str> = SortedSet::new();
    let mut dead: SortedSet<&str> = SortedSet::new();
    for start in graph.keys().copied() {
        if covered.contains(start) || dead.contains(start) {
            continue;
        }
        match way_back(graph, start, &dead) {
            Some(cycle) => {
                covered.extend(cycle.iter().copied());
                found.push(cycle);
            }
            // It is in no cycle; what it reaches may be.
            None => drop(dead.insert(start)),
        }
    }
    found
}

/// The shortest way from a package to itself.
fn way_back<'g>(graph: &Graph<'g>, start: &'g str, dead: &SortedSet<&str>) -> Option<Vec<&'g str>> {
    let mut before: SortedMap<&str, &'g str> = SortedMap::new();
    let mut front = vec![start];
    while !front.is_empty() {
        let mut next = Vec::new();
        for here in front {
            for to in graph.get(here).into_iter().flat_map(SortedMap::keys).copied() {
                if to == start {
                    let mut way = vec![here];
                    while let Some(back) = way.last().and_then(|at| before.get(at)) {
                        way.push(back);
                    }
                    way.reverse();
                    return Some(way);
                }
                if !dead.contains(to) && !before.contains_key(to) {
                    before.insert(to, here);
                    next.push(to);
                }
            }
        }
        front = next;
    }
    None
}
