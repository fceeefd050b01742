//! `olmkit images`: which images a catalog names, and whether registries have them.
#![cfg(feature = "native")]

use crate::registry::Machine;
use olmkit_testing::{Answer, ImageSpec, Request, Server, Store};
use serde_json::{Value, json};

fn bundle(name: &str, image: &str, related: &[&str]) -> String {
    let related: String = related.iter().map(|image| format!("- {{name: r, image: '{image}'}}\n")).collect();
    format!("---\nschema: olm.bundle\npackage: foo\nname: {name}\nimage: {image}\nrelatedImages:\n{related}")
}

#[test]
fn images_are_listed_with_their_places() {
    let machine = Machine::new();
    let catalog = bundle("foo.v1", "quay.io/x/foo:1", &["ubuntu", "quay.io/x/op:1"])
        + &bundle("foo.v2", "quay.io/x/foo:2", &["quay.io/x/op:1"]);
    machine.write("catalog/catalog.yaml", catalog);
    let (code, out, err) = machine.run(&["images", "catalog"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let expected = "\
related  docker.io/library/ubuntu  foo.v1
bundle   quay.io/x/foo:1  foo.v1
bundle   quay.io/x/foo:2  foo.v2
related  quay.io/x/op:1  foo.v1, foo.v2
";
    assert_eq!(out, expected);
    let (_, out, _) = machine.run(&["images", "catalog", "--format", "json"]);
    let listed: Value = serde_json::from_str(&out).unwrap();
    let used = &listed["images"][3]["uses"][1];
    assert_eq!((&used["bundle"], &used["name"], &used["isBundle"]), (&json!("foo.v2"), &json!("r"), &json!(false)));
    assert_eq!((&used["path"], &used["range"]["start"]["line"]), (&json!("catalog/catalog.yaml"), &json!(15)));
    assert_eq!(listed["images"][3]["byDigest"], false);
}

/// A registry with one image, one index without linux/amd64, and repositories with other behavior.
fn answer(store: &Store, request: &Request) -> Answer {
    let name = request.path.strip_prefix("/v2/x/").and_then(|rest| rest.split('/').next()).unwrap_or_default();
    match name {
        "private" => Answer::new(401, "").with("WWW-Authenticate", "Basic realm=\"x\""),
        "denied" => Answer::new(403, ""),
        "broken" => Answer::new(500, ""),
        "busy" => Answer::new(429, "").with("Retry-After", "0"),
        "nohead" if request.method == "HEAD" => Answer::new(405, ""),
        _ => store.answer(request),
    }
}

#[test]
fn registries_are_asked_once_for_each_image() {
    let mut store = Store::default();
    let image = store.image(&ImageSpec::default());
    store.tag("1", &image);
    let arm = (json!({ "os": "linux", "architecture": "arm64" }), ImageSpec::default());
    let index = store.index(false, &[arm]);
    store.tag("arm", &index);
    let digest = image["digest"].as_str().unwrap().to_owned();
    let server = Server::new(move |request| answer(&store, request));
    let host = server.host();
    let at = |image: &str| format!("{host}/x/{image}");
    let here: Vec<String> = ["private:1", "denied:1", "busy:1", "nohead:1", "op:gone", "op:arm", "op:1"].map(at).into();
    let here: Vec<&str> = here.iter().map(String::as_str).collect();
    let machine = Machine::new();
    let catalog = bundle("foo.v1", &at("op:arm"), &here) + &bundle("foo.v2", &at(&format!("op@{digest}")), &here);
    machine.write("catalog/catalog.yaml", catalog);
    let (code, out, err) = machine.run(&["images", "--check", "--use-http", "catalog"]);
    assert_eq!(code, 1, "{err}");
    let verdict = |image: &str| -> Vec<&str> { out.lines().filter(|line| line.contains(&at(image))).collect() };
    assert!(verdict("op:1")[0].starts_with("exists: ") && verdict("op:1")[0].ends_with("(by tag, which may change)"));
    assert_eq!(verdict(&format!("op@{digest}")), [format!("exists: {}", at(&format!("op@{digest}")))]);
    assert_eq!(verdict("nohead:1").len(), 1);
    assert!(verdict("op:gone")[0].starts_with("catalog/catalog.yaml:11:20: missing: foo.v1: "), "{out}");
    assert_eq!(verdict("op:gone").len(), 2, "{out}");
    assert!(verdict("op:arm")[0].contains(": wrong-platform: foo.v1: "), "{out}");
    assert!(verdict("op:arm")[0].ends_with("OS \"linux\"; it has images for linux/arm64"), "{out}");
    for image in ["private:1", "denied:1", "busy:1"] {
        assert!(verdict(image)[0].contains(": not-checked: "), "{out}");
    }
    assert!(err.ends_with("8 images: 3 found, 1 missing, 1 without the platform, 3 not checked\n"), "{err}");
    let heads =
        server.requests().iter().filter(|request| request.method == "HEAD" && !request.path.contains("busy")).count();
    assert_eq!(heads, 7);
    let (code, out, _) = machine.run(&["images", "--check", "--use-http", "-f", "json", "catalog"]);
    let listed: Value = serde_json::from_str(&out).unwrap();
    let verdicts: Vec<&str> =
        listed["images"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect();
    assert_eq!((code, verdicts.iter().filter(|verdict| **verdict == "exists").count()), (1, 3));
}

#[test]
fn a_registry_that_does_not_answer_is_reported_once() {
    let server = Server::new(|_| Answer::new(200, ""));
    let gone = server.host();
    drop(server);
    let at = |image: &str| format!("{gone}/x/{image}");
    let machine = Machine::new();
    let catalog = bundle("foo.v1", &at("foo:1"), &[&at("op:1")]) + &bundle("foo.v2", &at("foo:2"), &[&at("op:1")]);
    machine.write("catalog/catalog.yaml", catalog);
    let (code, out, err) = machine.run(&["images", "--check", "catalog"]);
    let expected = format!("not-checked: {gone}: 3 images, 4 references: pinging container registry {gone}: ");
    assert!(code == 1 && out.lines().count() == 1 && out.starts_with(&expected), "{out}");
    let summary = "3 images: 0 found, 0 missing, 0 without the platform, 3 not checked\n";
    assert!(
        err.ends_with(&format!(
            "{summary}olmkit: could not check any of the images: log in to the registries, or check the network.\n"
        )),
        "{err}"
    );
    let (_, out, _) = machine.run(&["images", "--check", "-f", "json", "catalog"]);
    let listed: Value = serde_json::from_str(&out).unwrap();
    let verdicts: Vec<&Value> = listed["images"].as_array().unwrap().iter().map(|one| &one["verdict"]).collect();
    assert_eq!(verdicts, ["not-checked"; 3]);
    // The suite reports it once, at the first reference. Other severities are other findings.
    let suite = ["validate", "--suite", "images", "--select", "image-not-checked", "-f", "concise", "catalog"];
    let (_, out, _) = machine.run(&suite);
    let message = format!("info: Could not check the images of `{gone}`: pinging container registry {gone}: ");
    assert!(out.contains(&format!("catalog/catalog.yaml:5:8: {message}")), "{out}");
    assert_eq!(out.matches("image-not-checked").count(), 1, "{out}");
    machine.write("catalog/other.yaml", bundle("foo.v3", &at("foo:3"), &[]));
    machine
        .write("olmkit.yaml", "overrides:\n- files: [catalog/other.yaml]\n  severity: {image-not-checked: warning}\n");
    let (_, out, _) = machine.run(&suite);
    let expected = format!("catalog/other.yaml:5:8: warning: Could not check whether `{}` exists: ", at("foo:3"));
    assert!(out.contains(&message) && out.contains(&expected), "{out}");
}

#[test]
fn a_check_without_images_or_with_an_answer_is_not_a_failed_check() {
    let mut store = Store::default();
    let image = store.image(&ImageSpec::default());
    store.tag("1", &image);
    let server = Server::new(move |request| answer(&store, request));
    let at = |image: &str| format!("{}/x/{image}", server.host());
    let machine = Machine::new();
    machine.write("none/catalog.yaml", "schema: olm.package\nname: foo\ndefaultChannel: a\n");
    machine.write("some/catalog.yaml", bundle("foo.v1", &at("op:1"), &[&at("private:1")]));
    for (path, summary) in [("none", "0 images: 0 found"), ("some", "2 images: 1 found")] {
        let (code, _, err) = machine.run(&["images", "--check", "--use-http", path]);
        assert!(code == 0 && err.contains(summary) && !err.contains("could not check"), "{err}");
    }
}

#[test]
fn an_image_without_labels_says_what_is_needed() {
    let mut store = Store::default();
    let image = store.image(&ImageSpec::default());
    store.tag("1", &image);
    let server = Server::new(move |request| answer(&store, request));
    let image = format!("{}/x/op:1", server.host());
    let machine = Machine::new();
    let help = "image has no labels\nAn image of a catalog or a bundle is needed. ";
    let (code, _, err) = machine.run(&["render", "--use-http", &image]);
    assert!(code == 1 && err.contains(help), "{err}");
    let (code, _, err) = machine.run(&["opm", "render", "--use-http", &image]);
    assert!(code == 1 && err.ends_with("image has no labels\n"), "{err}");
}

#[test]
fn an_image_that_exists_by_digest_is_not_queried_again() {
    let mut store = Store::default();
    let image = store.image(&ImageSpec::default());
    store.tag("1", &image);
    let digest = image["digest"].as_str().unwrap().to_owned();
    let server = Server::new(move |request| answer(&store, request));
    let host = server.host();
    let gone = format!("sha256:{}", "0".repeat(64));
    let images = [format!("op@{digest}"), "op:1".to_owned(), format!("op@{gone}"), format!("private@{digest}")];
    let images: Vec<String> = images.iter().map(|image| format!("{host}/x/{image}")).collect();
    let names: Vec<&str> = images.iter().map(String::as_str).collect();
    let machine = Machine::new();
    machine.write("catalog/catalog.yaml", bundle("foo.v1", names[0], &names[1..]));
    let ask = |options: &[&str]| {
        let (code, out, err) = machine.run(&[&["images", "--check", "--use-http", "catalog"], options].concat());
        assert!(
            code == 1 && err.ends_with("4 images: 2 found, 1 missing, 0 without the platform, 1 not checked\n"),
            "{err}"
        );
        let requests = server.take().into_iter().filter(|request| request.contains("/manifests/"));
        let mut paths: Vec<String> =
            requests.map(|request| request.replace(&digest, "DIGEST").replace(&gone, "GONE")).collect();
        paths.sort();
        (out, paths)
    };
    let (first, paths) = ask(&[]);
    let others = ["HEAD /v2/x/op/manifests/1", "HEAD /v2/x/op/manifests/GONE", "HEAD /v2/x/private/manifests/DIGEST"];
    assert_eq!(paths, [&others[..1], &["HEAD /v2/x/op/manifests/DIGEST"], &others[1..]].concat());
    let (second, paths) = ask(&[]);
    assert_eq!(second, first);
    assert_eq!(paths, others, "tags, what is missing and what is not known");
    let (_, paths) = ask(&["--platform=linux/arm64"]);
    assert_eq!(paths.len(), 4, "another platform is another query");
    machine.run(&["cache", "prune", "--all"]);
    assert_eq!(ask(&[]).1.len(), 4);
}

#[test]
fn a_file_that_cannot_be_used_is_not_an_answer_of_the_registry() {
    let server = Server::new(|_| Answer::new(404, ""));
    let machine = Machine::new();
    machine.write("catalog/catalog.yaml", bundle("foo.v1", &format!("{}/x/foo:1", server.host()), &[]));
    machine.write("empty.crt", "");
    machine.write("broken.conf", "[[registry");
    let check = ["images", "--check", "catalog"];
    let (code, _, err) = machine.run(&[&check[..], &["--ca-file", "nope"]].concat());
    assert_eq!((code, err.contains("nope: no such file or directory")), (2, true), "{err}");
    let (code, _, err) = machine.run(&[&check[..], &["--ca-file", "empty.crt"]].concat());
    assert_eq!((code, err.contains("has no certificate")), (2, true), "{err}");
    let (code, _, err) = machine.run(&["validate", "--suite", "images", "--ca-file", "nope", "catalog"]);
    assert_eq!((code, err.contains("nope: no such file or directory")), (2, true), "{err}");
    let output =
        machine.command(&check).env("CONTAINERS_REGISTRIES_CONF", machine.path("broken.conf")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    machine.write(".docker/config.json", "{");
    let (code, _, err) = machine.run(&check);
    assert_eq!((code, err.contains("config.json")), (2, true), "{err}");
    // A blocked registry is not an error of the configuration, but no image is checked.
    machine.write(".docker/config.json", "{}");
    machine.write("blocked.conf", format!("[[registry]]\nlocation='{}'\nblocked=true\n", server.host()));
    let output =
        machine.command(&check).env("CONTAINERS_REGISTRIES_CONF", machine.path("blocked.conf")).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("not-checked: foo.v1") && out.contains("is blocked"), "{out}");
    let (code, _, err) = machine.run(&["images", "catalog", "--platform", "x"]);
    assert!(code == 2 && err.starts_with("olmkit: --platform x: expected OS/ARCHITECTURE"), "{err}");
}
