//! A bundle as the resolver sees it.

use olmkit_catalog::Doc;
use olmkit_catalog::schemas::{CSV_PROPERTIES, PACKAGE_PROPERTY};
use olmkit_collections::order;
use olmkit_diagnostics::{FileId, Place};
use olmkit_gostd::fold::names_field;
use olmkit_gostd::go_quote;
use olmkit_k8s::cel::Value;
use olmkit_k8s::{Gvk, strings};
use olmkit_semver::{Version, VersionError, parse_tolerant};
use olmkit_yaml::decode::Object;
use olmkit_yaml::{Document, Format, NodeRef, TextRange, read_document};

use crate::ids::{Id as _, RequirementId, SourceId};

/// The bytes of a document that are read in the time of one step of an expression.
const BYTES_PER_STEP: usize = 64;

/// Why OLM v1 cannot determine the version of a bundle. The messages are OLM's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OwnVersionError {
    /// The bundle has no `olm.package` property.
    #[error("no package property found in bundle {}", go_quote(.0))]
    NoProperty(String),
    /// The property cannot be decoded.
    #[error("error unmarshalling package property: {0}")]
    Property(String),
    /// The version is not valid.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// The bundle is installed without a version, and no catalog contains it.
    #[error("")]
    Unlisted,
}

/// A bundle of a catalog, with what it provides and requires.
#[derive(Debug)]
pub struct Bundle<'c> {
    /// The catalog of the bundle.
    pub source: SourceId,
    /// The package of the bundle.
    pub package: String,
    /// The name of the bundle.
    pub name: String,
    /// The version in the `olm.package` property of its own package, parsed tolerantly.
    pub version: Option<Version>,
    /// The version in the first `olm.package` property, parsed strictly as in OLM v1, or OLM's error.
    pub own_version: Result<Version, OwnVersionError>,
    /// The provided APIs, sorted. As in OLM, an API that is listed twice occurs twice.
    pub provides: Vec<Gvk>,
    /// The `olm.package` properties: name and strictly parsed version.
    pub packages: Vec<(String, Option<Version>)>,
    /// The `olm.label` properties.
    pub labels: Vec<String>,
    /// The requirements and their positions.
    pub requires: Vec<(RequirementId, Place)>,
    /// Whether the bundle has the property `olm.deprecated`. OLM never installs such a bundle.
    pub is_prohibited: bool,
    /// The position of the name.
    pub place: Place,
    /// Whether the first `olm.package` property has been read.
    has_own_version: bool,
    text: &'c [u8],
    format: Format,
}

/// A property of a bundle: type and value.
pub(crate) struct Property<'d> {
    pub(crate) kind: String,
    pub(crate) value: NodeRef<'d>,
}

