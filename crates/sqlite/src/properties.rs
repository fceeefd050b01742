//! The properties of a bundle, from the tables `properties` and `dependencies`.

use olmkit_catalog::schemas::PACKAGE_PROPERTY;
use olmkit_yaml::decode::strings;
use olmkit_yaml::{Format, read_document, to_json, unmarshal_error};

use crate::error::BundleError;
use crate::json::quote;
use crate::tables::PropertyRow;

/// A property: type, and value as JSON.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Property {
    pub(crate) kind: String,
    pub(crate) value: String,
}

/// Returns the sorted properties of a bundle. If there is no package property, one is added.
pub(crate) fn properties(
    rows: &[&PropertyRow],
    dependencies: &[&PropertyRow],
    package: &str,
    version: &str,
) -> Result<Vec<Property>, BundleError> {
    let mut found = Vec::new();
    for (at, row) in unique(rows).into_iter().enumerate() {
        let value = if row.kind == "olm.gvk" { gvk(at, row)? } else { value(at, row)? };
        found.push(Property { kind: row.kind.clone(), value });
    }
    for (at, row) in unique(dependencies).into_iter().enumerate() {
        let (kind, value) = match row.kind.as_str() {
            "olm.gvk" => ("olm.gvk.required", gvk(at, row)?),
            PACKAGE_PROPERTY => {
                let [name, range] = texts(at, row, "Package", ["packageName", "version"])?;
                ("olm.package.required", format!("{{\"packageName\":{name},\"versionRange\":{range}}}"))
            }
            _ => continue,
        };
        found.push(Property { kind: kind.to_owned(), value });
    }
    if !found.iter().any(|property| property.kind == PACKAGE_PROPERTY) {
        let [name, version] = [package, version].map(quote);
        let value = format!("{{\"packageName\":{name},\"version\":{version}}}");
        found.push(Property { kind: PACKAGE_PROPERTY.to_owned(), value });
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The rows without duplicates.
fn unique<'r>(rows: &[&'r PropertyRow]) -> Vec<&'r PropertyRow> {
    let mut known = std::collections::BTreeSet::new();
    rows.iter().copied().filter(|row| known.insert((&row.kind, &row.value))).collect()
}

/// The value of a row as compact JSON.
fn value(at: usize, row: &PropertyRow) -> Result<String, BundleError> {
    let document = read_document(row.value.as_bytes(), Format::Json);
    checked(at, row)?;
    Ok(document.root().map(to_json).unwrap_or_default())
}

fn gvk(at: usize, row: &PropertyRow) -> Result<String, BundleError> {
    let [group, kind, version] = texts(at, row, "GVK", ["group", "kind", "version"])?;
    Ok(format!("{{\"group\":{group},\"kind\":{kind},\"version\":{version}}}"))
}

/// String fields of a row's object, as JSON. Empty if a field is missing.
fn texts<const N: usize>(
    at: usize,
    row: &PropertyRow,
    owner: &str,
    keys: [&str; N],
) -> Result<[String; N], BundleError> {
    checked(at, row)?;
    let document = read_document(row.value.as_bytes(), Format::Json);
    let found = match document.root() {
        Some(root) => strings(root, "property.", owner, keys).map_err(|mismatch| error(at, row, mismatch.text))?,
        None => [const { None }; N],
    };
    Ok(found.map(|text| quote(&text.map(|(text, _)| text).unwrap_or_default())))
}

/// Checks that the value of a row is JSON.
///
/// # Errors
/// Returns the error of encoding/json if it is not.
fn checked(at: usize, row: &PropertyRow) -> Result<(), BundleError> {
    unmarshal_error(row.value.as_bytes()).map_or(Ok(()), |text| Err(error(at, row, text)))
}

fn error(at: usize, row: &PropertyRow, text: String) -> BundleError {
    BundleError::Property { at, kind: row.kind.clone(), text }
}
