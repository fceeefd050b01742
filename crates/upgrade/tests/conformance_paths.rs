//! Upgrade paths in single channels, compared with recordings of OLM's own resolvers.

use std::collections::{BTreeMap, BTreeSet};

use olmkit_semver::VersionRelease;
use olmkit_testing::{Least, cases};
use olmkit_upgrade::{Channel, Graph, Installed, Node, SkipRange, Steps, VersionId, v0, v1};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    entries: Vec<Entry>,
    #[serde(default)]
    installed: Vec<Known>,
    #[serde(default)]
    deprecated: BTreeSet<String>,
    heads: Vec<String>,
    v0: V0,
    v1: V1,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    name: String,
    version: String,
    replaces: Option<String>,
    #[serde(default)]
    skips: Vec<String>,
    skip_range: Option<String>,
}

#[derive(Deserialize)]
struct Known {
    name: String,
    version: String,
}

#[derive(Deserialize)]
struct V0 {
    sorted: Option<Vec<String>>,
    error: Option<String>,
    #[serde(flatten)]
    steps: Recorded,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct V1 {
    fresh: Option<String>,
    #[serde(default)]
    tie: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    fresh_tie: Vec<String>,
    #[serde(flatten)]
    steps: Recorded,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
struct Recorded {
    next: BTreeMap<String, Option<String>>,
    #[serde(rename = "final")]
    last: BTreeMap<String, Option<String>>,
    reaches_head: BTreeMap<String, bool>,
    #[serde(default)]
    panic: BTreeSet<String>,
}

fn node<'c>(entry: &'c Entry, case: &Case) -> Node<'c> {
    Node {
        name: &entry.name,
        replaces: entry.replaces.as_deref(),
        skips: entry.skips.iter().map(String::as_str).collect(),
        skip_range: entry.skip_range.as_deref().map(SkipRange::new),
        version: Some(&entry.version),
        is_deprecated: case.deprecated.contains(&entry.name),
        has_bundle: true,
    }
}

fn channel(case: &Case) -> Channel<'_> {
    Channel {
        package: "p",
        name: "ch",
        nodes: case.entries.iter().map(|entry| node(entry, case)).collect(),
        installed: case
            .installed
            .iter()
            .map(|known| Installed { name: &known.name, version: &known.version })
            .collect(),
    }
}

fn recorded(graph: &Graph<'_, '_>, steps: &Steps, head: Option<VersionId>) -> Recorded {
    let name = |id: VersionId| graph.name(id).to_owned();
    let walk = steps.walk();
    let reaching = steps.reaching(head);
    let ids = || graph.names.ids();
    Recorded {
        next: ids().map(|id| (name(id), steps.after(id).map(name))).collect(),
        last: ids().map(|id| (name(id), walk.last.get(id).copied().flatten().map(name))).collect(),
        reaches_head: ids().map(|id| (name(id), reaching.get(id) == Some(&true))).collect(),
        panic: ids().filter(|&id| steps.panics_at(id)).map(name).collect(),
    }
}

fn compare(case: &Case) -> Result<(), String> {
    let channel = channel(case);
    let graph = Graph::new(&channel);
    let names = |ids: &[VersionId]| ids.iter().map(|id| graph.name(*id).to_owned()).collect::<Vec<_>>();
    let same = |what: &str, ours: &dyn std::fmt::Debug, theirs: &dyn std::fmt::Debug| {
        let (ours, theirs) = (format!("{ours:?}"), format!("{theirs:?}"));
        if ours == theirs { Ok(()) } else { Err(format!("{} {what}\n  theirs {theirs}\n  ours   {ours}", case.id)) }
    };
    same("heads", &graph.heads, &case.heads)?;

    let v0 = v0::answer(&graph);
    same("v0 sorted", &v0.sorted.as_ref().ok().map(|sorted| names(sorted)), &case.v0.sorted)?;
    same("v0 error", &v0.sorted.as_ref().err().map(|error| error.upstream("p", "ch")), &case.v0.error)?;
    same("v0 steps", &recorded(&graph, &v0.steps, v0.head()), &case.v0.steps)?;

    let v1 = v1::answer(&graph);
    same("v1 fresh", &v1.fresh().map(|id| graph.name(id)), &case.v1.fresh)?;
    same("v1 steps", &recorded(&graph, &v1.steps, graph.head()), &case.v1.steps)?;
    let sorted = |ids: Vec<VersionId>| {
        let mut found = if ids.len() > 1 { names(&ids) } else { Vec::new() };
        found.sort();
        found
    };
    same("v1 fresh tie", &sorted(fresh_tie(&v1, &graph)), &case.v1.fresh_tie)?;
    let ties = graph.names.ids().map(|id| (graph.name(id).to_owned(), sorted(tie(&v1, &graph, id))));
    let ties: BTreeMap<String, Vec<String>> = ties.filter(|(_, tie)| !tie.is_empty()).collect();
    same("v1 tie", &ties, &case.v1.tie)
}

/// The nodes that OLM v1 prefers as much as `node`: the order in which files are read decides between them.
fn alike(v1: &v1::Answer, graph: &Graph<'_, '_>, node: VersionId) -> Vec<VersionId> {
    let key = |id: VersionId| {
        (graph.node_of(id).is_some_and(|node| node.is_deprecated), graph.version(id).map(VersionRelease::new))
    };
    v1.preferred.iter().copied().filter(|other| key(*other) == key(node)).collect()
}

/// The nodes that a new ClusterExtension may install.
fn fresh_tie(v1: &v1::Answer, graph: &Graph<'_, '_>) -> Vec<VersionId> {
    v1.fresh().map(|first| alike(v1, graph, first)).unwrap_or_default()
}

/// The nodes that may be chosen for an installed name.
fn tie(v1: &v1::Answer, graph: &Graph<'_, '_>, id: VersionId) -> Vec<VersionId> {
    let chosen = match (v1.steps.after(id), graph.is_entry(id)) {
        (Some(next), _) => next,
        (None, true) if !v1.steps.panics_at(id) => id,
        _ => return Vec::new(),
    };
    if !v1.preferred.contains(&chosen) {
        return Vec::new();
    }
    let run = alike(v1, graph, chosen);
    if run.len() < 2 {
        return Vec::new();
    }
    let same = graph.version(id).map(VersionRelease::new);
    let is_candidate = |node: &VersionId| {
        let own = graph.version(*node).map(VersionRelease::new);
        own.is_some() && own == same || !graph.edges(id, *node).is_empty()
    };
    run.into_iter().filter(is_candidate).collect()
}

#[test]
fn steps_of_both_resolvers() {
    let cases: Vec<Case> = cases("path-cases.jsonl", Least { own: 3, shared: 2675 }, |_| true);
    let failures: Vec<String> = cases.iter().filter_map(|case| compare(case).err()).collect();
    println!("paths: {} of {} agree", cases.len() - failures.len(), cases.len());
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(8)].join("\n"));
}
