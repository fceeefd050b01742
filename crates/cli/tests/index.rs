//! The commands that maintain an index: what they write, print and refuse.

use std::collections::BTreeMap;

use crate::common::{CATALOG, Memory};
use olmkit_testing::{Least, cases};
use serde::Deserialize;

/// A bundle in a separate folder.
fn bundle(version: &str, replaces: &str) -> [(String, String); 2] {
    let csv = format!(
        "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {{name: foo.v{version}}}\n\
         spec: {{version: {version}, replaces: {replaces}}}\n"
    );
    let start = "operators.operatorframework.io.bundle";
    let annotations = format!(
        "annotations: {{{start}.mediatype.v1: registry+v1, {start}.manifests.v1: manifests/, {start}.metadata.v1: \
         metadata/, {start}.package.v1: foo, {start}.channels.v1: stable}}\n"
    );
    [(format!("b{version}/manifests/csv.yaml"), csv), (format!("b{version}/metadata/annotations.yaml"), annotations)]
}

fn machine(files: &[(String, String)]) -> Memory {
    let mut machine = Memory::default();
    machine.files.insert("c/catalog.yaml".to_owned(), CATALOG.as_bytes().to_vec());
    machine.files.extend(files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())));
    machine
}

#[test]
fn add_shows_or_writes() {
    let mut machine = machine(&bundle("1.1.0", "foo.v1.0.0"));
    let (code, out, err) = machine.args(&["add", "b1.1.0", "--to", "c", "--diff"]);
    assert_eq!((code, machine.text("c/catalog.yaml").as_str()), (0, CATALOG), "{err}");
    assert!(out.contains("+- name: foo.v1.1.0\n+  replaces: foo.v1.0.0\n"), "{out}");
    assert!(out.contains("+image: quay.io/x/foo:1.1.0\n"), "{out}");
    assert!(err.contains("image of foo.v1.1.0 is assumed to be quay.io/x/foo:1.1.0"), "{err}");
    assert!(err.contains("foo.v1.1.0"), "{err}");
    let (code, out, err) =
        machine.args(&["add", "b1.1.0", "--to", "c", "--image", "quay.io/y/{{.Package}}:v{{.Version}}"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert_eq!(err, "added 1 bundle (foo.v1.1.0); wrote c/catalog.yaml\n");
    assert!(machine.text("c/catalog.yaml").contains("image: quay.io/y/foo:v1.1.0\n"));
    let (code, _, err) = machine.args(&["validate", "c", "--profile", "opm"]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn an_image_that_cannot_be_proposed_is_required() {
    let digest = format!("image: quay.io/x/foo@sha256:{}", "e3".repeat(32));
    let catalog = CATALOG.replace("image: quay.io/x/foo:1.0.0", &digest);
    assert_ne!(catalog, CATALOG);
    let mut machine = machine(&bundle("1.1.0", "foo.v1.0.0"));
    machine.files.insert("c/catalog.yaml".to_owned(), catalog.clone().into_bytes());
    let (code, _, err) = machine.args(&["add", "b1.1.0", "--to", "c"]);
    assert_eq!((code, err.as_str()), (1, "olmkit: the image of foo.v1.1.0 is not known; set it with --image\n"));
    assert_eq!(machine.text("c/catalog.yaml"), catalog);
}

#[test]
fn what_is_there_is_refused_with_the_code_of_opm() {
    let mut machine = machine(&[bundle("1.0.0", "''"), bundle("1.2.0", "foo.v1.1.0")].concat());
    let (code, _, err) = machine.args(&["add", "b1.0.0", "--to", "c", "--image", "quay.io/x/foo:1.0.0"]);
    let exists = "Bundle already added that provides package and csv";
    assert_eq!((code, err), (2, format!("olmkit: [Bundle quay.io/x/foo:1.0.0 already exists, {exists}]\n")));
    let (code, _, err) = machine.args(&["add", "b1.0.0", "--to", "c", "--image", "other"]);
    assert_eq!((code, err), (3, format!("olmkit: {exists}\n")));
    let (code, _, err) = machine.args(&["add", "b1.2.0", "--to", "c", "--image", "other"]);
    assert_eq!(
        (code, err.as_str()),
        (1, "olmkit: Invalid bundle foo.v1.2.0, replaces nonexistent bundle foo.v1.1.0\n")
    );
    assert_eq!(machine.text("c/catalog.yaml"), CATALOG);
    let (code, _, _) = machine.args(&["add", "b1.2.0", "--to", "c", "--image", "other", "--mode", "semver"]);
    assert_eq!(code, 0);
}

#[test]
fn versions_that_lose_their_path_are_named() {
    let files = [bundle("1.1.0", "foo.v1.0.0"), bundle("2.0.0", "''")].concat();
    let mut machine = machine(&files);
    assert_eq!(machine.args(&["add", "b1.1.0", "--to", "c"]).0, 0);
    let (_, _, err) = machine.args(&["add", "b2.0.0", "--to", "c", "--diff"]);
    assert!(err.contains("can no longer upgrade to the channel head"), "{err}");
    assert!(err.contains("bundle foo.v1.1.0 of foo is removed: no channel contains it any more"), "{err}");
}

#[test]
fn packages_go_with_their_files() {
    let mut machine = machine(&[("c/bar.yaml".to_owned(), CATALOG.replace("foo", "bar"))]);
    let (code, out, err) = machine.args(&["rm", "c", "foo", "zz"]);
    let unknown = "unknown package `zz` (known: bar and foo)\n";
    assert_eq!((code, out, err), (1, String::new(), format!("olmkit: c: {unknown}")));
    let (code, _, err) = machine.args(&["rm", "c", "fooo"]);
    assert_eq!((code, err.as_str()), (1, "olmkit: c: unknown package `fooo`; did you mean `foo`?\n"));
    let (code, _, err) = machine.args(&["rm", "c", "zz", "--permissive"]);
    assert_eq!(
        (code, err),
        (0, "nothing to change; no file was written\nskipped: the catalog has no package `zz`\n".to_owned())
    );
    let (code, _, err) = machine.args(&["prune", "c", "--keep", "baz,zz"]);
    let refused = "olmkit: unknown package `baz`; did you mean `bar`?\n\
                   The catalog has none of the packages to keep. To remove all packages, add --allow-empty.\n";
    assert_eq!((code, err.as_str()), (2, refused));
    assert!(machine.text("c/bar.yaml").starts_with("schema"), "nothing is written");
    let (code, out, err) = machine.args(&["prune", "c", "--keep", "zz", "--allow-empty", "--diff"]);
    assert!(code == 0 && err.starts_with(&format!("warning: {unknown}")), "{err}");
    assert!(["-name: foo\n", "-name: bar\n"].iter().all(|line| out.contains(line)), "{out}");
    let (code, _, err) = machine.args(&["prune", "c", "--keep", "foo,zz"]);
    let expected = format!("warning: {unknown}removed 1 package (bar); removed c/bar.yaml\n");
    assert_eq!((code, err), (0, expected));
    let (code, _, err) = machine.args(&["prune", "c", "--keep", "foo"]);
    assert_eq!((code, err.as_str()), (0, "nothing to change; no file was written\n"));
    assert_eq!(machine.args(&["prune", "c", "--keep", "foo", "--quiet"]).2, "");
    assert!(!machine.files.contains_key("c/bar.yaml"), "a file without documents is removed");
    assert_eq!(machine.text("c/catalog.yaml"), CATALOG);
    machine.stdin = CATALOG.as_bytes().to_vec();
    let (code, out, err) = machine.args(&["rm", "-", "foo"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", "removed 1 package (foo)\n"));
}

#[test]
fn bundles_are_named_by_image_or_name() {
    let mut machine = machine(&bundle("1.1.0", "foo.v1.0.0"));
    assert_eq!(machine.args(&["add", "b1.1.0", "--to", "c"]).0, 0);
    for name in ["quay.io/x/foo:1.0.0", "foo.v1.0.0"] {
        let (code, out, err) = machine.args(&["deprecate-truncate", "c", name, "--diff"]);
        assert_eq!(code, 0, "{err}");
        assert!(out.contains("-- name: foo.v1.0.0\n"), "{out}");
    }
    let (code, _, err) = machine.args(&["deprecate-truncate", "c", "foo.v1.1.1"]);
    assert!(code == 1 && err.ends_with("did you mean `foo.v1.1.0`?\n"), "{err}");
    let (code, _, err) = machine.args(&["deprecate-truncate", "c", "foo.v1.1.0"]);
    let text = "error deprecating bundle foo.v1.1.0: Bundle deprecation causing default channel removal";
    assert_eq!((code, err), (1, format!("olmkit: {text}\n")));
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    bundles: BTreeMap<String, Recorded>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Recorded {
    image: String,
    files: BTreeMap<String, String>,
}

/// The values of an option in the recorded calls.
fn values<'a>(args: &'a [String], option: &str) -> Vec<&'a str> {
    args.windows(2).filter(|pair| pair[0] == option).map(|pair| pair[1].as_str()).collect()
}

#[test]
fn exports_are_those_of_opm() {
    let lines: Vec<Line> = cases("registry/index-export.jsonl", Least { own: 3, shared: 6 }, |_| true);
    let mut bundles = &BTreeMap::new();
    let mut tried = 0;
    for line in &lines {
        if !line.bundles.is_empty() {
            bundles = &line.bundles;
            continue;
        }
        let mut machine = Memory::default();
        machine.files.insert("c/catalog.yaml".to_owned(), Vec::new());
        let mut given = Vec::new();
        for (key, bundle) in bundles {
            for (path, text) in &bundle.files {
                machine.files.insert(format!("{key}/{path}"), text.clone().into_bytes());
            }
            let (code, _, err) = machine.args(&["add", key, "--to", "c", "--image", &bundle.image]);
            assert_eq!(code, 0, "{err}");
            given.extend(["--bundle".to_owned(), format!("{}={key}", bundle.image)]);
        }
        let packages = values(&line.args, "-p");
        let output = values(&line.args, "-f").first().copied().unwrap_or("downloaded");
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let args = [&["export", "c", "--output", output], &packages[..], &given[..]].concat();
        let (code, _, err) = machine.args(&args);
        // opm writes an empty package if there is none, and exports databases only.
        if ["unknown", "fbc"].contains(&line.name.as_str()) {
            assert_eq!(code == 1, line.name == "unknown", "{err}");
            continue;
        }
        let shown = |(path, text): (&String, &Vec<u8>)| {
            let is_manifest = path.ends_with("package.yaml");
            let text = String::from_utf8(text.clone()).unwrap();
            (path.clone(), if is_manifest { text } else { format!("{} bytes", text.len()) })
        };
        let folder = format!("{output}/");
        let files = machine.files.iter().filter(|(path, _)| path.starts_with(&folder));
        assert_eq!(files.map(shown).collect::<BTreeMap<_, _>>(), line.files, "{}: {err}", line.name);
        tried += 1;
    }
    assert!(tried >= 2, "{tried} exports");
}

#[test]
fn inline_objects_are_exported_without_the_image() {
    let mut machine = machine(&bundle("1.1.0", "foo.v1.0.0"));
    let (_, out, _) = machine.args(&["render", "b1.1.0", "-o", "json"]);
    let text = CATALOG.split("---\nschema: olm.bundle").next().unwrap().replace("1.0.0", "1.1.0");
    machine.files.insert("d/catalog.yaml".to_owned(), text.into_bytes());
    machine.files.insert("d/bundle.json".to_owned(), out.into_bytes());
    let (code, _, err) = machine.args(&["export", "d", "foo"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(err, "exported 1 package; wrote 2 files to downloaded\n");
    assert_eq!(machine.args(&["export", "d", "foo", "--quiet"]).2, "");
    let (code, _, err) = machine.args(&["export", "d", "foo", "--bundle", "quay.io/x/foo:1.1=b1.1.0"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.starts_with("olmkit: unknown image `quay.io/x/foo:1.1`"), "{err}");
    let (code, _, err) = machine.args(&["export", "d", "fooo"]);
    assert_eq!((code, err.as_str()), (1, "olmkit: d: unknown package `fooo`; did you mean `foo`?\n"));
    let csv = machine.files.get("downloaded/foo/1.1.0/foo.v1.1.0.clusterserviceversion.yaml");
    assert!(csv.is_some_and(|csv| csv.windows(6).any(|part| part == b"1.1.0\"")));
}

#[test]
fn a_changed_copy_goes_into_another_folder() {
    let mut machine = machine(&[("c/bar.yaml".to_owned(), CATALOG.replace("foo", "bar"))]);
    let before = machine.files.clone();
    let (code, out, err) = machine.args(&["rm", "c", "bar", "--output", "out"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert_eq!(err, "removed 1 package (bar); wrote the catalog to out\n");
    assert!(before.iter().all(|(path, text)| machine.files.get(path) == Some(text)), "c stays as it is");
    assert_eq!(machine.text("out/catalog.yaml"), CATALOG);
    assert!(!machine.files.contains_key("out/bar.yaml"), "files without documents are not written");
    let (code, _, err) = machine.args(&["rm", "c", "foo", "bar", "--output", "none"]);
    let expected = "removed 2 packages (bar, foo); no document is left, so no file was written\n";
    assert_eq!((code, err.as_str()), (0, expected));
    let (code, _, err) = machine.args(&["prune", "c", "--keep", "foo", "-o", "out"]);
    assert_eq!((code, err.as_str()), (2, "olmkit: output dir \"out\" must be empty\n"));
}

#[test]
fn what_is_refused_can_be_left_out() {
    let mut machine = machine(&[("c/bar.yaml".to_owned(), CATALOG.replace("foo", "bar"))]);
    let (code, _, err) = machine.args(&["rm", "c", "zz", "bar", "--permissive"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("skipped: the catalog has no package `zz`\n"), "{err}");
    assert!(!machine.files.contains_key("c/bar.yaml"));
}
