//! The properties of a rendered bundle.

use olmkit_syntax::{Format, Value, read_document, to_json};

use super::upstream::{Parsed, fits};
use super::{Property, RenderError, object, quote};
use crate::go::Mode;
use crate::view::View;

/// Type of the properties that hold objects.
pub(super) const OBJECT: &str = "olm.bundle.object";

/// All properties in opm's order.
pub(super) fn properties(parsed: &Parsed<'_>) -> Result<Vec<Property>, RenderError> {
    let mut found = Vec::new();
    let mut index = 0_usize;
    for dependency in &parsed.dependencies {
        found.push(required(*dependency, index)?);
        index = index.saturating_add(1);
    }
    for property in &parsed.properties {
        found.extend(given(&property.string("type"), property.get("value"), index)?);
        index = index.saturating_add(1);
    }
    found.extend(annotated(parsed));
    found.extend(derived(parsed)?);
    found.sort();
    found.dedup();
    let mut objects: Vec<Property> = parsed.objects.iter().map(|one| bundle_object(&Parsed::json(one))).collect();
    objects.sort();
    let (own, mut last): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|property| !matches!(property.kind.as_str(), OBJECT | "olm.csv.metadata"));
    last.extend(objects);
    last.sort();
    Ok(own.into_iter().chain(last).collect())
}

fn property(kind: &str, value: String) -> Property {
    Property { kind: kind.to_owned(), value }
}

fn gvk(kind: &str, [group, version, name]: [&str; 3]) -> Property {
    property(kind, object(&[("group", quote(group)), ("kind", quote(name)), ("version", quote(version))]))
}

fn bundle_object(json: &str) -> Property {
    property(OBJECT, object(&[("data", quote(&crate::base64::encode(json.as_bytes())))]))
}

fn raw(value: Option<View<'_>>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| to_json(value.node))
}

/// The value of a property that must have a shape.
fn shaped<'d>(kind: &str, value: Option<View<'d>>, shape: &'static str, index: usize) -> Result<View<'d>, RenderError> {
    let fail = |text: &str| RenderError(format!("parse property[{index}] of type \"{kind}\": {text}"));
    let value = value.ok_or_else(|| fail("unexpected end of JSON input"))?.with(Mode::Json);
    if value.node.value() != Value::Mapping {
        return Err(fail("json: cannot unmarshal it into a Go struct"));
    }
    fits(value, shape).map_err(|RenderError(text)| fail(&text))?;
    Ok(value)
}

/// A dependency as a property.
fn required(dependency: View<'_>, index: usize) -> Result<Property, RenderError> {
    let kind = dependency.string("type").into_owned();
    let value = dependency.get("value");
    match kind.as_str() {
        "olm.gvk" => {
            let value = shaped(&kind, value, "GvkDependency", index)?;
            let text = |field: &str| value.string(field);
            Ok(gvk("olm.gvk.required", [&text("group"), &text("version"), &text("kind")]))
        }
        "olm.package" => {
            let value = shaped(&kind, value, "PackageDependency", index)?;
            let members = [
                ("packageName", quote(&value.string("packageName"))),
                ("versionRange", quote(&value.string("version"))),
            ];
            Ok(property("olm.package.required", object(&members)))
        }
        _ => Ok(property(&kind, raw(value))),
    }
}

/// A property of properties.yaml. The package is the annotations', whatever stands here.
fn given(kind: &str, value: Option<View<'_>>, index: usize) -> Result<Option<Property>, RenderError> {
    match kind {
        "olm.gvk" => {
            let value = shaped(kind, value, "GvkDependency", index)?;
            let text = |field: &str| value.string(field);
            Ok(Some(gvk(kind, [&text("group"), &text("version"), &text("kind")])))
        }
        "olm.package" => shaped(kind, value, "PackageDependency", index).map(|_| None),
        _ => Ok(Some(property(kind, raw(value)))),
    }
}

/// Properties in the CSV's annotation `olm.properties`; what is not valid JSON is left out.
fn annotated(parsed: &Parsed<'_>) -> Vec<Property> {
    let annotations = parsed.csv.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let entries = annotations.map(View::entries).unwrap_or_default();
    let found = entries.into_iter().find(|(key, _, _)| key == "olm.properties");
    let Some(text) = found.and_then(|(_, value, _)| value.text()) else { return Vec::new() };
    let document = read_document(text.as_bytes(), Format::Json);
    let Some(root) = document.root().filter(|_| document.error.is_none()) else { return Vec::new() };
    let items = root.items().filter_map(|item| {
        let kind = item.get("type")?.as_str()?.into_owned();
        let value = item.get("value").map(|value| String::from_utf8_lossy(value.source()).into_owned());
        Some(Property { kind, value: value.unwrap_or_else(|| "null".to_owned()) })
    });
    items.collect()
}

/// What the CSV and the annotations say.
fn derived(parsed: &Parsed<'_>) -> Result<Vec<Property>, RenderError> {
    let mut found = Vec::new();
    for (list, kind) in [("owned", "olm.gvk"), ("required", "olm.gvk.required")] {
        for [_, group, version, name] in parsed.crds(list)? {
            found.push(gvk(kind, [&group, &version, &name]));
        }
        for api in parsed.definitions("apiservicedefinitions", list) {
            let text = |field: &str| api.string(field);
            found.push(gvk(kind, [&text("group"), &text("version"), &text("kind")]));
        }
    }
    let mut members = vec![("packageName", quote(&parsed.package)), ("version", quote(&parsed.version))];
    if !parsed.release.is_empty() {
        members.push(("release", quote(&parsed.release)));
    }
    found.push(property("olm.package", object(&members)));
    Ok(found)
}
