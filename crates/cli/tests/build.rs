//! Building, pushing and copying images, with Debian's registry and with skopeo as a reader.
#![cfg(feature = "native")]

use std::process::Command;

use crate::common::tar_of;
use crate::registry::{CATALOG, Machine, upload};
use olmkit_testing::{Admits, Answer, ImageSpec, LayerEntry, RealRegistry, Request, Server, Store, USER, digest, have};
use serde_json::{Value, json};

const LABEL: &str = "operators.operatorframework.io.index.configs.v1";

fn machine() -> Machine {
    let machine = Machine::new();
    machine.write("catalog/foo/catalog.yaml", CATALOG);
    machine.write("catalog/.indexignore", "README.md\n");
    machine.write("catalog/README.md", "Not a document");
    machine
}

fn skopeo(args: &[&str]) -> String {
    let output = Command::new("skopeo").arg("--insecure-policy").args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_opm_rejects_is_not_built() {
    let machine = machine();
    machine.write("bad/catalog.yaml", "note");
    let (_, _, err) = machine.run(&["build", "bad", "--tag", "quay.io/x/c:1", "--output", "c.tar"]);
    let found = machine.run(&["validate", "bad", "--format", "concise"]).1;
    assert!(found.starts_with("bad/catalog.yaml:1:1: error: ") && err.contains(&found), "{err}");
    machine.write("bad/catalog.yaml", "schema: olm.package\nname: foo\n");
    let (code, out, err) = machine.run(&["build", "bad", "--tag", "quay.io/x/c:1", "--output", "c.tar"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("olmkit: bad: opm rejects the catalog") && err.contains("default channel"), "{err}");
    assert!(!machine.path("c.tar").exists());
    let (code, _, err) = machine.run(&["build", "catalog", "--tag", "quay.io/x/c:1"]);
    assert!(code == 2 && err.contains("--push") && err.contains("--output"), "{err}");
    let (code, _, err) = machine.run(&["build", "catalog", "--tag", "c:1", "--output", "c.tar"]);
    assert!(code == 2 && err.starts_with("olmkit: --tag c:1: the name has no registry"), "{err}");
}

#[test]
fn a_bundle_that_opm_rejects_is_not_built() {
    let machine = machine();
    for (path, text) in olmkit_bundle::sample::files() {
        machine.write(&format!("bundle/{path}"), &text);
    }
    std::fs::remove_file(machine.path("bundle/metadata/annotations.yaml")).unwrap();
    machine.write("bundle/metadata/other.yaml", "a: b\n");
    let (code, out, err) = machine.run(&["bundle", "build", "bundle", "--tag", "quay.io/x/b:1", "--output", "b.tar"]);
    assert_eq!((code, out.as_str()), (1, ""));
    let mut lines = err.lines();
    assert_eq!(lines.next(), Some("olmkit: bundle: opm rejects the bundle, so its image is not built"));
    assert_eq!(lines.next_back(), Some("hint: To build it anyway, add --no-validate."));
    let lines: Vec<&str> = lines.collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("bundle") && line.ends_with(']')), "{err}");
    let suites = "opm-format,opm-content,opm-render";
    let (_, found, _) = machine.run(&["bundle", "validate", "--suite", suites, "-f", "json", "bundle"]);
    let report: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(report["summary"]["errors"], lines.len(), "{err}");
    assert!(!machine.path("b.tar").exists());
    std::fs::remove_file(machine.path("bundle/metadata/other.yaml")).unwrap();
    for (path, text) in olmkit_bundle::sample::files().into_iter().filter(|(path, _)| !path.contains("crd")) {
        machine.write(&format!("bundle/{path}"), &text);
    }
    machine.write("bundle/manifests/namespace.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n");
    assert_eq!(machine.run(&["bundle", "validate", "--suite", "opm-format,opm-render", "bundle"]).0, 0, "the content");
    let build = ["bundle", "build", "bundle", "--tag", "quay.io/x/b:1", "--output", "b.tar"];
    let (code, _, err) = machine.run(&build);
    assert!(code == 1 && err.contains("bundle/manifests/namespace.yaml:") && !machine.path("b.tar").exists(), "{err}");
    let not_rendered = |(path, text): (String, String)| (path, text.replace("version: 1.0.0", "version: 1.0"));
    for (path, text) in olmkit_bundle::sample::files().into_iter().map(not_rendered) {
        machine.write(&format!("bundle/{path}"), &text);
    }
    let (code, _, err) = machine.run(&build);
    assert!(code == 1 && err.contains("[layout-not-rendered]") && !machine.path("b.tar").exists(), "{err}");
    let (code, out, err) = machine.run(&[&build[..], &["--no-validate"]].concat());
    assert!(code == 0 && out.starts_with("quay.io/x/b@sha256:") && machine.path("b.tar").exists(), "{err}");
}

