//! Images of registries through the whole command line: recorded answers of `opm render`.
#![cfg(feature = "native")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod registry;

use olmkit_testing::{ImageSpec, LayerEntry, Least, Server, Store, cases};
use registry::Machine;
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

/// What olmkit refuses in its own words: paths that do not exist, registries that do not answer, databases.
const OWN_WORDS: [&str; 6] =
    ["ref-path-like", "ref-path-abs", "ref-empty", "ref-docker-io-library", "ref-no-port-host", "db-label"];
/// `docker://` before a reference, which opm refuses.
const ACCEPTED: [&str; 1] = ["ref-transport"];

impl Case {
    /// The images of the case, in a registry.
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
        let server = Server::new(move |asked| match asked.path.contains("/im/nope/") {
            true => olmkit_testing::unknown("MANIFEST_UNKNOWN"),
            false => store.answer(asked),
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
        if OWN_WORDS.contains(&self.name.as_str()) {
            return Ok(());
        }
        let theirs = reason(&here(&self.error));
        let err = err.replace("\nolmkit: ", "\n");
        if squeezed(&err).contains(&squeezed(&theirs)) { Ok(()) } else { Err(format!("{err}\n  not {theirs}")) }
    }
}

/// The innermost reason of opm's text, without its temporary folder.
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

/// Without line breaks.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As the answers are recorded: objects of bundles as their number, related images in order.
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
