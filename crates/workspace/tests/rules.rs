//! The registry of all rules.

#![cfg(feature = "bundle")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use olmkit_diagnostics::Scope;
use olmkit_workspace::RULES;

/// What every rule of the registry has.
#[test]
fn rules_are_complete() {
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    for rule in RULES.all() {
        for name in [rule.id.to_owned(), rule.code.to_owned()] {
            assert_eq!(known.insert(name.clone(), rule.id), None, "{name} is the name of two rules");
            assert!(RULES.get(&name.to_ascii_lowercase()).is_some_and(|found| found.id == rule.id), "{name}");
        }
        let prefixes: &[&str] = match rule.scope {
            Scope::Catalog => &["FBC", "YML"],
            Scope::Bundle => &["BDL"],
            Scope::Dependencies => &["DEP"],
            Scope::Images => &["IMG"],
            Scope::Configuration => &["CFG"],
        };
        let (prefix, number) = rule.code.split_at(3);
        assert!(prefixes.contains(&prefix) && number.len() == 3, "{}", rule.code);
        assert!(
            rule.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.".contains(&b)),
            "{}",
            rule.id
        );
        assert_eq!(rule.suites.is_empty(), rule.scope != Scope::Bundle, "{}", rule.id);
        assert!(!rule.title.is_empty() && !rule.title.ends_with('.'), "{}", rule.id);
        let heads: Vec<&str> = rule.docs.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(heads, ["## What it finds", "## Why it matters", "## How to fix", "## Source"], "{}", rule.id);
        let parts = rule.docs.split("\n## ").all(|part| part.lines().nth(1).is_some_and(|line| !line.is_empty()));
        assert!(parts, "{}", rule.id);
    }
}

/// A rule selected by its id, its code, the start of its code or its category.
#[test]
fn selectors_mean_rules_of_every_scope() {
    let count = |selector: &str| RULES.selected(selector).count();
    assert_eq!(count("all"), RULES.all().count());
    assert_eq!([count("dep-unsat"), count("DEP002"), count("csv-name-format"), count("no-such-rule")], [1, 1, 1, 0]);
    assert_eq!(count("DEP"), RULES.all().filter(|rule| rule.scope == Scope::Dependencies).count());
    assert!(count("reference") > count("DEP"));
}
