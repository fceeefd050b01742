//! The properties of a rendered bundle.

use std::collections::BTreeSet;

use olmkit_yaml::{Format, Value, read_document, to_json};

use super::apis::{Api, Apis};
use super::upstream::Parsed;
use super::{RenderError, json_kind, object, quote};
use crate::view::View;

/// Type of the properties that hold objects.
pub(super) const OBJECT: &str = "olm.bundle.object";
/// Type of the property that replaces them.
pub(super) const METADATA: &str = "olm.csv.metadata";
const GVK: &str = "olm.gvk";
const PACKAGE: &str = "olm.package";

/// A property or a dependency: its type, and its value as it is written in JSON; empty when there is no value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Property {
    pub(super) kind: String,
    pub(super) value: String,
}

impl Property {
    pub(super) fn new(kind: &str, value: String) -> Self {
        Property { kind: kind.to_owned(), value }
    }

    fn of_gvk(kind: &str, [group, version, name]: [&str; 3]) -> Self {
        Property::new(kind, object(&[("group", quote(group)), ("kind", quote(name)), ("version", quote(version))]))
    }

    fn of_api(kind: &str, api: &Api) -> Self {
        Property::of_gvk(kind, [&api.group, &api.version, &api.kind])
    }

    fn of_package(package: &str, version: &str, release: &str) -> Self {
        let mut members = vec![("packageName", quote(package)), ("version", quote(version))];
        if !release.is_empty() {
            members.push(("release", quote(release)));
        }
        Property::new(PACKAGE, object(&members))
    }

    /// As a member of the document.
    pub(super) fn json(&self) -> String {
        let value = if self.value.is_empty() { "null" } else { self.value.as_str() };
        object(&[("type", quote(&self.kind)), ("value", value.to_owned())])
    }

    /// Reads the value as a struct whose fields are strings.
    fn fields<const N: usize>(&self, index: usize, shape: &Shape<N>) -> Result<[String; N], RenderError> {
        let fail = |text: &str| RenderError(format!("parse property[{index}] of type \"{}\": {text}", self.kind));
        let document = read_document(self.value.as_bytes(), Format::Json);
        let root = document.root().ok_or_else(|| fail("unexpected end of JSON input"))?;
        let view = View::detached(root);
        let Shape { name, fields } = shape;
        match root.value() {
            Value::Mapping | Value::Null => {}
            _ => {
                let found = json_kind(view);
                return Err(fail(&format!("json: cannot unmarshal {found} into Go value of type property.{name}")));
            }
        }
        let wrong = fields.iter().find_map(|field| Some((field, view.get(field).filter(|v| v.text().is_none())?)));
        if let Some((field, value)) = wrong {
            let found = json_kind(value);
            return Err(fail(&format!(
                "json: cannot unmarshal {found} into Go struct field {name}.{field} of type string"
            )));
        }
        Ok(fields.map(|field| view.string(field).into_owned()))
    }
}

