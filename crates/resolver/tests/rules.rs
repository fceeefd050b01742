//! The examples of the rules.

use std::collections::BTreeSet;

use olmkit_diagnostics::Severity;
use olmkit_resolver::{CatalogFiles, DependencyOptions, dependencies, rules, with_files};

/// Every bad example shows its rule, and no good example shows an error of another rule.
#[test]
fn examples_show_the_rule() {
    let mut wrong = Vec::new();
    for rule in rules::all() {
        assert!([true, false].iter().all(|bad| rule.examples.iter().any(|example| example.bad == *bad)), "{}", rule.id);
        for example in rule.examples {
            let files = example.files().iter();
            let files = files.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
            let catalogs = [CatalogFiles { name: "cat".to_owned(), files, ..CatalogFiles::default() }];
            let found = with_files(&catalogs, |universe| dependencies(universe, &DependencyOptions::default()));
            let ids: BTreeSet<&str> = found.findings.iter().map(|finding| finding.rule.id).collect();
            let is_clean = example.bad || found.findings.iter().all(|finding| finding.severity != Severity::Error);
            if ids.contains(rule.id) != example.bad || !is_clean {
                wrong.push(format!("{} ({}): {ids:?}", rule.id, example.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