#[test]
fn a_bundle_is_not_a_catalog() {
    let machine = machine();
    for (path, text) in olmkit_bundle::sample::files() {
        machine.write(&format!("bundle/{path}"), &text);
    }
    let (code, _, err) = machine.run(&["build", "bundle", "--tag", "quay.io/x/c:1", "--output", "c.tar"]);
    assert!(code == 1 && err.ends_with("hint: bundle is a bundle. Run `olmkit bundle build bundle`.\n"), "{err}");
    assert!(err.lines().all(|line| line.chars().count() <= 501), "{err}");
    let build = ["bundle", "build", "bundle", "--tag", "quay.io/x/b:1", "--output", "b.tar", "--platform"];
    let (code, _, err) = machine.run(&[&build[..], &["nonsense"]].concat());
    assert!(code == 2 && err.starts_with("olmkit: --platform nonsense: expected OS/ARCHITECTURE"), "{err}");
    assert_eq!(machine.run(&[&build[..], &["linux/arm64"]].concat()).0, 0);
    let archive = std::fs::read(machine.path("b.tar")).unwrap();
    assert!(String::from_utf8_lossy(&archive).contains("\"architecture\":\"arm64\""));
    let (code, _, err) = machine.run(&["copy", "catalog", "x.tar"]);
    assert!(code == 2 && err.contains("has no OCI layout") && err.contains("`olmkit build`"), "{err}");
}

/// Writes an image for two architectures to the folder `layout`. Returns the digest of its index.
fn write_layout_of_two(machine: &Machine) -> String {
    let mut store = Store::default();
    let spec = |architecture: &str| ImageSpec {
        architecture: Some(architecture.to_owned()),
        layers: vec![vec![LayerEntry::file("bin/opm", architecture)]],
        ..ImageSpec::default()
    };
    let platform = |architecture: &str| json!({ "os": "linux", "architecture": architecture });
    let index = store.index(false, &[(platform("amd64"), spec("amd64")), (platform("arm64"), spec("arm64"))]);
    store.write_layout(&machine.path("layout"), &index);
    index["digest"].as_str().unwrap().to_owned()
}

#[test]
fn the_image_for_a_platform_is_copied() {
    let machine = machine();
    let index = write_layout_of_two(&machine);
    let copy = |to: &str, platform: &str| machine.run(&["copy", "layout", to, "--platform", platform]);
    let (code, out, err) = copy("arm", "linux/arm64");
    assert_eq!(code, 0, "{err}");
    assert_ne!(out.trim(), index);
    let blobs = std::fs::read_dir(machine.path("arm/blobs/sha256")).unwrap().count();
    assert_eq!(blobs, 3, "a manifest, a configuration and a layer");
    let (code, _, err) = copy("s390x", "linux/s390x");
    assert!(code == 2 && err.contains("no image found in image index"), "{err}");
    let (code, _, err) = copy("x", "nonsense");
    assert!(code == 2 && err.starts_with("olmkit: --platform nonsense: "), "{err}");
}

