//! Compares the catalogs that oc-mirror v2 makes with recordings.
#![cfg(feature = "bundle")]

use std::collections::BTreeMap;

use olmkit_render::mirror::{ImageSet, Mirrored};
use olmkit_render::{Output, Rendering};
use olmkit_testing::{Least, Source, files, sources};
use olmkit_workspace::{Options, Workspace};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    catalogs: BTreeMap<String, String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    config: String,
    #[serde(default)]
    catalog: String,
    #[serde(rename = "configError")]
    config_error: Option<String>,
    #[serde(default)]
    operators: Vec<Answer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    filter_error: Option<String>,
    #[serde(default)]
    full: bool,
    result: Option<Value>,
    #[serde(default)]
    warnings: String,
    model_error: Option<String>,
}

fn opened(files: Vec<(String, Vec<u8>)>) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    for (path, text) in files {
        workspace.open(&path, text);
    }
    workspace
}

fn catalog(line: &Line, known: &BTreeMap<String, String>, source: &Source) -> Vec<(String, Vec<u8>)> {
    match line.catalog.strip_prefix("corpus/") {
        Some(path) => {
            let folder = source.path("corpus/catalogs").join(path);
            let name = |path: &std::path::Path| path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
            files(&folder).iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
        }
        None => vec![("catalog.json".to_owned(), known[&line.catalog].clone().into_bytes())],
    }
}

/// Converts a catalog to the format of the recordings.
fn shown(mirrored: &Mirrored) -> Value {
    let text = mirrored.catalog.write(Output::JsonLines).unwrap();
    let documents: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |schema: &str| documents.iter().filter(move |document| document["schema"] == schema).collect::<Vec<_>>();
    let sorted = |mut list: Vec<Value>| {
        list.sort_by_key(Value::to_string);
        Value::Array(list)
    };
    let known = ["olm.package", "olm.channel", "olm.bundle", "olm.deprecations"];
    let channels = of("olm.channel").into_iter().map(|channel| {
        json!({ "package": channel["package"], "name": channel["name"], "entries": sorted(channel["entries"].as_array().unwrap().clone()) })
    });
    let deprecations = of("olm.deprecations").into_iter().map(|document| {
        let entries = document["entries"].as_array().unwrap().iter().map(|entry| entry["reference"].clone());
        json!({ "package": document["package"], "entries": entries.collect::<Vec<_>>() })
    });
    let others =
        documents.iter().filter(|document| !known.contains(&document["schema"].as_str().unwrap())).map(|other| {
            let text = |name: &str| other[name].as_str().unwrap_or_default().to_owned();
            json!([text("schema"), text("package"), text("name")])
        });
    let pair = |list: Vec<&Value>, a: &str, b: &str| {
        sorted(list.into_iter().map(|document| json!([document[a], document[b]])).collect())
    };
    json!({
        "packages": pair(of("olm.package"), "name", "defaultChannel"),
        "channels": sorted(channels.collect()),
        "bundles": pair(of("olm.bundle"), "package", "name"),
        "deprecations": sorted(deprecations.collect()),
        "others": sorted(others.collect()),
    })
}

/// Returns a recording in the same order.
fn expected(result: &Value) -> Value {
    let sorted = |list: &Value| {
        let mut list = list.as_array().cloned().unwrap_or_default();
        list.sort_by_key(Value::to_string);
        list
    };
    let channels = sorted(&result["channels"]).into_iter().map(|mut channel| {
        channel["entries"] = Value::Array(sorted(&channel["entries"]));
        channel
    });
    let mut channels: Vec<Value> = channels.collect();
    channels.sort_by_key(Value::to_string);
    json!({
        "packages": sorted(&result["packages"]),
        "channels": channels,
        "bundles": sorted(&result["bundles"]),
        "deprecations": sorted(&result["deprecations"]),
        "others": sorted(&result["others"]),
    })
}

/// Returns the difference from a recording.
fn difference(answer: &Answer, ours: Result<Mirrored, String>) -> Option<String> {
    let mirrored = match (ours, &answer.filter_error) {
        (Err(ours), Some(theirs)) => return (ours != *theirs).then(|| format!("{ours}\n  not {theirs}")),
        (Err(ours), None) => return Some(ours),
        (Ok(_), Some(theirs)) => return Some(format!("accepted\n  not {theirs}")),
        (Ok(mirrored), None) => mirrored,
    };
    if mirrored.is_copy || answer.full {
        return (mirrored.is_copy != answer.full).then(|| "a copy or not".to_owned());
    }
    let ours = shown(&mirrored);
    let theirs = expected(answer.result.as_ref().unwrap());
    if ours != theirs {
        return Some(format!("{ours}\n  not {theirs}"));
    }
    let warnings: String =
        mirrored.warnings.iter().map(|text| format!("level=warning msg={}\n", Value::from(text.as_str()))).collect();
    if warnings != answer.warnings {
        return Some(format!("{warnings}  not {}", answer.warnings));
    }
    let text = mirrored.catalog.write(Output::Json).unwrap().into_bytes();
    let verdict = opened(vec![("catalog.json".to_owned(), text)]).report().opm.clone();
    let model = answer.model_error.as_deref().unwrap_or_default();
    (verdict.message.trim_end() != model).then(|| format!("{}\n  not {model}", verdict.message))
}

#[test]
fn catalogs_are_filtered_as_by_oc_mirror() {
    let (mut count, mut wrong) = (0_usize, Vec::new());
    for source in sources() {
        let lines: Vec<Line> = source.cases("registry/oc-mirror.jsonl", Least { own: 6, shared: 159 }, |_| true);
        let known = &lines[0].catalogs;
        for line in &lines[1..] {
            count += 1;
            let set = match (ImageSet::parse(line.config.as_bytes()), &line.config_error) {
                (Ok(set), None) => set,
                (Err(ours), Some(theirs)) if ours.to_string() == *theirs => continue,
                (ours, theirs) => {
                    wrong.push(format!("{}: {ours:?}\n  not {theirs:?}", line.name));
                    continue;
                }
            };
            let mut workspace = opened(catalog(line, known, &source));
            let (files, texts) = workspace.loaded();
            let mut rendering = Rendering::default();
            rendering.add_loaded(files, &texts).unwrap();
            assert_eq!(set.operators.len(), line.operators.len(), "{}", line.name);
            for (operator, answer) in set.operators.iter().zip(&line.operators) {
                let ours = operator.filter(&rendering).map_err(|error| error.to_string());
                wrong.extend(difference(answer, ours).map(|text| format!("{}: {text}", line.name)));
            }
        }
    }
    println!("{count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
