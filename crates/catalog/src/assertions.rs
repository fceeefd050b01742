//! Whether what a catalog's owner wants to stay true is true.

use olmkit_semver::{Range, Version};

use crate::channel_graph::channel_of;
use crate::facts::{Assertion, AssertionFacts, Text};
use crate::model::Package;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Graph, Semantics};

/// Checks one assertion in every channel it is about.
///
/// # Errors
/// What is not true, in words.
pub(crate) fn check(package: &Package<'_>, entry: &AssertionFacts) -> Result<(), String> {
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
            // Without a channel an assertion is about the channels that have the entry.
            Some(None) if entry.channel.is_none() => continue,
            Some(None) => {
                let text = named.map_or("", |text| text.value.as_str());
                return Err(format!("Channel `{name}` has no entry `{text}`."));
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
    Err(match (&entry.channel, named) {
        (Some(channel), _) => format!("Package `{}` has no channel `{}`.", package.name, channel.value),
        (None, Some(text)) => format!("No channel of package `{}` has an entry `{}`.", package.name, text.value),
        (None, None) => format!("Package `{}` has no channel.", package.name),
    })
}

fn holds(graph: &Graph<'_, '_>, semantics: Semantics, assertion: &Assertion, id: Option<usize>) -> Result<(), String> {
    let findings = find(graph, semantics);
    match assertion {
        Assertion::Head { name } => head(graph, name),
        Assertion::Reaches { from, .. } => reaches(graph, &findings, from.as_ref(), id),
        Assertion::NeverSkipped { .. } => id.map_or(Ok(()), |id| never_skipped(graph, &findings, id)),
    }
}

fn head(graph: &Graph<'_, '_>, name: &Text) -> Result<(), String> {
    if graph.heads == [name.value.as_str()] {
        return Ok(());
    }
    let heads: Vec<String> = graph.heads.iter().map(|head| format!("`{head}`")).collect();
    let heads = if heads.is_empty() { "nothing".to_owned() } else { heads.join(", ") };
    Err(format!("The head of channel `{}` is {heads}, not `{}`.", graph.channel.name, name.value))
}

fn reaches(
    graph: &Graph<'_, '_>,
    findings: &Findings<'_>,
    from: Option<&Text>,
    to: Option<usize>,
) -> Result<(), String> {
    let Some(target) = to.or(findings.target) else {
        return Err(format!("Channel `{}` has no head that could be reached.", graph.channel.name));
    };
    let range = from.and_then(|text| Range::parse(&text.value).ok());
    let starts = |id: &usize| match (from, &range) {
        (None, _) => true,
        (Some(_), Some(range)) => graph.version(*id).is_some_and(|version| range.contains(version) == Ok(true)),
        (Some(text), None) => graph.name(*id) == text.value,
    };
    let reaching = findings.steps.reaching(Some(target));
    let stuck = (0..graph.nodes().len()).filter(starts).find(|id| reaching.get(*id) != Some(&true));
    let Some(stuck) = stuck else { return Ok(()) };
    let why = findings.stranded.iter().find(|stranded| stranded.id == stuck);
    let why = why.map(|stranded| findings.explain(graph, *stranded).0).unwrap_or_default();
    let text = format!(
        "`{}` never gets to `{}` in channel `{}` under OLM {}. {why}",
        graph.name(stuck),
        graph.name(target),
        graph.channel.name,
        findings.semantics.name()
    );
    Err(text.trim_end().to_owned())
}

/// Who is on a lower version and reaches the head passes through the entry.
fn never_skipped(graph: &Graph<'_, '_>, findings: &Findings<'_>, id: usize) -> Result<(), String> {
    let Some(own) = graph.version(id) else { return Ok(()) };
    let is_lower = |other: &usize| graph.version(*other).is_some_and(|version: &Version| version < own);
    let (by, to) = (findings.steps.reaching(Some(id)), findings.steps.reaching(findings.target));
    let passes = |other: &usize| to.get(*other) == Some(&true) && by.get(*other) != Some(&true);
    match (0..graph.names.len()).filter(is_lower).find(passes) {
        None => Ok(()),
        Some(other) => Err(format!(
            "`{}` gets to the head of channel `{}` under OLM {} without `{}`.",
            graph.name(other),
            graph.channel.name,
            findings.semantics.name(),
            graph.name(id)
        )),
    }
}
