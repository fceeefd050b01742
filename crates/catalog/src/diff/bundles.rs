//! Changes of bundles. A released bundle is immutable.

use olmkit_collections::order;

use super::{Change, ChangeKind, Side, about, changed_fields};
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
                let changed = changed_fields((old_side, &before.of.doc), (new_side, &after.of.doc), "");
                if changed.is_empty() {
                    continue;
                }
                let message = format!("bundle `{name}` changed ({changed}), although released bundles are immutable");
                let place = Some(after.of.doc.name_place());
                changes.push(Change { place, ..change(ChangeKind::BundleChanged, message) });
            }
            (None, None) => {}
        }
    }
}
