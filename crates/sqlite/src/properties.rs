//! The properties of a bundle, from the tables `properties` and `dependencies`.

use olmkit_yaml::{Format, read_document, to_json};

use crate::error::BundleError;
use crate::json::{quote, syntax_error, text_at};
use crate::tables::PropertyRow;

/// A property: type, and value as JSON.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Property {
    pub(crate) kind: String,
    pub(crate) value: String,
}

/// The properties of a bundle, sorted. A package property is made if there is none.
pub(crate) fn properties(
    rows: &[&PropertyRow],
    dependencies: &[&PropertyRow],
    package: &str,
    version: &str,
) -> Result<Vec<Property>, BundleError> {
    let mut found = Vec::new();
    for (at, row) in unique(rows).into_iter().enumerate() {
        let value = value(at, "property", row)?;
        let value = if row.kind == "olm.gvk" { gvk(&row.value) } else { value };
        found.push(Property { kind: row.kind.clone(), value });
    }
    for (at, row) in unique(dependencies).into_iter().enumerate() {
        let value = match row.kind.as_str() {
            "olm.gvk" | "olm.package" => value(at, "dependency", row).map(|_| row.value.as_str())?,
            _ => continue,
        };
        found.push(if row.kind == "olm.gvk" {
            Property { kind: "olm.gvk.required".to_owned(), value: gvk(value) }
        } else {
            let [name, range] = texts(value, ["packageName", "version"]);
            let value = format!("{{\"packageName\":{name},\"versionRange\":{range}}}");
            Property { kind: "olm.package.required".to_owned(), value }
        });
    }
    if !found.iter().any(|property| property.kind == "olm.package") {
        let [name, version] = [package, version].map(quote);
        let value = format!("{{\"packageName\":{name},\"version\":{version}}}");
        found.push(Property { kind: "olm.package".to_owned(), value });
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The rows without repeated ones.
fn unique<'r>(rows: &[&'r PropertyRow]) -> Vec<&'r PropertyRow> {
    let mut known = std::collections::BTreeSet::new();
    rows.iter().copied().filter(|row| known.insert((&row.kind, &row.value))).collect()
}

/// The value of a row as compact JSON.
fn value(at: usize, table: &'static str, row: &PropertyRow) -> Result<String, BundleError> {
    if let Some(text) = syntax_error(&row.value) {
        return Err(BundleError::Property { table, at, kind: row.kind.clone(), text });
    }
    let document = read_document(row.value.as_bytes(), Format::Json);
    Ok(document.root().map(to_json).unwrap_or_default())
}

fn gvk(value: &str) -> String {
    let [group, kind, version] = texts(value, ["group", "kind", "version"]);
    format!("{{\"group\":{group},\"kind\":{kind},\"version\":{version}}}")
}

/// Strings of an object, quoted; empty if they are missing.
fn texts<const N: usize>(value: &str, keys: [&str; N]) -> [String; N] {
    keys.map(|key| quote(&text_at(value, &[key]).unwrap_or_default()))
}
