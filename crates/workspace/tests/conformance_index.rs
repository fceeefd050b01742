//! Compares index operations, applied as text edits, with the results of `opm registry` on databases.
#![cfg(feature = "bundle")]

use std::collections::BTreeMap;

use olmkit_render::index::{AddOptions, Index, IndexError, Mode};
use olmkit_render::{Output, Rendering};
use olmkit_testing::{Least, sources};
use olmkit_workspace::{IndexOperation, NewBundle, OnError, Options, Workspace};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    bundles: BTreeMap<String, Recorded>,
    #[serde(default)]
    name: String,
    steps: Option<Vec<Step>>,
    variants: Option<Vec<Vec<Step>>>,
}

#[derive(Deserialize)]
struct Recorded {
    image: String,
    files: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Step {
    op: String,
    args: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    exit: u8,
    #[serde(default)]
    error: String,
    catalog: Option<Vec<Value>>,
    fbc: Option<Value>,
}

impl Recorded {
    fn bundle(&self) -> NewBundle {
        let files = self.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
        NewBundle { image: Some(self.image.clone()), files }
    }

    /// Returns the document of the bundle, including the objects that the recordings omit.
    fn document(&self) -> String {
        let bundle = self.bundle();
        let files: Vec<_> =
            bundle.files.iter().map(|(path, bytes)| olmkit_bundle::Input::new(path, bytes.as_slice())).collect();
        let options = olmkit_bundle::RenderOptions { image: self.image.clone(), migrate: false };
        olmkit_bundle::render(&olmkit_bundle::Bundle::new(&files), &options).unwrap()
    }
}

fn opened(path: &str, text: &str) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open(path, text.as_bytes().to_vec());
    workspace
}

/// Opens a recorded catalog as YAML, with its bundles as they were rendered.
fn workspace(catalog: &[Value], bundles: &BTreeMap<String, Recorded>) -> Workspace {
    let document = |document: &Value| {
        let known =
            bundles.values().find(|known| document["image"] == known.image && document["schema"] == "olm.bundle");
        known.map_or_else(|| document.to_string(), Recorded::document)
    };
    let text: String = catalog.iter().map(|one| document(one) + "\n").collect();
    let mut json = opened("catalog.json", &text);
    let (files, texts) = json.loaded();
    let mut rendering = Rendering::default();
    rendering.add(files, &texts).unwrap();
    opened("catalog.yaml", &rendering.write(Output::Yaml).unwrap())
}

/// Converts an index to the format of the recordings.
fn shape(index: &Index) -> Value {
    let mut out = serde_json::Map::new();
    for (name, package) in index {
        let mut channels = serde_json::Map::new();
        for (channel, entries) in &package.channels {
            let mut of = serde_json::Map::new();
            for entry in entries {
                let mut skips = entry.skips.clone();
                skips.sort();
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                of.insert(entry.name.clone(), json!([text(&entry.replaces), skips, text(&entry.skip_range)]));
            }
            channels.insert(channel.clone(), Value::Object(of));
        }
        let bundles: Vec<&String> = package.bundles.keys().collect();
        out.insert(name.clone(), json!({"default": package.default_channel, "channels": channels, "bundles": bundles}));
    }
    Value::Object(out)
}

/// Sorts the skips of a recording, because they are compared as multisets.
fn sorted(mut shape: Value) -> Value {
    for package in shape.as_object_mut().unwrap().values_mut() {
        for channel in package["channels"].as_object_mut().unwrap().values_mut() {
            for entry in channel.as_object_mut().unwrap().values_mut() {
                entry[1].as_array_mut().unwrap().sort_by_key(|skip| skip.as_str().unwrap().to_owned());
            }
        }
        package["bundles"].as_array_mut().unwrap().sort_by_key(|name| name.as_str().unwrap().to_owned());
    }
    shape
}

fn operation(step: &Step, bundles: &BTreeMap<String, Recorded>) -> Result<IndexOperation, IndexError> {
    let image = |arg: &String| bundles.get(arg).map_or_else(|| arg.clone(), |bundle| bundle.image.clone());
    let names = step.args.iter().flat_map(|arg| arg.split(',')).map(str::to_owned).collect();
    Ok(match step.op.as_str() {
        "add" => {
            let mode = step.flags.iter().position(|flag| flag == "--mode").map(|at| step.flags[at + 1].as_str());
            let options = AddOptions {
                mode: Mode::from_name(mode.unwrap_or("replaces"))?,
                overwrite_latest: step.has("--overwrite-latest"),
                enable_alpha: step.has("--enable-alpha"),
            };
            IndexOperation::Add { bundles: step.args.iter().map(|key| bundles[key].bundle()).collect(), options }
        }
        "rm" => IndexOperation::Remove(names),
        "prune" => IndexOperation::Prune(names),
        "prune-stranded" => IndexOperation::PruneStranded,
        "deprecate" => IndexOperation::DeprecateTruncate {
            images: step.args.iter().map(image).collect(),
            allow_package_removal: step.has("--allow-package-removal"),
        },
        other => panic!("{other}"),
    })
}

