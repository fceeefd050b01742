//! Images of registries through the whole command line, compared with recorded output of `opm render`.
#![cfg(feature = "native")]

use crate::registry::{CATALOG, Machine, bundle, catalog};
use olmkit_testing::{ImageSpec, LayerEntry, Least, Server, Store, cases};
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
struct Case {
    name: String,
    #[serde(default)]
    r#ref: Option<String>,
    #[serde(default)]
    image: Option<Value>,
    #[serde(default)]
    index: Option<Index>,
    exit: i32,
    #[serde(default)]
    error: String,
    #[serde(default)]
    catalog: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Index {
    format: String,
    manifests: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
struct Entry {
    platform: Value,
    #[serde(flatten)]
    image: ImageSpec,
}

const PLAIN: &str = r#"{"schema":"olm.package","name":"a","defaultChannel":"x"}"#;

fn plain() -> ImageSpec {
    ImageSpec {
        labels: Some([("operators.operatorframework.io.index.configs.v1".to_owned(), "/configs".to_owned())].into()),
        layers: vec![vec![LayerEntry::file("configs/a/catalog.json", PLAIN)]],
        ..ImageSpec::default()
    }
}

/// Cases that olmkit refuses with its own message: paths that do not exist, registries that do not respond, databases.
const OWN_WORDS: [&str; 6] =
    ["ref-path-like", "ref-path-abs", "ref-empty", "ref-docker-io-library", "ref-no-port-host", "db-label"];
/// The case with `docker://` before a reference, which only opm refuses.
const ACCEPTED: [&str; 1] = ["ref-transport"];

impl Case {
    /// The images of the case in a registry.
    fn store(&self) -> (Store, String) {
        let mut store = Store::default();
        let descriptor = match (&self.image, &self.index) {
            (Some(Value::Object(image)), _) => {
                store.image(&serde_json::from_value(Value::Object(image.clone())).unwrap())
            }
            (_, Some(index)) => {
                let images: Vec<_> =
                    index.manifests.iter().map(|entry| (entry.platform.clone(), entry.image.clone())).collect();
                store.index(index.format == "docker", &images)
            }
            _ => store.image(&plain()),
        };
        store.tag("t", &descriptor);
        (store, descriptor["digest"].as_str().unwrap().to_owned())
    }

    fn check(&self) -> Result<(), String> {
        let (store, digest) = self.store();
        let server = Server::new(move |request| match request.path.contains("/im/nope/") {
            true => olmkit_testing::unknown("MANIFEST_UNKNOWN"),
            false => store.answer(request),
        });
        let given = self.r#ref.clone().unwrap_or_else(|| match self.name.strip_prefix("ref-") {
            Some(_) => self.error.split('"').nth(1).unwrap_or_default().to_owned(),
            None => format!("REG/im/{}:t", self.name),
        });
        let here = |text: &str| {
            let text = text.replace("REG/REPO:t", &given).replace("REG/im/", &format!("{}/im/", server.host()));
            text.replace("DIGEST", &digest)
        };
        let machine = Machine::new();
        let (code, out, err) = machine.run(&["render", "--use-http", &here(&given)]);
        if ACCEPTED.contains(&self.name.as_str()) {
            return if code == 0 { Ok(()) } else { Err(err) };
        }
        if self.exit == 0 {
            let mut ours: Vec<Value> =
                serde_json::Deserializer::from_str(&out).into_iter().map(Result::unwrap).collect();
            let mut theirs: Vec<Value> =
                serde_json::from_str(&here(&serde_json::to_string(&self.catalog).unwrap())).unwrap();
            for all in [&mut ours, &mut theirs] {
                all.iter_mut().for_each(simplify);
            }
            return if code == 0 && ours == theirs {
                Ok(())
            } else {
                Err(format!("{code} {out} {err}\n  not {theirs:#?}"))
            };
        }
        if code == 0 {
            return Err(format!("accepted: {out}"));
        }
        let (opm_code, opm_out, opm_err) = machine.run(&["opm", "render", "--use-http", &here(&given)]);
        let theirs = format!("Error: {}\n", here(&self.error));
        if !OWN_WORDS.contains(&self.name.as_str())
            && !theirs.contains("TMP/")
            && (opm_code, opm_out.as_str(), &opm_err) != (1, "", &theirs)
        {
            return Err(format!("as opm: {opm_code} {opm_out}{opm_err}\n  not {theirs}"));
        }
        if OWN_WORDS.contains(&self.name.as_str()) {
            return Ok(());
        }
        // olmkit explains names that are not complete in its own words.
        if err.contains("\nIf you mean an image: the name ") {
            return Ok(());
        }
        let theirs = reason(&here(&self.error));
        let err = err.replace("\nolmkit: ", "\n");
        if squeezed(&err).contains(&squeezed(&theirs)) { Ok(()) } else { Err(format!("{err}\n  not {theirs}")) }
    }
}

