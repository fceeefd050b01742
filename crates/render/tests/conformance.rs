//! Against opm: recorded renderings, and real catalogs that opm wrote.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use olmkit_bundle::{Bundle, RenderOptions, render};
use olmkit_catalog::{Input, LoadedFile, load};
use olmkit_render::{Output, Rendering};
use olmkit_testing::shared;

fn loaded(files: &[(String, Vec<u8>)]) -> (Vec<LoadedFile>, Vec<&[u8]>) {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, text)| Input { path, content: Ok(text) }).collect();
    let read = load(&inputs);
    let text = |path: &str| files.iter().find(|(known, _)| known == path).unwrap().1.as_slice();
    let texts = read.iter().map(|file| text(&file.path)).collect();
    (read, texts)
}

#[test]
fn json_is_that_of_opm() {
    let Some(shared) = shared() else { return };
    let text = std::fs::read_to_string(shared.join("conformance/fbc-cases.jsonl")).unwrap();
    let (mut tried, mut wrong) = (0, Vec::new());
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        if case["out"] != "json" || case["accepted"] != true || !case["links"].is_null() {
            continue;
        }
        let files = case["files"].as_object().unwrap();
        let files: Vec<(String, Vec<u8>)> =
            files.iter().map(|(path, text)| (path.clone(), text.as_str().unwrap().as_bytes().to_vec())).collect();
        let (read, texts) = loaded(&files);
        let mut rendering = Rendering::default();
        let result = rendering.add_loaded(&read, &texts);
        let written = rendering.write(Output::Json);
        let expected = case["message"].as_str().unwrap();
        if result.is_err() || written != expected {
            wrong.push(format!("{}: {result:?}\n{expected}\n{written}", case["name"]));
        }
        tried += 1;
    }
    println!("{tried} renderings");
    assert!(tried > 40);
    assert!(wrong.is_empty(), "{} of {tried} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Catalogs that opm wrote come out as they are, in YAML and in JSON.
#[test]
fn what_opm_wrote_comes_out_the_same() {
    let Some(shared) = shared() else { return };
    let mut paths = Vec::new();
    files(&shared.join("corpus/catalogs"), &mut paths);
    paths.sort();
    let (mut same, mut differing) = (0, Vec::new());
    for path in paths {
        let content = std::fs::read(&path).unwrap();
        let output = if content.starts_with(b"{") { Output::Json } else { Output::Yaml };
        let input = [("catalog.yaml".to_owned(), content)];
        let (read, texts) = loaded(&input);
        let mut rendering = Rendering::default();
        rendering.add_loaded(&read, &texts).unwrap();
        let written = rendering.write(output);
        if written.as_bytes() == input[0].1 {
            same += 1;
            continue;
        }
        let original = String::from_utf8_lossy(&input[0].1);
        let at = original.lines().zip(written.lines()).position(|(a, b)| a != b);
        let line = |text: &str| {
            let line = at.and_then(|at| text.lines().nth(at)).unwrap_or("(end)").to_owned();
            line.chars().take(160).collect::<String>()
        };
        differing.push(format!("{}:{at:?}\n  {}\n  {}", path.display(), line(&original), line(&written)));
    }
    println!("{same} the same, {} not:\n{}", differing.len(), differing.join("\n"));
    assert!(same > 40, "{same} the same");
}

/// The bundles of real catalogs, by name.
fn catalog_bundles(folder: &Path) -> BTreeMap<String, Vec<serde_json::Value>> {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    let mut bundles: BTreeMap<String, Vec<serde_json::Value>> = BTreeMap::new();
    for path in paths {
        let input = [("catalog.yaml".to_owned(), std::fs::read(&path).unwrap())];
        let (read, texts) = loaded(&input);
        let mut rendering = Rendering::default();
        rendering.add_loaded(&read, &texts).unwrap();
        let written = rendering.write(Output::Json);
        for document in serde_json::Deserializer::from_str(&written).into_iter::<serde_json::Value>() {
            let document = document.unwrap();
            if document["schema"] == "olm.bundle" {
                bundles.entry(document["name"].as_str().unwrap().to_owned()).or_default().push(document);
            }
        }
    }
    bundles
}

/// What opm made of a bundle for a catalog is what we make of it, key by key, with its objects and with olm.csv.metadata.
#[test]
fn bundles_are_rendered_as_in_the_catalogs_that_have_them() {
    let Some(shared) = shared() else { return };
    let catalogs = catalog_bundles(&shared.join("corpus/catalogs"));
    let mut manifests = Vec::new();
    files(&shared.join("corpus/bundles"), &mut manifests);
    let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in manifests {
        folders.entry(path.parent().unwrap().parent().unwrap().to_owned()).or_default().push(path);
    }
    let (mut with_objects, mut migrated) = (0, 0);
    for (folder, paths) in folders {
        let read = |path: &PathBuf| {
            (path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap())
        };
        let content: Vec<(String, Vec<u8>)> = paths.iter().map(read).collect();
        let inputs: Vec<_> = content.iter().map(|(path, bytes)| olmkit_bundle::Input { path, bytes }).collect();
        let bundle = Bundle::new(&inputs);
        let Ok(plain) = render(&bundle, &RenderOptions::default()) else { continue };
        let Ok(plain) = serde_json::from_str::<serde_json::Value>(&plain) else { continue };
        for theirs in catalogs.get(plain["name"].as_str().unwrap()).into_iter().flatten() {
            let properties = theirs["properties"].as_array().unwrap();
            let migrate = properties.iter().any(|property| property["type"] == "olm.csv.metadata");
            let options = RenderOptions { image: theirs["image"].as_str().unwrap().to_owned(), migrate };
            let ours: serde_json::Value = serde_json::from_str(&render(&bundle, &options).unwrap()).unwrap();
            assert_eq!(&ours, theirs, "{}", folder.display());
            *(if migrate { &mut migrated } else { &mut with_objects }) += 1;
        }
    }
    println!("{with_objects} with their objects, {migrated} migrated");
    assert!(with_objects >= 5 && migrated >= 6, "{with_objects}, {migrated}");
}
