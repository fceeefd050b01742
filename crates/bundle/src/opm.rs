//! The checks of `opm alpha bundle validate` (format, then content) and `opm render`.

use crate::api_load::{crd_type, is_csv};
use crate::go::{Mode, mismatch};
use crate::input::{File, Object};
use crate::model::{Bundle, Crd, Csv};
use crate::render::{self, DefinitionKeys, RenderError, RenderOptions, render};
use crate::rules::bundle::{names, owned};
use crate::rules::csv::examples::{Annotation, Examples};
use crate::rules::layout::{crd_version, nested_directory, no_csv, undecodable};
use crate::rules::metadata::loaded::load;
use crate::rules::metadata::{annotations, dependencies};
use crate::rules::objects::{kinds, metadata};
use crate::rules::{crd, csv, documents, layout};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::Suite;

const MANIFESTS: &str = "manifests";

/// Detects the media type of a bundle from the files in a directory of manifests.
pub(crate) fn media_type(bundle: &Bundle<'_>, directory: &str) -> &'static str {
    let chart = bundle.files_in(directory).find(|file| file.name() == "Chart.yaml");
    let is_chart = |file: &File<'_>| {
        let name = file.first().ok().and_then(|root| root.get("name")).and_then(|name| name.text());
        name.is_some_and(|name| !name.is_empty())
    };
    if chart.is_some_and(is_chart) {
        return "helm";
    }
    let is_file_of_csv = |file: &File<'_>| file.for_media_type().object().is_ok_and(|object| is_csv(&object));
    let registry = bundle.files_in(directory).any(is_file_of_csv);
    if registry { "registry+v1" } else { "plain" }
}

/// opm's format validator.
pub(crate) fn format(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let found = |path: &str| bundle.directories.contains(path);
    if !found(MANIFESTS) {
        layout::no_manifests(bundle, to, "Unable to locate manifests directory");
    }
    if !found("metadata") {
        layout::no_metadata(bundle, to, "Unable to locate metadata directory");
    }
    if !found(MANIFESTS) || !found("metadata") {
        return;
    }
    if bundle.files_in(MANIFESTS).next().is_none() && bundle.directories_in(MANIFESTS).next().is_none() {
        layout::no_files(bundle, to);
    }
    match load(bundle) {
        Err(file) => documents::report_crash(file, to),
        Ok(loaded) => {
            annotations::check(bundle, &loaded, media_type(bundle, MANIFESTS), to);
            dependencies::check(&loaded.dependencies, to);
        }
    }
}

/// `opm render`. It stops at the first error.
pub(crate) fn rendering(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let Err(error) = render(bundle, &RenderOptions::default()) else { return };
    let upstream = error.to_string();
    match error {
        RenderError::NoCsv => no_csv(bundle, to, &upstream),
        RenderError::NoAnnotations => annotations::missing(bundle, &upstream, to),
        _ => layout::not_rendered(bundle, upstream, to),
    }
}

/// opm's content validator.
pub(crate) fn content(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let media = media_type(bundle, MANIFESTS);
    if media == "helm" {
        return;
    }
    if !bundle.directories.contains(MANIFESTS) {
        return layout::no_manifests(bundle, to, "open manifests: no such file or directory");
    }
    for nested in bundle.directories_in(MANIFESTS) {
        nested_directory(bundle, nested, to, format!("Unable to read file {nested} in supported types"));
    }
    let mut objects = Vec::new();
    let mut name = String::new();
    for file in bundle.files_in(MANIFESTS) {
        let object = match file.object() {
            Ok(object) => object,
            Err(unreadable) => {
                undecodable(file, &unreadable, to, unreadable.upstream.clone());
                continue;
            }
        };
        if let Some(converted) = one(file, &object, media, to) {
            name = converted;
        }
        objects.push(object);
    }
    bundle_validator(&objects, &name, to);
}

