//! Changes of several entries as one step.

use crate::prelude::*;
use olmkit_api::{EntryRow, Intention, Semantics};
use olmkit_text::counted;

use super::removal::{bundles, together, without_channel};
use super::{Alternative, Alternatives};
use crate::bridge;
use crate::order::Order;
use crate::state::AppState;

impl AppState {
    /// The selected entries, oldest first.
    fn chosen_rows(self) -> Vec<EntryRow> {
        self.channel.table.with_untracked(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let is_chosen =
                |entry: &&EntryRow| self.channel.chosen.with_untracked(|chosen| chosen.contains(&entry.name));
            let chosen: Vec<EntryRow> = entries.iter().filter(is_chosen).cloned().collect();
            let mut rows: Vec<usize> = (0..chosen.len()).collect();
            Order::OldestFirst.sort(&chosen, &mut rows);
            rows.into_iter().filter_map(|row| chosen.get(row).cloned()).collect()
        })
    }

    /// Offers the removal of the selected entries.
    pub fn choose_removals(self) {
        let (package, channel) = self.here();
        let rows = self.chosen_rows();
        if let [only] = rows.as_slice() {
            return self.choose_removal(&only.name);
        }
        let title = format!("Remove {} from {channel}", entries(rows.len()));
        spawn_local(async move {
            let Ok(alone) = self.only_here(&package, rows.clone()).await else { return };
            let with_bundles = bundles(&package, &alone);
            let remove = |reconnect| {
                rows.iter().map(|row| removal(&package, &channel, row, reconnect)).collect::<Vec<Intention>>()
            };
            let own = [("Remove and reconnect their neighbors", remove(true)), ("Remove them only", remove(false))];
            let number = with_bundles.len();
            let whole = own.iter().filter(|_| number > 0).map(|(label, first)| {
                let label =
                    format!("{label}. {} removed from the catalog too", counted(number, "bundle is", "bundles are"));
                let step = format!("{title}, and {}", counted(number, "bundle", "bundles"));
                Alternative::new(label, [first.clone(), with_bundles.clone()].concat()).named(step)
            });
            let kept = own.iter().map(|(label, first)| Alternative::new(*label, first.clone()));
            let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            let (instead, emptied) = self.channel_instead(&names, &alone);
            let (hint, lost) = match number {
                0 if instead.is_none() => ("The bundles themselves stay in the catalog.".to_owned(), String::new()),
                0 => (String::new(), String::new()),
                _ => (String::new(), without_channel(number)),
            };
            let warning = together([emptied, lost]);
            let options = instead.into_iter().chain(whole).chain(kept).collect();
            self.dialogs.alternatives.set(Some(Alternatives {
                title,
                hint,
                warning,
                options,
                ..Alternatives::default()
            }));
        });
    }

    /// Offers to add the selected entries to another channel, or to move them there. Entries that the channel already
    /// has stay unchanged.
    pub fn choose_promotions(self, to: String, move_first: bool) {
        let (package, from) = self.here();
        if to.is_empty() || to == from {
            return;
        }
        spawn_local(async move {
            let Ok(target) = bridge::channel(&package, &to, "", Semantics::V0, false).await else { return };
            let entries_there = target.table.map(|table| table.entries).unwrap_or_default();
            let is_there = |row: &EntryRow| entries_there.iter().any(|entry| entry.name == row.name);
            let (there, rows): (Vec<_>, Vec<_>) = self.chosen_rows().into_iter().partition(is_there);
            match rows.as_slice() {
                [] => return self.tell(&format!("{to} already has them.")),
                [only] if there.is_empty() => return self.choose_promotion(&only.name, &to, move_first),
                _ => {}
            }
            let promote = rows.iter().map(|row| Intention::PromoteEntry {
                package: package.clone(),
                entry: row.name.clone(),
                from: from.clone(),
                to: to.clone(),
            });
            let remove = rows.iter().map(|row| removal(&package, &from, row, true));
            let mut options = vec![
                Alternative::new(format!("Add as new heads of {to}, the oldest first"), promote.clone().collect()),
                Alternative::new(
                    format!("Move: add as new heads of {to} and remove from {from}, reconnecting their neighbors"),
                    promote.chain(remove).collect(),
                )
                .named(format!("Move {} from {from} to {to}", entries(rows.len()))),
            ];
            let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            let warning = self.offer_to_move_all((&from, &to), &names, &mut options);
            if move_first {
                options.reverse();
            }
            let hint = match there.len() {
                0 => "Each replaces the previous one; the first replaces the head.".to_owned(),
                left => format!("{} already there; the others are added as new heads.", counted(left, "is", "are")),
            };
            self.dialogs.alternatives.set(Some(Alternatives {
                title: format!("Promote {} to {to}", entries(rows.len())),
                hint,
                warning,
                options,
                ..Alternatives::default()
            }));
        });
    }

    /// Previews the deprecation of the selected entries; without a message, the removal of their deprecations.
    pub fn choose_deprecations(self, message: Option<String>) {
        let rows = self.chosen_rows().into_iter().filter(|row| message.is_some() || row.deprecation.is_some());
        self.preview_deprecations(&rows.map(|row| row.name).collect::<Vec<_>>(), message);
    }

    /// The same for these entries.
    pub fn preview_deprecations(self, names: &[String], message: Option<String>) {
        let (package, _) = self.here();
        let of_which = match names {
            [only] => only.clone(),
            _ => entries(names.len()),
        };
        let of = |name: &String| {
            let (package, schema, name) = (package.clone(), "olm.bundle".to_owned(), Some(name.clone()));
            match message.clone() {
                Some(message) => Intention::Deprecate { package, schema, name, message },
                None => Intention::Undeprecate { package, schema, name },
            }
        };
        let (title, label) = match message {
            Some(_) if names.len() == 1 => (format!("Deprecate {of_which}"), "Set this message"),
            Some(_) => (format!("Deprecate {of_which}"), "Set this message for each"),
            None => (format!("Remove the deprecation of {of_which}"), "Remove the deprecation"),
        };
        let options = vec![Alternative::new(label, names.iter().map(of).collect())];
        let hint = match names.len() {
            1 => "It applies to the bundle, in every channel that contains it.",
            _ => "It applies to the bundles, in every channel that contains them.",
        };
        let hint = hint.to_owned();
        self.dialogs.alternatives.set(Some(Alternatives { title, hint, options, ..Alternatives::default() }));
    }
}

fn removal(package: &str, channel: &str, row: &EntryRow, reconnect: bool) -> Intention {
    Intention::RemoveEntry {
        package: package.to_owned(),
        channel: channel.to_owned(),
        entry: row.name.clone(),
        reconnect,
    }
}

fn entries(number: usize) -> String {
    counted(number, "entry", "entries")
}