/// A struct of strings.
struct Shape<const N: usize> {
    name: &'static str,
    fields: [&'static str; N],
}

const OF_GVK: Shape<3> = Shape { name: "GVK", fields: ["group", "version", "kind"] };
const OF_PACKAGE: Shape<3> = Shape { name: "Package", fields: ["packageName", "version", "release"] };

/// The items of a file of metadata.
pub(super) fn of_file(items: &[View<'_>]) -> Vec<Property> {
    let value = |item: &View<'_>| item.member("value").map(|value| to_json(value.node)).unwrap_or_default();
    items.iter().map(|item| Property::new(&item.string("type"), value(item))).collect()
}

/// All properties before they are sorted by type, each once.
pub(super) fn all(
    given: Vec<Property>,
    csv: View<'_>,
    package: &str,
    version: &str,
    release: &str,
    apis: &Apis,
) -> Vec<Property> {
    let own = (!package.is_empty()).then(|| Property::of_package(package, version, release));
    let provided = apis.provided.iter().map(|api| Property::of_api(GVK, api));
    let mut known = BTreeSet::new();
    let all = given.into_iter().chain(own).chain(annotated(csv)).chain(provided);
    all.filter(|property| known.insert(property.clone())).collect()
}

/// Properties in the CSV's annotation `olm.properties`. What is not JSON, or not a list, counts as nothing; members of
/// a wrong type count as absent.
fn annotated(csv: View<'_>) -> Vec<Property> {
    let annotations = csv.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let entries = annotations.map(View::entries).unwrap_or_default();
    let found = entries.into_iter().find(|(key, _, _)| key == "olm.properties");
    let Some(text) = found.and_then(|(_, value, _)| value.text()) else { return Vec::new() };
    let document = read_document(text.as_bytes(), Format::Json);
    let Some(root) = document.root().filter(|_| document.error.is_none()) else { return Vec::new() };
    let raw = |value: View<'_>| String::from_utf8_lossy(value.node.source()).into_owned();
    let items = View::detached(root).items().into_iter();
    items.map(|item| Property::new(&item.string("type"), item.member("value").map(raw).unwrap_or_default())).collect()
}

/// All properties of the document in opm's order.
pub(super) fn properties(parsed: &Parsed<'_>) -> Result<Vec<Property>, RenderError> {
    let mut found = sorted_by_type(parsed)
        .map_err(|RenderError(text)| RenderError(format!("get properties for bundle \"{}\": {text}", parsed.name)))?;
    found.extend(parsed.objects.iter().map(|one| {
        let data = crate::base64::encode(Parsed::json(one).as_bytes());
        Property::new(OBJECT, object(&[("data", quote(&data))]))
    }));
    found.sort();
    let is_last = |property: &Property| matches!(property.kind.as_str(), OBJECT | METADATA);
    let (last, mut all): (Vec<_>, Vec<_>) = found.into_iter().partition(is_last);
    all.extend(last);
    Ok(all)
}

/// One package, the last that is given; each provided and required API once; everything else as it is.
fn sorted_by_type(parsed: &Parsed<'_>) -> Result<Vec<Property>, RenderError> {
    let (mut apis, mut others) = (BTreeSet::new(), Vec::new());
    let mut own = Property::of_package(&parsed.package, &parsed.version, &parsed.release);
    for (index, property) in parsed.properties.iter().enumerate() {
        match property.kind.as_str() {
            GVK => {
                let [group, version, kind] = property.fields(index, &OF_GVK)?;
                apis.insert(Property::of_gvk(GVK, [&group, &version, &kind]));
            }
            PACKAGE => {
                let [package, version, release] = property.fields(index, &OF_PACKAGE)?;
                own = Property::of_package(&package, &version, &release);
            }
            _ => others.push(property.clone()),
        }
    }
    for (index, dependency) in parsed.dependencies.iter().enumerate() {
        match dependency.kind.as_str() {
            GVK => {
                let [group, version, kind] = dependency.fields(index, &OF_GVK)?;
                apis.insert(Property::of_gvk("olm.gvk.required", [&group, &version, &kind]));
            }
            PACKAGE => {
                let [package, version, _] = dependency.fields(index, &OF_PACKAGE)?;
                let members = [("packageName", quote(&package)), ("versionRange", quote(&version))];
                others.push(Property::new("olm.package.required", object(&members)));
            }
            _ => others.push(dependency.clone()),
        }
    }
    let required = parsed.apis.required.as_ref();
    let required = required.map_err(|text| RenderError(format!("get required apis: {text}")))?;
    apis.extend(required.iter().map(|api| Property::of_api("olm.gvk.required", api)));
    others.push(own);
    others.extend(apis);
    Ok(others)
}

/// The version in the first `olm.package`, which templates of image references see.
pub(super) fn template_version(properties: &[Property]) -> Result<String, RenderError> {
    let package = properties.iter().find(|property| property.kind == PACKAGE);
    let [_, version, _] = package.map_or(Ok(Default::default()), |package| package.fields(0, &OF_PACKAGE))?;
    Ok(version)
}