#[test]
fn an_archive_contains_the_catalog() {
    let machine = machine();
    let build = |output: &str| machine.run(&["build", "catalog", "--tag", "quay.io/x/c:1", "--output", output]);
    let (code, first, err) = build("first.tar");
    assert_eq!((code, err.as_str()), (0, "wrote first.tar\n"));
    assert!(first.starts_with("quay.io/x/c@sha256:"), "{first}");
    assert_eq!(build("second.tar").1, first);
    let bytes = |path: &str| std::fs::read(machine.path(path)).unwrap();
    assert_eq!(bytes("first.tar"), bytes("second.tar"));
    let mut dated = machine.command(&["build", "catalog", "--tag", "quay.io/x/c:1", "--output", "third.tar"]);
    let dated = dated.env("SOURCE_DATE_EPOCH", "86400").output().unwrap();
    assert_ne!(String::from_utf8(dated.stdout).unwrap(), first);
    assert_eq!(machine.run(&["validate", "first.tar"]).0, 0);
    assert_eq!(machine.run(&["render", "first.tar"]).1, machine.run(&["render", "catalog"]).1);
    // The image is a catalog too, and building from it gives the same image.
    assert_eq!(machine.run(&["build", "first.tar", "--tag", "quay.io/x/c:1", "--output", "again.tar"]).1, first);
    if have(&["skopeo"]) {
        let archive = format!("oci-archive:{}", machine.path("first.tar").display());
        let seen: Value = serde_json::from_str(&skopeo(&["inspect", &archive])).unwrap();
        assert_eq!(seen["Labels"], json!({ LABEL: "/configs" }));
        let docker = format!("docker-archive:{}", machine.path("first.tar").display());
        assert!(skopeo(&["inspect", &docker]).contains(LABEL));
    }
}

#[test]
fn a_name_and_labels_fit_the_image() {
    let machine = machine();
    let other = format!("example.com/a/catalog@sha256:{}", "0".repeat(64));
    let (code, _, err) = machine.run(&["build", "catalog", "--tag", &other, "--output", "other.tar"]);
    assert!(
        code == 2 && err.contains("has another digest than the image (sha256:") && !machine.path("other.tar").exists(),
        "{err}"
    );
    let label = format!("{LABEL}=/elsewhere");
    let build = ["build", "catalog", "--tag", "example.com/a/catalog:v1", "--output", "other.tar", "--label", &label];
    let (code, _, err) = machine.run(&build);
    assert!(code == 2 && err.contains("the path of the catalog. Remove the option."), "{err}");
    let docker = "docker.io/library/catalog:v1 for docker, localhost/catalog:v1 for podman.";
    for (name, help, of_tag) in [
        ("catalog:v1", "docker.io/library/NAME:TAG", docker),
        ("docker.io/catalog:v1", "docker.io/library/NAME:TAG", "docker.io/library/catalog:v1"),
        ("example.com/a/catalog", "Add :TAG or @DIGEST.", "Add one, for example example.com/a/catalog:v1."),
        ("example.com/a/Catalog:v1", "in lower case", "in lower case"),
    ] {
        // The name is checked before the catalog is read.
        let (code, _, err) = machine.run(&["build", "no-catalog", "--output", "other.tar", "--tag", name]);
        assert!(code == 2 && err.contains(of_tag), "{err}");
        let (code, _, err) = machine.run(&["bundle", "build", "no-bundle", "--push", "--tag", name]);
        assert!(code == 2 && err.contains("--tag") && !err.contains("no-bundle"), "{err}");
        let (code, _, err) = machine.run(&["list", "packages", name]);
        assert!(code == 2 && err.contains(help) && err.matches("olmkit: ").count() == 1, "{err}");
    }
}

#[test]
fn the_name_of_an_archive_determines_its_format() {
    let machine = machine();
    for (command, output) in [
        (&["build", "catalog", "--tag", "quay.io/x/c:1", "--output"][..], "c.tar.gz"),
        (&["bundle", "build", "bundle", "--tag", "quay.io/x/c:1", "--output"], "c.tgz"),
        (&["copy", "c.tar"], "d.zip"),
        (&["compose", "catalog.yaml", "--no-push", "--output"], "c.tar.zst"),
    ] {
        let (code, out, err) = machine.run(&[command, &[output]].concat());
        let expected = format!(
            "olmkit: {output}: image archives are written without compression. Use a name that ends in .tar.\n"
        );
        assert_eq!((code, out.as_str(), err), (2, "", expected));
        let (code, out, err) = machine.run(&[command, &["-"]].concat());
        assert!(code == 2 && out.is_empty() && err.contains("is not written to standard output"), "{err}");
        assert!(!machine.path(output).exists() && !machine.path("-").exists());
    }
}

