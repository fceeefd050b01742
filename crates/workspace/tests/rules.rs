//! The registry of all rules.
#![cfg(feature = "bundle")]

use std::collections::BTreeMap;

use std::fs;

use olmkit_diagnostics::{BundleProfile, Enforcement, FORMER_IDS, PREVIEW, Rule, Scope, Severity, Suite};
use olmkit_workspace::api::ReadError;
use olmkit_workspace::{Options, RULES, Workspace};

/// The properties that every rule of the registry has.
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
            Scope::Template => &["TPL"],
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

/// A rule can be selected by its id, its code, the start of its code, or its category.
#[test]
fn selectors_mean_rules_of_every_scope() {
    let count = |selector: &str| RULES.selected(selector).count();
    assert_eq!(count("all"), RULES.all().count());
    assert_eq!([count("dep-unsat"), count("DEP002"), count("csv-name-format"), count("no-such-rule")], [1, 1, 1, 0]);
    assert_eq!(count("DEP"), RULES.all().filter(|rule| rule.scope == Scope::Dependencies).count());
    assert!(count("reference") > count("DEP"));
}

/// All rules that ever existed, one per line: code, id, the version that introduced it, the version since which it
/// fails a run (`-` if it does not), and `gone` if the rule no longer exists. Lines are never removed.
const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/known-rules.tsv");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whether the rule fails a run by default although no upstream tool rejects what it finds.
fn is_own_error(rule: &Rule) -> bool {
    let is_upstream = |(suite, _): &(Suite, Severity)| !matches!(suite, Suite::Olmkit);
    let severity = match rule.scope {
        Scope::Bundle => rule.severity_of_bundles(BundleProfile::Default).unwrap_or(Severity::Off),
        _ => rule.severity,
    };
    severity == Severity::Error
        && rule.enforcement == Enforcement::Olmkit
        && !rule.is_preview()
        && !rule.suites.iter().any(is_upstream)
}

fn line_of(rule: &Rule) -> String {
    let failing = if is_own_error(rule) { VERSION } else { "-" };
    format!("{}\t{}\t{}\t{failing}", rule.code, rule.id, rule.since)
}

/// Names are never reused for another rule, and a renamed rule is found by its former id. A new rule that fails a run
/// requires a minor version.
#[test]
fn names_of_rules_stay_and_patches_add_no_error() {
    let text = fs::read_to_string(KNOWN).unwrap_or_default();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let known = |lines: &[String], rule: &Rule| lines.iter().any(|line| line.starts_with(&format!("{}\t", rule.code)));
    if std::env::var_os("OLMKIT_WRITE").is_some() {
        let new = RULES.all().filter(|rule| !known(&lines, rule)).map(line_of).collect::<Vec<_>>();
        lines.extend(new);
        lines.sort();
        fs::write(KNOWN, lines.join("\n") + "\n").unwrap();
    }
    for rule in RULES.all() {
        assert!(known(&lines, rule), "{} is not in {KNOWN}: OLMKIT_WRITE=1 adds it", rule.code);
    }
    for line in &lines {
        let parts: Vec<&str> = line.split('\t').collect();
        let [code, id, since, failing, ref end @ ..] = parts[..] else { panic!("{line}") };
        let found = RULES.get(code);
        if end == ["gone"] {
            assert!(found.is_none() && RULES.get(id).is_none(), "{line}: the name is used again");
            continue;
        }
        let rule =
            found.unwrap_or_else(|| panic!("{line}: there is no such rule; write `gone` at the end of its line"));
        let by_id = RULES.get(id).map(|rule| rule.code);
        assert_eq!(by_id, Some(code), "{line}: it is called {} now; add its former id to FORMER_IDS", rule.id);
        assert!(rule.since == since || since == PREVIEW, "{line}: now since {}", rule.since);
        assert!(!is_own_error(rule) || failing != "-", "{line}: it fails a run now; write the version in place of `-`");
        assert!(
            !is_own_error(rule) || failing.ends_with(".0"),
            "{line}: a rule that fails a run comes with a minor version, not with {failing}"
        );
    }
}

/// Each former id leads to a rule in one step, and no current rule has that id.
#[test]
fn former_ids_lead_to_rules() {
    for (former, current) in FORMER_IDS {
        assert!(RULES.all().any(|rule| rule.id == *current), "{former}: {current} is not the id of a rule");
        assert!(
            RULES.all().all(|rule| rule.id != *former && !rule.code.eq_ignore_ascii_case(former)),
            "{former} is used"
        );
        assert_eq!(FORMER_IDS.iter().filter(|(other, _)| other == former).count(), 1, "{former} is there twice");
    }
}

/// A host that has all files of a catalog requests the finding about a catalog without documents.
#[test]
fn a_catalog_without_documents_is_reported_where_documents_are_expected() {
    let rules = |expects: bool, files: &[(&str, &str)]| {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        if expects {
            workspace.expect_documents();
        }
        files.iter().for_each(|(path, text)| workspace.open(path, text.as_bytes().to_vec()));
        let report = workspace.report();
        let found: Vec<String> =
            report.diagnostics.iter().map(|found| format!("{}:{}", found.path, found.rule)).collect();
        assert_eq!((report.opm.accepted, report.summary.warnings), (true, found.len()));
        found
    };
    assert_eq!(rules(true, &[]), [":catalog-empty"]);
    assert_eq!(rules(true, &[("a.yaml", ""), ("b.yaml", "")]), ["a.yaml:catalog-empty"]);
    assert!(rules(false, &[]).is_empty() && rules(true, &[("a.yaml", "schema: x\n")]).is_empty());
    // A file that cannot be read explains it.
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.expect_documents();
    workspace.open_unreadable("a.yaml", ReadError("open a.yaml: permission denied".to_owned()));
    let report = workspace.report();
    let found: Vec<&str> = report.diagnostics.iter().map(|found| &*found.rule).collect();
    assert_eq!((report.opm.accepted, found), (false, vec!["file-unreadable"]));
}

/// Whatever the order of their names is, a more specific selector decides.
#[test]
fn the_most_specific_selector_sets_the_severity() {
    let text = "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\n\
                entries:\n- name: foo.v1\n- name: foo.v2\n";
    let rule = RULES.get("channel-multiple-heads").unwrap();
    let category = rule.category.name();
    for (general, specific) in [
        ("all", rule.id),
        ("all", rule.code),
        ("all", category),
        ("all", "FBC0"),
        (category, rule.id),
        (category, rule.code),
        (category, "FBC0"),
        ("FBC0", rule.id),
        ("FBC0", rule.code),
        ("FBC", "FBC0"),
    ] {
        let severity = [(general, Severity::Off), (specific, Severity::Warning)];
        let severity = severity.into_iter().map(|(name, severity)| (name.to_owned(), severity)).collect();
        let mut workspace = Workspace::new(&Options { severity, ..Options::default() }).unwrap();
        workspace.open("catalog.yaml", text.into());
        let report = workspace.report();
        assert!(report.diagnostics.iter().any(|found| found.rule == rule.id), "{general} {specific}");
    }
}
