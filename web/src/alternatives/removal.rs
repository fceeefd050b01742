//! Removal of entries and channels, with a preview of what happens to their bundles.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{EntryRow, Intention, Neighbors, Successors};
use olmkit_text::listed;

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

/// "Remove and reconnect: c replaces a".
fn label(how: Neighbors, row: &EntryRow, successors: &Successors<'_>, is_only: bool) -> String {
    let Successors { replacing, skipping } = successors;
    let names = listed(replacing.iter().map(|entry| entry.name.clone()).collect(), usize::MAX, "and");
    let s = if replacing.len() == 1 { "s" } else { "" };
    let first = |all: &[&EntryRow]| all.first().map(|entry| entry.name.clone()).unwrap_or_default();
    let reconnect =
        || format!("Remove and reconnect: {names} replace{s} {}", row.replaces.as_deref().unwrap_or("nothing"));
    match how {
        Neighbors::ReconnectedAndSkipping => format!("{}, and {} skips {}", reconnect(), first(replacing), row.name),
        Neighbors::Reconnected => reconnect(),
        Neighbors::TakeOver => format!("Remove and reconnect: {} takes over its edges", first(skipping)),
        Neighbors::Unchanged if !replacing.is_empty() => {
            format!("Remove only: {names} still name{s} it in replaces")
        }
        Neighbors::Unchanged if is_only => "Remove it".to_owned(),
        Neighbors::Unchanged => "Remove only".to_owned(),
    }
}

impl AppState {
    /// Those of the entries that are in no other channel.
    async fn only_here(self, package: &str, rows: Vec<EntryRow>) -> Answer<Vec<EntryRow>> {
        let found = installable(package).await?;
        let is_only = |row: &EntryRow| found.iter().any(|one| one.name == row.name && one.channels.len() == 1);
        Ok(rows.into_iter().filter(is_only).collect())
    }

    /// Offers the ways to remove an entry: with or without reconnecting its neighbors, with or without its bundle.
    pub fn choose_removal(self, name: &str) {
        let (package, channel) = self.here();
        let Some(row) = self.row_of(name) else { return };
        spawn_local(async move {
            let Ok(alone) = self.only_here(&package, vec![row.clone()]).await else { return };
            let with_bundle = bundles(&package, &alone);
            let options = self.removals(&row);
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
                ..Alternatives::default()
            }));
        });
    }

    /// The options for removing an entry of the shown channel, with their labels.
    fn removals(self, row: &EntryRow) -> Vec<(String, Vec<Intention>)> {
        self.channel.table.with_untracked(|table| {
            let Some(table) = table else { return Vec::new() };
            let options = table.removals(row);
            let is_only = options.len() == 1;
            let label = |how| label(how, row, &table.successors(&row.name), is_only);
            options.into_iter().map(|(how, intentions)| (label(how), intentions)).collect()
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
            let found = self.catalog.outline.with_untracked(|outline| {
                let summary = outline.packages.iter().find(|summary| summary.name == package)?;
                Some((summary.default_without(&channel).map(str::to_owned), summary.removal_of(&channel)))
            });
            let Some((other, first)) = found else { return };
            let mut warnings = Vec::new();
            match other {
                Some(to) => warnings.push(format!("{channel} is the default channel: {to} becomes the default.")),
                None if is_default => warnings.push(format!(
                    "{channel} is the only channel of {package}: opm rejects a package without a channel."
                )),
                None => {}
            }
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
                warning: warnings.join(" "),
                options,
                ..Alternatives::default()
            }));
        });
    }
}