#[test]
fn a_platform_applies_to_the_image_that_is_built() {
    let machine = machine();
    let build = |output: &str, more: &[&str]| {
        let build = ["build", "catalog", "--tag", "quay.io/x/c:1", "--output", output];
        machine.run(&[&build, more].concat())
    };
    assert_eq!(build("arm.tar", &["--platform", "linux/arm/v7"]).0, 0);
    let (code, _, err) = build("other.tar", &["--platform", "arm"]);
    assert!(code == 2 && err.contains("--platform arm: expected OS/ARCHITECTURE"), "{err}");
    assert!(!machine.path("other.tar").exists());
    let files = |path: &str| olmkit_cli_files(&machine.path(path));
    let manifest: Value = serde_json::from_slice(&files("arm.tar")["manifest.json"]).unwrap();
    let config: Value = serde_json::from_slice(&files("arm.tar")[manifest[0]["Config"].as_str().unwrap()]).unwrap();
    assert_eq!(
        (&config["architecture"], &config["variant"], &config["os"]),
        (&json!("arm"), &json!("v7"), &json!("linux"))
    );
    // The image of the base that fits.
    let mut store = Store::default();
    let of = |architecture: &str| ImageSpec { architecture: Some(architecture.to_owned()), ..ImageSpec::default() };
    let platform = |architecture: &str| json!({ "os": "linux", "architecture": architecture });
    let index = store.index(false, &[(platform("amd64"), of("amd64")), (platform("arm64"), of("arm64"))]);
    store.tag("1", &index);
    let server = Server::new(move |request| store.answer(request));
    let base = format!("{}/a/b:1", server.host());
    let on_base = ["--use-http", "-i", &base];
    assert_eq!(build("all.tar", &on_base).0, 0);
    assert!(!files("all.tar").contains_key("manifest.json"), "an index");
    let (code, _, err) = build("arm64.tar", &[&on_base[..], &["--platform", "linux/arm64"]].concat());
    assert_eq!(code, 0, "{err}");
    let manifest: Value = serde_json::from_slice(&files("arm64.tar")["manifest.json"]).unwrap();
    let config: Value = serde_json::from_slice(&files("arm64.tar")[manifest[0]["Config"].as_str().unwrap()]).unwrap();
    assert_eq!(config["architecture"], "arm64");
    let (code, _, err) = build("s390x.tar", &[&on_base[..], &["--platform", "linux/s390x"]].concat());
    assert!(code == 2 && err.contains("no image found in image index for architecture \"s390x\""), "{err}");
}

/// A base may be whatever `copy` reads: the images are the same, and nothing is asked of a registry.
#[test]
fn a_base_image_may_be_an_archive_or_a_folder() {
    let machine = machine();
    write_layout_of_two(&machine);
    assert_eq!(machine.run(&["copy", "layout", "base.tar"]).0, 0);
    let build = |base: &str| {
        machine.run(&["build", "catalog", "--tag", "quay.io/x/c:1", "--output", "made.tar", "--base-image", base])
    };
    let (code, of_folder, err) = build("./layout");
    assert_eq!(code, 0, "{err}");
    for base in ["base.tar", "oci-archive:base.tar"] {
        assert_eq!(build(base), (0, of_folder.clone(), "wrote made.tar\n".to_owned()));
    }
    assert_ne!(build("scratch").1, of_folder);
    for (base, reason) in [
        ("catalog", "--base-image: catalog: the folder has no OCI layout: index.json is missing"),
        ("./none", "--base-image: ./none: no such file or directory"),
        ("", "--base-image: expected an image"),
        ("dir:layout", "--base-image: `dir:` is not supported. Use an image of a registry"),
        ("catalog/README.md", "--base-image: catalog/README.md: not a valid archive"),
        ("opm:latest", "--base-image: opm:latest: no such file or directory\nIf you mean an image: the name lacks"),
        ("alpine", "--base-image: alpine: no such file or directory\nIf you mean an image: the name lacks"),
    ] {
        let (code, out, err) = build(base);
        assert!((code, out.as_str()) == (2, "") && err.starts_with(&format!("olmkit: {reason}")), "{base}: {err}");
    }
}

#[test]
fn a_base_image_for_another_platform_is_named() {
    let machine = machine();
    let mut store = Store::default();
    let spec = ImageSpec { architecture: Some("arm64".to_owned()), ..ImageSpec::default() };
    let image = store.image(&spec);
    store.tag("1", &image);
    let server = Server::new(move |request| store.answer(request));
    let base = format!("{}/a/b:1", server.host());
    let build = |platform: &[&str]| {
        let build = ["build", "catalog", "--tag", "quay.io/x/c:1", "--output", "c.tar", "--use-http", "-i", &base];
        machine.run(&[&build, platform].concat())
    };
    let (code, _, err) = build(&["--platform", "linux/amd64"]);
    assert_eq!(code, 0, "{err}");
    let expected = format!("olmkit: {base}: the base image is for linux/arm64 and has no image for linux/amd64. ");
    assert!(err.starts_with(&expected), "{err}");
    for fitting in [&["--platform", "linux/arm64"][..], &[]] {
        assert_eq!(build(fitting).2, "wrote c.tar\n", "{fitting:?}");
    }
}

