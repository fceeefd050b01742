//! Evaluates assertions.

use olmkit_text::{MAX_NAMES, listed_names};
use std::cell::OnceCell;

use olmkit_semver::Version;

use crate::facts::{Assertion, AssertionFacts, Start, Text};
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Channel, Graph, Semantics, VersionId};

/// The reason why an assertion does not hold.
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
    #[error("No version of the checked channels matches `from: {0}`.")]
    NoStart(String),
    #[error("`{0}` has no version, so lower versions are unknown.")]
    NoVersion(String),
    #[error("The head of channel `{channel}` is {heads}, not `{wanted}`.")]
    OtherHead { channel: String, heads: String, wanted: String },
    #[error("Channel `{0}` has no head.")]
    NoHead(String),
    #[error("`{from}` cannot upgrade to `{to}` in channel `{channel}` under OLM {}.{}", semantics.name(), because(why))]
    NeverReaches { from: String, to: String, channel: String, semantics: Semantics, why: String },
    #[error("`{from}` can upgrade to the head of channel `{channel}` under OLM {} without `{skipped}`.", semantics.name())]
    Skips { from: String, channel: String, semantics: Semantics, skipped: String },
}

impl Violation {
    /// Returns advice for the user.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Violation::NoEntry { .. } | Violation::InNoChannel { .. } => "Correct the name, or add the entry.",
            Violation::NoChannel { .. } => "Correct the name, or add the channel.",
            Violation::NoChannels(_) => "Add a channel.",
            Violation::NoStart(_) => "Correct the name or the range in `from`.",
            Violation::NoVersion(_) => "Add the bundle.",
            _ => "Restore the edges that made it true, or change the assertion.",
        }
    }

    /// Returns the name in the assertion that is wrong. `None` if the assertion as a whole does not hold.
    pub(crate) fn wrong_name<'f>(&self, entry: &'f AssertionFacts) -> Option<&'f Text> {
        match (self, &entry.assertion) {
            (Violation::NoChannel { .. }, _) => entry.channel.as_ref(),
            (Violation::NoEntry { .. } | Violation::InNoChannel { .. }, assertion) => named(assertion),
            (
                Violation::NoStart(_),
                Assertion::Reaches { from: Some(Start::Entry(from) | Start::Range(_, from)), .. },
            ) => Some(from),
            _ => None,
        }
    }

    /// Returns the names in a channel that a wrong name can stand for.
    pub(crate) fn known_names<'e>(&self, of: &Checked<'_, 'e>) -> Vec<&'e str> {
        match self {
            Violation::NoChannel { .. } => vec![of.channel.name],
            Violation::NoEntry { channel, .. } if of.channel.name != *channel => Vec::new(),
            _ => of.channel.nodes.iter().map(|node| node.name).collect(),
        }
    }
}

/// Formats a reason as the end of a sentence.
fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" {}", why.trim_end()) }
}

