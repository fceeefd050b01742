//! Finding catalogs, bundles and templates in repositories.
#![cfg(feature = "bundle")]
#![allow(clippy::unwrap_used, reason = "tests")]

use olmkit_workspace::discover::{FoundKind, RepositoryFile, discover, shared_packages};

const BASIC: &str = "schema: olm.template.basic\nname: t\nentries: []\n";

fn package(name: &str) -> String {
    format!("schema: olm.package\nname: {name}\ndefaultChannel: stable\n")
}

fn channel(package: &str) -> String {
    format!("schema: olm.channel\npackage: {package}\nname: stable\nentries: [{{name: {package}.v1.0.0}}]\n")
}

fn files(texts: &[(&str, String)]) -> Vec<RepositoryFile> {
    texts.iter().map(|(path, text)| RepositoryFile::read(path, text.as_bytes())).collect()
}

/// Returns path and kind of each item, one per line.
fn found(texts: &[(&str, String)]) -> Vec<String> {
    let line = |item: olmkit_workspace::discover::FoundItem| match item.kind {
        FoundKind::Catalog(packages) => format!("{} {}", item.path, packages.into_iter().collect::<Vec<_>>().join(",")),
        FoundKind::Bundle { annotated: true } => format!("{} bundle", item.path),
        FoundKind::Bundle { annotated: false } => format!("{} bundle without annotations", item.path),
        FoundKind::Template(kind) => format!("{} template {kind}", item.path),
    };
    discover(&files(texts)).into_iter().map(line).collect()
}

#[test]
fn versions_of_openshift_are_catalogs_of_their_own() {
    let texts = [
        ("README.md", "olm.package".to_owned()),
        ("catalogs/v4.16/foo/catalog.yaml", package("foo")),
        ("catalogs/v4.16/bar/catalog.json", package("bar")),
        ("catalogs/v4.17/foo/catalog.yaml", package("foo")),
        ("catalogs/v4.17/Dockerfile", "FROM scratch".to_owned()),
    ];
    assert_eq!(found(&texts), ["catalogs/v4.16 bar,foo", "catalogs/v4.17 foo"]);
    let items = discover(&files(&texts));
    let shared = shared_packages(&items);
    assert_eq!(shared.into_iter().collect::<Vec<_>>(), [("foo", vec!["catalogs/v4.16", "catalogs/v4.17"])]);
}

#[test]
fn versions_below_a_package_are_catalogs_too() {
    let texts = [("foo/catalog-4.16/c.yaml", package("foo")), ("foo/catalog-4.17/c.yaml", package("foo"))];
    assert_eq!(found(&texts), ["foo/catalog-4.16 foo", "foo/catalog-4.17 foo"]);
}

#[test]
fn packages_side_by_side_are_one_catalog() {
    let mut texts = vec![
        ("catalog/foo/package.yaml", package("foo")),
        ("catalog/foo/channels/stable.yaml", channel("foo")),
        ("catalog/bar/catalog.yaml", package("bar") + "---\n" + &channel("bar")),
        ("catalog/.indexignore", "README.md\n".to_owned()),
    ];
    assert_eq!(found(&texts), ["catalog bar,foo"]);
    // opm would read the script as part of the catalog, so each package is checked separately.
    texts.push(("catalog/build.sh", "make\n".to_owned()));
    assert_eq!(found(&texts), ["catalog/bar bar", "catalog/foo foo"]);
}

#[test]
fn the_parts_of_a_package_are_one_catalog_in_any_folder() {
    let texts = [
        ("foo/package/package.yaml", package("foo")),
        ("foo/channels/stable.yaml", channel("foo")),
        ("other/channels/stable.yaml", channel("other")),
    ];
    assert_eq!(found(&texts), ["foo foo", "other/channels "]);
}

#[test]
fn the_same_package_in_two_places_is_two_catalogs() {
    let texts = [("prod/foo/c.yaml", package("foo")), ("test/foo/c.yaml", package("foo"))];
    assert_eq!(found(&texts), ["prod/foo foo", "test/foo foo"]);
    let texts = [("prod/c.yaml", package("foo")), ("test/c.yaml", package("foo"))];
    assert_eq!(found(&texts), ["prod foo", "test foo"]);
}

#[test]
fn bundles_and_templates_are_found_and_their_files_are_not_catalogs() {
    let texts = [
        ("bundle/manifests/foo.clusterserviceversion.yaml", "kind: ClusterServiceVersion".to_owned()),
        ("bundle/manifests/example.yaml", package("foo")),
        ("bundle/metadata/annotations.yaml", "annotations: {}".to_owned()),
        ("docs/metadata/annotations.yaml", "annotations: {}".to_owned()),
        ("template.yaml", BASIC.to_owned()),
        ("catalog/catalog.yaml", package("foo")),
    ];
    assert_eq!(found(&texts), ["bundle bundle", "catalog foo", "template.yaml template basic"]);
}

#[test]
fn the_directory_itself_can_be_the_bundle_or_the_catalog() {
    let texts = [("manifests/foo.yaml", String::new()), ("metadata/annotations.yaml", String::new())];
    assert_eq!(found(&texts), [" bundle"]);
    assert_eq!(found(&[("catalog.yaml", package("foo"))]), [" foo"]);
    assert_eq!(found(&[("main.go", "package main // olm.".to_owned())]), [""; 0]);
}