#[test]
fn a_base_image_without_a_platform_is_named() {
    let machine = machine();
    let mut store = Store::default();
    let image = store.image(&ImageSpec { architecture: Some(String::new()), ..ImageSpec::default() });
    store.tag("1", &image);
    let server = Server::new(move |request| store.answer(request));
    let base = format!("{}/a/b:1", server.host());
    let build = ["build", "catalog", "--tag", "quay.io/x/c:1", "--output", "c.tar", "--use-http", "-i", &base];
    let (code, _, err) = machine.run(&[&build[..], &["--platform", "linux/amd64"]].concat());
    assert_eq!(code, 0, "{err}");
    let expected = format!(
        "olmkit: {base}: the base image does not say its platform, so the image of the catalog does not either. Use a base \
         image that is built for linux/amd64.\n"
    );
    assert!(err.starts_with(&expected), "{err}");
}

/// The fields that Docker adds to a configuration, and descriptors without a media type.
#[test]
fn a_base_image_keeps_fields_that_are_not_known() {
    let machine = machine();
    let docker = json!({ "Healthcheck": { "Test": ["NONE"] }, "OnBuild": ["RUN x"], "Shell": ["sh"], "User": "7" });
    let config = json!({ "architecture": "amd64", "config": docker.clone(), "docker_version": "20.10", "os": "linux",
        "rootfs": { "type": "layers", "diff_ids": [] } })
    .to_string()
    .into_bytes();
    let described = json!({ "digest": digest(&config), "size": config.len() });
    let manifest = json!({ "schemaVersion": 2, "config": described, "layers": [] }).to_string().into_bytes();
    let mut store = Store::default();
    store.blobs.insert(digest(&config), config);
    store.manifests.insert("1".to_owned(), ("application/vnd.oci.image.manifest.v1+json".to_owned(), manifest));
    let server = Server::new(move |request| store.answer(request));
    let base = format!("{}/a/b:1", server.host());
    let build = ["build", "catalog", "--tag", "quay.io/x/c:1", "--output", "c.tar", "--use-http", "-i", &base];
    assert_eq!(machine.run(&build).2, "wrote c.tar\n");
    let files = olmkit_cli_files(&machine.path("c.tar"));
    let built = files.values().filter_map(|content| serde_json::from_slice::<Value>(content).ok());
    let built = built.into_iter().find(|found| found["docker_version"] == "20.10").unwrap();
    for (key, value) in docker.as_object().unwrap() {
        assert_eq!(built["config"][key], *value, "{key}");
    }
    assert_eq!(built["config"]["Labels"][LABEL], "/configs");
}

/// The files of an image archive.
fn olmkit_cli_files(path: &std::path::Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut archive = tar::Archive::new(std::fs::File::open(path).unwrap());
    let read = |mut entry: tar::Entry<'_, std::fs::File>| {
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut entry, &mut content).unwrap();
        (entry.path().unwrap().display().to_string(), content)
    };
    archive.entries().unwrap().map(|entry| read(entry.unwrap())).collect()
}

#[test]
fn what_cannot_be_written_leaves_what_was_there() {
    let machine = machine();
    let build = |output: &str| machine.run(&["build", "catalog", "--tag", "quay.io/x/c:1", "--output", output]);
    assert_eq!(build("c.tar").0, 0);
    // A file of the layout cannot replace a directory.
    std::fs::create_dir_all(machine.path("out/oci-layout")).unwrap();
    let (code, out, err) = machine.run(&["copy", "c.tar", "out"]);
    assert_eq!((code, out.as_str(), err.as_str()), (2, "", "olmkit: out/oci-layout: is a directory\n"));
    let left: Vec<_> = machine.path("out").read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["oci-layout"]);
    assert_eq!(machine.run(&["copy", "c.tar", "new/out"]).0, 0);
    assert!(machine.path("new/out/index.json").exists());
    // An archive is replaced only when the new one has been written completely.
    machine.write("old.tar", "old");
    let limited = format!("ulimit -f 1; exec {} copy c.tar old.tar", env!("CARGO_BIN_EXE_olmkit"));
    let ended = Command::new("sh").args(["-c", &limited]).current_dir(machine.path("")).output().unwrap();
    assert!(!ended.status.success(), "{ended:?}");
    assert_eq!(std::fs::read(machine.path("old.tar")).unwrap(), b"old");
    let (code, _, err) = machine.run(&["copy", "c.tar", "/dev/full/c.tar"]);
    assert!(code == 2 && err.starts_with("olmkit: /dev/full/c.tar: "), "{err}");
}

