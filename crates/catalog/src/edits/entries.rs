//! Edits of channel entries.

use olmkit_collections::{HashMap, HashSet, order};
use olmkit_yaml::{Kind, NodeRef};
use olmkit_yaml_edit::{
    Edit, NewItem, NewValue, insert_item, not_alias, remove_item, remove_key, replace_items, replace_scalar,
};

use super::locate::{Opened, Source, no_entry};
use super::{EditPlan, EntryPosition, NewEntry, Note, Planned, Until, check_name, refuse};
use crate::document_fields::{CHANNEL_KEYS, ENTRY_KEYS};
use crate::facts::{ChannelFacts, EntryFacts};
use crate::model::{Of, Package};

/// The names of package, channel and entry.
pub(super) type Address<'a> = (&'a str, &'a str, &'a str);

/// Returns the keys and values of a new entry, in the order of the schema.
pub(super) fn new_entry_keys(entry: &NewEntry) -> Vec<(String, NewValue)> {
    let text =
        |key: &str, value: &Option<String>| value.as_ref().map(|value| (key.to_owned(), NewValue::Text(value.clone())));
    let mut keys = vec![("name".to_owned(), NewValue::Text(entry.name.clone()))];
    keys.extend(text("replaces", &entry.replaces));
    if !entry.skips.is_empty() {
        keys.push(("skips".to_owned(), NewValue::List(entry.skips.clone())));
    }
    keys.extend(text("skipRange", &entry.skip_range));
    keys
}

/// Returns the list of entries in the text: its key and its sequence.
pub(super) fn list<'d>(opened: &'d Opened<'_>) -> Planned<Option<(NodeRef<'d>, NodeRef<'d>)>> {
    let root = opened.root()?;
    let found = opened.field(root, "entries")?.filter(|(_, value)| value.kind() != Kind::Scalar);
    let mut items = found.into_iter().flat_map(|(_, list)| list.resolved().children());
    // Facts and text have the same entries only if each item can be one.
    let is_entry = |item: NodeRef<'_>| item.resolved().kind() == Kind::Mapping || item.is_null();
    match items.find(|item| !is_entry(*item)) {
        Some(item) => opened.refuse(item, "an item of `entries` is not a mapping; correct it first"),
        None => Ok(found),
    }
}

/// Returns the mapping of an entry that is in the list once.
#[inline(never)]
fn find<'d>(opened: &'d Opened<'_>, found: &Of<'_, ChannelFacts>, entry: &str) -> Planned<NodeRef<'d>> {
    let list = list(opened)?.map(|(_, list)| list.resolved());
    let mappings = list.into_iter().flat_map(NodeRef::children).zip(&found.body.entries);
    let mut named = mappings.filter(|(_, facts)| facts.own_name() == entry).map(|(mapping, _)| mapping);
    match (named.next(), named.next()) {
        (Some(mapping), None) => Ok(mapping),
        (_, Some(again)) => opened.refuse(again, "the entry occurs more than once; remove one of them first"),
        (None, None) => missing(found, entry),
    }
}

/// Refuses an entry that a channel does not have.
fn missing<T>(channel: &Of<'_, ChannelFacts>, entry: &str) -> Planned<T> {
    let known = &mut channel.body.entries.iter().map(EntryFacts::own_name);
    no_entry(channel.doc.facts.own_name(), entry, known)
}

/// Returns the name in the mapping of an entry or channel.
pub(super) fn name_of(item: NodeRef<'_>) -> String {
    let members = item.resolved().members();
    let name = members.filter(|member| olmkit_gostd::fold::names_field(&member.key, "name")).last();
    name.and_then(|name| name.value.as_str().map(String::from)).unwrap_or_default()
}

pub(super) fn add(
    source: &Source<'_, '_, '_>,
    package: &str,
    channel: &str,
    entry: &NewEntry,
    position: EntryPosition,
) -> Planned<EditPlan> {
    add_at(source, package, channel, entry, |owner, body| match position {
        EntryPosition::Newest if keeps_newest_first(owner, body) => 0,
        _ => body.entries.len(),
    })
}

