//! Compares with opm: recorded renderings, and real catalogs written by opm.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use olmkit_bundle::{Bundle, RenderOptions, render};
use olmkit_catalog::{Input, LoadedFile, load};
use olmkit_render::{Output, Rendering};
use olmkit_testing::{Least, cases, files, folders, sources};

fn loaded(files: &[(String, Vec<u8>)]) -> (Vec<LoadedFile>, Vec<&[u8]>) {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, text)| Input { path, content: Ok(text) }).collect();
    let read = load(&inputs);
    let text = |path: &str| files.iter().find(|(known, _)| known == path).unwrap().1.as_slice();
    let texts = read.iter().map(|file| text(&file.path)).collect();
    (read, texts)
}

#[test]
fn json_is_that_of_opm() {
    let is_printed =
        |case: &serde_json::Value| case["out"] == "json" && case["accepted"] == true && case["links"].is_null();
    let cases = cases("fbc-cases.jsonl", Least { own: 2, shared: 44 }, is_printed);
    let (tried, mut wrong) = (cases.len(), Vec::new());
    for case in cases {
        let files = case["files"].as_object().unwrap();
        let files: Vec<(String, Vec<u8>)> =
            files.iter().map(|(path, text)| (path.clone(), text.as_str().unwrap().as_bytes().to_vec())).collect();
        let (read, texts) = loaded(&files);
        let mut rendering = Rendering::default();
        let result = rendering.add_loaded(&read, &texts);
        let written = rendering.write(Output::Json).unwrap();
        let expected = case["message"].as_str().unwrap();
        if result.is_err() || written != expected {
            wrong.push(format!("{}: {result:?}\n{expected}\n{written}", case["name"]));
        }
    }
    println!("{tried} renderings");
    assert!(wrong.is_empty(), "{} of {tried} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The first difference between two texts, with both lines.
fn difference(theirs: &str, ours: &str) -> String {
    let at = theirs.lines().zip(ours.lines()).position(|(a, b)| a != b);
    let line = |text: &str| {
        let line = at.and_then(|at| text.lines().nth(at)).unwrap_or("(end)");
        line.chars().take(160).collect::<String>()
    };
    format!("{at:?}\n  {}\n  {}", line(theirs), line(ours))
}

fn written(content: &[u8], output: Output) -> String {
    let input = [("catalog.yaml".to_owned(), content.to_owned())];
    let (read, texts) = loaded(&input);
    let mut rendering = Rendering::default();
    rendering.add_loaded(&read, &texts).unwrap();
    rendering.write(output).unwrap()
}

/// Catalogs written by opm are unchanged, in YAML and in JSON.
#[test]
fn what_opm_wrote_comes_out_the_same() {
    let mut differing = Vec::new();
    for source in sources() {
        let paths = files(&source.path("corpus/catalogs"));
        source.require("catalogs", paths.len(), Least { own: 2, shared: 67 });
        for path in paths {
            let content = std::fs::read(&path).unwrap();
            let output = if content.starts_with(b"{") { Output::Json } else { Output::Yaml };
            let written = written(&content, output);
            if written.as_bytes() != content {
                let original = String::from_utf8_lossy(&content);
                differing.push(format!("{}:{}", path.display(), difference(&original, &written)));
            }
        }
    }
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
}

/// The bundles of real catalogs, by name.
fn catalog_bundles(folder: &Path) -> BTreeMap<String, Vec<serde_json::Value>> {
    let mut bundles: BTreeMap<String, Vec<serde_json::Value>> = BTreeMap::new();
    for path in files(folder) {
        let written = written(&std::fs::read(&path).unwrap(), Output::Json);
        for document in serde_json::Deserializer::from_str(&written).into_iter::<serde_json::Value>() {
            let document = document.unwrap();
            if document["schema"] == "olm.bundle" {
                bundles.entry(document["name"].as_str().unwrap().to_owned()).or_default().push(document);
            }
        }
    }
    bundles
}

/// Compares a bundle with the catalogs that contain it. Returns how many contain its objects, and how many are
/// migrated.
fn compare_bundle(folder: &Path, catalogs: &BTreeMap<String, Vec<serde_json::Value>>) -> (usize, usize) {
    let read = |path: &PathBuf| {
        (path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap())
    };
    let content: Vec<(String, Vec<u8>)> = files(folder).iter().map(read).collect();
    let inputs: Vec<_> = content.iter().map(|(path, bytes)| olmkit_bundle::Input::new(path, bytes)).collect();
    let bundle = Bundle::new(&inputs);
    let (mut with_objects, mut migrated) = (0, 0);
    let Ok(plain) = render(&bundle, &RenderOptions::default()) else { return (0, 0) };
    let Ok(plain) = serde_json::from_str::<serde_json::Value>(&plain) else { return (0, 0) };
    for theirs in catalogs.get(plain["name"].as_str().unwrap()).into_iter().flatten() {
        let properties = theirs["properties"].as_array().unwrap();
        let migrate = properties.iter().any(|property| property["type"] == "olm.csv.metadata");
        let options = RenderOptions { image: theirs["image"].as_str().unwrap().to_owned(), migrate };
        let ours: serde_json::Value = serde_json::from_str(&render(&bundle, &options).unwrap()).unwrap();
        assert_eq!(&ours, theirs, "{}", folder.display());
        *(if migrate { &mut migrated } else { &mut with_objects }) += 1;
    }
    (with_objects, migrated)
}

/// olmkit renders a bundle like opm did for a catalog, key by key, both with objects and with `olm.csv.metadata`.
#[test]
fn bundles_are_rendered_as_in_the_catalogs_that_have_them() {
    for source in sources() {
        let catalogs = catalog_bundles(&source.path("corpus/catalogs"));
        let bundles = folders(&source.path("corpus/bundles")).into_iter().flat_map(|package| folders(&package));
        let counts: Vec<_> = bundles.map(|folder| compare_bundle(&folder, &catalogs)).collect();
        let with_objects = counts.iter().map(|count| count.0).sum();
        let migrated = counts.iter().map(|count| count.1).sum();
        println!("{with_objects} with their objects, {migrated} migrated");
        source.require("bundles with their objects", with_objects, Least { own: 1, shared: 5 });
        source.require("migrated bundles", migrated, Least { own: 1, shared: 6 });
    }
}
