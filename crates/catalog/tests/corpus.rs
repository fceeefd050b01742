//! Real catalogs. opm accepts all of them.

use std::collections::BTreeMap;

use crate::common::{read_tree, run};
use olmkit_catalog::CheckOptions;
use olmkit_diagnostics::{Profile, Severity};
use olmkit_testing::{Least, Source, folders, sources};

/// The number of packages in all catalogs of a source.
fn packages(source: &Source) -> usize {
    let found = source.catalogs().iter().map(|version| folders(version).len()).sum();
    source.require("packages", found, Least { own: 2, shared: 60 });
    found
}

#[test]
fn every_catalog_is_accepted() {
    let show = std::env::var("SHOW_RULE").unwrap_or_default();
    let profile = std::env::var("PROFILE").ok().and_then(|name| Profile::from_name(&name)).unwrap_or_default();
    let options = CheckOptions { profile, ..CheckOptions::default() };
    let sources = sources();
    let packages: usize = sources.iter().map(packages).sum();
    let mut failures = Vec::new();
    let mut kinds: BTreeMap<(std::cmp::Reverse<Severity>, &str), usize> = BTreeMap::new();
    for version in sources.iter().flat_map(Source::catalogs) {
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
            if !verdict.accepted {
                failures.push(format!("{}: {verdict:?}", package.display()));
            }
        }
    }
    println!("{packages} package folders; findings under the {} profile: {kinds:#?}", profile.name());
    assert!(failures.is_empty(), "{} rejected:\n{}", failures.len(), failures.join("\n"));
}