/// Adds an entry below another entry, which then replaces or skips it.
pub(super) fn add_under(
    source: &Source<'_, '_, '_>,
    package: &str,
    channel: &str,
    entry: &NewEntry,
    above: &str,
) -> Planned<EditPlan> {
    let found = source.channel(package, channel)?;
    let Some(at) = found.body.entries.iter().position(|other| other.own_name() == above) else {
        return missing(found, above);
    };
    let mut plan = add_at(source, package, channel, entry, |owner, body| {
        if keeps_newest_first(owner, body) { at.saturating_add(1) } else { at }
    })?;
    let own = found.body.entries.get(at);
    let replaces = own.and_then(|own| own.replaces.as_ref()).map(|text| text.value.as_str());
    let address = (package, channel, above);
    let more = if replaces.is_some() && replaces == entry.replaces.as_deref() {
        plan.notes.push(format!("`{above}` now replaces `{}`", entry.name).into());
        set_text(source, address, "replaces", Some(&entry.name))?
    } else {
        let skips = own.into_iter().flat_map(|own| own.skips.iter().map(|text| text.value.clone()));
        plan.notes.push(format!("`{above}` now skips `{}`", entry.name).into());
        set_skips(source, address, &skips.chain([entry.name.clone()]).collect::<Vec<_>>())?
    };
    let mut edits = more.edits;
    edits.append(&mut plan.edits);
    Ok(EditPlan { edits, ..plan })
}

