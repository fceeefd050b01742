//! Changes of channels: entries, edges, heads.

use olmkit_collections::order;
use olmkit_text::{MAX_NAMES, listed_names};

use super::bundles::Renamed;
use super::{Change, ChangeKind, about, paths};
use crate::channel_graph::{heads, links};
use crate::facts::{ChannelFacts, EntryFacts};
use crate::model::{Of, Package};
use olmkit_upgrade::chain::check;

pub(super) fn compare(old: &Package<'_>, new: &Package<'_>, renamed: &Renamed<'_>, changes: &mut Vec<Change>) {
    let names = order::unique(old.channels.keys().chain(new.channels.keys()).copied());
    for name in names {
        match (old.channels.get(name), new.channels.get(name)) {
            (Some(before), Some(after)) => {
                entries((new.name, name), before, after, renamed, changes);
                head(old, new, name, before, after, changes);
                paths::compare(old, new, name, changes);
            }
            (Some(_), None) => changes.push(removed(new, name)),
            (None, Some(after)) => {
                let count = after.body.entries.len();
                let entries = if count == 1 { "entry" } else { "entries" };
                let message = format!("channel `{name}` added with {count} {entries}");
                let place = Some(after.doc.name_place());
                let change = about(ChangeKind::ChannelAdded, new.name, message);
                changes.push(Change { channel: Some(name.to_owned()), place, ..change });
            }
            (None, None) => {}
        }
    }
}

fn removed(package: &Package<'_>, channel: &str) -> Change {
    let message = format!("channel `{channel}` removed; clusters that follow it get no further upgrades");
    Change { channel: Some(channel.to_owned()), ..about(ChangeKind::ChannelRemoved, package.name, message) }
}

/// Adds removed channels, and stranded entries of the other channels: with `all`, all of them, otherwise the removed
/// ones.
pub(super) fn lost(old: &Package<'_>, new: &Package<'_>, all: bool, changes: &mut Vec<Change>) {
    for (name, before) in old.channels.iter() {
        let Some(after) = new.channels.get(name) else {
            changes.push(removed(new, name));
            continue;
        };
        // Nothing was removed from an unchanged document.
        if !all && std::ptr::eq(before.body, after.body) {
            continue;
        }
        let now = after.body.by_name();
        let is_meant = |entry: &str| all || !now.contains_key(entry);
        let has_any = before.body.entries.iter().any(|entry| is_meant(entry.own_name()));
        if !has_any || check(&links(after.body)).is_some() {
            continue;
        }
        let mut found = Vec::new();
        paths::compare(old, new, name, &mut found);
        let is_lost = |change: &Change| change.kind == ChangeKind::PathLost;
        let is_meant = |change: &Change| is_lost(change) && change.entry.as_deref().is_some_and(is_meant);
        changes.extend(found.into_iter().filter(is_meant));
    }
}

fn entries(
    (package, channel): (&str, &str),
    old: &Of<'_, ChannelFacts>,
    new: &Of<'_, ChannelFacts>,
    renamed: &Renamed<'_>,
    changes: &mut Vec<Change>,
) {
    let (before, after) = (old.body.by_name(), new.body.by_name());
    let change = |kind, entry: &EntryFacts, message| Change {
        channel: Some(channel.to_owned()),
        entry: Some(entry.own_name().to_owned()),
        ..about(kind, package, message)
    };
    for entry in old.body.entries.iter().filter(|entry| !after.contains_key(entry.own_name())) {
        let name = entry.own_name();
        let to = renamed.name_of(name).filter(|to| after.contains_key(*to));
        let message = match to {
            Some(to) => format!("entry `{name}` of `{channel}` renamed to `{to}`"),
            None => format!("entry `{name}` removed from `{channel}`"),
        };
        changes.push(change(ChangeKind::EntryRemoved, entry, message));
    }
    for entry in &new.body.entries {
        let name = entry.own_name();
        let place = Some(new.doc.place(entry.range));
        match before.get(name) {
            None => {
                let message = format!("entry `{name}` added to `{channel}`{}", edges(entry));
                changes.push(Change { place, ..change(ChangeKind::EntryAdded, entry, message) });
            }
            Some(was) => {
                if let Some(message) = changed_edges(was, entry) {
                    changes.push(Change { place, ..change(ChangeKind::EdgesChanged, entry, message) });
                }
            }
        }
    }
}

fn edges(entry: &EntryFacts) -> String {
    let mut parts = Vec::new();
    if let Some(replaces) = &entry.replaces {
        parts.push(format!("replaces `{}`", replaces.value));
    }
    if !entry.skips.is_empty() {
        parts.push(format!("skips {}", entry.skips.len()));
    }
    if let Some(range) = &entry.skip_range {
        parts.push(format!("skipRange `{}`", range.value));
    }
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

/// Returns the elements of the sorted list `of` that are not in the sorted list `from`.
fn missing<'t>(of: &'t [String], from: &[String]) -> Vec<&'t String> {
    of.iter().filter(|text| from.binary_search(text).is_err()).collect()
}

fn changed_edges(old: &EntryFacts, new: &EntryFacts) -> Option<String> {
    let value = |text: &Option<crate::facts::Text>| text.as_ref().map(|text| text.value.clone());
    let show = |text: Option<String>| text.map_or_else(|| "none".to_owned(), |text| format!("`{text}`"));
    let mut parts = Vec::new();
    for (key, before, after) in [
        ("replaces", value(&old.replaces), value(&new.replaces)),
        ("skipRange", value(&old.skip_range), value(&new.skip_range)),
    ] {
        if before != after {
            parts.push(format!("{key}: {} → {}", show(before), show(after)));
        }
    }
    let skips = |entry: &EntryFacts| order::unique(entry.skips.iter().map(|text| text.value.clone()));
    let (before, after) = (skips(old), skips(new));
    let list = |names: Vec<&String>| {
        listed_names(&names.into_iter().map(String::as_str).collect::<Vec<_>>(), MAX_NAMES, "and")
    };
    let (more, less) = (missing(&after, &before), missing(&before, &after));
    if !more.is_empty() {
        parts.push(format!("also skips {}", list(more)));
    }
    if !less.is_empty() {
        parts.push(format!("no longer skips {}", list(less)));
    }
    (!parts.is_empty()).then(|| format!("`{}` {}", new.own_name(), parts.join("; ")))
}

fn only_head<'f>(channel: &Of<'f, ChannelFacts>) -> Option<&'f str> {
    match heads(channel.body).as_slice() {
        [head] => Some(*head),
        _ => None,
    }
}

fn head(
    old_package: &Package<'_>,
    new_package: &Package<'_>,
    channel: &str,
    old: &Of<'_, ChannelFacts>,
    new: &Of<'_, ChannelFacts>,
    changes: &mut Vec<Change>,
) {
    let (Some(before), Some(after)) = (only_head(old), only_head(new)) else { return };
    if before == after {
        return;
    }
    let version =
        |package: &Package<'_>, name: &str| package.bundles.get(name).and_then(|bundle| bundle.version.clone());
    let is_back =
        version(new_package, after).zip(version(old_package, before)).is_some_and(|(after, before)| after < before);
    let kind = if is_back { ChangeKind::HeadDowngraded } else { ChangeKind::HeadMoved };
    let message = format!("head of `{channel}`: `{before}` → `{after}`");
    let entry = new.body.entries.iter().find(|entry| entry.own_name() == after);
    changes.push(Change {
        channel: Some(channel.to_owned()),
        entry: Some(after.to_owned()),
        place: entry.map(|entry| new.doc.place(entry.range)),
        ..about(kind, new_package.name, message)
    });
}