/// Removes the parts of opm's message that come from its logger and its command, and everything from the first printed
/// Go map on.
fn bare(error: &str) -> &str {
    let error = error.strip_prefix("Error: ").unwrap_or(error);
    let error = error.split_once(" error=\"").map_or(error, |(_, error)| error.trim_end_matches('"'));
    let error = error.strip_prefix("level=fatal msg=\"").map_or(error, |error| error.split('"').next().unwrap());
    error.split_once("heads: ").map_or(error, |(start, _)| &error[..start.len() + 7])
}

/// The expected result of a step: the index afterwards, or an error. `None` if `opm render` fails on the result.
enum Expected {
    Index(Value),
    Rejected,
    Error(String),
}

impl Step {
    fn expected(&self, after: &Index) -> Expected {
        match &self.fbc {
            Some(Value::Object(differs)) => match differs.get("result") {
                Some(result) => Expected::Index(sorted(result.clone())),
                None => Expected::Error(differs["error"].as_str().unwrap().to_owned()),
            },
            _ if self.exit != 0 => Expected::Error(self.error.clone()),
            _ if self.catalog.is_none() => Expected::Rejected,
            _ => Expected::Index(shape(after)),
        }
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }

    /// Steps without `fbc` were recorded for a state that a catalog cannot represent. The flags `--enable-alpha` and
    /// `--permissive` do not have it either, but are compared with the recording.
    fn is_comparable(&self) -> bool {
        self.fbc.is_some() || self.has("--enable-alpha") || self.has("--permissive")
    }
}

/// Returns the differences from the recording.
fn differences(steps: &[Step], name: &str, bundles: &BTreeMap<String, Recorded>, count: &mut Count) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut before: &[Value] = &[];
    for (at, step) in steps.iter().enumerate() {
        let after = step.catalog.as_deref().unwrap_or_default();
        if step.is_comparable() {
            let mut state = workspace(before, bundles);
            let on_error = if step.has("--permissive") { OnError::Skip } else { OnError::Refuse };
            let got = operation(step, bundles).and_then(|operation| state.operate(&operation, on_error));
            let got = got.map(|_| shape(&state.index()));
            let expected = step.expected(&workspace(after, bundles).index());
            count.all += 1;
            let is_same = match (&got, &expected) {
                (Ok(got), Expected::Index(expected)) => got == expected,
                (Err(got), Expected::Rejected) => got.message.starts_with("opm would reject the result: "),
                // Bundles with an invalid version or range are refused, too; opm could not render the state with them.
                (Err(got), Expected::Index(_)) => step.catalog.is_none() && got.message.starts_with("opm would"),
                // If there are several errors, opm reports one of them at random.
                (Err(got), Expected::Error(expected)) => {
                    let is_exact = is_text(&got.message, expected);
                    count.exact += usize::from(is_exact);
                    count.errors += 1;
                    true
                }
                _ => false,
            };
            if !is_same {
                let expected = match expected {
                    Expected::Index(index) => index.to_string(),
                    Expected::Rejected => "rejected".to_owned(),
                    Expected::Error(error) => error,
                };
                let got = got.map_or_else(|error| error.message, |got| got.to_string());
                let Step { op, args, flags, .. } = step;
                wrong.push(format!("{name} {at}: {op} {args:?} {flags:?}\n  is  {got}\n  not {expected}"));
            }
        }
        before = after;
    }
    wrong
}

/// Whether an error is the recorded one, which is truncated after 900 characters. The order in a list of edges is
/// random.
fn is_text(ours: &str, theirs: &str) -> bool {
    let list = |text: &str| -> String {
        let mut parts = text.split("skips/replaces [");
        let mut out = parts.next().unwrap().to_owned();
        for part in parts {
            let (names, rest) = part.split_once(']').unwrap_or((part, ""));
            let mut names: Vec<&str> = names.split(' ').collect();
            names.sort_unstable();
            out.extend(["skips/replaces [", &names.join(" "), "]", rest]);
        }
        out
    };
    let (ours, theirs) = (list(ours), list(bare(theirs)));
    bare(&ours) == theirs || theirs.len() > 890 && ours.starts_with(&theirs)
}

#[derive(Default)]
struct Count {
    all: usize,
    errors: usize,
    exact: usize,
}

#[test]
fn operations_agree_with_opm() {
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for source in sources() {
        for (file, least) in [("registry/index-ops.jsonl", 124), ("registry/index-random.jsonl", 80)] {
            let lines: Vec<Line> = source.cases(file, Least { own: 2, shared: least }, |_| true);
            let bundles = &lines[0].bundles;
            for line in &lines[1..] {
                for steps in line.steps.iter().chain(line.variants.iter().flatten()) {
                    wrong.extend(differences(steps, &line.name, bundles, &mut count));
                }
            }
        }
    }
    let Count { all, errors, exact } = count;
    println!("{all} steps, {errors} of them errors, {exact} with opm's text");
    assert!(wrong.is_empty(), "{} of {all}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(errors - exact <= 6, "{exact} of {errors} errors have opm's text");
}