fn add_at(
    source: &Source<'_, '_, '_>,
    package: &str,
    channel: &str,
    entry: &NewEntry,
    place: impl Fn(&Package<'_>, &ChannelFacts) -> usize,
) -> Planned<EditPlan> {
    let found = source.channel(package, channel)?;
    check_name("an entry", &entry.name)?;
    if found.body.entries.iter().any(|other| other.own_name() == entry.name) {
        return refuse(format!("channel `{channel}` already has an entry `{}`", entry.name));
    }
    let opened = source.open(&found.doc)?;
    let (skips, mut notes) = without_repeats(&entry.skips, std::iter::empty());
    let keys = new_entry_keys(&NewEntry { skips, ..entry.clone() });
    let edit = match list(&opened)? {
        Some((key, sequence)) => {
            let at = place(source.package(package)?, found.body);
            opened.made(insert_item(key, sequence, at, &NewItem::Mapping(keys)))?
        }
        None => opened.add_list(opened.root()?, "entries", &NewValue::Mappings(vec![keys]), CHANNEL_KEYS)?,
    };
    if !source.package(package)?.bundles.contains_key(entry.name.as_str()) {
        let note = format!("package `{package}` does not have a bundle `{}` yet", entry.name);
        notes.push(Note::until(note, Until::bundle(package, &entry.name)));
    }
    Ok(opened.plan(format!("Add {} to {channel}", entry.name), vec![edit], notes))
}

/// Whether the first entry is newer than the last one, by version, or else by `replaces`.
pub(super) fn keeps_newest_first(package: &Package<'_>, channel: &ChannelFacts) -> bool {
    let version = |name: &str| package.bundles.get(name).and_then(|bundle| bundle.version.clone());
    let (Some(first), Some(last)) = (channel.entries.first(), channel.entries.last()) else { return false };
    match (version(first.own_name()), version(last.own_name())) {
        (Some(first), Some(last)) if first != last => first > last,
        _ => {
            let names: Vec<&str> = channel.entries.iter().map(|entry| entry.own_name()).collect();
            let position = |name: &str| names.iter().position(|other| *other == name);
            let mut later = channel
                .entries
                .iter()
                .enumerate()
                .filter_map(|(at, entry)| Some(position(&entry.replaces.as_ref()?.value)? > at));
            later.next_back().unwrap_or(false)
        }
    }
}

pub(super) fn remove(
    source: &Source<'_, '_, '_>,
    package: &str,
    channel: &str,
    entry: &str,
    reconnect: bool,
) -> Planned<EditPlan> {
    let found = source.channel(package, channel)?;
    let opened = source.open(&found.doc)?;
    let Some((key, sequence)) = list(&opened)? else { return refuse("the channel has no entries") };
    // Of duplicates the last is removed. Facts and text list the entries in the same order.
    let mut entries = found.body.entries.iter().enumerate();
    let Some((at, removed)) = entries.rfind(|(_, other)| other.own_name() == entry) else {
        return missing(found, entry);
    };
    let mut edits = vec![opened.made(remove_item(key, sequence, at))?];
    let label = format!("Remove {entry} from {channel}");
    if found.body.entries.iter().take(at).any(|other| other.own_name() == entry) {
        return Ok(opened.plan(label, edits, Vec::new()));
    }
    let mut notes = Vec::new();
    let others = || found.body.entries.iter().filter(|other| other.own_name() != entry);
    let is_replaced = others().any(|other| replaces(other, entry));
    for (mapping, other) in sequence.resolved().children().zip(&found.body.entries) {
        let is_successor = if is_replaced { replaces(other, entry) } else { skips(other, entry) };
        if !is_successor || other.own_name() == entry {
            continue;
        }
        if reconnect {
            let (inherited, note) = inherit(&opened, mapping, other, removed)?;
            edits.extend(inherited);
            notes.extend(note.map(Note::from));
        } else if is_replaced {
            let note = format!("`{}` still names it in `replaces`", other.own_name());
            notes.push(note.into());
        }
    }
    let owner = source.package(package)?;
    let version = owner.bundles.get(entry).and_then(|bundle| bundle.version.as_ref());
    let has = |other: &EntryFacts| {
        other.parsed_range.as_ref().zip(version).is_some_and(|(range, version)| range.contains(version) == Ok(true))
    };
    // A successor also takes over what the entry skips, even if that is the entry itself.
    let is_inherited = is_replaced && skips(removed, entry);
    if reconnect && !is_inherited && !others().any(|other| skips(other, entry) || has(other)) {
        notes.push(format!("clusters on `{entry}` cannot upgrade unless an entry skips it").into());
    }
    let mut elsewhere = owner.channels.iter().filter(|(name, _)| **name != channel);
    let is_unlisted = !elsewhere.any(|(_, of)| of.body.entries.iter().any(|other| other.own_name() == entry));
    if is_unlisted && owner.bundles.contains_key(entry) {
        let note = format!("no other channel contains `{entry}`; opm rejects bundles that are not in any channel");
        notes.push(Note::until(note, Until::listed(package, &[entry])));
    }
    Ok(opened.plan(label, edits, notes))
}

fn replaces(entry: &EntryFacts, name: &str) -> bool {
    entry.replaces.as_ref().is_some_and(|text| text.value == name)
}

fn skips(entry: &EntryFacts, name: &str) -> bool {
    entry.skips.iter().any(|text| text.value == name)
}

/// Moves the edges of a removed entry to its successor. What the entry replaced becomes the successor's `replaces` if
/// that is not set or names the entry; otherwise the successor skips it. Also returns a note for the user.
fn inherit(
    opened: &Opened<'_>,
    mapping: NodeRef<'_>,
    successor: &EntryFacts,
    removed: &EntryFacts,
) -> Planned<(Vec<Edit>, Option<String>)> {
    let own = successor.own_name();
    let below = removed.replaces.as_ref().map(|text| text.value.as_str()).filter(|below| !below.is_empty());
    let is_free = replaces(successor, removed.own_name()) || successor.replaces.is_none();
    let mut edits = if is_free { set(opened, mapping, "replaces", below)? } else { Vec::new() };
    let skipped: Vec<&str> = successor.skips.iter().map(|text| text.value.as_str()).collect();
    let mut known: HashSet<&str> = skipped.iter().copied().chain([own]).collect();
    known.extend(successor.replaces.as_ref().filter(|_| !is_free).map(|text| text.value.as_str()));
    let carried = below.filter(|_| !is_free).into_iter().chain(removed.skips.iter().map(|text| text.value.as_str()));
    let carried: Vec<&str> = carried.filter(|name| known.insert(name)).collect();
    if !carried.is_empty() {
        let all: Vec<String> = skipped.iter().chain(&carried).map(|name| (*name).to_owned()).collect();
        edits.extend(skips_edits(opened, mapping, &all)?);
    }
    let note = match below {
        Some(below) if is_free => Some(format!("`{own}` now replaces `{below}`")),
        Some(below) if carried.contains(&below) => Some(format!("`{own}` now skips `{below}`")),
        None if replaces(successor, removed.own_name()) => Some(format!("`{own}` no longer replaces an entry")),
        _ => None,
    };
    Ok((edits, note))
}

/// Sets, adds or removes a string field of an entry.
pub(super) fn set(opened: &Opened<'_>, mapping: NodeRef<'_>, key: &str, to: Option<&str>) -> Planned<Vec<Edit>> {
    opened.set(mapping, key, to, ENTRY_KEYS)
}

pub(super) fn set_text(source: &Source<'_, '_, '_>, at: Address<'_>, key: &str, to: Option<&str>) -> Planned<EditPlan> {
    let (package, channel, entry) = at;
    let found = source.channel(package, channel)?;
    let opened = source.open(&found.doc)?;
    let mapping = find(&opened, found, entry)?;
    let to = to.filter(|to| !to.is_empty());
    let edits = set(&opened, mapping, key, to)?;
    let label = match to {
        Some(to) => format!("Set {key} of {entry} to {to}"),
        None => format!("Remove {key} of {entry}"),
    };
    Ok(opened.plan(label, edits, Vec::new()))
}

pub(super) fn set_skips(source: &Source<'_, '_, '_>, at: Address<'_>, to: &[String]) -> Planned<EditPlan> {
    let (package, channel, entry) = at;
    let found = source.channel(package, channel)?;
    let opened = source.open(&found.doc)?;
    let mapping = find(&opened, found, entry)?;
    let own = found.body.entries.iter().find(|other| other.own_name() == entry);
    let known = own.into_iter().flat_map(|own| own.skips.iter().map(|text| text.value.as_str()));
    let (to, notes) = without_repeats(to, known);
    let edits = skips_edits(&opened, mapping, &to)?;
    Ok(opened.plan(format!("Set skips of {entry}"), edits, notes))
}

/// Removes repeated names and returns notes about them. Names that the current list already repeats are kept.
fn without_repeats<'k>(names: &[String], known: impl Iterator<Item = &'k str>) -> (Vec<String>, Vec<Note>) {
    let mut left = HashMap::<&str, usize>::default();
    for name in known {
        let count = left.entry(name).or_insert(0);
        *count = count.saturating_add(1);
    }
    let (mut kept, mut repeated) = (Vec::with_capacity(names.len()), Vec::new());
    for name in names {
        match left.entry(name).or_insert(1) {
            0 => repeated.push(name.as_str()),
            more => {
                *more = more.saturating_sub(1);
                kept.push(name.clone());
            }
        }
    }
    let notes = order::unique(repeated.into_iter())
        .into_iter()
        .map(|name| format!("`{name}` is in `skips` already").into())
        .collect();
    (kept, notes)
}

