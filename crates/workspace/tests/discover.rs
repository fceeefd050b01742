//! Finding catalogs, bundles and templates in repositories.
#![cfg(feature = "bundle")]

use olmkit_workspace::discover::{FoundKind, RepositoryFile, beside_catalog, discover, shared_packages};

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
fn a_version_without_olm_documents_is_a_catalog_beside_others() {
    let good = ("catalogs/v4.18/foo/catalog.yaml", package("foo"));
    for text in ["version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n", "<html>", "", "schem", "x: {{"] {
        let texts = [good.clone(), ("catalogs/v4.19/foo/catalog.yaml", text.to_owned())];
        assert_eq!(found(&texts), ["catalogs/v4.18 foo", "catalogs/v4.19 "], "{text}");
    }
    for path in ["catalogs/v4.19/README.md", "charts/v4.19/catalog.yaml", "catalogs/docs/catalog.yaml"] {
        assert_eq!(found(&[good.clone(), (path, "a: b\n".to_owned())]), ["catalogs/v4.18 foo"], "{path}");
    }
    let template = ("catalogs/v4.19/catalog.yaml", BASIC.to_owned());
    assert_eq!(found(&[good, template]), ["catalogs/v4.18 foo", "catalogs/v4.19/catalog.yaml template basic"]);
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

#[test]
fn a_bundle_without_annotations_hides_only_its_own_directories() {
    let csv = || "kind: ClusterServiceVersion\n".to_owned();
    let texts = [
        ("manifests/a.csv.yaml", csv()),
        ("manifests/example.yaml", package("example")),
        ("tests/scorecard/example.yaml", package("example")),
        ("catalog/foo.yaml", package("foo")),
        ("template.yaml", BASIC.to_owned()),
    ];
    assert_eq!(found(&texts), [" bundle without annotations", "catalog foo", "template.yaml template basic"]);
    let texts = [("a/manifests/a.yaml", csv()), ("a/catalog/foo.yaml", package("foo"))];
    assert_eq!(found(&texts), ["a bundle without annotations", "a/catalog foo"]);
}

#[test]
fn a_bundle_with_annotations_in_the_root_does_not_hide_catalogs() {
    let texts = [
        ("manifests/a.yaml", "kind: Service\n".to_owned()),
        ("metadata/annotations.yaml", "annotations: {}\n".to_owned()),
        ("catalog/foo.yaml", package("foo")),
    ];
    assert_eq!(found(&texts), [" bundle", "catalog foo"]);
}

#[test]
fn only_the_bundles_directories_are_beside_a_catalog_in_the_root() {
    let texts = [
        ("catalog.yaml", package("foo")),
        ("manifests/a.csv.yaml", "kind: ClusterServiceVersion\nx: olm.a\n".to_owned()),
        ("channels/stable.yaml", channel("foo")),
    ];
    let files = files(&texts);
    let beside = beside_catalog(&files, &discover(&files)).into_iter();
    assert_eq!(beside.map(|file| file.path.as_str()).collect::<Vec<_>>(), ["manifests/a.csv.yaml"]);
}

#[test]
fn a_csv_is_a_document_of_this_kind() {
    for (name, text, expected) in [
        ("a.yaml", "a: 1\n---\nkind: ClusterServiceVersion # comment\n", true),
        ("a.yaml", "kind:   \"ClusterServiceVersion\"\r\n", true),
        ("a.yaml", "kind: ClusterServiceVersion\nspec: [\n", true),
        ("a.yaml", "  kind: ClusterServiceVersion\n", true),
        ("a.yaml", "---\n{kind: ClusterServiceVersion}\n", true),
        ("a.yaml", "kind: ClusterServiceVersionList\n", false),
        ("a.yaml", "mankind: ClusterServiceVersion\n", false),
        ("a.yaml", "kind: Role\nowners:\n-\n  kind: ClusterServiceVersion\n", false),
        ("a.yaml", "kind: Role\ntext: |\n  kind: ClusterServiceVersion\n", false),
        ("a.json", "{\"spec\": {\"a\": [1]}, \"kind\": \"ClusterServiceVersion\"}", true),
        ("a.json", "{\"kind\" :\n\"ClusterServiceVersion\"}", true),
        ("a.json", "{\"kind\": \"ClusterServiceVersion\", \"spec\": [}", true),
        ("a.json", "{\"kind\": \"ClusterServiceVersionList\"}", false),
        ("a.json", "{\"kind\": \"Role\",\n\"ownerReferences\": [{\n\"kind\": \"ClusterServiceVersion\"}]}", false),
        ("a.json", "{\"ownerReferences\": [{\"kind\": \"ClusterServiceVersion\"}], \"kind\": \"Role\"}", false),
    ] {
        let is_bundle = found(&[(&format!("b/manifests/{name}"), text.to_owned())]);
        assert_eq!(
            is_bundle,
            ["b bundle without annotations"].into_iter().filter(|_| expected).collect::<Vec<_>>(),
            "{text}"
        );
    }
}

#[test]
fn a_file_of_a_catalog_or_a_template_is_not_a_csv() {
    let csv = "---\nkind: ClusterServiceVersion\n";
    assert_eq!(found(&[("a/manifests/c.yaml", package("foo") + csv)]), ["a/manifests foo"]);
    assert_eq!(found(&[("a/manifests/t.yaml", BASIC.to_owned() + csv)]), ["a/manifests/t.yaml template basic"]);
}

/// The ways in which one file breaks: text of the whole catalog to text that cannot be read.
const BREAKS: [fn(&str) -> String; 5] = [
    |text| text.replacen("schema: ", "schema: [", 1),
    |text| text.replace("schema:", "schema"),
    |text| text.replacen("\nname", "\n\tname", 1),
    |text| format!("<<<<<<< HEAD\n{text}"),
    |_| "{\"schema\" \"olm.package\", \"name\": \"foo\"}".to_owned(),
];

#[test]
fn a_broken_document_changes_nothing_in_what_is_found() {
    let whole = package("foo") + "---\n" + &channel("foo");
    for (one, other) in [("c/v4.18/foo/c.yaml", "c/v4.19/foo/c.yaml"), ("prod/foo/c.yaml", "test/foo/c.yaml")] {
        let texts = |text: String| [(one, whole.clone()), (other, text)];
        for broken in BREAKS {
            let text = broken(&whole);
            assert_eq!(found(&texts(text.clone())), found(&texts(whole.clone())), "{text}");
        }
    }
    let parts = |text: String| [("catalog/foo/c.yaml", whole.clone()), ("catalog/bar/c.yaml", text)];
    let whole = package("bar") + "---\n" + &channel("bar");
    assert_eq!(found(&parts(whole.replacen("schema: ", "schema: [", 1))), ["catalog bar,foo"]);
}

#[test]
fn two_versions_are_two_catalogs_without_the_name_of_a_package() {
    let nameless = "schema: olm.package\nx: [\n---\n".to_owned() + &channel("foo");
    let texts = [("c/v4.18/foo/c.yaml", package("foo")), ("c/v4.19/foo/c.yaml", nameless)];
    assert_eq!(found(&texts), ["c/v4.18 foo", "c/v4.19 "]);
}

#[test]
fn a_file_that_cannot_be_read_is_of_a_catalog_if_it_has_the_name() {
    let garbage = || "a: [\n".to_owned();
    let chart = "kind: {{ .Values.kind }}\na: [\n".to_owned();
    let mut files = files(&[
        ("c/v4.18/foo/c.yaml", package("foo")),
        ("c/v4.19/foo/c.yaml", garbage()),
        ("c/v4.20/foo/other.yaml", garbage()),
        ("chart-1.2/c.yaml", chart),
        ("chart/templates/c.yaml", "schema: olm.package\nname: {{ .Values.name }}-x\n".to_owned()),
        ("docs/c.yaml", garbage()),
        (".github/ci.yaml", garbage()),
    ]);
    files.extend(["c/v4.21/foo/c.yaml", "test/c.yaml", "test/gone.yaml"].map(RepositoryFile::unreadable));
    let paths: Vec<String> = discover(&files).into_iter().map(|item| item.path).collect();
    assert_eq!(paths, ["c/v4.18", "c/v4.19", "c/v4.21", "test"]);
}

/// A scan that starts again at the start of the line for each occurrence does not complete.
#[test]
fn a_long_line_is_read_once() {
    let item = "{\"kind\": \"ClusterServiceVersion\"},";
    let count = 4 * 1024 * 1024 / item.len();
    let json = format!("{{\"items\": [{}0]}}", item.repeat(count));
    let yaml = format!("kind: Role\nx: {}\n", "ClusterServiceVersion ".repeat(count));
    assert_eq!(found(&[("a/manifests/a.json", json), ("b/manifests/b.yaml", yaml)]), [""; 0]);
}
