//! The input of rules about upgrades: one channel, with the results of opm and of both resolvers.

use std::cell::OnceCell;

use olmkit_collections::Id as _;
use olmkit_diagnostics::Place;

use crate::channel_graph::is_certain;
use crate::facts::{ChannelFacts, EntryFacts};
use crate::model::{Of, Package, Sorted};
use olmkit_upgrade::Graph;
use olmkit_upgrade::chain::Problem;
use olmkit_upgrade::stranded::Findings;

/// A channel that opm accepts, with the results of both resolvers.
pub(crate) struct View<'v, 'f> {
    pub(crate) package: &'v Package<'f>,
    pub(crate) name: &'f str,
    pub(crate) of: &'v Of<'f, ChannelFacts>,
    pub(crate) graph: &'v Graph<'v, 'f>,
    pub(crate) v0: &'v Findings<'f>,
    pub(crate) v1: &'v Findings<'f>,
    pub(crate) sorted: &'v OnceCell<Sorted<'f>>,
    pub(crate) unclear: &'v OnceCell<Vec<&'f str>>,
}

impl<'f> View<'_, 'f> {
    /// Returns the entry with this name.
    pub(crate) fn entry(&self, name: &str) -> Option<&'f EntryFacts> {
        let id = *self.graph.ids.get(name)?;
        self.of.body.entries.get(id.index())
    }

    /// Returns the bundles of the package with a version. They are sorted once for all channels.
    pub(crate) fn bundles(&self) -> &Sorted<'f> {
        self.sorted.get_or_init(|| self.package.by_version())
    }

    /// Whether what the resolvers find does not follow from errors in entries or versions.
    pub(crate) fn is_certain(&self) -> bool {
        is_certain(self.of.body, self.unclear.get_or_init(|| self.package.unclear_bundles()))
    }

    /// Returns the place of an entry's name; otherwise the place of the channel's name.
    pub(crate) fn place(&self, name: &str) -> Place {
        let entry = self.entry(name).map(|entry| entry.name.as_ref().map_or(entry.range, |text| text.range));
        entry.map_or_else(|| self.of.doc.name_place(), |range| self.of.doc.place(range))
    }

    /// Returns the place of an entry's skipRange.
    pub(crate) fn range_place(&self, name: &str) -> Place {
        let text = self.entry(name).and_then(|entry| entry.skip_range.as_ref());
        text.map_or_else(|| self.place(name), |text| self.of.doc.place(text.range))
    }
}

/// A channel whose graph opm rejects.
pub(crate) struct Broken<'v, 'f> {
    pub(crate) package: &'v Package<'f>,
    pub(crate) name: &'f str,
    pub(crate) of: &'v Of<'f, ChannelFacts>,
    pub(crate) problem: &'v Problem<'f>,
    /// Whether a document that cannot be read may contain missing objects.
    pub(crate) is_hidden: bool,
}
