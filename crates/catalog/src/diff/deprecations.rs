//! Changes of deprecations.

use crate::schemas;
use olmkit_collections::HashMap;

use olmkit_collections::order;
use olmkit_diagnostics::Place;

use super::{Change, ChangeKind, about};
use crate::model::Package;

/// Message and place of a deprecation, by schema and name of the deprecated object.
type Messages<'f> = HashMap<(&'f str, &'f str), (&'f str, Place)>;

fn found<'f>(package: &Package<'f>) -> Messages<'f> {
    let mut found = Messages::default();
    for of in &package.deprecations {
        for entry in &of.body.entries {
            let text = |text: &'f Option<crate::facts::Text>| text.as_ref().map_or("", |text| text.value.as_str());
            let key = (text(&entry.schema), text(&entry.name));
            found.entry(key).or_insert((text(&entry.message), of.doc.place(entry.range)));
        }
    }
    found
}

pub(super) fn compare(old: &Package<'_>, new: &Package<'_>, changes: &mut Vec<Change>) {
    let (before, after) = (found(old), found(new));
    let keys = order::unique(before.keys().chain(after.keys()).copied());
    for (schema, name) in keys {
        let what = match schema {
            schemas::PACKAGE => format!("package `{}`", new.name),
            schemas::CHANNEL => format!("channel `{name}`"),
            _ => format!("bundle `{name}`"),
        };
        let (kind, message) = match (before.get(&(schema, name)), after.get(&(schema, name))) {
            (None, Some((text, _))) => (ChangeKind::DeprecationAdded, format!("{what} deprecated: {text}")),
            (Some(_), None) => (ChangeKind::DeprecationRemoved, format!("deprecation of {what} removed")),
            (Some((was, _)), Some((is, _))) if was != is => {
                (ChangeKind::DeprecationChanged, format!("deprecation message of {what} changed: {is}"))
            }
            _ => continue,
        };
        let named = |wanted: &str| (schema == wanted).then(|| name.to_owned());
        changes.push(Change {
            channel: named(schemas::CHANNEL),
            entry: named(schemas::BUNDLE),
            place: after.get(&(schema, name)).map(|(_, place)| *place),
            ..about(kind, new.name, message)
        });
    }
}
