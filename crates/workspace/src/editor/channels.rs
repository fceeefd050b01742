//! Notes on channels and their entries.

use olmkit_catalog::channel_graph::channel_of;
use olmkit_catalog::facts::{ChannelFacts, Text};
use olmkit_catalog::{Catalog, Of};
use olmkit_collections::List;
use olmkit_collections::order;
use olmkit_semver::{Range, Version};
use olmkit_text::counted;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Graph, Semantics, VersionId, matching};

use super::Shown;
use crate::api::{Position, Range as Place};
use crate::convert::Converter;
use crate::outline::{head_names, stranded_counts};

/// A summary of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelNote {
    /// The package of the channel.
    pub package: String,
    /// The name of the channel.
    pub channel: String,
    /// The document of the channel.
    pub range: Place,
    /// Its size, its head, and how many of its entries are stranded.
    pub text: String,
}

/// A note at a position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The position where the note is shown.
    pub at: Position,
    /// The note.
    pub text: String,
    /// An explanation of the note, in one sentence.
    pub help: &'static str,
}

const STEPS: &str = "The number of upgrades from this version to the channel head under OLM v0 and OLM v1.";
const MATCHES: &str = "The versions of the channel that this skipRange matches.";

pub(super) fn notes(shown: &Shown<'_, '_>, converter: &mut Converter<'_>) -> Vec<ChannelNote> {
    let note = |channel: &Of<'_, ChannelFacts>| ChannelNote {
        package: channel.doc.facts.package_name().to_owned(),
        channel: channel.doc.facts.own_name().to_owned(),
        range: converter.range(channel.doc.place(channel.doc.facts.range)),
        text: note(shown.catalog, channel),
    };
    shown.channels().map(note).collect()
}

/// `30 entries, head 5.8.8, 1 stranded`.
fn note(catalog: &Catalog<'_>, channel: &Of<'_, ChannelFacts>) -> String {
    let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
    let mut text = counted(channel.body.entries.len(), "entry", "entries");
    let heads = head_names(channel);
    let bundles = catalog.packages.get(package).map(|package| &package.bundles);
    let version = |head: &String| bundles?.get(head.as_str())?.version_string();
    match heads.as_slice() {
        [] => text.push_str(", no head"),
        [head] => text.push_str(&format!(", head {}", version(head).as_ref().unwrap_or(head))),
        many => text.push_str(&format!(", {} heads", many.len())),
    }
    let stranded = stranded_counts(catalog, package, name).total;
    if stranded > 0 {
        text.push_str(&format!(", {stranded} stranded"));
    }
    text
}

pub(super) fn hints(shown: &Shown<'_, '_>, converter: &mut Converter<'_>, lines: (u32, u32)) -> Vec<Hint> {
    let mut found = Vec::new();
    for channel in shown.channels() {
        let range = converter.range(channel.doc.place(channel.doc.facts.range));
        if lines.0 <= range.end.line && range.start.line <= lines.1 {
            add_hints(shown.catalog, channel, converter, lines, &mut found);
        }
    }
    found
}

fn add_hints(
    catalog: &Catalog<'_>,
    channel: &Of<'_, ChannelFacts>,
    converter: &mut Converter<'_>,
    lines: (u32, u32),
    found: &mut Vec<Hint>,
) {
    let package = catalog.packages.get(channel.doc.facts.package_name());
    let known = package.and_then(|package| channel_of(package, channel.doc.facts.own_name()));
    let Some(known) = known else { return };
    let graph = Graph::new(&known);
    let [v0, v1] = Semantics::ALL.map(|semantics| steps(&find(&graph, semantics)));
    let of = |distances: &List<VersionId, Option<usize>>, id: VersionId| distances.get(id).copied().flatten();
    for entry in &channel.body.entries {
        if let Some((name, id)) = entry.name.as_ref().zip(graph.ids.get(entry.own_name()))
            && let Some(at) = end_of(channel, name, converter, lines)
        {
            found.push(Hint { at, text: to_head(of(&v0, *id), of(&v1, *id)), help: STEPS });
        }
        if let Some((text, range)) = entry.skip_range.as_ref().zip(entry.parsed_range.as_ref())
            && let Some(at) = end_of(channel, text, converter, lines)
        {
            found.push(Hint { at, text: matched(range, &graph.sorted_versions), help: MATCHES });
        }
    }
}

/// Returns the end of a text of a channel, if it is within the lines.
fn end_of(
    channel: &Of<'_, ChannelFacts>,
    text: &Text,
    converter: &mut Converter<'_>,
    lines: (u32, u32),
) -> Option<Position> {
    let at = converter.range(channel.doc.place(text.range)).end;
    (lines.0 <= at.line && at.line <= lines.1).then_some(at)
}

fn steps(findings: &Findings<'_>) -> List<VersionId, Option<usize>> {
    findings.steps.distances(findings.target)
}

/// Formats the distance of an entry from the channel head under OLM v0 and OLM v1. Short, because editors cut hints
/// after about 40 characters.
fn to_head(v0: Option<usize>, v1: Option<usize>) -> String {
    let steps = |distance: Option<usize>| match distance {
        None => "stranded".to_owned(),
        Some(0) => "head".to_owned(),
        Some(steps) => format!("{} to the head", counted(steps, "step", "steps")),
    };
    if v0 == v1 { steps(v0) } else { format!("v0: {}, v1: {}", steps(v0), steps(v1)) }
}

/// Formats the versions of the channel that a skipRange matches. `versions` is sorted in ascending order.
fn matched(range: &Range, versions: &[Version]) -> String {
    let mut inside = matching(range, versions).inside;
    order::sort_by(&mut inside, |a, b| a.cmp(b));
    let (mut number, mut first, mut end) = (0_usize, None, 0);
    for (from, to) in inside.into_iter().filter(|(from, to)| from < to) {
        number = number.saturating_add(to.saturating_sub(from.max(end)));
        first = first.or(versions.get(from));
        end = end.max(to);
    }
    let (Some(first), Some(last)) = (first, end.checked_sub(1).and_then(|last| versions.get(last))) else {
        return "matches no version of the channel".to_owned();
    };
    if number == 1 { format!("matches {first}") } else { format!("matches {number} versions, {first} to {last}") }
}
