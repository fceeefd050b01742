//! Edits of channel documents.

use crate::schemas;
use olmkit_text::listed_names;
use olmkit_yaml_edit::{NewValue, new_document};

use super::documents::{append_document, remove_documents_at};
use super::entries::new_entry_keys;
use super::locate::Source;
use super::{EditPlan, NewEntry, Note, Planned, Until, check_name, deprecations, refuse};
use crate::model::Doc;

/// The maximum number of names in a note.
const NAMES: usize = 3;

pub(super) fn add(
    source: &Source<'_, '_, '_>,
    package: &str,
    channel: &str,
    entries: &[NewEntry],
) -> Planned<EditPlan> {
    let owner = source.package(package)?;
    check_name("a channel", channel)?;
    if owner.channels.contains_key(channel) {
        return refuse(format!("package `{package}` already has a channel `{channel}`"));
    }
    // The new channel goes after the last channel of the package, or else after the package.
    let last =
        owner.channels.values().max_by_key(|channel| channel.doc.order).map_or(owner.decl.doc, |channel| channel.doc);
    let opened = source.open(&last)?;
    let text = |text: &str| NewValue::Text(text.to_owned());
    let keys = vec![
        ("schema".to_owned(), text(schemas::CHANNEL)),
        ("package".to_owned(), text(package)),
        ("name".to_owned(), text(channel)),
        ("entries".to_owned(), NewValue::Mappings(entries.iter().map(new_entry_keys).collect())),
    ];
    let text = new_document(opened.root()?, &keys);
    let edit = append_document(source, &last, opened.document.format, &text);
    let mut notes = Vec::new();
    if entries.is_empty() {
        let note = "the channel is empty; opm rejects it until it has an entry";
        notes.push(Note::until(note, Until::filled(package, channel)));
    }
    Ok(EditPlan { label: format!("Add channel {channel} to {package}"), edits: vec![edit], notes })
}

pub(super) fn remove(source: &Source<'_, '_, '_>, package: &str, channel: &str) -> Planned<EditPlan> {
    let owner = source.package(package)?;
    let found = source.channel(package, channel)?;
    let mut plan = EditPlan { label: format!("Remove channel {channel} of {package}"), ..EditPlan::default() };
    if owner.decl.body.default_channel.as_ref().is_some_and(|default| default.value == channel) {
        let note = format!("`{channel}` is the default channel; set another one, or opm rejects the catalog");
        plan.notes.push(Note::until(note, Until::other_default(package, channel)));
    }
    let elsewhere: olmkit_collections::HashSet<&str> = owner
        .channels
        .iter()
        .filter(|(name, _)| **name != channel)
        .flat_map(|(_, channel)| channel.body.entries.iter().map(|entry| entry.own_name()))
        .collect();
    let unlisted: Vec<&str> =
        found.body.entries.iter().map(|entry| entry.own_name()).filter(|name| !elsewhere.contains(name)).collect();
    if !unlisted.is_empty() {
        let list = listed_names(&unlisted, NAMES, "and");
        let note = format!("no other channel contains {list}; opm rejects bundles that are not in any channel");
        plan.notes.push(Note::until(note, Until::listed(package, &unlisted)));
    }
    let gone = deprecations::remove(source, owner, schemas::CHANNEL, Some(channel))?;
    if !gone.is_empty() {
        plan.notes.push("its deprecation is removed too".into());
    }
    plan.edits.extend(gone.edits);
    let documents: Vec<Doc<'_>> = gone.documents.into_iter().chain([found.doc]).collect();
    plan.edits.extend(remove_documents_at(source, &documents));
    Ok(plan)
}
