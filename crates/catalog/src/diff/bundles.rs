//! Changes of bundles. A released bundle is immutable.

use olmkit_collections::order;

use super::{CSV_CARRIERS, Change, ChangeKind, Side, about};
use crate::model::Package;

pub(super) fn compare(
    old_side: Side<'_, '_>,
    old: &Package<'_>,
    new_side: Side<'_, '_>,
    new: &Package<'_>,
    changes: &mut Vec<Change>,
) {
    let names = order::unique(old.bundles.keys().chain(new.bundles.keys()).copied());
    for name in names {
        let change = |kind, message| Change { entry: Some(name.to_owned()), ..about(kind, new.name, message) };
        match (old.bundles.get(name), new.bundles.get(name)) {
            (Some(_), None) => {
                let message = format!("bundle `{name}` removed, no longer installable");
                changes.push(change(ChangeKind::BundleRemoved, message));
            }
            (None, Some(after)) => {
                let place = Some(after.of.doc.name_place());
                changes.push(Change { place, ..change(ChangeKind::BundleAdded, format!("bundle `{name}` added")) });
            }
            (Some(before), Some(after)) => {
                let (old_doc, new_doc) = (&before.of.doc, &after.of.doc);
                let has_same_text = (old_side.text_of)(old_doc) == (new_side.text_of)(new_doc);
                if has_same_text && old_doc.format == new_doc.format {
                    continue;
                }
                let (mut was, mut is) = ((old_side.content_of)(old_doc), (new_side.content_of)(new_doc));
                if CSV_CARRIERS.iter().any(|carrier| value(&was, carrier).is_some() != value(&is, carrier).is_some()) {
                    was.retain(|(key, _)| !CSV_CARRIERS.contains(&key.as_str()));
                    is.retain(|(key, _)| !CSV_CARRIERS.contains(&key.as_str()));
                }
                let mut changed = order::unique(was.iter().chain(&is).map(|(key, _)| key.as_str()));
                changed.retain(|key| value(&was, key) != value(&is, key));
                if changed.is_empty() {
                    continue;
                }
                let message = format!(
                    "bundle `{name}` changed ({}), although released bundles are immutable",
                    changed.join(", ")
                );
                let place = Some(after.of.doc.name_place());
                changes.push(Change { place, ..change(ChangeKind::BundleChanged, message) });
            }
            (None, None) => {}
        }
    }
}

fn value<'v>(fields: &'v [(String, String)], key: &str) -> Option<&'v String> {
    fields.iter().find(|(name, _)| name == key).map(|(_, value)| value)
}
