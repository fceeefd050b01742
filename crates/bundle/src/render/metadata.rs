//! `olm.csv.metadata`: the part of a CSV that catalogs contain.

use olmkit_yaml::{Format, Value, read_document, to_json};

use super::error::{RenderError, fits};
use super::json::{object, quote};
use super::properties::{METADATA, Property};
use super::upstream::Parsed;
use crate::api_load::is_csv;
use crate::view::View;

/// The fields of a Go struct: the name, and whether an empty value is written.
pub(super) type Fields = &'static [(&'static str, bool)];

pub(super) const CRD: Fields = &[
    ("name", true),
    ("version", true),
    ("kind", true),
    ("displayName", false),
    ("description", false),
    ("resources", false),
    ("statusDescriptors", false),
    ("specDescriptors", false),
    ("actionDescriptors", false),
];
pub(super) const API_SERVICE: Fields = &[
    ("name", true),
    ("group", true),
    ("version", true),
    ("kind", true),
    ("deploymentName", false),
    ("containerPort", false),
    ("displayName", false),
    ("description", false),
    ("resources", false),
    ("statusDescriptors", false),
    ("specDescriptors", false),
    ("actionDescriptors", false),
];
const RESOURCE: Fields = &[("name", true), ("kind", true), ("version", true)];
const DESCRIPTOR: Fields =
    &[("path", true), ("displayName", false), ("description", false), ("x-descriptors", false), ("value", false)];
pub(super) const MODE: Fields = &[("type", true), ("supported", true)];
pub(super) const LINK: Fields = &[("name", false), ("url", false)];
pub(super) const MAINTAINER: Fields = &[("name", false), ("email", false)];
pub(super) const API: Fields = &[("group", true), ("version", true), ("kind", true)];

/// Returns the value of the property `olm.csv.metadata` that opm derives from a CSV, as compact JSON. `csv` is JSON.
///
/// # Errors
/// Returns an error if `csv` is not a CSV.
pub fn csv_metadata(csv: &[u8]) -> Result<String, RenderError> {
    let document = read_document(csv, Format::Json);
    let root = document.root().ok_or_else(|| RenderError::other("the CSV is not valid JSON"))?;
    value(View::detached(root))
}

/// The property `olm.csv.metadata` of a bundle.
pub(super) fn property(parsed: &Parsed<'_>) -> Result<Property, RenderError> {
    let csv = parsed.objects.iter().find(|object| is_csv(object)).map(Parsed::json);
    Ok(Property::new(METADATA, csv_metadata(csv.ok_or(RenderError::NoCsv)?.as_bytes())?))
}

fn value(csv: View<'_>) -> Result<String, RenderError> {
    fits(csv, "ClusterServiceVersion")?;
    let spec = csv.get("spec");
    let of = |field: &str| spec.and_then(|spec| spec.get(field));
    let mut members: Vec<(&str, String)> = Vec::new();
    let mut add = |key: &'static str, value: Option<String>| members.extend(value.map(|value| (key, value)));
    let metadata = csv.get("metadata");
    add("annotations", metadata.and_then(|metadata| metadata.get("annotations")).and_then(map));
    add("apiServiceDefinitions", Some(definitions(of("apiservicedefinitions"), API_SERVICE)));
    add("crdDescriptions", Some(definitions(of("customresourcedefinitions"), CRD)));
    add("description", text(of("description")));
    add("displayName", text(of("displayName")));
    add("installModes", items(of("installModes"), MODE));
    add("keywords", strings(of("keywords")));
    add("labels", metadata.and_then(|metadata| metadata.get("labels")).and_then(map));
    add("links", items(of("links"), LINK));
    add("maintainers", items(of("maintainers"), MAINTAINER));
    add("maturity", text(of("maturity")));
    add("minKubeVersion", text(of("minKubeVersion")));
    add("nativeAPIs", items(of("nativeAPIs"), API));
    add("provider", Some(of("provider").map_or_else(|| "{}".to_owned(), |provider| structure(provider, LINK))));
    Ok(object(&members))
}

pub(super) fn text(view: Option<View<'_>>) -> Option<String> {
    view.and_then(View::text).filter(|text| !text.is_empty()).map(|text| quote(&text))
}

pub(super) fn map(view: View<'_>) -> Option<String> {
    let entries = view.entries();
    let members: Vec<(&str, String)> =
        entries.iter().map(|(key, value, _)| (key.as_str(), quote(&value.text().unwrap_or_default()))).collect();
    (!members.is_empty()).then(|| object(&members))
}

pub(super) fn strings(view: Option<View<'_>>) -> Option<String> {
    let items: Vec<String> = view?.items().iter().map(|item| quote(&item.text().unwrap_or_default())).collect();
    (!items.is_empty()).then(|| format!("[{}]", items.join(",")))
}

pub(super) fn items(view: Option<View<'_>>, fields: Fields) -> Option<String> {
    let items: Vec<String> = view?.items().into_iter().map(|item| structure(item, fields)).collect();
    (!items.is_empty()).then(|| format!("[{}]", items.join(",")))
}

pub(super) fn definitions(view: Option<View<'_>>, fields: Fields) -> String {
    let of = |which: &'static str| Some((which, items(view.and_then(|view| view.get(which)), fields)?));
    let members: Vec<(&str, String)> = ["owned", "required"].into_iter().filter_map(of).collect();
    object(&members)
}

/// Formats the known fields of a struct in Go's order.
pub(super) fn structure(view: View<'_>, fields: Fields) -> String {
    let member = |&(name, always): &(&'static str, bool)| {
        let value = field(name, view.get(name));
        let zero = || if name == "supported" { "false".to_owned() } else { quote("") };
        Some((name, if always { value.unwrap_or_else(zero) } else { value? }))
    };
    let members: Vec<(&str, String)> = fields.iter().filter_map(member).collect();
    object(&members)
}

fn field(name: &str, view: Option<View<'_>>) -> Option<String> {
    let view = view?;
    match name {
        "resources" => items(Some(view), RESOURCE),
        "statusDescriptors" | "specDescriptors" | "actionDescriptors" => items(Some(view), DESCRIPTOR),
        "x-descriptors" => strings(Some(view)),
        "value" => Some(to_json(view.node)),
        _ => match view.node.value() {
            Value::String(text) if text.is_empty() => None,
            Value::String(text) => Some(quote(&text)),
            Value::Number(0.0) => None,
            _ => Some(to_json(view.node)),
        },
    }
}