/// An archive names its image only by a tag: container engines refuse paths and digests there.
#[test]
fn an_archive_has_the_tag_of_its_image() {
    let machine = machine();
    assert_eq!(machine.run(&["build", "catalog", "--tag", "docker://quay.io/x/c:1", "--output", "c.tar"]).0, 0);
    assert_eq!(machine.run(&["copy", "c.tar", "d.tar"]).0, 0);
    for (archive, tags) in [("c.tar", json!(["quay.io/x/c:1"])), ("d.tar", json!([]))] {
        let files = olmkit_cli_files(&machine.path(archive));
        let [list, index] =
            ["manifest.json", "index.json"].map(|path| -> Value { serde_json::from_slice(&files[path]).unwrap() });
        assert_eq!(list[0]["RepoTags"], tags);
        let name = &index["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"];
        assert_eq!(*name, if tags == json!([]) { Value::Null } else { json!("1") });
    }
}

#[test]
fn what_docker_saves_is_copied() {
    let machine = machine();
    for (from, expected) in [
        ("docker-daemon:foo:1", "`docker-daemon:` is not supported. Use an image of a registry"),
        ("docker-archive:gone.tar:foo:1", "gone.tar:foo:1: no such file or directory"),
    ] {
        let (code, _, err) = machine.run(&["copy", from, "x.tar"]);
        assert!(code == 2 && err.contains(expected), "{err}");
    }
    assert_eq!(machine.run(&["build", "catalog", "--tag", "quay.io/x/c:1", "--output", "c.tar"]).0, 0);
    let (code, _, err) = machine.run(&["copy", "c.tar", "docker-archive:d.tar"]);
    assert!(code == 2 && err.contains("`docker-archive:` is not supported here."), "{err}");
    let files = olmkit_cli_files(&machine.path("c.tar"));
    let mut list: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    let mut other = list[0].clone();
    other["RepoTags"] = json!(["bar:2"]);
    list.as_array_mut().unwrap().push(other);
    // The same files without the OCI layout and with a second image.
    let list = list.to_string().into_bytes();
    let files = files.iter().filter(|(path, _)| *path != "index.json" && *path != "oci-layout");
    let files: Vec<_> =
        files.map(|(path, content)| (path, if path == "manifest.json" { &list } else { content })).collect();
    std::fs::write(machine.path("saved.tar"), tar_of(&files)).unwrap();
    let (code, _, err) = machine.run(&["copy", "saved.tar", "d.tar"]);
    let help =
        "the archive has 2 images\nSelect one as docker-archive:FILE:NAME. The archive has quay.io/x/c:1, bar:2.\n";
    assert!(code == 2 && err.contains(help), "{err}");
    assert_eq!(machine.run(&["copy", "docker-archive:saved.tar:bar:2", "d.tar"]).0, 0);
    assert_eq!(machine.run(&["render", "d.tar"]).1, machine.run(&["render", "catalog"]).1);
    let (code, _, err) = machine.run(&["render", "saved.tar"]);
    assert!(code == 2 && err.contains("the archive has 2 images (quay.io/x/c:1, bar:2)"), "{err}");
    if have(&["skopeo"]) {
        let of = |kind: &str, name: &str| format!("{kind}:{}", machine.path(name).display());
        skopeo(&["copy", &of("oci-archive", "c.tar"), &of("docker-archive", "by-skopeo.tar")]);
        assert_eq!(machine.run(&["copy", "by-skopeo.tar", "e.tar"]).0, 0);
        assert_eq!(machine.run(&["render", "e.tar"]).1, machine.run(&["render", "catalog"]).1);
        assert!(skopeo(&["inspect", &of("oci-archive", "e.tar")]).contains(LABEL));
    }
}

