//! Packages that require each other.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_text::{counted, listed};

use crate::ids::{BundleId, RequirementId, SourceId};
use crate::reporter::{Reporter, Subject};
use crate::rules::declare::{bundle, package, rule};

rule! {
    RULE, "dep-cycle", "DEP014", "Packages that require each other",
    since: "0.1.0",
    dependencies: Warning,
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

/// Maximum number of packages of a cycle in a message.
const NAMES: usize = 12;

/// The budget of the search, in steps and names in cycles: this minimum, plus [`EACH`] for each package and requirement
/// in the graph. Thousands of cycles can share thousands of packages.
const LEAST: usize = 10_000;
const EACH: usize = 16;

/// The required packages of each package, with a bundle that has the requirement.
type Graph<'g> = SortedMap<&'g str, SortedMap<&'g str, BundleId>>;

/// Searches for cycles, following the candidate that OLM prefers for each requirement.
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
    let Cycles { cycles, rest } = cycles(&graph);
    let rest: Vec<&str> = rest.into_iter().filter(|package| reporter.is_selected(package)).collect();
    let whole = cycles.iter().map(|cycle| (cycle.as_slice(), true));
    let rest = std::iter::once((rest.as_slice(), false));
    for (cycle, is_whole) in whole.chain(rest) {
        let first = cycle.first().and_then(|name| graph.get(name)).and_then(|to| to.values().next()).copied();
        let Some((at, bundle)) = first.and_then(|at| Some((at, universe.bundles.get(at)?))) else { continue };
        if !cycle.iter().any(|package| reporter.is_selected(package)) {
            continue;
        }
        let message = if is_whole {
            format!("Packages require each other: {}. OLM installs them together.", path(cycle))
        } else {
            let names = cycle.iter().map(|name| (*name).to_owned()).collect();
            let count = counted(cycle.len(), "more package is in a cycle", "more packages are in cycles");
            format!("{count}: {}.", listed(names, NAMES, "and"))
        };
        let subject = Subject { bundles: vec![at], place: bundle.place };
        reporter.add(&RULE, &subject, message, "");
    }
    cycles.into_iter().map(|cycle| cycle.into_iter().map(str::to_owned).collect()).collect()
}

/// Formats a cycle. The first package is repeated at the end.
fn path(cycle: &[&str]) -> String {
    let (shown, more) = cycle.split_at_checked(NAMES).unwrap_or((cycle, &[]));
    let more = (!more.is_empty()).then(|| format!("… {} more …", more.len()));
    let names = shown.iter().map(|name| (*name).to_owned()).chain(more);
    let names: Vec<String> = names.chain(cycle.first().map(|name| (*name).to_owned())).collect();
    names.join(" -> ")
}

struct Cycles<'g> {
    /// One cycle for each package that can reach itself and is not in an earlier cycle. Each starts at its first name.
    cycles: Vec<Vec<&'g str>>,
    /// Packages in cycles that exceed the budget.
    rest: Vec<&'g str>,
}

fn cycles<'g>(graph: &Graph<'g>) -> Cycles<'g> {
    let components = components(graph);
    let mut sizes: SortedMap<usize, usize> = SortedMap::new();
    for component in components.values() {
        let size = sizes.entry(*component).or_default();
        *size = size.saturating_add(1);
    }
    let size = |name: &str| components.get(name).and_then(|component| sizes.get(component)).copied();
    let edges = graph.values().map(|targets| targets.len().saturating_add(1)).fold(0_usize, usize::saturating_add);
    let mut left = edges.saturating_mul(EACH).saturating_add(LEAST);
    let (mut cycles, mut rest) = (Vec::new(), Vec::new());
    let mut covered: SortedSet<&str> = SortedSet::new();
    for start in graph.keys().copied().filter(|start| size(start) > Some(1)) {
        if covered.contains(start) {
            continue;
        }
        if left == 0 {
            rest.push(start);
        } else if let Some(cycle) = shortest_cycle(graph, &components, start, &mut left) {
            covered.extend(cycle.iter().copied());
            left = left.saturating_sub(cycle.len());
            cycles.push(cycle);
        }
    }
    rest.retain(|name| !covered.contains(name));
    Cycles { cycles, rest }
}

/// The number of the strongly connected component of each package. Two packages have the same number if each can reach
/// the other. Uses Kosaraju's algorithm without recursion.
fn components<'g>(graph: &Graph<'g>) -> SortedMap<&'g str, usize> {
    let targets = |name: &str| graph.get(name).into_iter().flat_map(SortedMap::keys).copied();
    let (mut seen, mut finished) = (SortedSet::new(), Vec::new());
    for start in graph.keys().copied() {
        if !seen.insert(start) {
            continue;
        }
        let mut open = vec![(start, targets(start))];
        while let Some((name, left)) = open.last_mut() {
            if let Some(next) = left.find(|to| seen.insert(*to)) {
                open.push((next, targets(next)));
                continue;
            }
            finished.push(*name);
            open.pop();
        }
    }
    let mut sources: SortedMap<&str, Vec<&'g str>> = SortedMap::new();
    for (from, targets) in graph.iter() {
        targets.keys().for_each(|to| sources.entry(*to).or_default().push(from));
    }
    let mut components = SortedMap::new();
    for (number, root) in finished.into_iter().rev().enumerate() {
        let mut open = vec![root];
        while let Some(name) = open.pop() {
            if !components.contains_key(name) {
                components.insert(name, number);
                open.extend(sources.get(name).into_iter().flatten().copied());
            }
        }
    }
    components
}

