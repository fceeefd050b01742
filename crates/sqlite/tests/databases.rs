//! Databases created for these tests, including hostile ones.

use olmkit_sqlite::{Converted, read};
use olmkit_testing::property;
use rusqlite::{Connection, MAIN_DB};

const SCHEMA: &str = "
CREATE TABLE schema_migrations (version bigint NOT NULL);
INSERT INTO schema_migrations VALUES (13);
CREATE TABLE package (name TEXT, default_channel TEXT);
CREATE TABLE channel (name TEXT, package_name TEXT, head_operatorbundle_name TEXT);
CREATE TABLE channel_entry (entry_id INTEGER PRIMARY KEY, channel_name TEXT, package_name TEXT,
    operatorbundle_name TEXT, replaces INTEGER, depth INTEGER);
CREATE TABLE operatorbundle (name TEXT, csv TEXT, bundle TEXT, bundlepath TEXT, skiprange TEXT, version TEXT);
CREATE TABLE related_image (image TEXT, operatorbundle_name TEXT);
CREATE TABLE properties (type TEXT, value TEXT, operatorbundle_name TEXT);
CREATE TABLE dependencies (type TEXT, value TEXT, operatorbundle_name TEXT);
INSERT INTO package VALUES ('rake', 'stable');
INSERT INTO channel VALUES ('stable', 'rake', 'rake.v2');
INSERT INTO operatorbundle VALUES ('rake.v1', '{}', '', 'quay.example/rake:1', NULL, '1.0.0');
INSERT INTO operatorbundle VALUES ('rake.v2', '{}', '', 'quay.example/rake:2', '<2.0.0', '2.0.0');
INSERT INTO channel_entry VALUES (1, 'stable', 'rake', 'rake.v1', NULL, 1);
INSERT INTO channel_entry VALUES (2, 'stable', 'rake', 'rake.v2', 1, 0);
";

/// A database created by [`SCHEMA`] and additional SQL.
fn database(sql: &str) -> Vec<u8> {
    let mut connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(SCHEMA).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.serialize(MAIN_DB).unwrap().to_vec()
}

fn text(converted: &Converted) -> String {
    converted.files.iter().map(|(_, text)| String::from_utf8_lossy(text).into_owned()).collect()
}

fn error(sql: &str) -> String {
    read(&database(sql)).unwrap_err().to_string()
}

#[test]
fn packages_channels_and_bundles_are_read() {
    let content = database("");
    let converted = read(&content).unwrap();
    assert_eq!((&converted.rejected, converted.notes.len()), (&None, 0));
    let paths: Vec<&str> = converted.files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["rake/catalog.json"]);
    let text = text(&converted);
    for part in ["\"replaces\": \"rake.v1\"", "\"skipRange\": \"<2.0.0\"", "\"version\": \"2.0.0\""] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn rows_that_cannot_be_decoded_are_named_as_opm_names_them() {
    for (row, text) in [
        ("dependencies VALUES ('olm.gvk', 'no', 'rake.v2')", "\"olm.gvk\": invalid character 'o' in literal null"),
        (
            "dependencies VALUES ('olm.package', '{\"packageName\": 1}', 'rake.v2')",
            "\"olm.package\": json: cannot unmarshal number into Go struct field Package.packageName of type string",
        ),
        (
            "properties VALUES ('olm.gvk', '[]', 'rake.v2')",
            "\"olm.gvk\": json: cannot unmarshal array into Go value of type property.GVK",
        ),
    ] {
        let found = error(&format!("INSERT INTO {row};"));
        let start = format!(
            "populate channels: convert bundle \"rake.v2\": convert properties: parse property[0] of type {text}"
        );
        assert!(found.starts_with(&start), "{found}");
    }
    // Other dependencies are ignored.
    assert!(read(&database("INSERT INTO dependencies VALUES ('olm.constraint', 'no', 'rake.v2');")).is_ok());
}

