//! Edits of bundle documents.

use super::documents::remove_documents_at;
use super::locate::{Source, no_bundle};
use super::{EditPlan, Planned, deprecations, refuse};
use crate::model::Doc;
use crate::schemas;

/// Removes the document of a bundle that is not in any channel, and its deprecation.
pub(super) fn remove(source: &Source<'_, '_, '_>, package: &str, name: &str) -> Planned<EditPlan> {
    let owner = source.package(package)?;
    let mut found = source.catalog.bundle_docs.iter().filter(|bundle| {
        let facts = bundle.doc.facts;
        facts.package_name() == package && facts.own_name() == name
    });
    let Some(bundle) = found.next() else {
        return no_bundle(owner, name);
    };
    if found.next().is_some() {
        return refuse(format!("several bundles have the name `{name}`; remove one of them in the text"));
    }
    let has_entry = |channel: &str| {
        let found = owner.channels.get(channel);
        found.is_some_and(|channel| channel.body.entries.iter().any(|entry| entry.own_name() == name))
    };
    if let Some((channel, _)) = owner.channels.iter().find(|(channel, _)| has_entry(channel)) {
        return refuse(format!("`{name}` is an entry of channel `{channel}`; remove the entry first"));
    }
    let mut plan = EditPlan { label: format!("Remove bundle {name} of {package}"), ..EditPlan::default() };
    let deprecation = deprecations::remove(source, owner, schemas::BUNDLE, Some(name))?;
    if !deprecation.is_empty() {
        plan.notes.push("its deprecation is removed too".into());
    }
    plan.edits.extend(deprecation.edits);
    let documents: Vec<Doc<'_>> = deprecation.documents.into_iter().chain([bundle.doc]).collect();
    plan.edits.extend(remove_documents_at(source, &documents));
    Ok(plan)
}