/// Checks one object. Returns the name of a CSV that opm can convert.
fn one(file: &File<'_>, object: &Object<'_>, media: &str, to: &mut Target<'_>) -> Option<String> {
    if media == "registry+v1" && !kinds::is_supported(&object.kind, to.api()) {
        let upstream = format!("{} is not supported type for registryV1 bundle: {}", object.kind, object.path);
        kinds::unsupported(object, to, upstream);
        return None;
    }
    match object.kind.as_str() {
        "ClusterServiceVersion" => {
            let view = object.view.with(Mode::Converter);
            if let Some(wrong) = mismatch(view.node, "ClusterServiceVersion", Mode::Converter) {
                layout::csv_of_wrong_type(view, &wrong, to, wrong.message.clone());
                return None;
            }
            let csv = Csv::new(view);
            let annotation = Annotation::of(&csv);
            let examples = annotation.as_ref().map(Examples::read);
            csv::check(&csv, examples.as_ref(), to);
            return Some(csv.name);
        }
        "CustomResourceDefinition" => one_crd(object, to),
        _ => match file.yaml_error() {
            Some(unreadable) => undecodable(file, &unreadable, to, unreadable.upstream.clone()),
            None => metadata::check(object, to),
        },
    }
    None
}

fn one_crd(object: &Object<'_>, to: &mut Target<'_>) {
    let view = object.view.with(Mode::Coerce);
    match crd_type(&object.api_version) {
        None => crd_version(object, to, format!("Unsupported api version of CRD: {}", object.api_version)),
        Some(name) => match mismatch(view.node, name, Mode::Coerce) {
            Some(wrong) => layout::crd_of_wrong_type(view, &wrong, to, wrong.message.clone()),
            None => crd::check(&Crd { object: object.clone(), view, beta: name == "CrdV1beta1" }, to),
        },
    }
}

/// The last part of the content validator: the bundle as the registry reads it.
fn bundle_validator(objects: &[Object<'_>], name: &str, to: &mut Target<'_>) {
    let Some(object) = objects.iter().find(|object| is_csv(object)) else { return };
    let view = object.view.with(Mode::Json);
    if let Some(wrong) = mismatch(view.node, "RegistryCsv", Mode::Json) {
        let text = format!("Value {}: error getting bundle CSV", wrong.message);
        return layout::csv_of_wrong_type(view, &wrong, to, text);
    }
    if objects.iter().any(|crd| !crd_decodes(crd, to)) {
        return;
    }
    version_decodes(view, to);
    if !definitions_decode(view, to) {
        return;
    }
    let view = object.view.with(Mode::Converter);
    let csv = Csv::new(view);
    owned::check_opm(&csv, name, objects, to);
    if to.suite == Suite::OpmContent {
        names::check_substitutes(&csv, to);
    }
}

/// Whether the registry can decode an object if it is a CRD. Reports the reason if not.
fn crd_decodes(crd: &Object<'_>, to: &mut Target<'_>) -> bool {
    let Err(error) = render::crd_decodes(crd) else { return true };
    let upstream = format!("Value {error}: error getting bundle CSV");
    let view = crd.view.with(Mode::Exact);
    let wrong = crd_type(&crd.api_version).and_then(|name| mismatch(view.node, name, view.mode));
    match wrong {
        Some(wrong) => layout::crd_of_wrong_type(view, &wrong, to, upstream),
        None => crd_version(crd, to, upstream),
    }
    false
}

/// Reports a version that the registry cannot read.
fn version_decodes(csv: View<'_>, to: &mut Target<'_>) {
    let Some(Err(error)) = csv.member("spec").map(render::version) else { return };
    let upstream = format!("Value {error}: error getting bundle CSV version");
    layout::unreadable_spec("the version", &error.to_string(), csv, to, upstream);
}

/// Whether the registry can read the CRDs that a CSV lists. Reports the reason if not.
fn definitions_decode(csv: View<'_>, to: &mut Target<'_>) -> bool {
    const CRDS: &str = "customresourcedefinitions";
    let spec = csv.member("spec");
    let Err(error) = DefinitionKeys::new(spec, CRDS).and_then(|keys| keys.owned()) else { return true };
    let upstream = match error {
        RenderError::Crash => format!("panic: {error}"),
        _ => format!("Value {error}: error getting CSV CRDs"),
    };
    let text = error.to_string();
    // The registry matches this key exactly.
    let keys = spec.and_then(|spec| spec.with(Mode::Converter).get(CRDS));
    if let Some(wrong) = keys.and_then(|keys| mismatch(keys.node, "DefinitionKeys", Mode::Json)) {
        layout::csv_of_wrong_type(csv, &wrong, to, upstream);
        return false;
    }
    layout::unreadable_spec("the CRDs", &text, csv, to, upstream);
    if keys.is_none() {
        let upstream = format!("Value {text}: error getting bundle CSV version");
        layout::unreadable_spec("the version", &text, csv, to, upstream);
    }
    false
}
