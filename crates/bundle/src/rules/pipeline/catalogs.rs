//! The catalogs of a repository: `catalogs/v4.17/foo/catalog.yaml`.

use super::Finding;
use crate::go::Mode;
use crate::model::Bundle;
use crate::target::Target;
use crate::view::View;
use olmkit_catalog::schemas;
use olmkit_diagnostics::rule;

const PATH: &str = "catalogs/v4.17/foo/catalog.yaml";

rule! {
    OBJECT, "pipe-catalog-bundle-object", "BDL318", "Catalog with bundle objects for a new OpenShift version",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A catalog for OpenShift 4.17 or newer with `olm.bundle.object` properties. The pipeline checks only the \
first bundle of each file; olmkit reports the others as warnings.",
    why: "Such catalogs are many times larger, and slow on clusters.",
    fix: "Render them with `--migrate-level=bundle-object-to-csv-metadata`.",
    source: "operator-pipelines, common checks of catalogs.",
    bad: [(PATH, "", "schema: olm.bundle\nname: a\nproperties: [{type: olm.bundle.object, value: {data: e30=}}]\n")],
    good: [(PATH, "", "schema: olm.bundle\nname: a\nproperties: [{type: olm.csv.metadata, value: {}}]\n"),
        ("catalogs/v4.16/foo/catalog.yaml", "", "schema: olm.bundle\nname: a\nproperties: [{type: olm.bundle.object, value: {data: e30=}}]\n")],
}

rule! {
    REGISTRY, "pipe-catalog-registry", "BDL319", "Bundle from a registry that is not allowed",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A bundle in a catalog of the repository whose image does not start with an element of \
`allowed_bundle_registries` in `config.yaml`.",
    why: "The pipeline rejects the catalog.",
    fix: "Push the bundle to an allowed registry.",
    source: "operator-pipelines, common checks of catalogs.",
    bad: [],
    good: [(PATH, "", "schema: olm.bundle\nname: a\nimage: quay.io/a/b:1\n")],
}

pub(crate) fn check(bundle: &Bundle<'_>, config: Option<View<'_>>, to: &mut Target<'_>) {
    let registries = config.map(|config| config.list("allowed_bundle_registries")).unwrap_or_default();
    let registries: Vec<String> = registries.into_iter().map(View::string_of).collect();
    for file in bundle.own() {
        let Some((catalog, rest)) = file.path.strip_prefix("catalogs/").and_then(|rest| rest.split_once('/')) else {
            continue;
        };
        let is_catalog = rest
            .split_once('/')
            .is_some_and(|(_, name)| matches!(name, "catalog.yaml" | "catalog.yml" | "catalog.json"));
        if !is_catalog {
            continue;
        }
        let documents = file.roots().into_iter().map(|view| view.with(Mode::Converter));
        let bundles: Vec<View<'_>> =
            documents.filter(|document| document.string("schema") == schemas::BUNDLE).collect();
        for (at, one) in bundles.into_iter().enumerate() {
            registry(one, &registries, to);
            if is_new(catalog) {
                objects(one, at == 0, to);
            }
        }
    }
}

/// Whether a catalog is for OpenShift 4.17 or newer.
fn is_new(catalog: &str) -> bool {
    let version = catalog.strip_prefix('v').and_then(|version| version.split_once('.'));
    let numbers = version.and_then(|(major, minor)| Some((major.parse::<u64>().ok()?, minor.parse::<u64>().ok()?)));
    numbers.is_some_and(|version| version >= (4, 17))
}

fn registry(bundle: View<'_>, registries: &[String], to: &mut Target<'_>) {
    let image = bundle.string("image");
    if registries.is_empty() || registries.iter().any(|registry| image.starts_with(registry.as_str())) {
        return;
    }
    let message = format!("The image `{image}` is not from an allowed registry ({}).", registries.join(", "));
    let upstream = format!(
        "Invalid bundle image(s) found in OCP catalog. Only these registries are allowed: {}",
        registries.join(", ")
    );
    let help = "Push the bundle to an allowed registry.";
    Finding { rule: &REGISTRY, place: bundle.place_at("image"), message, help, upstream }.error(to);
}

fn objects(bundle: View<'_>, is_first: bool, to: &mut Target<'_>) {
    let property = bundle.list("properties").into_iter().find(|one| one.string("type") == "olm.bundle.object");
    let Some(property) = property else { return };
    let message = "A catalog for this OpenShift version must contain `olm.csv.metadata` instead of objects.".to_owned();
    let help = "Render it with `--migrate-level=bundle-object-to-csv-metadata`.";
    let upstream = "Bundle object property found in the catalog".to_owned();
    let finding = Finding { rule: &OBJECT, place: property.place_at("type"), message, help, upstream };
    if is_first { finding.error(to) } else { finding.warn(to) }
}
