//! Semantic differences between two catalogs: versions, upgrade paths, heads, default channels, contents, deprecations.

mod bundles;
mod channels;
mod deprecations;
mod paths;

pub use olmkit_api::ChangeKind;
use olmkit_collections::order;
use olmkit_diagnostics::Place;

use crate::model::{Catalog, Doc, Package};
use olmkit_upgrade::Semantics;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The package.
    pub package: String,
    /// The channel, if the change is about one.
    pub channel: Option<String>,
    /// The entry or bundle, if the change is about one.
    pub entry: Option<String>,
    /// The resolver, if the change is about upgrade paths.
    pub semantics: Option<Semantics>,
    /// The message.
    pub message: String,
    /// The position in the new catalog. `None` for removed objects.
    pub place: Option<Place>,
}

/// Returns the fields of a document as strings, sorted by name. Equal strings mean equal values.
pub type ContentOf<'t> = &'t dyn Fn(&Doc<'_>) -> Vec<(String, String)>;

/// Returns the text of a document. Documents with equal texts have equal values and are not decoded.
pub type TextOf<'t> = &'t dyn Fn(&Doc<'_>) -> &'t [u8];

/// A catalog and its texts.
#[derive(Clone, Copy)]
pub struct Side<'s, 'f> {
    /// The catalog.
    pub catalog: &'s Catalog<'f>,
    /// Returns the fields of a document as strings. Equal strings mean equal values.
    pub content_of: ContentOf<'s>,
    /// Returns the text of a document.
    pub text_of: TextOf<'s>,
}

impl std::fmt::Debug for Side<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Side").field("catalog", &self.catalog).finish_non_exhaustive()
    }
}

/// Compares two catalogs. Changes are ordered by package, then by kind of object, then by name.
#[must_use]
pub fn diff(old: Side<'_, '_>, new: Side<'_, '_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let names = order::unique(old.catalog.packages.keys().chain(new.catalog.packages.keys()).copied());
    for name in names {
        match (old.catalog.packages.get(name), new.catalog.packages.get(name)) {
            (Some(before), Some(after)) => package(old, before, new, after, &mut changes),
            (Some(_), None) => {
                changes.push(about(ChangeKind::PackageRemoved, name, format!("package `{name}` removed")))
            }
            (None, Some(after)) => {
                let change = about(ChangeKind::PackageAdded, name, format!("package `{name}` added"));
                changes.push(Change { place: Some(after.decl.doc.name_place()), ..change });
            }
            (None, None) => {}
        }
    }
    changes
}

/// The base of a catalog: an older state from which clusters may have installed.
#[derive(Clone, Copy)]
pub(crate) struct Base<'b, 'f> {
    pub(crate) catalog: &'b Catalog<'f>,
    /// Whether it was released. Otherwise only what was removed from it is compared.
    pub(crate) is_released: bool,
}

/// Returns removed packages and channels of a base, and its versions that can no longer upgrade. Ignores objects that
/// may be in an unreadable document, and channels that opm rejects.
pub(crate) fn lost(old: Base<'_, '_>, new: &Catalog<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, before) in &old.catalog.packages {
        match new.packages.get(name) {
            Some(after) if new.may_be_hidden(after) => {}
            Some(after) => channels::lost(before, after, old.is_released, &mut changes),
            None if new.is_incomplete => {}
            None => changes.push(about(ChangeKind::PackageRemoved, name, format!("package `{name}` removed"))),
        }
    }
    changes
}

fn about(kind: ChangeKind, package: &str, message: String) -> Change {
    Change { kind, package: package.to_owned(), channel: None, entry: None, semantics: None, message, place: None }
}

fn package(
    old_side: Side<'_, '_>,
    old: &Package<'_>,
    new_side: Side<'_, '_>,
    new: &Package<'_>,
    changes: &mut Vec<Change>,
) {
    let default = |package: &Package<'_>| package.decl.body.default_channel.as_ref().map(|text| text.value.clone());
    if default(old) != default(new) {
        let show = |name: Option<String>| name.map_or_else(|| "none".to_owned(), |name| format!("`{name}`"));
        let message = format!("default channel: {} → {}", show(default(old)), show(default(new)));
        let place = Some(new.decl.doc.name_place());
        changes.push(Change { place, ..about(ChangeKind::DefaultChannelChanged, new.name, message) });
    }
    let renamed = bundles::Renamed::new(old_side, old, new_side, new);
    channels::compare(old, new, &renamed, changes);
    bundles::compare((old_side, old), (new_side, new), &renamed, changes);
    deprecations::compare(old, new, changes);
}
