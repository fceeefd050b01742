//! Values offered for a cell of a channel's table.

use olmkit_catalog::Catalog;
use olmkit_catalog::channel_graph::channel_of;
use olmkit_upgrade::candidates::{Query, candidates};

use crate::api::{Candidate, CandidatesQuery};

/// Returns the values; empty if the channel does not exist.
pub(crate) fn report(catalog: &Catalog<'_>, query: &CandidatesQuery) -> Vec<Candidate> {
    let package = catalog.packages.get(query.package.as_str());
    let Some(channel) = package.and_then(|package| channel_of(package, &query.channel)) else { return Vec::new() };
    let (entry, kept, text) = (query.entry.as_str(), query.kept.as_slice(), query.text.trim());
    candidates(&channel, Query { entry, field: query.field, kept, text })
}
