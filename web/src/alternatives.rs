//! Changes with several options: removals, edges, promotions. Each option is previewed before it is applied.

use crate::prelude::*;
use olmkit_api::{EntryRow, Intention};

use crate::state::{Alternative, Alternatives, AppState};
use olmkit_page::replaceable::version;

mod aliases;
mod removal;
pub mod rename;
mod several;

impl AppState {
    /// The current state of an entry of the shown channel.
    pub fn row_of(self, name: &str) -> Option<EntryRow> {
        self.channel
            .table
            .with_untracked(|table| table.as_ref()?.entries.iter().find(|entry| entry.name == name).cloned())
    }

    fn here(self) -> (String, String) {
        let selection = self.selected.place.get_untracked();
        (selection.package, selection.channel)
    }

    /// Offers the edges by which clusters can upgrade from the older of two entries to the newer one.
    pub fn choose_edge(self, one: &str, other: &str) {
        if one == other {
            return;
        }
        let (old, new) = if self.is_newer(one, other) { (other, one) } else { (one, other) };
        let (package, channel) = self.here();
        let Some(row) = self.row_of(new) else {
            return self
                .alarm(&format!("{new} is no longer an entry of this channel. An edge needs an entry as its target."));
        };
        let replaces = |to: Option<&str>| {
            let (package, channel, entry) = (package.clone(), channel.clone(), new.to_owned());
            vec![Intention::SetReplaces { package, channel, entry, to: to.map(str::to_owned) }]
        };
        let skips = |to: Vec<String>| {
            let (package, channel, entry) = (package.clone(), channel.clone(), new.to_owned());
            vec![Intention::SetSkips { package, channel, entry, to }]
        };
        let mut options = Vec::new();
        match row.replaces.as_deref() {
            Some(now) if now == old => {
                options.push(Alternative::new(format!("{new} no longer replaces {old}"), replaces(None)));
            }
            Some(now) => {
                options.push(Alternative::new(format!("{new} replaces {old}, instead of {now}"), replaces(Some(old))))
            }
            None => options.push(Alternative::new(format!("{new} replaces {old}"), replaces(Some(old)))),
        }
        if row.skips.iter().any(|skip| skip == old) {
            let rest = row.skips.iter().filter(|skip| *skip != old).cloned().collect();
            options.push(Alternative::new(format!("{new} no longer skips {old}"), skips(rest)));
        } else {
            let more = row.skips.iter().cloned().chain([old.to_owned()]).collect();
            options.push(Alternative::new(format!("{new} skips {old}"), skips(more)));
        }
        let hint = "Both let clusters on the old one upgrade to the new one. Under OLM v0, a skipped version is also never installed.";
        self.dialogs.alternatives.set(Some(Alternatives {
            title: format!("From {old} to {new}"),
            hint: hint.to_owned(),
            options,
            ..Alternatives::default()
        }));
    }

    /// Offers to add an entry of the shown channel to another channel, or to move it there.
    pub fn choose_promotion(self, name: &str, to: &str, move_first: bool) {
        let (package, from) = self.here();
        if to == from || to.is_empty() {
            return;
        }
        let (entry, to) = (name.to_owned(), to.to_owned());
        let promote = Intention::PromoteEntry {
            package: package.clone(),
            entry: entry.clone(),
            from: from.clone(),
            to: to.clone(),
        };
        let remove = Intention::RemoveEntry { package, channel: from.clone(), entry, reconnect: true };
        let mut options = vec![
            Alternative::new(format!("Add as new head of {to}"), vec![promote.clone()]),
            Alternative::new(
                format!("Move: add as new head of {to} and remove from {from}, reconnecting its neighbors"),
                vec![promote, remove],
            )
            .named(format!("Move {name} from {from} to {to}")),
        ];
        let warning = self.offer_to_move_all((&from, &to), &[name], &mut options);
        if move_first {
            options.reverse();
        }
        let hint = format!("In {to} it becomes the head. The changes below show its edges there.");
        self.dialogs.alternatives.set(Some(Alternatives {
            title: format!("Promote {name} to {to}"),
            hint,
            warning,
            options,
            is_first_wanted: move_first,
            ..Alternatives::default()
        }));
    }

    /// Adds the option to move all entries of a channel and to remove that channel: the second option moves them only.
    /// Returns a warning. Does nothing if the channel has other entries.
    fn offer_to_move_all(self, (from, to): (&str, &str), names: &[&str], options: &mut Vec<Alternative>) -> String {
        let Some(emptied) = self.emptied(names) else { return String::new() };
        let promote = options.first().map(|option| option.intentions.clone()).unwrap_or_default();
        if !emptied.removal.is_empty() {
            let label = format!("Move: add as new head of {to} and remove channel {from}{}", emptied.note);
            let step = format!("Move all entries from {from} to {to}, and remove channel {from}");
            options.push(Alternative::new(label, [promote, emptied.removal].concat()).named(step));
        }
        format!("If moved: {}", emptied.warning)
    }

    /// Whether the first of two entries is the newer one. False if that is not known.
    fn is_newer(self, one: &str, other: &str) -> bool {
        let rows = self.channel.graph.with_untracked(|graph| {
            let nodes = &graph.as_ref()?.nodes;
            let row = |name: &str| nodes.iter().position(|node| node.name == name);
            Some((row(one)?, row(other)?))
        });
        if let Some((one, other)) = rows {
            return one < other;
        }
        let version = |name: &str| self.row_of(name).and_then(|row| version(&row));
        version(one).zip(version(other)).is_some_and(|(one, other)| one > other)
    }
}
