//! `metadata-for-openshift`: Bundle metadata that the OpenShift version does not read.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "metadata-for-openshift", "FBC120", "Bundle metadata that the OpenShift version does not read",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "A bundle in a folder named after an OpenShift version, such as `v4.16/foo/catalog.yaml`, with only \
        `olm.csv.metadata` for 4.16 or older, or with only `olm.bundle.object` for 4.17 or newer.",
    why: "Consoles up to OpenShift 4.16 read the objects and cannot describe a bundle without them. From 4.17 on they \
        read the metadata, and the objects make the catalog many times larger.",
    fix: "Render the catalog for that version again: with `opm render --migrate-level=bundle-object-to-csv-metadata` \
        from 4.17 on, with plain `opm render` before.",
    source: "olmkit; no upstream tool checks it. The build pipelines of OpenShift catalogs migrate from 4.17 on.",
    bad: [
        { "v4.16/foo/catalog.yaml" => [foo!(properties "\
- type: olm.csv.metadata
  value: {displayName: Foo}
")] }
        { "v4.17/foo/catalog.yaml" => [foo!(properties "\
- type: olm.bundle.object
  value: {data: e30=}
")] }
    ],
    good: [{ "v4.17/foo/catalog.yaml" => [foo!(properties "\
- type: olm.csv.metadata
  value: {displayName: Foo}
")] }],
}

/// The first minor version of OpenShift 4 that reads `olm.csv.metadata`.
const FIRST_WITH_METADATA: u32 = 17;

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let outer = openshift_minor(catalog.folder);
    for bundle in &catalog.bundle_docs {
        let (objects, metadata) = (bundle.body.objects > 0, !bundle.body.csv_metadata.is_empty());
        let Some(minor) = openshift_minor(catalog.path(bundle.doc.file)).or(outer).filter(|_| objects != metadata)
        else {
            continue;
        };
        let name = bundle.doc.facts.own_name();
        let (message, help) = match (minor >= FIRST_WITH_METADATA, metadata) {
            (false, true) => (
                format!(
                    "Bundle `{name}` has only `olm.csv.metadata`, which consoles up to OpenShift 4.16 do not read, but \
                        the folder is for 4.{minor}."
                ),
                "Render the bundle with `opm render`, without a migration.",
            ),
            (true, false) => (
                format!(
                    "Bundle `{name}` has only `olm.bundle.object`, but the folder is for 4.{minor}. From OpenShift \
                        4.17 on, consoles read `olm.csv.metadata`."
                ),
                "Render the bundle with `opm render --migrate-level=bundle-object-to-csv-metadata`.",
            ),
            _ => continue,
        };
        let place = bundle.doc.name_place();
        out.report(&RULE, place, message, help).package(bundle.doc.facts.package_name()).entry(name);
    }
}

/// Returns the minor version in the innermost folder name such as `v4.16`.
fn openshift_minor(path: &str) -> Option<u32> {
    let (folders, _) = path.rsplit_once('/')?;
    folders.rsplit('/').find_map(|folder| folder.strip_prefix("v4.")?.parse().ok())
}