impl<'c> Bundle<'c> {
    pub(crate) fn new(source: SourceId, doc: &Doc<'_>, text: &'c [u8]) -> Bundle<'c> {
        Bundle {
            source,
            package: doc.facts.package_name().to_owned(),
            name: doc.facts.own_name().to_owned(),
            version: None,
            own_version: Err(OwnVersionError::NoProperty(doc.facts.own_name().to_owned())),
            provides: Vec::new(),
            packages: Vec::new(),
            labels: Vec::new(),
            requires: Vec::new(),
            is_prohibited: false,
            place: doc.name_place(),
            has_own_version: false,
            text,
            format: doc.format,
        }
    }

    /// Creates an installed bundle that no catalog contains. OLM infers its package from the subscription.
    pub(crate) fn unlisted(package: &str, name: &str, version: Option<Version>) -> Bundle<'static> {
        Bundle {
            source: SourceId::new(usize::MAX),
            package: package.to_owned(),
            name: name.to_owned(),
            version: version.clone(),
            own_version: version.clone().ok_or(OwnVersionError::Unlisted),
            provides: Vec::new(),
            packages: vec![(package.to_owned(), version)],
            labels: Vec::new(),
            requires: Vec::new(),
            is_prohibited: false,
            place: Place { file: FileId::NONE, range: TextRange::default() },
            has_own_version: true,
            text: &[],
            format: Format::Yaml,
        }
    }

    /// Parses the document again. Data that only the resolver needs is not kept between two checks of a catalog.
    pub(crate) fn document(&self) -> Document<'c> {
        read_document(self.text, self.format)
    }

    /// Reads a property. OLM ignores provided properties that it cannot decode.
    pub(crate) fn take(&mut self, property: &Property<'_>) {
        match property.kind.as_str() {
            "olm.gvk" => {
                let read = strings(property.value, "registry.GVKProperty", ["group", "kind", "version"]);
                let Ok([group, kind, version]) = read else { return };
                self.provides.push(Gvk { group, version, kind });
            }
            PACKAGE_PROPERTY => {
                let read = strings(property.value, "registry.PackageProperty", ["packageName", "version"]);
                if !self.has_own_version {
                    self.has_own_version = true;
                    self.own_version = own_version(property.value);
                }
                let Ok([name, version]) = read else { return };
                if self.version.is_none() && name == self.package {
                    self.version = parse_tolerant(&version).ok();
                }
                self.packages.push((name, Version::parse(&version).ok()));
            }
            "olm.label" => {
                if let Ok([label]) = strings(property.value, "registry.LabelProperty", ["label"]) {
                    self.labels.push(label);
                }
            }
            "olm.deprecated" => self.is_prohibited = true,
            _ => {}
        }
    }

    /// Completes the bundle. Call it after all properties have been read.
    pub(crate) fn finish(&mut self) {
        order::sort(&mut self.provides);
    }

    /// The cost of [`Bundle::cel_properties`] in steps of an expression.
    pub(crate) fn reading_cost(&self) -> usize {
        self.text.len() / BYTES_PER_STEP
    }

    /// The properties that CEL expressions see: those that a registry server sends, and those that OLM derives from the
    /// dependencies. The server also lists required APIs and packages as dependencies, so they occur twice.
    pub(crate) fn cel_properties(&self) -> Value {
        let document = self.document();
        let found = document.root().map(properties).unwrap_or_default();
        // A catalog server does not send the CSV.
        let is_served = |property: &&Property<'_>| !CSV_PROPERTIES.contains(&property.kind.as_str());
        let values = found
            .iter()
            .filter(is_served)
            .map(|property| Value::property(&property.kind, Value::from_node(property.value)));
        Value::List(values.chain(found.iter().filter_map(again)).collect())
    }
}

/// The property that OLM derives from the dependency for a required API or package. It has only the fields that OLM
/// knows.
fn again(property: &Property<'_>) -> Option<Value> {
    let fields: &[&str] = match property.kind.as_str() {
        "olm.gvk.required" => &["group", "version", "kind"],
        "olm.package.required" => &["packageName", "versionRange"],
        _ => return None,
    };
    let object = Object::new(property.value);
    let text = |field: &&str| {
        let value = object.field(field).last().and_then(|node| node.as_str().map(std::borrow::Cow::into_owned));
        (Value::text(field), Value::text(&value.unwrap_or_default()))
    };
    Some(Value::property(&property.kind, Value::Map(fields.iter().map(text).collect())))
}

/// The version in an `olm.package` property, parsed strictly.
fn own_version(value: NodeRef<'_>) -> Result<Version, OwnVersionError> {
    let [_, version] = strings(value, "Package", ["packageName", "version"])
        .map_err(|problem| OwnVersionError::Property(problem.upstream))?;
    Ok(Version::parse(&version)?)
}

/// The properties in a bundle's document that have a value.
pub(crate) fn properties(root: NodeRef<'_>) -> Vec<Property<'_>> {
    let object = Object::new(root);
    let Some(list) = object.field("properties").last() else { return Vec::new() };
    let mut found = Vec::new();
    for item in list.items() {
        let (mut kind, mut value) = (String::new(), None);
        for field in item.sorted_members() {
            if names_field(&field.key, "type") {
                kind = field.value.as_str().map(std::borrow::Cow::into_owned).unwrap_or_default();
            } else if names_field(&field.key, "value") {
                value = Some(field.value);
            }
        }
        found.extend(value.map(|value| Property { kind, value }));
    }
    found
}