#[test]
fn images_are_pushed_and_copied() {
    if !have(&["docker-registry", "skopeo"]) {
        return;
    }
    let machine = machine();
    let registry = RealRegistry::start(&machine.path("registry"), false, Admits::User);
    let reference = |name: &str| format!("{}/{name}", registry.host);
    let build = ["build", "catalog", "--use-http", "--push", "--tag", &reference("team/catalog:v1")];
    let (code, _, err) = machine.run(&build);
    assert!(code == 2 && err.contains("pushing to docker://") && err.contains("olmkit found no credentials"), "{err}");
    // `user:secret`
    let auth = format!("{{\"auths\":{{\"{}\":{{\"auth\":\"dXNlcjpzZWNyZXQ=\"}}}}}}", registry.host);
    machine.write(".config/containers/auth.json", auth);
    let (code, pushed, err) = machine.run(&build);
    assert_eq!(code, 0, "{err}");
    assert_eq!(machine.run(&["render", "--use-http", pushed.trim()]).1, machine.run(&["render", "catalog"]).1);
    let credentials = format!("{}:{}", USER.0, USER.1);
    let inspect = |name: &str| -> Value {
        let to = format!("docker://{}", reference(name));
        serde_json::from_str(&skopeo(&["inspect", "--raw", "--tls-verify=false", "--creds", &credentials, &to]))
            .unwrap()
    };
    assert_eq!(inspect("team/catalog:v1")["layers"].as_array().unwrap().len(), 1);

    let digest = pushed.trim().split_once('@').unwrap().1;
    let copies = ["copy.tar", "layout", &reference("other/catalog:v2")];
    let mut from = reference("team/catalog:v1");
    for to in copies {
        let (code, out, err) = machine.run(&["copy", "--use-http", &from, to]);
        assert_eq!((code, out.trim()), (0, digest), "{to}: {err}");
        to.clone_into(&mut from);
    }
    assert_eq!(inspect("other/catalog:v2"), inspect("team/catalog:v1"));
    let untagged = reference("team/catalog");
    let (code, _, err) = machine.run(&["copy", "copy.tar", &untagged]);
    assert!(code == 2 && err.ends_with("Add :TAG or @DIGEST.\n") && !machine.path(&untagged).exists(), "{err}");
    let (code, _, err) = machine.run(&["copy", "copy.tar", "layout"]);
    assert!(code == 2 && err.contains("layout: already contains an image"), "{err}");

    for (path, text) in olmkit_bundle::sample::files() {
        machine.write(&format!("bundle/{path}"), &text);
    }
    let bundle = reference("team/foo:v2");
    let (code, _, err) = machine.run(&["bundle", "build", "bundle", "--use-http", "--push", "--tag", &bundle]);
    assert_eq!(code, 0, "{err}");
    let rendered = machine.run(&["render", "--use-http", &bundle]).1;
    assert_eq!(rendered, machine.run(&["render", "bundle", "--image", &bundle]).1);
}

