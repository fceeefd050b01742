//! Removal of entries and channels, with a preview of what happens to their bundles.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{EntryRow, Intention};

use super::{Alternative, Alternatives};
use crate::bridge::Answer;
use crate::installable::installable;
use crate::state::AppState;
use crate::text::count;

/// Intentions that also remove the bundles of these entries, if the catalog has them.
fn bundles(package: &str, rows: &[EntryRow]) -> Vec<Intention> {
    let remove = |row: &EntryRow| Intention::RemoveBundle { package: package.to_owned(), name: row.name.clone() };
    rows.iter().filter(|row| row.has_bundle).map(remove).collect()
}

/// The channel after this one, otherwise the one before it. Channels are listed newest first, so this is the nearest
/// one that is not newer.
fn beside(channels: &[String], channel: &str) -> Option<String> {
    let at = channels.iter().position(|name| name == channel)?;
    channels.get(at.saturating_add(1)).or_else(|| channels.get(at.checked_sub(1)?)).cloned()
}

impl AppState {
    /// Those of the entries that are in no other channel.
    async fn only_here(self, package: &str, rows: Vec<EntryRow>) -> Answer<Vec<EntryRow>> {
        let found = installable(package).await?;
        let is_only = |row: &EntryRow| found.iter().any(|one| one.name == row.name && one.channels.len() == 1);
        Ok(rows.into_iter().filter(is_only).collect())
    }

    /// Offers the ways to remove an entry: with or without reconnecting its neighbours, with or without its bundle.
    pub fn choose_removal(self, name: &str) {
        let (package, channel) = self.here();
        let Some(row) = self.row_of(name) else { return };
        spawn_local(async move {
            let Ok(alone) = self.only_here(&package, vec![row.clone()]).await else { return };
            let with_bundle = bundles(&package, &alone);
            let options = self.removals(&package, &channel, &row);
            let whole = options.iter().filter(|_| !with_bundle.is_empty()).map(|(label, first)| {
                let intentions = [first.clone(), with_bundle.clone()].concat();
                Alternative::new(format!("{label}. Its bundle is removed from the catalog too"), intentions)
                    .named(format!("Remove {} from {channel}, and its bundle", row.name))
            });
            let kept = options.iter().map(|(label, first)| Alternative::new(label.clone(), first.clone()));
            let options = whole.chain(kept).collect();
            let (hint, warning) = if with_bundle.is_empty() {
                ("The bundle itself stays in the catalog.".to_owned(), String::new())
            } else {
                (
                    String::new(),
                    format!("No other channel has {}. opm rejects a bundle that is not in any channel.", row.name),
                )
            };
            self.dialogs.alternatives.set(Some(Alternatives {
                title: format!("Remove {} from {channel}", row.name),
                hint,
                warning,
                options,
            }));
        });
    }

    /// The options for removing an entry. Those that keep upgrade paths for clusters that run it come first.
    fn removals(self, package: &str, channel: &str, row: &EntryRow) -> Vec<(String, Vec<Intention>)> {
        let at = || (package.to_owned(), channel.to_owned());
        let remove = |bridge| {
            let (package, channel) = at();
            Intention::RemoveEntry { package, channel, entry: row.name.clone(), bridge }
        };
        let (replacing, skipping) = self.successors(&row.name);
        let below = row.replaces.as_deref().unwrap_or("nothing");
        let names = replacing.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>().join(", ");
        let mut options = Vec::new();
        if let Some(first) = replacing.first() {
            let reconnect = format!("Remove and reconnect: {names} replaces {below}");
            if skipping.is_empty() {
                let (package, channel) = at();
                let to = first.skips.iter().cloned().chain([row.name.clone()]).collect();
                let skip = Intention::SetSkips { package, channel, entry: first.name.clone(), to };
                options.push((format!("{reconnect}, and {} skips {}", first.name, row.name), vec![skip, remove(true)]));
            }
            options.push((reconnect, vec![remove(true)]));
            options.push((format!("Remove only: {names} still names it in replaces"), vec![remove(false)]));
            return options;
        }
        if let Some(first) = skipping.first().filter(|_| row.replaces.is_some() || !row.skips.is_empty()) {
            options.push((format!("Remove and reconnect: {} takes over its edges", first.name), vec![remove(true)]));
        }
        let only = if options.is_empty() { "Remove it" } else { "Remove only" };
        options.push((only.to_owned(), vec![remove(false)]));
        options
    }

    /// The entries of the channel that replace an entry, and those that skip it.
    fn successors(self, name: &str) -> (Vec<EntryRow>, Vec<EntryRow>) {
        self.channel.table.with_untracked(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let of = |is_one: &dyn Fn(&EntryRow) -> bool| entries.iter().filter(|row| is_one(row)).cloned().collect();
            let replacing = of(&|row| row.replaces.as_deref() == Some(name));
            (replacing, of(&|row| row.skips.iter().any(|skipped| skipped == name)))
        })
    }

    /// Offers the removal of the shown channel, with the effect on the default channel and on bundles.
    pub fn choose_channel_removal(self) {
        let (package, channel) = self.here();
        let Some((rows, is_default)) = self
            .channel
            .table
            .with_untracked(|table| table.as_ref().map(|table| (table.entries.clone(), table.is_default)))
        else {
            return;
        };
        spawn_local(async move {
            let Ok(alone) = self.only_here(&package, rows).await else { return };
            let with_bundles = bundles(&package, &alone);
            let other = beside(&self.catalog.channels_of(&package), &channel);
            let mut first = Vec::new();
            let mut warnings = Vec::new();
            match other.filter(|_| is_default) {
                Some(to) => {
                    warnings.push(format!("{channel} is the default channel: {to} becomes the default."));
                    first.push(Intention::SetDefaultChannel { package: package.clone(), to });
                }
                None if is_default => warnings.push(format!(
                    "{channel} is the only channel of {package}: opm rejects a package without a channel."
                )),
                None => {}
            }
            first.push(Intention::RemoveChannel { package: package.clone(), channel: channel.clone() });
            let mut options = Vec::new();
            if with_bundles.is_empty() {
                options.push(Alternative::new("Remove the channel", first));
            } else {
                let number = count(with_bundles.len(), "bundle is", "bundles are");
                warnings
                    .push(format!("{number} in no other channel. opm rejects a bundle that is not in any channel."));
                let bundles = count(with_bundles.len(), "bundle", "bundles");
                let whole = [first.clone(), with_bundles].concat();
                let step = format!("Remove channel {channel} of {package}, and {bundles}");
                options.push(Alternative::new(format!("Remove the channel and {bundles}"), whole).named(step));
                options.push(Alternative::new("Remove the channel only", first));
            }
            let title = format!("Remove channel {channel} of {package}");
            self.dialogs.alternatives.set(Some(Alternatives {
                title,
                hint: String::new(),
                warning: warnings.join(" "),
                options,
            }));
        });
    }
}
