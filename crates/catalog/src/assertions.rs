//! Evaluates assertions.

use olmkit_semver::{Range, Version};

use crate::channel_graph::channel_of;
use crate::facts::{Assertion, AssertionFacts, Text};
use crate::model::Package;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Graph, Semantics, VersionId};

/// Why an assertion does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Violation {
    #[error("Channel `{channel}` has no entry `{entry}`.")]
    NoEntry { channel: String, entry: String },
    #[error("Package `{package}` has no channel `{channel}`.")]
    NoChannel { package: String, channel: String },
    #[error("No channel of package `{package}` has an entry `{entry}`.")]
    InNoChannel { package: String, entry: String },
    #[error("Package `{0}` has no channels.")]
    NoChannels(String),
    #[error("The head of channel `{channel}` is {heads}, not `{wanted}`.")]
    OtherHead { channel: String, heads: String, wanted: String },
    #[error("Channel `{0}` has no head.")]
    NoHead(String),
    #[error("`{from}` cannot upgrade to `{to}` in channel `{channel}` under OLM {}.{}", semantics.name(), because(why))]
    NeverReaches { from: String, to: String, channel: String, semantics: Semantics, why: String },
    #[error("`{from}` can upgrade to the head of channel `{channel}` under OLM {} without `{skipped}`.", semantics.name())]
    Skips { from: String, channel: String, semantics: Semantics, skipped: String },
}

/// A reason as the end of a sentence.
fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" {}", why.trim_end()) }
}

/// Evaluates one assertion in every channel that it applies to.
///
/// # Errors
/// The reason why the assertion does not hold.
pub(crate) fn check(package: &Package<'_>, entry: &AssertionFacts) -> Result<(), Violation> {
    let named = match &entry.assertion {
        Assertion::Reaches { to, .. } if to.value == "head" => None,
        Assertion::Reaches { to: name, .. } | Assertion::NeverSkipped { name } | Assertion::Head { name } => Some(name),
    };
    let wanted = |name: &str| entry.channel.as_ref().is_none_or(|text| text.value == name);
    let mut asked = false;
    for name in package.channels.keys().filter(|name| wanted(name)) {
        let Some(channel) = channel_of(package, name) else { continue };
        let graph = Graph::new(&channel);
        let id = named.map(|text| graph.ids.get(text.value.as_str()).copied().filter(|id| graph.is_entry(*id)));
        match id {
            // An assertion without a channel applies to the channels that have the entry.
            Some(None) if entry.channel.is_none() => continue,
            Some(None) => {
                let text = named.map_or("", |text| text.value.as_str());
                return Err(Violation::NoEntry { channel: (*name).to_owned(), entry: text.to_owned() });
            }
            _ => asked = true,
        }
        for semantics in Semantics::ALL {
            if entry.semantics.is_none_or(|wanted| wanted == semantics) {
                holds(&graph, semantics, &entry.assertion, id.flatten())?;
            }
        }
    }
    if asked {
        return Ok(());
    }
    let package = package.name.to_owned();
    Err(match (&entry.channel, named) {
        (Some(channel), _) => Violation::NoChannel { package, channel: channel.value.clone() },
        (None, Some(text)) => Violation::InNoChannel { package, entry: text.value.clone() },
        (None, None) => Violation::NoChannels(package),
    })
}

fn holds(
    graph: &Graph<'_, '_>,
    semantics: Semantics,
    assertion: &Assertion,
    id: Option<VersionId>,
) -> Result<(), Violation> {
    let findings = find(graph, semantics);
    match assertion {
        Assertion::Head { name } => head(graph, name),
        Assertion::Reaches { from, .. } => reaches(graph, &findings, from.as_ref(), id),
        Assertion::NeverSkipped { .. } => id.map_or(Ok(()), |id| never_skipped(graph, &findings, id)),
    }
}

fn head(graph: &Graph<'_, '_>, name: &Text) -> Result<(), Violation> {
    if graph.heads == [name.value.as_str()] {
        return Ok(());
    }
    let heads: Vec<String> = graph.heads.iter().map(|head| format!("`{head}`")).collect();
    let heads = if heads.is_empty() { "missing".to_owned() } else { heads.join(", ") };
    Err(Violation::OtherHead { channel: graph.channel.name.to_owned(), heads, wanted: name.value.clone() })
}

fn reaches(
    graph: &Graph<'_, '_>,
    findings: &Findings<'_>,
    from: Option<&Text>,
    to: Option<VersionId>,
) -> Result<(), Violation> {
    let Some(target) = to.or(findings.target) else {
        return Err(Violation::NoHead(graph.channel.name.to_owned()));
    };
    let range = from.and_then(|text| Range::parse(&text.value).ok());
    let starts = |id: &VersionId| match (from, &range) {
        (None, _) => true,
        (Some(_), Some(range)) => graph.version(*id).is_some_and(|version| range.contains(version) == Ok(true)),
        (Some(text), None) => graph.name(*id) == text.value,
    };
    let reaching = findings.steps.reaching(Some(target));
    let stuck = graph.node_ids().filter(starts).find(|id| reaching.get(*id) != Some(&true));
    let Some(stuck) = stuck else { return Ok(()) };
    let why = findings.stranded.iter().find(|stranded| stranded.id == stuck);
    let why = why.map(|stranded| findings.explain(graph, *stranded).0).unwrap_or_default();
    Err(Violation::NeverReaches {
        from: graph.name(stuck).to_owned(),
        to: graph.name(target).to_owned(),
        channel: graph.channel.name.to_owned(),
        semantics: findings.semantics,
        why,
    })
}

/// Every lower version that reaches the head does so through the entry.
fn never_skipped(graph: &Graph<'_, '_>, findings: &Findings<'_>, id: VersionId) -> Result<(), Violation> {
    let Some(own) = graph.version(id) else { return Ok(()) };
    let is_lower = |other: &VersionId| graph.version(*other).is_some_and(|version: &Version| version < own);
    let (by, to) = (findings.steps.reaching(Some(id)), findings.steps.reaching(findings.target));
    let passes = |other: &VersionId| to.get(*other) == Some(&true) && by.get(*other) != Some(&true);
    match graph.names.ids().filter(is_lower).find(passes) {
        None => Ok(()),
        Some(other) => Err(Violation::Skips {
            from: graph.name(other).to_owned(),
            channel: graph.channel.name.to_owned(),
            semantics: findings.semantics,
            skipped: graph.name(id).to_owned(),
        }),
    }
}
