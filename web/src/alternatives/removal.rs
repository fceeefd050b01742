//! Removal of entries and channels, with a preview of what happens to their bundles.

use crate::prelude::*;
use olmkit_api::{EntryRow, Intention, Neighbors, Successors};
use olmkit_text::{counted, listed};

use super::{Alternative, Alternatives};
use crate::bridge::Answer;
use crate::installable::installable;
use crate::state::AppState;

/// Intentions that also remove the bundles of these entries, if the catalog has them.
pub(super) fn bundles(package: &str, rows: &[EntryRow]) -> Vec<Intention> {
    let remove = |row: &EntryRow| Intention::RemoveBundle { package: package.to_owned(), name: row.name.clone() };
    rows.iter().filter(|row| row.has_bundle).map(remove).collect()
}

/// Joins sentences, some of which may be empty.
pub(super) fn together(sentences: [String; 2]) -> String {
    sentences.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Warns about bundles that a removal leaves without a channel.
pub(super) fn without_channel(number: usize) -> String {
    format!(
        "{} in no other channel. opm rejects a bundle that is not in any channel.",
        counted(number, "bundle is", "bundles are")
    )
}

/// "Remove and reconnect: c replaces a".
fn label(how: Neighbors, row: &EntryRow, successors: &Successors<'_>, is_only: bool) -> String {
    let Successors { replacing, skipping, next } = successors;
    let names = listed(replacing.iter().map(|entry| entry.name.clone()).collect(), usize::MAX, "and");
    let s = if replacing.len() == 1 { "s" } else { "" };
    let name = |entry: Option<&&EntryRow>| entry.map(|entry| entry.name.clone()).unwrap_or_default();
    let reconnect =
        || format!("Remove and reconnect: {names} replace{s} {}", row.replaces.as_deref().unwrap_or("nothing"));
    match how {
        Neighbors::ReconnectedAndSkipping => format!("{}, and {} skips {}", reconnect(), name(next.as_ref()), row.name),
        Neighbors::Reconnected => reconnect(),
        Neighbors::TakeOver => format!("Remove and reconnect: {} takes over its edges", name(skipping.first())),
        Neighbors::Unchanged if !replacing.is_empty() => {
            format!("Remove only: {names} still name{s} it in replaces")
        }
        Neighbors::Unchanged if is_only => "Remove it".to_owned(),
        Neighbors::Unchanged => "Remove only".to_owned(),
    }
}

/// The removal of all entries of the shown channel.
pub(super) struct Emptied {
    pub warning: String,
    /// What removes the channel instead. Empty if its package has no other channel.
    pub removal: Vec<Intention>,
    /// What else that causes, as the end of a label.
    pub note: String,
}

impl Emptied {
    /// The option to remove the channel instead, with these bundles.
    fn option(self, (package, channel): (&str, &str), bundles: Vec<Intention>) -> Option<Alternative> {
        if self.removal.is_empty() {
            return None;
        }
        let also = match bundles.len() {
            0 => String::new(),
            number => format!(" and {}", counted(number, "bundle", "bundles")),
        };
        let label = format!("Remove the channel{also}{}", self.note);
        let step = format!("Remove channel {channel} of {package}{also}");
        Some(Alternative::new(label, [self.removal, bundles].concat()).named(step))
    }
}

impl AppState {
    /// The removal of these entries, if the shown channel has no others.
    pub(super) fn emptied(self, names: &[&str]) -> Option<Emptied> {
        let (package, channel) = self.here();
        let is_all = self.channel.table.with_untracked(|table| {
            table.as_ref().is_some_and(|table| table.entries.iter().all(|entry| names.contains(&entry.name.as_str())))
        });
        let outline = self.catalog.outline.get_untracked();
        let summary = outline.packages.iter().find(|summary| summary.name == package).filter(|_| is_all)?;
        let warning = format!("{channel} has no other entry. opm rejects a channel without entries.");
        let is_only = summary.channels.len() < 2;
        let removal = if is_only { Vec::new() } else { summary.removal_of(&channel) };
        let note = summary.default_without(&channel).map(|to| format!("; {to} becomes the default channel"));
        Some(Emptied { warning, removal, note: note.unwrap_or_default() })
    }

    /// The option to remove the shown channel instead of these entries, and a warning, if it has no others. `alone`: those
    /// of the entries that are in no other channel.
    pub(super) fn channel_instead(self, names: &[&str], alone: &[EntryRow]) -> (Option<Alternative>, String) {
        let Some(emptied) = self.emptied(names) else { return (None, String::new()) };
        let (package, channel) = self.here();
        let warning = emptied.warning.clone();
        (emptied.option((&package, &channel), bundles(&package, alone)), warning)
    }

    /// Those of the entries that are in no other channel.
    pub(super) async fn only_here(self, package: &str, rows: Vec<EntryRow>) -> Answer<Vec<EntryRow>> {
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
            let (instead, emptied) = self.channel_instead(&[row.name.as_str()], &alone);
            let options = self.removals(&row);
            let whole = options.iter().filter(|_| !with_bundle.is_empty()).map(|(label, first)| {
                let intentions = [first.clone(), with_bundle.clone()].concat();
                Alternative::new(format!("{label}. Its bundle is removed from the catalog too"), intentions)
                    .named(format!("Remove {} from {channel}, and its bundle", row.name))
            });
            let kept = options.iter().map(|(label, first)| Alternative::new(label.clone(), first.clone()));
            let options = instead.into_iter().chain(whole).chain(kept).collect();
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
                warning: together([emptied, warning]),
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
                warnings.push(without_channel(with_bundles.len()));
                let bundles = counted(with_bundles.len(), "bundle", "bundles");
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