/// A channel. Its graph and the findings under both semantics are computed once.
pub(crate) struct Checked<'c, 'e> {
    channel: &'c Channel<'e>,
    known: OnceCell<(Graph<'c, 'e>, [Findings<'e>; 2])>,
}

impl<'c, 'e> Checked<'c, 'e> {
    pub(crate) fn new(channel: &'c Channel<'e>) -> Self {
        Checked { channel, known: OnceCell::new() }
    }

    fn known(&self) -> &(Graph<'c, 'e>, [Findings<'e>; 2]) {
        self.known.get_or_init(|| {
            let graph = Graph::new(self.channel);
            let findings = Semantics::ALL.map(|semantics| find(&graph, semantics));
            (graph, findings)
        })
    }
}

/// Returns the entry that an assertion names.
fn named(assertion: &Assertion) -> Option<&Text> {
    match assertion {
        Assertion::Reaches { to, .. } if to.value == "head" => None,
        Assertion::Reaches { to: name, .. } | Assertion::NeverSkipped { name } | Assertion::Head { name } => Some(name),
    }
}

/// Evaluates one assertion in every channel that it applies to.
///
/// # Errors
/// The reason why the assertion does not hold.
pub(crate) fn check(package: &str, channels: &[Checked<'_, '_>], entry: &AssertionFacts) -> Result<(), Violation> {
    let named = named(&entry.assertion);
    let wanted =
        |checked: &&Checked<'_, '_>| entry.channel.as_ref().is_none_or(|text| text.value == checked.channel.name);
    let (mut is_checked, mut starts) = (false, false);
    for checked in channels.iter().filter(wanted) {
        let (graph, findings) = checked.known();
        let id = named.map(|text| graph.ids.get(text.value.as_str()).copied().filter(|id| graph.is_entry(*id)));
        match id {
            // An assertion without a channel applies to the channels that have the entry.
            Some(None) if entry.channel.is_none() => continue,
            Some(None) => {
                let text = named.map_or("", |text| text.value.as_str());
                return Err(Violation::NoEntry { channel: checked.channel.name.to_owned(), entry: text.to_owned() });
            }
            _ => is_checked = true,
        }
        for findings in findings.iter().filter(|of| entry.semantics.is_none_or(|wanted| wanted == of.semantics)) {
            starts |= check_assertion(graph, findings, &entry.assertion, id.flatten())?;
        }
    }
    match (&entry.assertion, &entry.channel, named) {
        (Assertion::Reaches { from: Some(Start::Entry(from) | Start::Range(_, from)), .. }, ..)
            if is_checked && !starts =>
        {
            Err(Violation::NoStart(from.value.clone()))
        }
        _ if is_checked => Ok(()),
        (_, Some(channel), _) => {
            Err(Violation::NoChannel { package: package.to_owned(), channel: channel.value.clone() })
        }
        (_, None, Some(text)) => Err(Violation::InNoChannel { package: package.to_owned(), entry: text.value.clone() }),
        (_, None, None) => Err(Violation::NoChannels(package.to_owned())),
    }
}

/// Returns whether the assertion applies to any version.
fn check_assertion(
    graph: &Graph<'_, '_>,
    findings: &Findings<'_>,
    assertion: &Assertion,
    id: Option<VersionId>,
) -> Result<bool, Violation> {
    match (assertion, id) {
        (Assertion::Head { name }, _) => head(graph, name).map(|()| true),
        (Assertion::Reaches { from, .. }, _) => reaches(graph, findings, from.as_ref(), id),
        (Assertion::NeverSkipped { .. }, Some(id)) => never_skipped(graph, findings, id).map(|()| true),
        (Assertion::NeverSkipped { .. }, None) => Ok(false),
    }
}

fn head(graph: &Graph<'_, '_>, name: &Text) -> Result<(), Violation> {
    if graph.heads == [name.value.as_str()] {
        return Ok(());
    }
    let heads = listed_names(&graph.heads, MAX_NAMES, "and");
    let heads = if heads.is_empty() { "missing".to_owned() } else { heads };
    Err(Violation::OtherHead { channel: graph.channel.name.to_owned(), heads, wanted: name.value.clone() })
}

/// Returns whether there is any version to start from.
fn reaches(
    graph: &Graph<'_, '_>,
    findings: &Findings<'_>,
    from: Option<&Start>,
    to: Option<VersionId>,
) -> Result<bool, Violation> {
    let Some(target) = to.or(findings.target) else {
        return Err(Violation::NoHead(graph.channel.name.to_owned()));
    };
    let starts = |id: &VersionId| match from {
        None => true,
        Some(Start::Entry(name)) => graph.name(*id) == name.value,
        Some(Start::Range(range, _)) => graph.version(*id).is_some_and(|version| range.contains(version) == Ok(true)),
    };
    let reaching = findings.steps.reaching(Some(target));
    let mut all = graph.node_ids().filter(starts).peekable();
    let is_any = all.peek().is_some();
    let Some(id) = all.find(|id| reaching.get(*id) != Some(&true)) else { return Ok(is_any) };
    let why = findings.stranded.iter().find(|stranded| stranded.id == id);
    let why = why.map(|stranded| findings.explain(graph, *stranded).0).unwrap_or_default();
    Err(Violation::NeverReaches {
        from: graph.name(id).to_owned(),
        to: graph.name(target).to_owned(),
        channel: graph.channel.name.to_owned(),
        semantics: findings.semantics,
        why,
    })
}

/// Checks that every lower version that reaches the head does so through the entry.
fn never_skipped(graph: &Graph<'_, '_>, findings: &Findings<'_>, id: VersionId) -> Result<(), Violation> {
    let Some(own) = graph.version(id) else { return Err(Violation::NoVersion(graph.name(id).to_owned())) };
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
