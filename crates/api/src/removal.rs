//! The options for removing an entry or a channel, as intentions.

use crate::{ChannelTable, EntryRow, Intention, PackageSummary};

/// What happens to the neighbors of a removed entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbors {
    /// The entries that replace it replace the one that it replaces. The first of them also skips it, so clusters that
    /// run it can upgrade.
    ReconnectedAndSkipping,
    /// The entries that replace it replace the one that it replaces.
    Reconnected,
    /// The first entry that skips it takes over its edges.
    TakeOver,
    /// Nothing: those that replace it still name it.
    Unchanged,
}

/// The entries from which upgrades lead on from an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successors<'t> {
    /// Those that replace it.
    pub replacing: Vec<&'t EntryRow>,
    /// The one of `replacing` through which clusters upgrade: OLM v0 does not install those that another entry skips.
    pub next: Option<&'t EntryRow>,
    /// Those that skip it.
    pub skipping: Vec<&'t EntryRow>,
}

impl ChannelTable {
    /// The entries that replace an entry, and those that skip it.
    #[must_use]
    pub fn successors(&self, name: &str) -> Successors<'_> {
        let replaces = |row: &&EntryRow| row.replaces.as_deref() == Some(name);
        let skips = |row: &&EntryRow| row.skips.iter().any(|skipped| skipped == name);
        let replacing: Vec<&EntryRow> = self.entries.iter().filter(replaces).collect();
        let is_skipped = |row: &&&EntryRow| self.entries.iter().any(|other| other.skips.contains(&row.name));
        let next = replacing.iter().find(|row| !is_skipped(row)).or(replacing.first()).copied();
        Successors { next, replacing, skipping: self.entries.iter().filter(skips).collect() }
    }

    /// Whether clusters that run an entry can upgrade by the skipRange of a newer entry. OLM v0 does not read the ranges
    /// of skipped entries.
    fn is_in_a_range(&self, name: &str) -> bool {
        let rows = &self.rail.rows;
        let Some(rank) = rows.iter().find(|row| row.name == name).and_then(|row| row.rank) else { return false };
        self.rail.bands.iter().any(|band| {
            let is_newer = rows.get(band.row).is_some_and(|row| row.rank > Some(rank) && !row.is_skipped);
            is_newer && band.ranks.iter().any(|[from, to]| (*from..*to).contains(&rank))
        })
    }

    /// The options for removing an entry. Those that keep upgrade paths for clusters that run it come first.
    #[must_use]
    pub fn removals(&self, row: &EntryRow) -> Vec<(Neighbors, Vec<Intention>)> {
        let at = || (self.package.clone(), self.channel.clone());
        let remove = |reconnect| {
            let (package, channel) = at();
            Intention::RemoveEntry { package, channel, entry: row.name.clone(), reconnect }
        };
        let Successors { replacing, skipping, next } = self.successors(&row.name);
        let mut options = Vec::new();
        if let Some(next) = next.filter(|_| skipping.is_empty() && !self.is_in_a_range(&row.name)) {
            let (package, channel) = at();
            let to = next.skips.iter().cloned().chain([row.name.clone()]).collect();
            let skip = Intention::SetSkips { package, channel, entry: next.name.clone(), to };
            options.push((Neighbors::ReconnectedAndSkipping, vec![skip, remove(true)]));
        }
        if !replacing.is_empty() {
            options.push((Neighbors::Reconnected, vec![remove(true)]));
        } else if !skipping.is_empty() && (row.replaces.is_some() || !row.skips.is_empty()) {
            options.push((Neighbors::TakeOver, vec![remove(true)]));
        }
        options.push((Neighbors::Unchanged, vec![remove(false)]));
        options
    }
}

impl PackageSummary {
    /// The channel that becomes the default if the default channel is removed: the one after it, otherwise the one before
    /// it. Channels are listed newest first, so this is the nearest one that is not newer. `None` if the channel is not
    /// the default channel, or the only one.
    #[must_use]
    pub fn default_without(&self, channel: &str) -> Option<&str> {
        if self.default_channel.as_deref() != Some(channel) {
            return None;
        }
        let at = self.channels.iter().position(|own| own.name == channel)?;
        let next = self.channels.get(at.saturating_add(1)).or_else(|| self.channels.get(at.checked_sub(1)?))?;
        Some(next.name.as_str())
    }

