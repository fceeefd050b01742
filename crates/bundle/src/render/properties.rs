//! The properties of a rendered bundle.

use olmkit_catalog::schemas::PACKAGE_PROPERTY;
use olmkit_collections::SortedSet;

use olmkit_yaml::{Format, decode, read_document, to_json};

use super::apis::{Api, Apis};
use super::error::RenderError;
use super::json::{object, quote};
use crate::embedded::json;
use crate::go::Mode;
use crate::view::View;

/// Type of the properties that contain objects.
pub(super) const OBJECT: &str = "olm.bundle.object";
/// Type of the property that replaces the objects.
pub(super) const METADATA: &str = "olm.csv.metadata";
pub(super) const GVK: &str = "olm.gvk";

/// A property or a dependency: its type, and its value as JSON text. The value is empty if the item has none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Property {
    pub(super) kind: String,
    pub(super) value: String,
}

impl Property {
    pub(super) fn new(kind: &str, value: String) -> Self {
        Property { kind: kind.to_owned(), value }
    }

    pub(super) fn of_gvk(kind: &str, [group, version, name]: [&str; 3]) -> Self {
        Property::new(kind, object(&[("group", quote(group)), ("kind", quote(name)), ("version", quote(version))]))
    }

    pub(super) fn of_api(kind: &str, api: &Api) -> Self {
        Property::of_gvk(kind, [&api.group, &api.version, &api.kind])
    }

    pub(super) fn of_package(package: &str, version: &str, release: &str) -> Self {
        let mut members = vec![("packageName", quote(package)), ("version", quote(version))];
        if !release.is_empty() {
            members.push(("release", quote(release)));
        }
        Property::new(PACKAGE_PROPERTY, object(&members))
    }

    /// The property as JSON for the document.
    pub(super) fn json(&self) -> String {
        let value = if self.value.is_empty() { "null" } else { self.value.as_str() };
        object(&[("type", quote(&self.kind)), ("value", value.to_owned())])
    }

    /// Reads the value as a struct of strings.
    pub(super) fn fields<const N: usize>(&self, index: usize, shape: &Shape<N>) -> Result<[String; N], RenderError> {
        let step = format!("parse property[{index}] of type \"{}\"", self.kind);
        let fail = |text: &str| RenderError::other(text).in_step(&step);
        let document = read_document(self.value.as_bytes(), Format::Json);
        let root = document.root().ok_or_else(|| fail("unexpected end of JSON input"))?;
        let read =
            decode::strings(root, "property.", shape.name, shape.fields).map_err(|mismatch| fail(&mismatch.text))?;
        Ok(read.map(|text| text.map(|(text, _)| text.into_owned()).unwrap_or_default()))
    }
}

/// A Go struct of strings.
pub(super) struct Shape<const N: usize> {
    name: &'static str,
    fields: [&'static str; N],
}

pub(super) const OF_GVK: Shape<3> = Shape { name: "GVK", fields: ["group", "version", "kind"] };
pub(super) const OF_PACKAGE: Shape<3> = Shape { name: "Package", fields: ["packageName", "version", "release"] };

/// The items of a file in `metadata`. Values decoded as JSON keep their original text.
pub(super) fn of_file(items: &[View<'_>]) -> Vec<Property> {
    let written = |value: View<'_>| if value.mode == Mode::Json { raw(value) } else { to_json(value.node) };
    let value = |item: &View<'_>| item.member("value").map(written).unwrap_or_default();
    items.iter().map(|item| Property::new(&item.string("type"), value(item))).collect()
}

fn raw(value: View<'_>) -> String {
    String::from_utf8_lossy(value.node.source()).into_owned()
}

/// All properties before they are sorted by type, without duplicates.
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
    let mut known = SortedSet::new();
    let all = given.into_iter().chain(own).chain(annotated(csv)).chain(provided);
    all.filter(|property| known.insert(property.clone())).collect()
}

/// The properties in the CSV annotation `olm.properties`. If its value is not a JSON list, there are none. Members of
/// the wrong type count as absent.
fn annotated(csv: View<'_>) -> Vec<Property> {
    let annotations = csv.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let entries = annotations.map(View::entries).unwrap_or_default();
    let found = entries.into_iter().find(|(key, _, _)| key == "olm.properties");
    let Some(text) = found.and_then(|(_, value, _)| value.text()) else { return Vec::new() };
    let Some(document) = json(&text) else { return Vec::new() };
    let Some(root) = document.root() else { return Vec::new() };
    let items = View::detached(root).items().into_iter();
    items.map(|item| Property::new(&item.string("type"), item.member("value").map(raw).unwrap_or_default())).collect()
}

/// The version in the first `olm.package` property, which image templates use.
pub(super) fn template_version(properties: &[Property]) -> Result<String, RenderError> {
    let package = properties.iter().find(|property| property.kind == PACKAGE_PROPERTY);
    let [_, version, _] = package.map_or(Ok(Default::default()), |package| package.fields(0, &OF_PACKAGE))?;
    Ok(version)
}
