//! The registry's parser of bundle directories.

use olmkit_yaml::{Value, object_json, to_json};

use super::apis::Apis;
use super::error::{RenderError, fits, json_kind};
use super::images::Images;
use super::properties::{self, Property};
use crate::api_load::{CHANNELS, DEFAULT_CHANNEL, PACKAGE, crd_type, is_csv};
use crate::go::Mode;
use crate::input::Object;
use crate::model::Bundle;
use crate::view::{View, decode};

/// The result of parsing a directory.
pub(super) struct Parsed<'d> {
    pub(super) package: String,
    pub(super) name: String,
    /// `spec.version` as written. Empty if absent.
    pub(super) version: String,
    /// `spec.release`.
    pub(super) release: String,
    pub(super) objects: Vec<Object<'d>>,
    pub(super) apis: Apis,
    pub(super) dependencies: Vec<Property>,
    /// Properties of the bundle without duplicates, from the metadata, the package, the CSV's annotation and the APIs.
    pub(super) properties: Vec<Property>,
    spec: View<'d>,
}

impl<'d> Parsed<'d> {
    pub(super) fn new(bundle: &'d Bundle<'_>) -> Result<Self, RenderError> {
        let objects = objects(bundle);
        if objects.is_empty() {
            return Err(RenderError::other("no bundle objects found"));
        }
        let csv = objects.iter().find(|object| is_csv(object)).map(|csv| csv.view.with(Mode::Json));
        csv.map_or(Ok(()), |csv| fits(csv, "RegistryCsv"))?;
        objects.iter().try_for_each(crd_decodes)?;
        let csv = csv.ok_or(RenderError::NoCsv)?;
        let name = csv.get("metadata").map(|metadata| metadata.string("name").into_owned()).unwrap_or_default();
        let spec = csv.member("spec");
        let in_apis = |error: RenderError| error.in_step(format!("error checking provided apis in bundle {name}"));
        let apis = Apis::new(spec, &objects).map_err(in_apis)?;
        let spec = spec.ok_or(RenderError::NoCsv)?;
        let package = package(bundle)?;
        let version = version(spec).map_err(|error| error.in_step("failed to derive properties"))?;
        let release = spec.with(Mode::Converter).get("release").map(release).unwrap_or_default();
        let dependencies = properties::of_file(&bundle.metadata_list("dependencies", "DependenciesFile"));
        let given = properties::of_file(&bundle.metadata_list("properties", "PropertiesFile"));
        let properties = properties::all(given, csv, &package, &version, &release, &apis);
        Ok(Parsed { package, name, version, release, objects, apis, dependencies, properties, spec })
    }

    /// The images in `relatedImages` of the CSV and in its deployments.
    pub(super) fn related_images(&self) -> Result<Images, RenderError> {
        let failed = |error: RenderError| error.in_step(format!("get related images for bundle \"{}\"", self.name));
        Images::new(self.spec).map_err(failed)
    }

    /// The object as JSON.
    pub(super) fn json(object: &Object<'_>) -> String {
        object_json(object.view.node)
    }
}

/// The objects among the manifests. Files whose first document is null are skipped. Of several CSVs, the first is used.
fn objects<'d>(bundle: &'d Bundle<'_>) -> Vec<Object<'d>> {
    let visible = bundle.files_in("manifests").filter(|file| !file.name().starts_with('.'));
    let mut csvs = 0_usize;
    let kept = visible.filter_map(|file| file.object().ok()).filter(|object| {
        csvs = csvs.saturating_add(usize::from(is_csv(object)));
        !(object.view.is_null() || is_csv(object) && csvs > 1)
    });
    kept.collect()
}

/// Checks that the registry can decode an object if it is a CRD. If its version is known, its API group must be that of
/// CRDs.
pub(crate) fn crd_decodes(object: &Object<'_>) -> Result<(), RenderError> {
    if object.kind != "CustomResourceDefinition" {
        return Ok(());
    }
    let version = object.version();
    let failed = |error: RenderError| error.in_step(format!("error decoding {version} CRD"));
    match crd_type(&object.api_version) {
        Some(name) => fits(object.view.with(Mode::Exact), name).map_err(failed),
        None if matches!(version, "v1" | "v1beta1") => Err(failed(RenderError::Other(format!(
            "no kind \"CustomResourceDefinition\" is registered for version \"{}\"",
            object.api_version
        )))),
        None => Ok(()),
    }
}

/// `spec.version` as written. Empty if absent.
pub(crate) fn version(spec: View<'_>) -> Result<String, RenderError> {
    match spec.with(Mode::Converter).get("version").map(|value| (value, value.node.value())) {
        None => Ok(String::new()),
        Some((_, Value::String(text))) => Ok(text.into_owned()),
        Some((value, _)) => {
            let found = json_kind(value);
            Err(RenderError::Other(format!("json: cannot unmarshal {found} into Go value of type string")))
        }
    }
}

/// `spec.release` as text. A value that is not a string is returned as JSON.
fn release(value: View<'_>) -> String {
    value.text().map_or_else(|| to_json(value.node), std::borrow::Cow::into_owned)
}

/// The package in the first file of `metadata` that has an annotation for package, channels or default channel.
fn package(bundle: &Bundle<'_>) -> Result<String, RenderError> {
    let found = bundle.files_in("metadata").find_map(|file| {
        let map = decode(file.first().ok()?, "AnnotationsFile")?.get("annotations")?;
        let says = [PACKAGE, CHANNELS, DEFAULT_CHANNEL].iter().any(|key| !map.string(key).is_empty());
        says.then(|| map.string(PACKAGE).into_owned())
    });
    found.ok_or(RenderError::NoAnnotations)
}