    /// The edits that remove a channel. The default channel is changed first.
    #[must_use]
    pub fn removal_of(&self, channel: &str) -> Vec<Intention> {
        let package = || self.name.clone();
        let to = self.default_without(channel);
        let first = to.map(|to| Intention::SetDefaultChannel { package: package(), to: to.to_owned() });
        let remove = Intention::RemoveChannel { package: package(), channel: channel.to_owned() };
        first.into_iter().chain([remove]).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Neighbors::{Reconnected, ReconnectedAndSkipping, TakeOver, Unchanged};
    use crate::{ChannelSummary, ChannelTable, EntryRow, Intention, PackageSummary, Rail, RailBand, RailRow};

    fn row(name: &str, replaces: Option<&str>, skips: &[&str]) -> EntryRow {
        let skips = skips.iter().map(|skip| (*skip).to_owned()).collect();
        EntryRow { name: name.to_owned(), replaces: replaces.map(str::to_owned), skips, ..EntryRow::default() }
    }

    fn table(entries: Vec<EntryRow>) -> ChannelTable {
        let (package, channel) = ("foo".to_owned(), "stable".to_owned());
        ChannelTable { package, channel, entries, ..ChannelTable::default() }
    }

    /// The options for removing the second entry, as JSON.
    fn options(entries: Vec<EntryRow>) -> Vec<(super::Neighbors, serde_json::Value)> {
        let table = table(entries);
        table.removals(&table.entries[1]).into_iter().map(|(how, edits)| (how, json!(edits))).collect()
    }

    fn remove(reconnect: bool) -> serde_json::Value {
        json!({ "do": "remove-entry", "package": "foo", "channel": "stable", "entry": "b", "reconnect": reconnect })
    }

    #[test]
    fn an_entry_that_is_replaced_can_be_skipped_by_its_successor() {
        let found = options(vec![row("c", Some("b"), &["x"]), row("b", Some("a"), &[]), row("a", None, &[])]);
        let skip = json!({ "do": "set-skips", "package": "foo", "channel": "stable", "entry": "c", "to": ["x", "b"] });
        assert_eq!(
            found,
            [
                (ReconnectedAndSkipping, json!([skip, remove(true)])),
                (Reconnected, json!([remove(true)])),
                (Unchanged, json!([remove(false)])),
            ]
        );
    }

    /// Clusters never run the first successor, because the second one skips it.
    #[test]
    fn the_successor_that_clusters_install_skips_the_entry() {
        let found = options(vec![row("c1", Some("b"), &[]), row("b", Some("a"), &[]), row("c2", Some("b"), &["c1"])]);
        let skip =
            json!({ "do": "set-skips", "package": "foo", "channel": "stable", "entry": "c2", "to": ["c1", "b"] });
        assert_eq!(found[0], (ReconnectedAndSkipping, json!([skip, remove(true)])));
    }

    #[test]
    fn an_entry_that_is_skipped_is_not_skipped_again() {
        let found = options(vec![row("c", Some("b"), &["b"]), row("b", Some("a"), &[])]);
        assert_eq!(found.iter().map(|(how, _)| *how).collect::<Vec<_>>(), [Reconnected, Unchanged]);
    }

    /// A `skips` without an effect would look like a part of the removal in the text.
    #[test]
    fn an_entry_whose_version_a_skip_range_matches_is_not_skipped() {
        let entries = || vec![row("c", Some("b"), &[]), row("b", Some("a"), &[]), row("a", None, &[])];
        let of = |ranks: &[[usize; 2]], is_skipped: bool| {
            let drawn = |(at, name): (usize, &str)| RailRow {
                name: name.to_owned(),
                rank: Some(2 - at),
                is_skipped: is_skipped && at == 0,
                ..RailRow::default()
            };
            let rows = ["c", "b", "a"].into_iter().enumerate().map(drawn).collect();
            let bands = vec![RailBand { row: 0, last: 2, lane: Some(0), ranks: ranks.to_vec() }];
            let table = ChannelTable { rail: Rail { rows, bands, ..Rail::default() }, ..table(entries()) };
            table.removals(&table.entries[1]).into_iter().map(|(how, _)| how).collect::<Vec<_>>()
        };
        assert_eq!(of(&[[0, 2]], false), [Reconnected, Unchanged]);
        assert_eq!(of(&[[0, 1]], false), [ReconnectedAndSkipping, Reconnected, Unchanged], "its version is outside");
        assert_eq!(of(&[[0, 2]], true), [ReconnectedAndSkipping, Reconnected, Unchanged], "the range is not read");
    }

    #[test]
    fn an_entry_that_is_only_skipped_hands_its_edges_over() {
        let found = options(vec![row("c", Some("a"), &["b"]), row("b", Some("a"), &[])]);
        assert_eq!(found, [(TakeOver, json!([remove(true)])), (Unchanged, json!([remove(false)]))]);
        let without_edges = options(vec![row("c", Some("a"), &["b"]), row("b", None, &[])]);
        assert_eq!(without_edges, [(Unchanged, json!([remove(false)]))]);
    }

    #[test]
    fn a_head_is_removed_alone() {
        assert_eq!(options(vec![row("a", None, &[]), row("b", Some("a"), &[])]), [(Unchanged, json!([remove(false)]))]);
    }

    #[test]
    fn the_default_channel_gives_way_to_the_next_older_one() {
        let channel = |name: &str| ChannelSummary { name: name.to_owned(), ..ChannelSummary::default() };
        let channels = ["v3", "v2", "v1"].map(channel).to_vec();
        let package = |default: &str| PackageSummary {
            name: "foo".to_owned(),
            default_channel: Some(default.to_owned()),
            channels: channels.clone(),
            ..PackageSummary::default()
        };
        let default = |removed: &str| package(removed).default_without(removed).map(str::to_owned);
        assert_eq!(["v3", "v2", "v1"].map(default), ["v2", "v1", "v2"].map(|name| Some(name.to_owned())));
        assert_eq!(package("v3").default_without("v2"), None);
        let only = PackageSummary { channels: vec![channel("v3")], ..package("v3") };
        assert_eq!(only.default_without("v3"), None);
        let edits = package("v3").removal_of("v3");
        assert!(
            matches!(&edits[..], [Intention::SetDefaultChannel { to, .. }, Intention::RemoveChannel { channel, .. }] if to == "v2" && channel == "v3")
        );
    }
}
