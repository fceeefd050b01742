//! The registry's parser of bundle directories.

use std::collections::BTreeSet;

use olmkit_syntax::{Value, to_json};

use super::RenderError;
use crate::api_load::{CHANNELS, DEFAULT_CHANNEL, PACKAGE, crd_type, is_csv};
use crate::go::{Misfit, Mode, misfit};
use crate::input::Object;
use crate::model::Bundle;
use crate::view::View;

pub(crate) const NO_CSV: &str = "no csv in bundle";
pub(crate) const NO_ANNOTATIONS: &str = "Could not find annotations file";

/// What the parser makes of a directory.
pub(super) struct Parsed<'d> {
    pub(super) package: String,
    pub(super) name: String,
    /// `spec.version` as it is written; empty when absent.
    pub(super) version: String,
    /// `spec.release`.
    pub(super) release: String,
    pub(super) objects: Vec<Object<'d>>,
    /// The CSV, keys folded, types strict.
    pub(super) csv: View<'d>,
    /// Its spec; keys of its first level are exact.
    pub(super) spec: Option<View<'d>>,
    pub(super) dependencies: Vec<View<'d>>,
    pub(super) properties: Vec<View<'d>>,
}

fn error(text: impl Into<String>) -> RenderError {
    RenderError(text.into())
}

fn wrong(wrong: &Misfit) -> RenderError {
    error(format!("`{}` is {}", wrong.path, wrong.message))
}

/// Fails when a value does not fit its Go type.
pub(super) fn fits(view: View<'_>, name: &'static str) -> Result<(), RenderError> {
    misfit(view.node, name, Mode::Json, true).map_or(Ok(()), |found| Err(wrong(&found)))
}

impl<'d> Parsed<'d> {
    pub(super) fn new(bundle: &'d Bundle<'_>) -> Result<Self, RenderError> {
        let visible = bundle.files_in("manifests").filter(|file| !file.name().starts_with('.'));
        let objects: Vec<Object<'d>> = visible.filter_map(|file| file.object().ok()).collect();
        if objects.is_empty() {
            return Err(error("no bundle objects found"));
        }
        let csv = objects.iter().find(|object| is_csv(object)).ok_or_else(|| error(NO_CSV))?;
        let csv = csv.view.with(Mode::Json);
        fits(csv, "RegistryCsv")?;
        let package = package(bundle)?;
        for crd in objects.iter().filter(|object| object.kind == "CustomResourceDefinition") {
            if let Some(name) = crd_type(&crd.api_version) {
                fits(crd.view, name)?;
            }
        }
        let spec = csv.get("spec").map(|spec| spec.with(Mode::Converter));
        if spec.is_some_and(|spec| spec.node.value() != Value::Mapping) {
            return Err(error("json: cannot unmarshal spec"));
        }
        let text = |field: &str| match spec.and_then(|spec| spec.get(field)).map(|value| value.node.value()) {
            None => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.into_owned()),
            Some(_) => Err(error(format!("failed to derive properties: `spec.{field}` is not a string"))),
        };
        let name = csv.get("metadata").map(|metadata| metadata.string("name").into_owned()).unwrap_or_default();
        // A release that is not a string counts as none.
        let (version, release) = (text("version")?, text("release").unwrap_or_default());
        let dependencies = list(bundle, "DependenciesFile", "dependencies");
        let properties = list(bundle, "PropertiesFile", "properties");
        let parsed = Parsed { package, name, version, release, objects, csv, spec, dependencies, properties };
        parsed.owned_are_there()?;
        Ok(parsed)
    }

    /// A list of the CSV's spec, keys of items folded.
    pub(super) fn definitions(&self, which: &str, list: &str) -> Vec<View<'d>> {
        let keys = self.spec.and_then(|spec| spec.get(which)).map(|keys| keys.with(Mode::Json));
        keys.map(|keys| keys.list(list)).unwrap_or_default()
    }

    /// Plural, group, version and kind of owned or required CRDs.
    pub(super) fn crds(&self, list: &str) -> Result<Vec<[String; 4]>, RenderError> {
        let keys = self.spec.and_then(|spec| spec.get("customresourcedefinitions"));
        if let Some(keys) = keys {
            fits(keys, "DefinitionKeys")?;
        }
        let found = self.definitions("customresourcedefinitions", list).into_iter().map(|crd| {
            let name = crd.string("name");
            let (plural, group) = name.split_once('.').ok_or_else(|| {
                error(format!(
                    "error checking provided apis in bundle {}: couldn't parse plural.group from crd name: {name}",
                    self.name
                ))
            })?;
            Ok([
                plural.to_owned(),
                group.to_owned(),
                crd.string("version").into_owned(),
                crd.string("kind").into_owned(),
            ])
        });
        found.collect()
    }

    /// Every owned CRD is in the bundle: by group, version, kind and plural.
    fn owned_are_there(&self) -> Result<(), RenderError> {
        let mut present = BTreeSet::new();
        for crd in self.objects.iter().filter(|object| object.kind == "CustomResourceDefinition") {
            let view = crd.view.with(Mode::Json);
            let (Some(name), Some(spec)) = (crd_type(&crd.api_version), view.get("spec")) else { continue };
            let names = spec.get("names");
            let text = |field: &str| names.map(|names| names.string(field).into_owned()).unwrap_or_default();
            let mut versions: Vec<String> =
                spec.list("versions").iter().map(|version| version.string("name").into_owned()).collect();
            if name == "CrdV1beta1" {
                versions.push(spec.string("version").into_owned());
            }
            let group = spec.string("group").into_owned();
            present.extend(versions.into_iter().map(|version| [text("plural"), group.clone(), version, text("kind")]));
        }
        for owned in self.crds("owned")? {
            if !present.contains(&owned) {
                let [plural, group, version, kind] = owned;
                return Err(error(format!(
                    "error checking provided apis in bundle {}: couldn't find {group}/{version}/{kind} ({plural}) in bundle",
                    self.name
                )));
            }
        }
        Ok(())
    }

    /// The images the CSV names, in its order, then those of its deployments.
    pub(super) fn related_images(&self) -> Result<Images, RenderError> {
        let Some(spec) = self.spec else { return Ok(Images::default()) };
        fits(spec, "RelatedImages")?;
        let folded = spec.with(Mode::Json);
        fits(folded, "ImagesSpec")
            .map_err(|RenderError(text)| error(format!("get related images for bundle \"{}\": {text}", self.name)))?;
        let listed = spec.list("relatedImages").into_iter().map(|entry| {
            let entry = entry.with(Mode::Json);
            (entry.string("name").into_owned(), entry.string("image").into_owned())
        });
        let mut images = Images { listed: listed.collect(), used: BTreeSet::new() };
        let install = folded.get("install").filter(|install| install.string("strategy") == "deployment");
        let deployments = install.and_then(|install| install.get("spec")).map(|spec| spec.list("deployments"));
        for deployment in deployments.unwrap_or_default() {
            let Some(pod) = deployment.path(&["spec", "template", "spec"]) else { continue };
            let containers = pod.list("containers").into_iter().chain(pod.list("initContainers"));
            images.used.extend(containers.map(|container| container.string("image").into_owned()));
        }
        Ok(images)
    }

    /// The object as JSON.
    pub(super) fn json(object: &Object<'_>) -> String {
        to_json(object.view.node)
    }
}

