//! Recorded answers of OLM v1's resolver for one channel of one catalog.

use std::collections::{BTreeMap, BTreeSet};

use olmkit_resolver::v1::api::ExtensionResolution;
use olmkit_resolver::v1::{Extension, resolve_extension};
use olmkit_resolver::{CatalogFiles, Universe, with_files};
use olmkit_testing::{Least, cases};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    id: String,
    entries: Vec<Value>,
    #[serde(default)]
    installed: Vec<Value>,
    #[serde(default)]
    deprecated: Vec<String>,
    v1: Answers,
}

#[derive(Deserialize)]
struct Answers {
    fresh: Option<String>,
    next: BTreeMap<String, Option<String>>,
    #[serde(default)]
    panic: BTreeSet<String>,
}

fn catalog(case: &Case) -> CatalogFiles {
    let entry = |entry: &Value| {
        let mut entry = entry.clone();
        entry.as_object_mut().unwrap().remove("version");
        entry
    };
    let mut docs = vec![
        json!({"schema": "olm.package", "name": "p", "defaultChannel": "ch"}),
        json!({"schema": "olm.channel", "package": "p", "name": "ch", "entries": case.entries.iter().map(entry).collect::<Vec<_>>()}),
    ];
    docs.extend(case.entries.iter().map(|entry| {
        let property = json!({"type": "olm.package", "value": {"packageName": "p", "version": entry["version"]}});
        json!({"schema": "olm.bundle", "package": "p", "name": entry["name"], "image": "quay.io/x/x:1", "properties": [property]})
    }));
    if !case.deprecated.is_empty() {
        let entry = |name: &String| json!({"reference": {"schema": "olm.bundle", "name": name}, "message": "old"});
        let entries: Vec<Value> = case.deprecated.iter().map(entry).collect();
        docs.push(json!({"schema": "olm.deprecations", "package": "p", "entries": entries}));
    }
    let text: String = docs.iter().map(|doc| format!("{doc}\n")).collect();
    let files = vec![("catalog.json".to_owned(), text.into_bytes())];
    CatalogFiles { name: "cat".to_owned(), files, ..CatalogFiles::default() }
}

fn ask(universe: &Universe<'_>, installed: Option<String>) -> ExtensionResolution {
    let channels = vec!["ch".to_owned()];
    resolve_extension(universe, &Extension { package: "p".to_owned(), channels, installed, ..Extension::default() })
}

/// The newly installed bundle. `None` if the installed one stays, or none can be installed.
fn change(found: &ExtensionResolution) -> Option<&str> {
    found.install.as_ref().filter(|install| !install.stays).map(|install| install.bundle.as_str())
}

#[test]
fn every_recorded_channel() {
    let cases: Vec<Case> = cases("path-cases.jsonl", Least { own: 3, shared: 2675 }, |_| true);
    let (mut asked, mut wrong) = (0_usize, Vec::new());
    for case in &cases {
        let version = |name: &str| {
            let known = case.entries.iter().chain(&case.installed).find(|known| known["name"] == name);
            known.map(|known| known["version"].as_str().unwrap())
        };
        with_files(&[catalog(case)], |universe| {
            let fresh = ask(universe, None);
            if change(&fresh) != case.v1.fresh.as_deref() {
                wrong.push(format!("{}: fresh {:?}", case.id, change(&fresh)));
            }
            for (name, next) in &case.v1.next {
                // OLM v1 always knows the version of the installed bundle.
                let Some(version) = version(name) else { continue };
                asked += 1;
                let found = ask(universe, Some(format!("{name}@{version}")));
                let panics = found.explanation.iter().any(|reason| reason.message.contains("OLM panics"));
                if change(&found) != next.as_deref() || panics != case.v1.panic.contains(name) {
                    wrong.push(format!("{}: {name} to {:?}, recorded {next:?}", case.id, change(&found)));
                }
            }
        });
    }
    assert!(asked > 2 * cases.len(), "{asked}");
    println!("{} channels, {asked} installed versions", cases.len());
    assert!(wrong.is_empty(), "{} differ: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}
