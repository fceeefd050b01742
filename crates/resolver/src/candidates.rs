//! Candidates for a requirement in OLM's order of preference (bundle specification 6.4).

use olmkit_collections::{SortedSet, order};

use crate::ids::{ChannelId, EntryId, RequirementId, SourceId};
use crate::order::OrderError;
use crate::universe::Universe;

impl Universe<'_> {
    /// The channels with an entry that satisfies the requirement, most preferred first. `own_source` is the catalog of
    /// the requiring bundle.
    #[must_use]
    pub(crate) fn channels_for(&self, requirement: RequirementId, own_source: Option<SourceId>) -> Vec<ChannelId> {
        let matching = self.matching(requirement);
        let entries = matching.iter().filter_map(|bundle| self.entries_of.get(*bundle)).flatten();
        let channels: SortedSet<ChannelId> = entries.filter_map(|entry| self.entries.get(*entry)?.channel).collect();
        let mut channels: Vec<ChannelId> = channels.into_iter().collect();
        self.sort_channels(&mut channels, own_source);
        channels
    }

    /// Sorts by own catalog, priority, catalog name, default channel, package name, channel name.
    pub(crate) fn sort_channels(&self, channels: &mut [ChannelId], own_source: Option<SourceId>) {
        order::sort_by_key(channels, |at| {
            let channel = self.channels.get(*at);
            let source = channel.map(|channel| channel.source);
            let (name, priority) = source.and_then(|source| self.sources.get(source)).cloned().unwrap_or_default();
            let inner = channel.map(|channel| (!channel.is_default, channel.package.clone(), channel.name.clone()));
            (own_source != source, std::cmp::Reverse(priority), name, inner)
        });
    }

    /// Returns the entries that satisfy a requirement, most preferred first.
    ///
    /// # Errors
    /// Returns an error if a channel with a candidate cannot be sorted.
    pub fn candidates(
        &self,
        requirement: RequirementId,
        own_source: Option<SourceId>,
    ) -> Result<Vec<EntryId>, OrderError> {
        let matching = self.matching(requirement);
        let mut found = Vec::new();
        for channel in self.channels_for(requirement, own_source) {
            let Some(channel) = self.channels.get(channel) else { continue };
            let order = channel.order.as_ref().map_err(Clone::clone)?;
            let meets = |entry: &&EntryId| {
                self.entries.get(**entry).is_some_and(|entry| matching.binary_search(&entry.bundle).is_ok())
            };
            found.extend(order.iter().filter(meets));
        }
        Ok(found)
    }
}