/// The shortest cycle that contains a package. The cycle is within the package's component. Steps are subtracted from
/// `left`.
fn shortest_cycle<'g>(
    graph: &Graph<'g>,
    components: &SortedMap<&'g str, usize>,
    start: &'g str,
    left: &mut usize,
) -> Option<Vec<&'g str>> {
    let own = components.get(start);
    let closes = |here: &&&str| graph.get(**here).is_some_and(|targets| targets.contains_key(start));
    let mut before: SortedMap<&str, &'g str> = SortedMap::new();
    let mut front = vec![start];
    while !front.is_empty() {
        if let Some(last) = front.iter().find(closes) {
            let mut cycle = vec![*last];
            while let Some(back) = cycle.last().and_then(|at| before.get(at)) {
                cycle.push(back);
            }
            cycle.reverse();
            return Some(cycle);
        }
        let mut next = Vec::new();
        for here in front {
            for to in graph.get(here).into_iter().flat_map(SortedMap::keys).copied() {
                *left = left.saturating_sub(1);
                if components.get(to) == own && !before.contains_key(to) {
                    before.insert(to, here);
                    next.push(to);
                }
            }
        }
        front = next;
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use olmkit_collections::Id as _;

    fn graph<'g>(edges: impl IntoIterator<Item = (&'g str, &'g str)>) -> Graph<'g> {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry(from).or_default().insert(to, BundleId::new(0));
        }
        graph
    }

    #[test]
    fn each_package_that_reaches_itself_is_in_a_cycle() {
        let graph = graph([("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "b"), ("e", "a"), ("e", "f")]);
        assert_eq!(cycles(&graph).cycles, [vec!["b", "c"], vec!["d", "b", "c"]]);
        let components = components(&graph);
        let of = |name: &str| components.get(name).unwrap();
        assert_eq!((of("b"), of("b")), (of("c"), of("d")));
        assert!(of("a") != of("b") && of("e") != of("a") && of("e") != of("f"));
    }

    #[test]
    fn a_long_chain_is_not_searched_and_a_hub_has_a_cycle_with_each() {
        let names: Vec<String> = (0..20_000).map(|number| format!("p{number:05}")).collect();
        let pairs = names.windows(2).filter_map(|pair| Some((pair.first()?.as_str(), pair.last()?.as_str())));
        assert_eq!(cycles(&graph(pairs)).cycles, [[""; 0]; 0]);
        let to_hub = names.iter().flat_map(|name| [(name.as_str(), "hub"), ("hub", name.as_str())]);
        let found = cycles(&graph(to_hub));
        assert_eq!((found.cycles.len(), found.rest.len()), (names.len(), 0));
    }

    /// The graph has as many cycles as each cycle has packages.
    #[test]
    fn the_names_in_all_cycles_are_not_a_multiple_of_the_packages() {
        let names_in = |length: usize| {
            let path: Vec<String> = (0..length).map(|number| format!("p{number:05}")).collect();
            let back: Vec<String> = (0..length).map(|number| format!("q{number:05}")).collect();
            let pairs = path.windows(2).filter_map(|pair| Some((pair.first()?.as_str(), pair.last()?.as_str())));
            let (first, last) = (path.first().unwrap().as_str(), path.last().unwrap().as_str());
            let back = back.iter().flat_map(|name| [(last, name.as_str()), (name.as_str(), first)]);
            let found = cycles(&graph(pairs.chain(back)));
            assert!(!found.rest.is_empty());
            let all: SortedSet<&str> = found.cycles.iter().flatten().chain(&found.rest).copied().collect();
            assert_eq!(all.len(), 2 * length);
            found.cycles.iter().map(Vec::len).sum::<usize>()
        };
        let (one, double) = (names_in(1000), names_in(2000));
        assert!(double < 3 * one, "{one} {double}");
    }

    #[test]
    fn a_long_cycle_is_shown_by_its_first_packages() {
        let cycle: Vec<String> = (0..40).map(|number| format!("p{number}")).collect();
        let cycle: Vec<&str> = cycle.iter().map(String::as_str).collect();
        let shown = path(&cycle);
        assert!(shown.starts_with("p0 -> p1 -> ") && shown.ends_with(" -> p11 -> … 28 more … -> p0"), "{shown}");
        assert_eq!(path(&["a", "b"]), "a -> b -> a");
    }
}
