//! What OLM v1 requires to load a bundle: annotations in `metadata/annotations.yaml`, and a flat directory of manifests
//! in which every document is an object and one is a CSV.

use crate::api_load::{PACKAGE, is_csv};
use crate::embedded::json;
use crate::go::{Api, Mode, mismatch};
use crate::input::{File, Object};
use crate::model::Bundle;
use crate::rules::csv::annotations::PROPERTIES;
use crate::rules::layout::{self, nested_directory, no_csv, undecodable};
use crate::rules::metadata::annotations;
use crate::rules::objects::kinds;
use crate::rules::runtime::v1;
use crate::target::Target;
use crate::view::View;

const MANIFESTS: &str = "manifests";
const ANNOTATIONS: &str = "metadata/annotations.yaml";

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    if bundle.directories.contains("metadata") {
        read_annotations(bundle, to);
    } else {
        layout::no_metadata(bundle, to, "open metadata/annotations.yaml: no such file or directory");
    }
    if !bundle.directories.contains(MANIFESTS) {
        layout::no_manifests(bundle, to, "stat manifests: no such file or directory");
        return;
    }
    let is_csv_of = |view: View<'_>| view.string("kind") == "ClusterServiceVersion";
    if !bundle.files_in(MANIFESTS).flat_map(all).any(is_csv_of) {
        // The other checks do not apply to Helm charts and plain bundles.
        return no_csv(bundle, to, "no ClusterServiceVersion found in \"manifests\"");
    }
    for nested in bundle.directories_in(MANIFESTS) {
        let upstream = format!(
            "subdirectories are not allowed within the \"manifests\" directory of the bundle image filesystem: found \"{nested}\""
        );
        nested_directory(bundle, nested, to, upstream);
    }
    for file in bundle.files_in(MANIFESTS) {
        match file.object() {
            // A file without documents is ignored.
            Err(unreadable) if unreadable.is_empty => {}
            Err(unreadable) => {
                let upstream = format!("error parsing objects in \"{}\": {}", file.path, unreadable.upstream);
                undecodable(file, &unreadable, to, upstream);
            }
            Ok(object) if is_csv(&object) => read_properties(&object, to),
            Ok(_) => {}
        }
        for view in all(file) {
            let (kind, api_version) = (view.string("kind").into_owned(), view.string("apiVersion").into_owned());
            if !kind.is_empty() && !kinds::is_supported(&kind, Api::Newest) {
                let object = Object { view, path: file.path, kind, api_version };
                let upstream = format!("unsupported resource \"{}\" with kind \"{}\"", object.name(), object.kind);
                kinds::unsupported(&object, to, upstream);
            }
        }
    }
    crate::rules::runtime::properties::check_files(bundle, to);
}

/// All objects of a file, including the items of lists.
fn all<'d>(file: &'d File<'_>) -> Vec<View<'d>> {
    let roots = file.roots().into_iter().map(|root| root.with(Mode::Converter));
    roots.flat_map(View::objects).collect()
}

/// Checks `metadata/annotations.yaml`. OLM v1 reads no other file, and no other extension.
fn read_annotations(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let Some(file) = bundle.own().find(|file| file.path == ANNOTATIONS) else {
        return annotations::missing(bundle, "open metadata/annotations.yaml: no such file or directory", to);
    };
    let root = file.first_yaml().ok();
    let Some(root) = root.filter(|root| mismatch(root.node, "AnnotationsFile", Mode::Coerce).is_none()) else {
        return annotations::missing(bundle, "error reading annotations.yaml", to);
    };
    let package = root.path(&["annotations", PACKAGE]);
    if package.is_none_or(|package| package.string_of().is_empty()) {
        let place = package.or_else(|| root.get("annotations")).unwrap_or(root).start();
        v1::no_package(place, to);
    }
}

/// Checks `olm.properties` of the CSV, which must be a JSON list.
fn read_properties(csv: &Object<'_>, to: &mut Target<'_>) {
    let Some(map) = csv.view.path(&["metadata", "annotations"]) else { return };
    let Some((_, value, _)) = map.entries().into_iter().find(|(key, _, _)| key == "olm.properties") else { return };
    let text = value.text().unwrap_or_default();
    let document = json(&text);
    let root = document.as_ref().and_then(|document| document.root());
    let is_list = root.is_some_and(|root| {
        let is_property = |item: &olmkit_yaml::NodeRef<'_>| item.value() == olmkit_yaml::Value::Mapping;
        match root.value() {
            olmkit_yaml::Value::Sequence => root.items().all(|item| is_property(&item)),
            other => other == olmkit_yaml::Value::Null,
        }
    });
    if !is_list {
        let message = "`olm.properties` is not a JSON list of properties. OLM v1 cannot read the bundle.";
        let help = "Move them to `metadata/properties.yaml`.";
        to.found(
            &PROPERTIES,
            value.place(),
            message,
            help,
            "failed to unmarshal csv.metadata.annotations['olm.properties']",
        );
    }
}
