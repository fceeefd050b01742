//! Promotes entries to other channels, and fixes stranded entries.

use super::locate::{Source, no_entry};
use super::{EditPlan, EntryPosition, NewEntry, Planned, entries, refuse};
use crate::channel_graph::links;
use crate::facts::EntryFacts;
use olmkit_upgrade::chain::heads;

/// Adds an entry of one channel as the new head of another channel. It replaces the old head, and keeps its `skipRange`
/// and the skips that exist in the channel. Refused if the head is not older, because the channel would have two heads.
pub(super) fn promote(
    source: &Source<'_, '_, '_>,
    package: &str,
    entry: &str,
    from: &str,
    to: &str,
) -> Planned<EditPlan> {
    let owner = source.package(package)?;
    if from == to {
        return refuse("`from` and `to` are the same channel");
    }
    let (origin, target) = (source.channel(package, from)?.body, source.channel(package, to)?.body);
    let Some(own) = origin.entries.iter().find(|other| other.own_name() == entry) else {
        return no_entry(from, entry, &mut origin.entries.iter().map(EntryFacts::own_name));
    };
    let links = links(target);
    let heads = heads(&links);
    let head = owner.newest(&heads).or(heads.first().copied());
    let version = |name: &str| owner.bundles.get(name).and_then(|bundle| bundle.version.as_ref());
    if let Some(head) = head
        && let (Some(own), Some(top)) = (version(entry), version(head))
        && own <= top
    {
        return refuse(format!(
            "the head of `{to}`, `{head}`, is not older than `{entry}`, which would become a second head. Add it with \
                its edges instead"
        ));
    }
    let in_target = |name: &str| target.entries.iter().any(|other| other.own_name() == name);
    let mut skips: Vec<String> = heads.iter().filter(|name| Some(**name) != head).map(ToString::to_string).collect();
    for skip in own.skips.iter().map(|text| &text.value) {
        if in_target(skip) && Some(skip.as_str()) != head && !skips.contains(skip) {
            skips.push(skip.clone());
        }
    }
    let new = NewEntry {
        name: entry.to_owned(),
        replaces: head.map(str::to_owned),
        skips,
        skip_range: own.skip_range.as_ref().map(|text| text.value.clone()),
    };
    let mut plan = entries::add(source, package, to, &new, EntryPosition::Newest)?;
    plan.label = format!("Promote {entry} to {to}");
    plan.notes.extend(head.map(|head| format!("it replaces `{head}`, the head of `{to}`").into()));
    Ok(plan)
}
