//! Removing entries and channels: what it means for their bundles is said before.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{EntryRow, Intention};

use super::{Alternative, Alternatives};
use crate::bridge::Answer;
use crate::installable::installable;
use crate::state::AppState;
use crate::text::count;

/// Bundles of these names, as far as the catalog has them, are removed too.
fn bundles(package: &str, rows: &[EntryRow]) -> Vec<Intention> {
    let remove = |row: &EntryRow| Intention::RemoveBundle { package: package.to_owned(), name: row.name.clone() };
    rows.iter().filter(|row| row.has_bundle).map(remove).collect()
}

/// The channel after this one, else the one before it: the newest comes first, so it is the nearest that is not newer.
fn beside(channels: &[String], channel: &str) -> Option<String> {
    let at = channels.iter().position(|name| name == channel)?;
    channels.get(at.saturating_add(1)).or_else(|| channels.get(at.checked_sub(1)?)).cloned()
}

impl AppState {
    /// Of these entries those that no other channel has.
    async fn only_here(self, package: &str, rows: Vec<EntryRow>) -> Answer<Vec<EntryRow>> {
        let found = installable(package).await?;
        let is_only = |row: &EntryRow| found.iter().any(|one| one.name == row.name && one.channels.len() == 1);
        Ok(rows.into_iter().filter(is_only).collect())
    }

    /// Asks how an entry is removed: with its neighbors reconnected or not, and whether its bundle goes too.
    pub fn choose_removal(self, name: &str) {
        let (package, channel) = self.here();
        let Some(row) = self.row_of(name) else { return };
        spawn_local(async move {
            let Ok(alone) = self.only_here(&package, vec![row.clone()]).await else { return };
            let with_bundle = bundles(&package, &alone);
            let remove = |bridge| {
                let (package, channel, entry) = (package.clone(), channel.clone(), row.name.clone());
                Intention::RemoveEntry { package, channel, entry, bridge }
            };
            let above = self.replacing(&row.name);
            let mut options = Vec::new();
            if !above.is_empty() {
                let below = row.replaces.as_deref().unwrap_or("nothing");
                options.push((format!("Remove and reconnect: {} replaces {below}", above.join(", ")), remove(true)));
            }
            let only =
                if above.is_empty() { "Remove it" } else { "Remove only: clusters that run it can still upgrade" };
            options.push((only.to_owned(), remove(false)));
            let whole = options.iter().filter(|_| !with_bundle.is_empty()).map(|(label, first)| {
                let intentions = [vec![first.clone()], with_bundle.clone()].concat();
                Alternative::new(format!("{label}. Its bundle is removed from the catalog too"), intentions)
            });
            let kept = options.iter().map(|(label, first)| Alternative::new(label.clone(), vec![first.clone()]));
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

    /// The entries of the channel that replace one of it.
    fn replacing(self, name: &str) -> Vec<String> {
        self.channel.table.with_untracked(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let replacing = entries.iter().filter(|entry| entry.replaces.as_deref() == Some(name));
            replacing.map(|entry| entry.name.clone()).collect()
        })
    }

    /// Asks how the channel that is shown is removed, with what that means for the default channel and for bundles.
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
                options.push(Alternative::new(format!("Remove the channel and {bundles}"), whole));
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
