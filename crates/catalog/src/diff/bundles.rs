//! Changes of bundles. A released bundle is immutable.

use olmkit_collections::{Table, order};
use olmkit_text::counted;

use super::{Change, ChangeKind, Side, about};
use crate::model::Package;
use crate::schemas::CSV_PROPERTIES;

/// The fields of a bundle with their values, sorted by name.
type Fields = Vec<(String, String)>;

/// The old and the new name of each bundle that has another name and is otherwise the same.
#[derive(Default)]
pub(super) struct Renamed<'f>(Vec<(&'f str, &'f str)>);

impl<'f> Renamed<'f> {
    pub(super) fn new(old_side: Side<'_, '_>, old: &Package<'f>, new_side: Side<'_, '_>, new: &Package<'f>) -> Self {
        let only = |of: &Package<'f>, other: &Package<'f>| -> Vec<&'f str> {
            of.bundles.keys().copied().filter(|name| !other.bundles.contains_key(name)).collect()
        };
        let (removed, added) = (only(old, new), only(new, old));
        if removed.is_empty() || added.is_empty() {
            return Renamed::default();
        }
        let mut equal: Table<Fields, (Vec<&'f str>, Vec<&'f str>)> = Table::default();
        let content = |side: Side<'_, '_>, of: &Package<'f>, name: &str| {
            let mut fields = of.bundles.get(name).map(|bundle| (side.content_of)(&bundle.of.doc)).unwrap_or_default();
            fields.retain(|(key, _)| key != "name");
            fields
        };
        for name in removed {
            equal.or_insert_with(content(old_side, old, name), Default::default).0.push(name);
        }
        for name in added {
            equal.or_insert_with(content(new_side, new, name), Default::default).1.push(name);
        }
        // Of several equal bundles it is not certain which one has which name.
        let pair = |(from, to): &(Vec<&'f str>, Vec<&'f str>)| match (from.as_slice(), to.as_slice()) {
            ([from], [to]) => Some((*from, *to)),
            _ => None,
        };
        Renamed(equal.values().filter_map(pair).collect())
    }

    pub(super) fn name_of(&self, old: &str) -> Option<&'f str> {
        self.0.iter().find(|(from, _)| *from == old).map(|(_, to)| *to)
    }

    pub(super) fn old_name_of(&self, new: &str) -> Option<&'f str> {
        self.0.iter().find(|(_, to)| *to == new).map(|(from, _)| *from)
    }
}

/// Bundles whose CSV moved from one property to another: the two properties, and the number of the bundles. It does not
/// change a bundle, so it is reported once for a package.
type Moved = Table<[&'static str; 2], ([&'static str; 2], usize)>;

pub(super) fn compare(
    (old_side, old): (Side<'_, '_>, &Package<'_>),
    (new_side, new): (Side<'_, '_>, &Package<'_>),
    renamed: &Renamed<'_>,
    changes: &mut Vec<Change>,
) {
    let mut moved = Moved::default();
    let names = order::unique(old.bundles.keys().chain(new.bundles.keys()).copied());
    for name in names {
        let change = |kind, message| Change { entry: Some(name.to_owned()), ..about(kind, new.name, message) };
        match (old.bundles.get(name), new.bundles.get(name)) {
            (Some(_), None) => {
                let what =
                    renamed.name_of(name).map_or_else(|| "removed".to_owned(), |to| format!("renamed to `{to}`"));
                let message = format!("bundle `{name}` {what}, no longer installable");
                changes.push(change(ChangeKind::BundleRemoved, message));
            }
            (None, Some(after)) => {
                let place = Some(after.of.doc.name_place());
                let from = renamed.old_name_of(name).map(|from| format!(", renamed from `{from}`")).unwrap_or_default();
                let message = format!("bundle `{name}` added{from}");
                changes.push(Change { place, ..change(ChangeKind::BundleAdded, message) });
            }
            (Some(before), Some(after)) => {
                let (old_doc, new_doc) = (&before.of.doc, &after.of.doc);
                let has_same_text = (old_side.text_of)(old_doc) == (new_side.text_of)(new_doc);
                if has_same_text && old_doc.format == new_doc.format {
                    continue;
                }
                let (was, is) = ((old_side.content_of)(old_doc), (new_side.content_of)(new_doc));
                let carriers = csv_moved(&was, &is);
                if let Some(carriers) = carriers {
                    let (_, count) = moved.or_insert_with(carriers, || (carriers, 0));
                    *count = count.saturating_add(1);
                }
                let is_moved = |key: &str| carriers.is_some() && CSV_PROPERTIES.contains(&key);
                let mut changed = order::unique(was.iter().chain(&is).map(|(key, _)| key.as_str()));
                changed.retain(|key| !is_moved(key) && value(&was, key) != value(&is, key));
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
    changes.extend(moved.values().map(|([from, to], count)| {
        let bundles = counted(*count, "bundle", "bundles");
        about(ChangeKind::CsvMoved, new.name, format!("CSV of {bundles}: `{from}` → `{to}`"))
    }));
}

/// The property that contained the CSV, and the one that contains it now, if they differ. A CSV that was added or removed
/// is another change.
fn csv_moved(was: &Fields, is: &Fields) -> Option<[&'static str; 2]> {
    let [objects, metadata] = CSV_PROPERTIES;
    let of = |fields: &Fields| CSV_PROPERTIES.map(|property| value(fields, property).is_some());
    let (before, after) = (of(was), of(is));
    if before == after || !before.contains(&true) || !after.contains(&true) {
        return None;
    }
    let ([had_objects, had_metadata], [has_objects, has_metadata]) = (before, after);
    let is_forward = !had_metadata && has_metadata || had_objects && !has_objects;
    Some(if is_forward { [objects, metadata] } else { [metadata, objects] })
}

fn value<'v>(fields: &'v Fields, key: &str) -> Option<&'v String> {
    fields.iter().find(|(name, _)| name == key).map(|(_, value)| value)
}
