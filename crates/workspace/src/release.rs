//! Releases: proposed, or analyzed with given edges.

use olmkit_catalog::Catalog;
use olmkit_catalog::channel_graph::channel_of;
use olmkit_catalog::release::{self, Proposal, Release, Step};
use olmkit_semver::Version;
use olmkit_upgrade::rail::rail;
use olmkit_upgrade::stranded::find;
use olmkit_upgrade::{Graph, Semantics};

use crate::api::{ReleaseQuestion, ReleaseReport, ReleaseStep, VERSION};
use crate::question::QuestionError;

/// The answer, or why there is none.
pub(crate) fn report(catalog: &Catalog<'_>, question: &ReleaseQuestion) -> Result<ReleaseReport, QuestionError> {
    let no_package = || QuestionError::NoPackage(question.package.clone());
    let package = catalog.packages.get(question.package.as_str()).ok_or_else(no_package)?;
    let no_channel = || QuestionError::NoChannel(question.channel.clone());
    let channel = channel_of(package, &question.channel).ok_or_else(no_channel)?;
    let graph = Graph::new(&channel);
    let known = |name: &str| {
        let property = package.bundles.get(name).and_then(|bundle| bundle.package_property());
        property.and_then(|property| property.version.as_ref()).map(|text| text.value.clone())
    };
    let given =
        |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let wanted = given(&question.name).or_else(|| question.entry.as_ref().map(|entry| entry.name.clone()));
    let own = wanted.as_deref().and_then(known);
    let text = own.or_else(|| given(&question.version)).ok_or(QuestionError::NoVersion)?;
    let version = Version::parse(text.strip_prefix('v').unwrap_or(&text))?;
    let name = wanted.unwrap_or_else(|| release::name_of(&graph, &version));
    if channel.nodes.iter().any(|node| node.name == name) {
        return Err(QuestionError::Exists(name));
    }
    let proposal = match &question.entry {
        None => release::propose(&graph, &name, &version),
        Some(entry) => Proposal {
            release: Release { entry: entry.clone(), version: version.to_string(), under: question.under.clone() },
            reasons: Vec::new(),
        },
    };
    let effect = release::effect(&graph, &proposal.release);
    let with = release::with_release(&channel, &proposal.release);
    let after = Graph::new(&with);
    let findings = Semantics::ALL.map(|semantics| find(&after, semantics));
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
        under: proposal.release.under.clone(),
        reasons: proposal.reasons,
        is_sound: effect.is_sound,
        heads: effect.heads,
        versions: after.names.len().saturating_sub(1),
        reaching,
        longest: [longest(&graph), longest(&after)],
        rail,
        steps: steps(effect.steps),
        gains: steps(effect.gains),
        loses: steps(effect.loses),
    })
}

/// The most upgrades from an installed version to the channel head, under any semantics.
fn longest(graph: &Graph<'_, '_>) -> usize {
    let distances = Semantics::ALL.into_iter().flat_map(|semantics| {
        let found = find(graph, semantics);
        found.steps.distances(found.target).to_vec()
    });
    distances.flatten().max().unwrap_or_default()
}

fn steps(found: Vec<Step>) -> Vec<ReleaseStep> {
    let each = |step: Step| ReleaseStep {
        entry: step.from,
        semantics: step.semantics.into(),
        edge: step.edge.map(|edge| edge.name().into()),
    };
    found.into_iter().map(each).collect()
}
