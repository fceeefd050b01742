//! Property values of bundles.

use crate::schemas::PACKAGE_PROPERTY;
use std::borrow::Cow;

use olmkit_diagnostics::Safety;
use olmkit_semver::parse_tolerant;
use olmkit_text::near_miss;
use olmkit_yaml::decode::{self, Mismatch, Mode, Type};
use olmkit_yaml::{NodeRef, Value, exact};

use super::fields::{BytesError, Object, Slot, bytes};
use super::types::{CSV_METADATA, of_checked_property, of_property};
use super::{Sink, go};
use crate::facts::{BadProperty, BundleFacts, Facts, LocalFix, PackageProperty, PropertyFault, Text, WrongValue};
use crate::rules::documents::json_type_mismatch;
use crate::rules::properties::bundle_object_data;
use crate::rules::support::field_text;
use crate::sink::typed;

/// The node, type and value of a property.
pub(super) type Property<'d> = (NodeRef<'d>, Cow<'d, str>, Option<NodeRef<'d>>);

/// Decodes `olm.bundle.object` data, which opm does while loading. opm reuses the target, so an object without data
/// repeats the previous one. Returns the index of the property that stops loading; all objects before it are valid.
pub(super) fn bundle_objects(properties: &[Property<'_>], facts: &Facts, sink: &mut Sink) -> usize {
    for (at, (node, kind, value)) in properties.iter().enumerate() {
        if kind != "olm.bundle.object" {
            continue;
        }
        let Some(value) = value else {
            let problem = format!("parse property at index {at} as bundle object: unexpected end of JSON input");
            bundle_object_data::report(
                *node,
                facts,
                &problem,
                "The property has no value. opm cannot load the \
                catalog.",
                sink,
            );
            return at;
        };
        let head = match object_shape(*value) {
            Ok(head) => head,
            Err(problem) => {
                let problem = format!("parse property at index {at} as bundle object: {problem}");
                bundle_object_data::report(
                    *value,
                    facts,
                    &problem,
                    "The `data` of the object is not valid base64. opm \
                    cannot load the catalog.",
                    sink,
                );
                return at;
            }
        };
        if let Some(problem) = object_yaml(*value, &head) {
            let problem = format!("convert bundle object property at index {at} to JSON: {problem}");
            bundle_object_data::report(
                *value,
                facts,
                &problem,
                "The `data` of the object is neither JSON nor YAML. \
                opm cannot load the catalog.",
                sink,
            );
            return at;
        }
    }
    properties.len()
}

/// The data of an object, for the messages of encoding/json.
const DATA: Slot<'static> = Slot { prefix: "", owner: "BundleObject", path: "data", go_type: "[]uint8" };

/// Returns the first bytes of the data; empty if there is no data.
fn object_shape(value: NodeRef<'_>) -> Result<Vec<u8>, BytesError> {
    match value.value() {
        Value::Null => return Ok(Vec::new()),
        Value::Mapping => {}
        _ => {
            let found = go::kind(value);
            let text = format!("json: cannot unmarshal {found} into Go value of type property.BundleObject");
            return Err(BytesError::Type(text));
        }
    }
    let mut head = Vec::new();
    for field in Object::new(value).field("data") {
        if let Some(bytes) = bytes(field, DATA, 16)? {
            head = bytes;
        }
    }
    Ok(head)
}

/// Data that does not start with `{` is read as YAML.
fn object_yaml(value: NodeRef<'_>, head: &[u8]) -> Option<String> {
    let blank = head.iter().all(|b| b.is_ascii_whitespace());
    if head.trim_ascii_start().starts_with(b"{") || head.is_empty() {
        return None;
    }
    let object = Object::new(value);
    let data = bytes(object.last("data")?, DATA, usize::MAX).ok()??;
    if blank && data.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    exact::read(&data).error.map(|error| error.upstream)
}

/// Parses every property in order and keeps the first failure. Objects before the index `good` are already decoded.
pub(super) fn read_all(properties: &[Property<'_>], good: usize, found: &mut BundleFacts) {
    found.has_typed_metadata = properties.iter().all(|(node, ..)| node.is_in_order());
    for (at, (node, kind, value)) in properties.iter().enumerate() {
        let Some(value) = value else {
            let wrong = WrongValue {
                range: node.range(),
                message: "This property has no `value`. opm rejects the catalog.".to_owned(),
                fault: PropertyFault::Missing,
                fix: None,
            };
            bad(found, at, kind, "unexpected end of JSON input", vec![wrong]);
            continue;
        };
        if kind == "olm.bundle.object" && at < good {
            found.objects = found.objects.saturating_add(1);
            continue;
        }
        if let Err(first) = read_property(*node, kind, *value, found) {
            let text = first.text.clone();
            bad(found, at, kind, &text, wrong_values(first, kind, *value));
        }
    }
}

/// All wrong values of a property. `first` is the one that opm reports.
fn wrong_values(first: Mismatch<'_>, kind: &str, value: NodeRef<'_>) -> Vec<WrongValue> {
    let of = first.expected.and_then(|_| of_property(kind));
    let mut all = of.map(|of| decode::mismatches(value, of, Mode::Marshalled)).unwrap_or_default();
    if all.is_empty() {
        all.push(first);
    }
    let fault = if kind == "olm.csv.metadata" { PropertyFault::CsvMetadata } else { PropertyFault::Value };
    let wrong = |problem: Mismatch<'_>| WrongValue {
        range: problem.node.range(),
        message: message(&problem, kind),
        fault,
        fix: fix(&problem, kind),
    };
    all.into_iter().map(wrong).collect()
}

/// The fix of a wrong value. An unquoted version is completed: quotes would keep `1.20` incomplete.
fn fix(problem: &Mismatch<'_>, kind: &str) -> Option<LocalFix> {
    let node = problem.node;
    let safety = match (kind, &*problem.path) {
        // The name of the bundle can have another version.
        (PACKAGE_PROPERTY, "version") => Some(Safety::Unsafe),
        ("olm.csv.metadata", "minKubeVersion") => Some(Safety::Safe),
        _ => None,
    };
    if let (Some(safety), Value::Number(_)) = (safety, node.value())
        && let Ok(full) = parse_tolerant(&node.scalar_text())
    {
        let edits = vec![(node.range(), go::quote(&full.to_string()))];
        return Some(LocalFix { title: format!("Write {full}"), safety, edits });
    }
    typed(node, problem.expected?)
}

fn message(problem: &Mismatch<'_>, kind: &str) -> String {
    let wanted = match problem.expected {
        Some(Type::Text(_)) => "a string",
        Some(Type::Bool) => "a boolean",
        Some(Type::Int32) => "a 32-bit integer",
        Some(Type::List(..)) => "a list",
        Some(Type::TextMap | Type::Struct(..)) => "a mapping",
        None if !matches!(problem.node.value(), Value::Mapping) => "a mapping",
        _ => return format!("The value of this `{kind}` property is not valid: {}.", problem.text),
    };
    let path = &problem.full_path;
    let field = if path.is_empty() { "The value".to_owned() } else { format!("`{path}`") };
    json_type_mismatch::message(&format!("{field} of this `{kind}` property"), wanted, problem.node)
}

fn bad(found: &mut BundleFacts, at: usize, kind: &str, text: &str, values: Vec<WrongValue>) {
    let first = || BadProperty {
        upstream: format!("parse property[{at}] of type {}: {text}", go::quote(kind)),
        values: Vec::new(),
    };
    found.bad_property.get_or_insert_with(first).values.extend(values);
}

type Shape<'d> = Result<(), Mismatch<'d>>;

fn read_property<'d>(node: NodeRef<'d>, kind: &str, value: NodeRef<'d>, found: &mut BundleFacts) -> Shape<'d> {
    match kind {
        PACKAGE_PROPERTY => {
            let [package_name, version, release] = strings(value, "Package", ["packageName", "version", "release"])?;
            // There is usually exactly one.
            if found.packages.is_empty() {
                found.packages.reserve_exact(1);
            }
            found.packages.push(PackageProperty { range: node.range(), package_name, version, release });
        }
        "olm.package.required" => {
            let [name, range] = strings(value, "PackageRequired", ["packageName", "versionRange"])?;
            found.required_packages.push((name, range));
        }
        "olm.bundle.object" => {
            found.objects = found.objects.saturating_add(1);
            object_shape(value).map_err(|error| Mismatch {
                node: value,
                path: String::new(),
                full_path: String::new(),
                text: error.to_string(),
                expected: None,
            })?;
        }
        "olm.csv.metadata" => {
            found.csv_metadata.push(node.range());
            let known = if is_known_metadata(node, value) { value.tree.repeated.as_slice() } else { &[] };
            if !decode::fits(value, &CSV_METADATA, Mode::Marshalled, known) {
                found.has_typed_metadata = false;
                decode::check(value, &CSV_METADATA, Mode::Marshalled)?;
            }
        }
        _ => {
            if let Some(of) = of_checked_property(kind) {
                return decode::check(value, of, Mode::Marshalled);
            }
            if near_miss(kind, &mut std::iter::once(PACKAGE_PROPERTY)).is_some() {
                found.misspelled_package = field_text(node, "type");
            }
        }
    }
    Ok(())
}

/// Whether what is repeated in the value of an `olm.csv.metadata` property was in such a property before, too. The previous
/// document was a bundle with `has_typed_metadata`.
fn is_known_metadata(property: NodeRef<'_>, value: NodeRef<'_>) -> bool {
    let mut has_type = false;
    let mut has_value = false;
    for (key, own) in property.pairs() {
        match key.source() {
            b"type" => has_type = own.is_string() && own.is_repeated(),
            b"value" => has_value = own.index() == value.index(),
            _ => {}
        }
    }
    property.is_in_order() && has_type && has_value
}

/// Returns the string fields of an object value. Null is an empty object.
fn strings<'d, const N: usize>(
    value: NodeRef<'d>,
    owner: &str,
    names: [&str; N],
) -> Result<[Option<Text>; N], Mismatch<'d>> {
    let texts = decode::strings(value, "property.", owner, names)?;
    Ok(texts.map(|text| text.map(|(value, range)| Text { value: value.into_owned(), range })))
}
