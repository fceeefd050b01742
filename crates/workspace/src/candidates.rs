//! Values offered for a cell of a channel's table.

use olmkit_catalog::Catalog;
use olmkit_catalog::channel_graph::channel_of;
use olmkit_upgrade::candidates::{Question, candidates};

use crate::api::{Candidate, CandidatesQuestion};

/// Returns the values; empty if the channel does not exist.
pub(crate) fn report(catalog: &Catalog<'_>, question: &CandidatesQuestion) -> Vec<Candidate> {
    let package = catalog.packages.get(question.package.as_str());
    let Some(channel) = package.and_then(|package| channel_of(package, &question.channel)) else { return Vec::new() };
    let (entry, kept, text) = (question.entry.as_str(), question.kept.as_slice(), question.text.trim());
    candidates(&channel, Question { entry, field: question.field, kept, text })
}