/// Returns the edits that set the `skips` of an entry to exactly these names.
pub(super) fn skips_edits(opened: &Opened<'_>, mapping: NodeRef<'_>, to: &[String]) -> Planned<Vec<Edit>> {
    opened.made(not_alias(mapping))?;
    Ok(match (opened.field(mapping, "skips")?, to) {
        (Some((key, _)), []) => vec![opened.made(remove_key(mapping, key))?],
        (None, []) => Vec::new(),
        (Some((key, value)), _) if value.resolved().kind() == Kind::Sequence => {
            // Facts have strings only, so the item would be missing in `to` by mistake.
            if let Some(item) = value.resolved().children().find(|item| !item.is_string() && !item.is_null()) {
                return opened.refuse(item, "an item of `skips` is not a string; correct it first");
            }
            opened.made(replace_items(key, value, to))?
        }
        _ => vec![opened.add_list(mapping, "skips", &NewValue::List(to.to_vec()), ENTRY_KEYS)?],
    })
}

pub(super) fn rename(source: &Source<'_, '_, '_>, at: Address<'_>, to: &str) -> Planned<EditPlan> {
    let (package, channel, entry) = at;
    let found = source.channel(package, channel)?;
    check_name("an entry", to)?;
    if entry != to && found.body.entries.iter().any(|other| other.own_name() == to) {
        return refuse(format!("channel `{channel}` already has an entry `{to}`"));
    }
    let opened = source.open(&found.doc)?;
    let mapping = find(&opened, found, entry)?;
    let mut edits = set(&opened, mapping, "name", Some(to))?;
    let items = list(&opened)?.map(|(_, list)| list.resolved().children().collect::<Vec<_>>()).unwrap_or_default();
    // Facts and text list the entries in the same order.
    for (mapping, other) in items.into_iter().zip(&found.body.entries) {
        if other.replaces.as_ref().is_some_and(|text| text.value == entry) {
            edits.extend(set(&opened, mapping, "replaces", Some(to))?);
        }
        if !other.skips.iter().any(|text| text.value == entry) {
            continue;
        }
        let Some((_, skips)) = opened.field(mapping, "skips")? else { continue };
        for item in skips.resolved().children().filter(|item| item.as_str().is_some_and(|text| text == entry)) {
            edits.extend(opened.made(replace_scalar(item, to))?);
        }
    }
    Ok(opened.plan(format!("Rename {entry} to {to}"), edits, Vec::new()))
}
