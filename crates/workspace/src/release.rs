//! Reports on releases, whose edges are either proposed or given by the caller.

use olmkit_catalog::channel_graph::channel_of;
use olmkit_catalog::release::{self, Proposal, Release, Step};
use olmkit_catalog::{Catalog, Package};
use olmkit_semver::{Range, Version};
use olmkit_upgrade::groups::{Group, Side, groups};
use olmkit_upgrade::rail::rail;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Graph, Semantics};

use crate::api::{ReleaseGroup, ReleaseQuery, ReleaseRange, ReleaseReport, ReleaseStep, VERSION};
use crate::query_error::QueryError;

/// Returns the report, or the reason why there is none.
pub(crate) fn report(catalog: &Catalog<'_>, query: &ReleaseQuery) -> Result<ReleaseReport, QueryError> {
    let no_package = || QueryError::NoPackage(query.package.clone());
    let package = catalog.packages.get(query.package.as_str()).ok_or_else(no_package)?;
    let no_channel = || QueryError::NoChannel(query.channel.clone());
    let channel = channel_of(package, &query.channel).ok_or_else(no_channel)?;
    let graph = Graph::new(&channel);
    let (name, version) = identity(package, &graph, query)?;
    let proposal = match &query.entry {
        None => release::propose(&graph, &name, &version),
        Some(entry) => Proposal {
            release: Release { entry: entry.clone(), version: version.to_string(), successor: query.successor.clone() },
            reasons: Vec::new(),
        },
    };
    let effect = release::effect(&graph, &proposal.release);
    let with = release::with_release(&channel, &proposal.release);
    let after = Graph::new(&with);
    let [was, findings] = [&graph, &after].map(|graph| Semantics::ALL.map(|semantics| find(graph, semantics)));
    let own = after.ids.get(proposal.release.entry.name.as_str()).copied();
    let reaching = findings.each_ref().map(|found| {
        let reaches = found.steps.reaching(found.target);
        reaches.with_ids().filter(|(id, reaches)| **reaches && Some(*id) != own).count()
    });
    let [v0, v1] = &findings;
    let rail = rail(&after, [v0, v1], &[], &|_| false);
    Ok(ReleaseReport {
        version: VERSION,
        has_bundle: package.bundles.contains_key(proposal.release.entry.name.as_str()),
        entry: proposal.release.entry.clone(),
        successor: proposal.release.successor.clone(),
        reasons: proposal.reasons,
        is_sound: effect.is_sound,
        heads: effect.heads,
        versions: after.names.len().saturating_sub(1),
        reaching,
        longest: [longest(&was), longest(&findings)],
        rail,
        groups: grouped([&graph, &after], [&was, &findings]),
        range: matches(&graph, &version, proposal.release.entry.skip_range.as_deref()),
        steps: steps(effect.steps),
        gains: steps(effect.gains),
        loses: steps(effect.loses),
    })
}

/// The name and the version of the release. The version of an existing bundle takes precedence over the given one.
fn identity(
    package: &Package<'_>,
    graph: &Graph<'_, '_>,
    query: &ReleaseQuery,
) -> Result<(String, Version), QueryError> {
    let known = |name: &str| Some(package.bundles.get(name)?.written_version()?.value.clone());
    let given =
        |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let wanted = given(&query.name).or_else(|| query.entry.as_ref().map(|entry| entry.name.clone()));
    let own = wanted.as_deref().and_then(known);
    let text = own.or_else(|| given(&query.version)).ok_or(QueryError::NoVersion)?;
    let version =
        Version::parse(text.strip_prefix('v').unwrap_or(&text)).map_err(|_| QueryError::Version(text.clone()))?;
    let name = wanted.unwrap_or_else(|| release::name_of(graph, &version));
    match graph.channel.nodes.iter().any(|node| node.name == name) {
        true => Err(QueryError::Exists(name)),
        false => Ok((name, version)),
    }
}

/// The maximum number of upgrades from an installed version to the channel head, under any semantics.
fn longest(found: &[Findings<'_>; 2]) -> usize {
    found.iter().map(Findings::longest).max().unwrap_or_default()
}

/// Returns the groups of installed versions: first those of OLM v0, then those that exist only for OLM v1.
fn grouped([before, after]: [&Graph<'_, '_>; 2], [was, is]: [&[Findings<'_>; 2]; 2]) -> Vec<ReleaseGroup> {
    let of = |old: &Findings<'_>, new: &Findings<'_>| {
        groups(Side { graph: before, found: old }, Side { graph: after, found: new })
    };
    let ([old_v0, old_v1], [new_v0, new_v1]) = (was, is);
    let (v0, mut v1) = (of(old_v0, new_v0), of(old_v1, new_v1));
    let mut all: Vec<ReleaseGroup> = v0
        .into_iter()
        .map(|group| {
            let same = v1.iter().position(|other| *other == group);
            let semantics = if same.is_some() { None } else { Some(Semantics::V0) };
            same.into_iter().for_each(|at| drop(v1.remove(at)));
            shown(group, semantics)
        })
        .collect();
    all.extend(v1.into_iter().map(|group| shown(group, Some(Semantics::V1))));
    all
}

fn shown(group: Group, semantics: Option<Semantics>) -> ReleaseGroup {
    let Group { installed, versions, before, after, edges } = group;
    let edges = edges.into_iter().collect();
    ReleaseGroup { semantics, installed, versions, before, after, edges }
}

/// Returns what the skipRange of a release matches in the channel before the release.
fn matches(graph: &Graph<'_, '_>, version: &Version, text: Option<&str>) -> Option<ReleaseRange> {
    let text = text.filter(|text| !text.trim().is_empty())?;
    let range = match Range::parse(text) {
        Ok(range) => range,
        Err(error) => {
            return Some(ReleaseRange { problem: Some(error.reason().to_owned()), matched: 0, matches_itself: false });
        }
    };
    let is_in = |version: &Version| range.contains(version).unwrap_or(false);
    let matched = graph.node_ids().filter(|id| graph.version(*id).is_some_and(is_in)).count();
    Some(ReleaseRange { problem: None, matched, matches_itself: is_in(version) })
}

fn steps(found: Vec<Step>) -> Vec<ReleaseStep> {
    let each = |step: Step| ReleaseStep { entry: step.from, semantics: step.semantics, edge: step.edge };
    found.into_iter().map(each).collect()
}