/// Images of a bundle.
#[derive(Default)]
pub(super) struct Images {
    listed: Vec<(String, String)>,
    used: BTreeSet<String>,
}

impl Images {
    /// All of them with the bundle image, sorted.
    pub(super) fn with(self, bundle_image: &str) -> Vec<(String, String)> {
        let mut all = self.listed;
        let known: BTreeSet<String> = all.iter().map(|(_, image)| image.clone()).collect();
        if !bundle_image.is_empty() && !known.contains(bundle_image) {
            all.push((String::new(), bundle_image.to_owned()));
        }
        all.extend(self.used.into_iter().filter(|image| !known.contains(image)).map(|image| (String::new(), image)));
        all.sort_by(|a, b| a.1.cmp(&b.1));
        all
    }
}

/// The package of the first file in `metadata` whose annotations say anything about a bundle.
fn package(bundle: &Bundle<'_>) -> Result<String, RenderError> {
    let found = bundle.files_in("metadata").find_map(|file| {
        let root = file.first().ok()?;
        misfit(root.node, "AnnotationsFile", Mode::Coerce, true).is_none().then_some(())?;
        let map = root.get("annotations")?;
        let says = [PACKAGE, CHANNELS, DEFAULT_CHANNEL].iter().any(|key| !map.string(key).is_empty());
        says.then(|| map.string(PACKAGE).into_owned())
    });
    found.ok_or_else(|| error(NO_ANNOTATIONS))
}

/// The first list of that key in a file of `metadata` that is not empty.
fn list<'d>(bundle: &'d Bundle<'_>, shape: &'static str, key: &str) -> Vec<View<'d>> {
    let lists = bundle.files_in("metadata").filter_map(|file| {
        let root = file.first().ok()?;
        misfit(root.node, shape, Mode::Coerce, true).is_none().then(|| root.list(key))
    });
    lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
}