/// The innermost reason in opm's message, without its temporary folder.
fn reason(text: &str) -> String {
    let text = text
        .split_once("failed to pull image \"")
        .and_then(|(_, rest)| rest.split_once("\": "))
        .map_or(text, |(_, rest)| rest);
    let mut text = text;
    while let Some((_, rest)) = text.strip_prefix("render ").and_then(|rest| rest.split_once("\": ")) {
        text = rest;
    }
    let text = text.split("failed to unpack image ").last().unwrap_or_default();
    let text = text.split_once("\": ").filter(|_| text.starts_with('"')).map_or(text, |(_, rest)| rest);
    let (before, after) = text.split_once("TMP/").unwrap_or((text, ""));
    let after = after.split_once('/').map_or("", |(_, rest)| rest);
    let after =
        if before.starts_with("read ") { after.trim_start_matches("configs/").to_owned() } else { format!("/{after}") };
    if text.contains("TMP/") { format!("{before}{after}") } else { text.to_owned() }
}

/// Removes line breaks.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Normalizes a document like the recorded ones: the objects of a bundle become their number, related images are
/// sorted.
fn simplify(document: &mut Value) {
    if let Some(properties) = document.get_mut("properties").and_then(Value::as_array_mut) {
        let before = properties.len();
        properties.retain(|property| {
            !["olm.bundle.object", "olm.csv.metadata"].contains(&property["type"].as_str().unwrap_or_default())
        });
        let objects = before - properties.len();
        if objects > 0 {
            document["objects"] = objects.into();
        }
    }
    if let Some(images) = document.get_mut("relatedImages").and_then(Value::as_array_mut) {
        images.sort_by_key(|image| image["image"].as_str().map(str::to_owned));
    }
}

#[test]
fn images_are_rendered_as_opm_renders_them() {
    let cases = cases("registry/images.jsonl", Least { own: 4, shared: 74 }, |_: &Case| true);
    let failed: Vec<String> =
        cases.iter().filter_map(|case| Some(format!("{}: {}", case.name, case.check().err()?))).collect();
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

/// A registry with a catalog `HOST/x/y:catalog` and a bundle `HOST/x/y:bundle`.
fn both() -> Server {
    let mut store = Store::default();
    for (tag, image) in [("catalog", catalog()), ("bundle", bundle())] {
        let image = store.image(&image);
        store.tag(tag, &image);
    }
    Server::new(move |request| store.answer(request))
}

#[test]
fn labels_decide_how_an_image_is_checked() {
    let (server, machine) = (both(), Machine::new());
    let at = |tag: &str| format!("{}/x/y:{tag}", server.host());
    let (code, _, err) = machine.run(&["check", "--use-http", &at("catalog"), &format!("oci://{}", at("bundle"))]);
    assert_eq!(code, 0, "{err}");
    let expected = format!("{}: catalog image\noci://{}: bundle image\n", at("catalog"), at("bundle"));
    assert!(err.starts_with(&expected), "{err}");
    let (code, out, _) = machine.run(&["check", "--use-http", "--format=json", &at("bundle")]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["bundle"]["opm"]), (0, &Value::Bool(true)), "{out}");
    let (code, _, err) = machine.run(&["check", "--use-http", &at("none")]);
    assert!(code == 2 && err.contains("manifest unknown"), "{err}");
    for (command, other) in [(&["validate"][..], "bundle"), (&["bundle", "validate"], "catalog")] {
        let (code, _, err) = machine.run(&[command, &["--use-http", &at(other)]].concat());
        let hint = if other == "bundle" { "use `olmkit bundle validate " } else { "use `olmkit validate " };
        assert!(code == 2 && err.contains(hint), "{err}");
    }
}

