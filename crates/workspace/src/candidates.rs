//! Values offered for a cell of a channel's table.

use olmkit_catalog::Catalog;
use olmkit_catalog::channel_graph::channel_of;
use olmkit_upgrade::candidates::{Field, Question, Verdict, candidates};

use crate::api::{Candidate, CandidateVerdict, CandidatesQuestion, EdgeField};

/// Returns the values; empty if the channel does not exist.
pub(crate) fn report(catalog: &Catalog<'_>, question: &CandidatesQuestion) -> Vec<Candidate> {
    let package = catalog.packages.get(question.package.as_str());
    let Some(channel) = package.and_then(|package| channel_of(package, &question.channel)) else { return Vec::new() };
    let field = match question.field {
        EdgeField::Replaces => Field::Replaces,
        EdgeField::Skips => Field::Skips,
        EdgeField::SkipRange => Field::SkipRange,
    };
    let (entry, kept, text) = (question.entry.as_str(), question.kept.as_slice(), question.text.trim());
    let found = candidates(&channel, Question { entry, field, kept, text });
    let verdict = |verdict| match verdict {
        Verdict::Good => CandidateVerdict::Good,
        Verdict::Neutral => CandidateVerdict::Neutral,
        Verdict::Bad => CandidateVerdict::Bad,
    };
    let shape = |one: olmkit_upgrade::candidates::Candidate| Candidate {
        values: one.values,
        effect: one.effect,
        verdict: verdict(one.verdict),
    };
    found.into_iter().map(shape).collect()
}
