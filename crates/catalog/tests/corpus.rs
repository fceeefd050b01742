//! Real catalogs: opm accepts every one of them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::{read_tree, run};
use olmkit_catalog::CheckOptions;
use olmkit_diagnostics::{Profile, Severity};
use olmkit_testing::shared;

fn folders(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.is_dir());
    found.sort();
    found
}

#[test]
fn every_catalog_is_accepted() {
    let Some(shared) = shared() else { return };
    let show = std::env::var("SHOW_RULE").unwrap_or_default();
    let profile = std::env::var("PROFILE").ok().and_then(|name| Profile::from_name(&name)).unwrap_or_default();
    let options = CheckOptions { profile, ..CheckOptions::default() };
    let (mut packages, mut failures) = (0, Vec::new());
    let mut kinds: BTreeMap<(std::cmp::Reverse<Severity>, &str), usize> = BTreeMap::new();
    for version in folders(&shared.join("corpus/catalogs")) {
        let whole = read_tree(&version);
        let report = run(&whole, &options);
        if !report.verdict.accepted {
            failures.push(format!("{}: {:?}", version.display(), report.verdict));
        }
        for diagnostic in &report.diagnostics {
            *kinds.entry((std::cmp::Reverse(diagnostic.severity), diagnostic.rule.id)).or_default() += 1;
            if diagnostic.rule.id == show {
                println!("{}: {:?} {}", version.display(), diagnostic.subject, diagnostic.message);
            }
        }
        for package in folders(&version) {
            let files = read_tree(&package);
            let verdict = run(&files, &options).verdict;
            packages += 1;
            if !verdict.accepted {
                failures.push(format!("{}: {verdict:?}", package.display()));
            }
        }
    }
    println!("{packages} package folders; findings under the {} profile: {kinds:#?}", profile.name());
    assert!(failures.is_empty(), "{} rejected:\n{}", failures.len(), failures.join("\n"));
}