#[test]
fn the_labels_of_a_bundle_image_have_the_openshift_versions() {
    let files = olmkit_bundle::sample::files().into_iter().map(|(path, text)| {
        let removed = text.to_string().replace("apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n");
        LayerEntry::file(&path.to_string(), &removed)
    });
    let files: Vec<LayerEntry> = files.collect();
    let mut store = Store::default();
    for (tag, versions) in [("none", None), ("old", Some("v4.5-v4.8")), ("new", Some("v4.5"))] {
        let mut labels = vec![("operators.operatorframework.io.bundle.package.v1".to_owned(), "foo".to_owned())];
        labels.extend(versions.map(|versions| ("com.redhat.openshift.versions".to_owned(), versions.to_owned())));
        let labels = Some(labels.into_iter().collect());
        let image = store.image(&ImageSpec { labels, layers: vec![files.clone()], ..ImageSpec::default() });
        store.tag(tag, &image);
    }
    let server = Server::new(move |asked| store.answer(asked));
    let machine = Machine::new();
    let of = |image: &str| machine.run(&["bundle", "validate", "--use-http", "--suite=community", image]);
    for (tag, expected) in [
        ("none", "The image has no label `com.redhat.openshift.versions`"),
        ("new", "With the label `v4.5` the image is"),
    ] {
        let image = format!("{}/x/y:{tag}", server.host());
        let (_, out, err) = of(&image);
        assert!(out.contains(expected) && !err.contains("index-path"), "{tag}: {out}{err}");
        let archive = format!("{tag}.tar");
        assert_eq!(machine.run(&["copy", "--use-http", &image, &archive]).0, 0);
        assert!(of(&archive).1.contains(expected), "{archive}");
    }
    let (_, out, err) = of(&format!("{}/x/y:old", server.host()));
    assert!(!out.contains("[comm-index]") && !err.contains("not checked"), "{out}{err}");
}

#[test]
fn an_image_is_opened_as_a_folder() {
    let (server, machine) = (both(), Machine::new());
    let image = format!("{}/x/y:catalog", server.host());
    let args = ["open", "--use-http", "--no-browser", "--port=0", &image, "--to", "new"];
    let mut opened = machine.command(&args).spawn().unwrap();
    let file = machine.path("new/foo/catalog.yaml");
    let written = (0..400).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::read_to_string(&file).is_ok_and(|text| text == CATALOG)
    });
    let _ = opened.kill();
    let _ = opened.wait();
    assert!(written, "no {}", file.display());
    let (code, _, err) = machine.run(&args);
    assert!(code == 2 && err.contains("new is not empty. Use `olmkit open new`"), "{err}");
    let (code, _, err) = machine.run(&["open", "--no-browser", "new", "--to", "other"]);
    assert!(code == 2 && err.contains("new is not an image"), "{err}");
}

#[test]
fn a_folder_with_an_oci_layout_is_an_image() {
    let machine = Machine::new();
    let server = both();
    let at = |tag: &str| format!("{}/x/y:{tag}", server.host());
    for tag in ["catalog", "bundle"] {
        assert_eq!(machine.run(&["copy", "--use-http", &at(tag), tag]).0, 0);
    }
    assert_eq!(machine.run(&["validate", "catalog"]).0, 0);
    assert_eq!(machine.run(&["bundle", "validate", "bundle"]).0, 0);
    for tag in ["catalog", "bundle"] {
        assert_eq!(machine.run(&["copy", tag, &format!("{tag}.tar")]).0, 0);
    }
    let paths = ["catalog", "bundle", "catalog.tar", "bundle.tar"];
    let (code, out, err) = machine.run(&[&["check", "--format=concise"], &paths[..]].concat());
    let listed: String =
        paths.iter().map(|path| format!("{path}: {} image\n", path.trim_end_matches(".tar"))).collect();
    assert!(code == 0 && err.starts_with(&listed), "{out}{err}");
    for path in ["catalog", "catalog.tar"] {
        let (code, _, err) = machine.run(&["bundle", "validate", path]);
        assert!(code == 2 && err.ends_with(&format!("use `olmkit validate {path}`.\n")), "{err}");
    }
    assert!(machine.run(&["render", "bundle"]).1.contains("\"schema\": \"olm.bundle\""));
    let (code, _, err) = machine.run(&["opm", "validate", "catalog"]);
    assert!(code == 1 && err.starts_with("level=fatal"), "opm knows no layouts: {err}");
}
