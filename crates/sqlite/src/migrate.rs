//! Applies opm's migrations of older schemas to the rows in memory.

use std::collections::BTreeMap;

use crate::json::{quote, text_at};
use crate::tables::{ApiRow, Database, EntryRow, PropertyRow};

/// The first schema version from which opm can migrate a database that has rows.
const FIRST_MIGRATED: i64 = 5;
/// Before this version, only one dependency survives opm's migration.
const ALL_DEPENDENCIES: i64 = 9;

/// opm's error if it cannot migrate a database with these rows.
pub(crate) fn refusal(database: &Database) -> Option<&'static str> {
    match database.schema {
        FIRST_MIGRATED.. => None,
        4 => Some("database table is locked"),
        _ => (!database.bundles.is_empty()).then_some("FOREIGN KEY constraint failed"),
    }
}

/// Migrates the rows to the latest schema version. Returns notes for the user.
pub(crate) fn migrate(database: &mut Database) -> Vec<String> {
    let schema = database.schema;
    let entries: BTreeMap<i64, &EntryRow> = database.entries.iter().map(|entry| (entry.id, entry)).collect();
    let api = |row: &ApiRow| {
        let of_entry = || entries.get(&row.entry?).and_then(|entry| entry.bundle.clone());
        let bundle = row.bundle.clone().or_else(of_entry)?;
        let [group, version, kind] = [&row.group, &row.version, &row.kind].map(|text| quote(text));
        let value = format!("{{\"group\":{group},\"kind\":{kind},\"version\":{version}}}");
        Some(PropertyRow { kind: "olm.gvk".to_owned(), value, bundle })
    };
    if schema < 9 {
        database.properties = database.provided.iter().filter_map(api).collect();
    }
    if schema < 8 {
        database.dependencies = database.required.iter().filter_map(api).collect();
    }
    if (FIRST_MIGRATED..ALL_DEPENDENCIES).contains(&schema)
        && let Some(PropertyRow { kind, value, .. }) = database.dependencies.first().cloned()
    {
        for row in &mut database.dependencies {
            row.kind.clone_from(&kind);
            row.value.clone_from(&value);
        }
    }
    if schema >= FIRST_MIGRATED {
        return Vec::new();
    }
    for bundle in &mut database.bundles {
        let csv = bundle.csv.clone().or_else(|| bundle.objects.clone()).unwrap_or_default();
        bundle.version = Some(text_at(&csv, &["spec", "version"]).unwrap_or_default());
        bundle.skip_range = text_at(&csv, &["metadata", "annotations", "olm.skipRange"]);
        bundle.image = Some(bundle.image.take().unwrap_or_default());
    }
    let note = refusal(database).map(|_| {
        format!(
            "the database has schema version {schema}, which opm cannot migrate; versions, skipRanges and dependencies \
             are those of its CSVs and required APIs"
        )
    });
    note.into_iter().collect()
}