#[test]
fn the_icon_is_that_of_the_head_wherever_its_entries_are() {
    let csv = |icon: &str| {
        format!("UPDATE operatorbundle SET csv = '{{\"spec\": {{\"icon\": {icon}}}}}' WHERE name = 'rake.v2';")
    };
    let icon =
        |sql: &str| text(&read(&database(sql)).unwrap()).split_once("\"icon\"").map(|(_, icon)| icon[..90].to_owned());
    assert!(icon(&csv(r#"[{"base64data": "YQ =="}]"#)).unwrap().contains("\"YQ==\""));
    assert!(icon(&csv(r#"[{"mediatype": "image/png"}]"#)).unwrap().contains("\"base64data\": \"\""));
    assert_eq!(icon(&csv(r#"[{"base64data": "?"}]"#)), None);
    assert_eq!(icon(&csv("[]")), None);
    // The whole CSV is decoded.
    let refused = read(&database(&csv("[{\"mediatype\": 5}]"))).unwrap_err().to_string();
    assert!(refused.starts_with("populate package icons: unmarshal CSV json for bundle \"rake.v2\": "), "{refused}");
    let gone = csv(r#"[{"base64data": "YQ=="}]"#) + "DELETE FROM channel_entry WHERE entry_id = 2;";
    assert!(icon(&gone).unwrap().contains("\"YQ==\""));
    let unknown = error("UPDATE channel SET head_operatorbundle_name = 'rake.v3';");
    assert!(unknown.ends_with("no entry found for rake stable"), "{unknown}");
}

#[test]
fn values_of_other_types_are_strings() {
    let converted = read(&database(
        "INSERT INTO package VALUES (7, 8); INSERT INTO channel VALUES (8, 7, 9);
         INSERT INTO operatorbundle VALUES (9, '{}', NULL, x'71', NULL, '1.0.0');
         INSERT INTO channel_entry VALUES (3, 8, 7, 9, NULL, 0);",
    ));
    let text = text(&converted.unwrap());
    assert!(text.contains("\"name\": \"9\"") && text.contains("\"image\": \"q\""), "{text}");
}

#[test]
fn cycles_end() {
    let converted = read(&database("UPDATE channel_entry SET replaces = 2 WHERE entry_id = 1;")).unwrap();
    assert!(converted.rejected.unwrap().starts_with("invalid index:"));
}

#[test]
fn long_chains_are_read_in_one_go() {
    const LENGTH: usize = 50_000;
    let converted = read(&database(&format!(
        "DELETE FROM channel_entry;
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {LENGTH})
         INSERT INTO channel_entry SELECT i, 'stable', 'rake', 'rake.v' || i, nullif(i - 1, 0), {LENGTH} - i FROM n;
         INSERT INTO operatorbundle SELECT 'rake.v' || entry_id, '{{}}', '', 'q', NULL, entry_id || '.0.0'
             FROM channel_entry WHERE entry_id > 2;
         UPDATE channel SET head_operatorbundle_name = 'rake.v{LENGTH}';"
    )));
    assert_eq!(text(&converted.unwrap()).matches("\"replaces\"").count(), LENGTH.saturating_sub(1));
}

#[test]
fn nothing_but_plain_tables_is_read() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
    let view =
        format!("DROP TABLE package; CREATE VIEW package AS {endless} SELECT i AS name, i AS default_channel FROM n;");
    assert!(error(&view).starts_with("`package` is not a plain table"));
    let computed = "DROP TABLE package;
        CREATE TABLE package (name TEXT, default_channel TEXT AS (hex(zeroblob(500))));
        INSERT INTO package VALUES ('rake');";
    assert!(error(computed).starts_with("`package` is not a plain table"));
    let table = "DROP TABLE package; CREATE VIRTUAL TABLE package USING fts5(name, default_channel);";
    if Connection::open_in_memory().unwrap().execute_batch(&table[20..]).is_ok() {
        assert!(error(table).starts_with("`package` is not a plain table"));
    }
    // Triggers and indexes are never used.
    let converted = read(&database(
        "CREATE TRIGGER t AFTER INSERT ON package BEGIN DELETE FROM channel; END;
         CREATE INDEX i ON package (name, default_channel);",
    ));
    assert_eq!(converted.unwrap().rejected, None);
}

#[test]
fn other_databases_are_named_as_such() {
    assert_eq!(error("DROP TABLE package;"), "the database is not an index database: it has no table `package`");
    assert_eq!(
        error("UPDATE schema_migrations SET version = 14;"),
        "the database has schema version 14; versions up to 13 are supported"
    );
    assert!(error("ALTER TABLE operatorbundle DROP COLUMN skiprange;").contains("no such column: skiprange"));
    let error = read(b"SQLite format 3\0").unwrap_err().to_string();
    assert!(error.starts_with("the database cannot be read: "), "{error}");
}

#[test]
fn a_database_in_write_ahead_mode_is_read() {
    let mut content = database("");
    content[18] = 2;
    content[19] = 2;
    assert_eq!(read(&content).unwrap(), read(&database("")).unwrap());
}

#[test]
fn truncated_databases_are_errors() {
    let content = database("");
    for end in (0..content.len()).step_by(997) {
        assert!(read(&content[..end]).is_err(), "{end}");
    }
    let error = read(&content[..5000]).unwrap_err().to_string();
    assert_eq!(error, format!("the database is truncated: it has 5000 of {} bytes", content.len()));
}

/// Each group of three bytes changes one byte: its position and its new value.
#[test]
fn damaged_databases_do_no_harm() {
    let content = database("");
    property(300, 60, |changes| {
        let mut content = content.clone();
        for change in changes.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % content.len();
            content[at] = change[2];
        }
        let _ = read(&content);
    });
}