#[test]
fn every_platform_of_a_base_is_built_on() {
    if !have(&["docker-registry", "skopeo"]) {
        return;
    }
    let machine = machine();
    let registry = RealRegistry::start(&machine.path("registry"), false, Admits::All);
    let base = format!("{}/base:1", registry.host);
    let spec = |architecture: &str| ImageSpec {
        architecture: Some(architecture.to_owned()),
        labels: Some([("base".to_owned(), architecture.to_owned())].into()),
        layers: vec![vec![LayerEntry::file("bin/opm", architecture)]],
        ..ImageSpec::default()
    };
    for format in ["oci", "docker"] {
        let mut store = Store::default();
        let platform = |architecture: &str| json!({ "os": "linux", "architecture": architecture });
        let of = |architecture: &str| ImageSpec { format: format.to_owned(), ..spec(architecture) };
        let images = [(platform("amd64"), of("amd64")), (platform("arm64"), of("arm64"))];
        let index = store.index(format == "docker", &images);
        let layout = machine.path(format);
        store.write_layout(&layout, &index);
        let (code, _, err) = machine.run(&["copy", "--use-http", format, &base]);
        assert_eq!(code, 0, "{err}");
        let tag = format!("{}/made:{format}", registry.host);
        let (code, made, err) =
            machine.run(&["build", "catalog", "--use-http", "--push", "--tag", &tag, "--base-image", &base]);
        assert_eq!(code, 0, "{err}");
        for architecture in ["amd64", "arm64"] {
            let platform = format!("linux/{architecture}");
            let (_, out, err) = machine.run(&["render", "--use-http", "--platform", &platform, &tag]);
            assert_eq!(out, machine.run(&["render", "catalog"]).1, "{err}");
            let seen =
                skopeo(&["inspect", "--tls-verify=false", "--override-arch", architecture, &format!("docker://{tag}")]);
            let seen: Value = serde_json::from_str(&seen).unwrap();
            assert_eq!(seen["Labels"], json!({ "base": architecture, LABEL: "/configs" }));
            assert_eq!(seen["Layers"].as_array().unwrap().len(), 2);
            assert!(made.starts_with(tag.rsplit_once(':').unwrap().0));
        }
    }
    // A base image for one platform.
    upload(&machine, &spec("amd64"), &base, &["--dest-tls-verify=false"]);
    let (code, _, err) =
        machine.run(&["build", "catalog", "--use-http", "-i", &base, "--tag", "quay.io/x/c:1", "-o", "one.tar"]);
    assert!(code == 0 && !err.contains("the base image has a catalog"), "{err}");
    assert_eq!(machine.run(&["render", "one.tar"]).1, machine.run(&["render", "catalog"]).1);
    // A base that is a catalog itself.
    assert_eq!(machine.run(&["copy", "--use-http", "one.tar", &base]).0, 0);
    let (code, _, err) =
        machine.run(&["build", "catalog", "--use-http", "-i", &base, "--tag", "quay.io/x/c:1", "-o", "two.tar"]);
    assert!(
        code == 0 && err.contains("These files of it are replaced: .indexignore, README.md and foo/catalog.yaml."),
        "{err}"
    );
    assert!(!err.contains("contains and serves"), "{err}");
    // Files in addition to those of the base: the resulting catalog is validated as a whole.
    machine.write("beside/other.yaml", CATALOG);
    let (code, out, err) = machine.run(&["build", "beside", "--use-http", "-i", &base, "--tag", &base, "--push"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("serves these files of it: .indexignore, README.md and foo/catalog.yaml."), "{err}");
    assert!(err.contains("opm rejects the catalog") && err.contains("duplicate package"), "{err}");
    machine.write("beside/other.yaml", CATALOG.replace("foo", "bar"));
    let (code, _, err) = machine.run(&["build", "beside", "--use-http", "-i", &base, "--tag", &base, "--push"]);
    assert!(
        code == 0 && err.contains("serves these files of it: .indexignore, README.md and foo/catalog.yaml."),
        "{err}"
    );
    assert_eq!(machine.run(&["validate", "--use-http", &base]).0, 0);
}

/// A registry that mounts blobs from `x/a` and records its requests. `mounts`: whether it mounts them.
fn taking_over(store: Store, mounts: bool) -> Server {
    Server::new(move |request: &Request| match request.method.as_str() {
        "HEAD" => Answer::new(404, ""),
        "POST" if request.path.contains("?mount=") && mounts => Answer::new(201, ""),
        "POST" => Answer::new(202, "").with("Location", "/v2/x/b/blobs/uploads/1?state=2"),
        "PUT" => Answer::new(201, ""),
        _ => store.answer(request),
    })
}

#[test]
fn blobs_of_the_same_registry_are_not_uploaded() {
    for (mounts, uploads) in [(true, 0), (false, 2)] {
        let mut store = Store::default();
        let image = store.image(&ImageSpec { layers: vec![vec![LayerEntry::file("a", "b")]], ..ImageSpec::default() });
        store.tag("1", &image);
        let server = taking_over(store, mounts);
        let (from, to) = (format!("{}/x/a:1", server.host()), format!("{}/x/b:1", server.host()));
        let (code, out, err) = Machine::new().run(&["copy", "--use-http", &from, &to]);
        assert_eq!((code, out.trim_end()), (0, image["digest"].as_str().unwrap()), "{err}");
        let requests = server.requests();
        let count = |method: &str, part: &str| {
            requests.iter().filter(|request| request.method == method && request.path.contains(part)).count()
        };
        assert_eq!(count("POST", "&from=x/a"), 2, "a layer and the configuration");
        assert_eq!((count("PUT", "/blobs/uploads/"), count("PUT", "/manifests/1")), (uploads, 1));
    }
}
