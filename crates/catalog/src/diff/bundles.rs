//! Bundles: released ones do not change.

use std::collections::BTreeSet;

use super::{CSV_CARRIERS, Change, Kind, Side, about};
use crate::model::Package;

pub(super) fn compare(
    old_side: Side<'_, '_>,
    old: &Package<'_>,
    new_side: Side<'_, '_>,
    new: &Package<'_>,
    changes: &mut Vec<Change>,
) {
    let names: BTreeSet<&str> = old.bundles.keys().chain(new.bundles.keys()).copied().collect();
    for name in names {
        let change = |kind, message| Change { entry: Some(name.to_owned()), ..about(kind, new.name, message) };
        match (old.bundles.get(name), new.bundles.get(name)) {
            (Some(_), None) => {
                let message = format!("the bundle `{name}` is gone: nobody can install it any more");
                changes.push(change(Kind::BundleRemoved, message));
            }
            (None, Some(after)) => {
                let place = Some(after.of.doc.name_place());
                changes.push(Change { place, ..change(Kind::BundleAdded, format!("the bundle `{name}` is new")) });
            }
            (Some(before), Some(after)) => {
                let (mut was, mut is) = ((old_side.content_of)(&before.of.doc), (new_side.content_of)(&after.of.doc));
                if CSV_CARRIERS.iter().any(|carrier| was.contains_key(*carrier) != is.contains_key(*carrier)) {
                    was.retain(|key, _| !CSV_CARRIERS.contains(&key.as_str()));
                    is.retain(|key, _| !CSV_CARRIERS.contains(&key.as_str()));
                }
                let keys: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
                let changed: Vec<&str> =
                    keys.into_iter().filter(|key| was.get(*key) != is.get(*key)).map(String::as_str).collect();
                if changed.is_empty() {
                    continue;
                }
                let message = format!(
                    "the bundle `{name}` is not the same: {} changed; a released bundle is immutable",
                    changed.join(", ")
                );
                let place = Some(after.of.doc.name_place());
                changes.push(Change { place, ..change(Kind::BundleChanged, message) });
            }
            (None, None) => {}
        }
    }
}
