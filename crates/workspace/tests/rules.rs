//! The pages of rules in docs are made from the rules. This test compares them; with `OLMKIT_WRITE=1` it writes them
//! (`npm run docs`).

#![cfg(feature = "bundle")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use olmkit_diagnostics::{
    BundleProfile, Category, Change, Enforcement, Example, ExampleInput, Profile, Rule, Scope, Severity,
};
use olmkit_workspace::RULES;

const CATEGORIES: [(Category, &str); 6] = [
    (Category::Syntax, "Syntax"),
    (Category::Schema, "Schema"),
    (Category::Reference, "References"),
    (Category::Upgrade, "Upgrade graph"),
    (Category::Deprecation, "Deprecations"),
    (Category::Suspicious, "Suspicious"),
];

fn enforced_by(rule: &Rule) -> String {
    let (suites, by) = (rule.suites, rule.enforcement);
    if !suites.is_empty() {
        let suites = suites.iter().map(|(suite, severity)| format!("{} ({})", suite.name(), severity.name()));
        return suites.collect::<Vec<_>>().join(", ");
    }
    let name = match by {
        Enforcement::Opm => "`opm validate`",
        Enforcement::OpmServe => "`opm serve`",
        Enforcement::Olmkit => "olmkit only",
    };
    name.to_owned()
}

/// Its severity in each profile that the scope has.
fn severities(rule: &Rule) -> Vec<(&'static str, Severity)> {
    match rule.scope {
        Scope::Bundle => BundleProfile::ALL
            .map(|profile| (profile.name(), rule.severity_of_bundles(profile).unwrap_or(Severity::Off)))
            .to_vec(),
        Scope::Catalog | Scope::Dependencies => {
            Profile::ALL.map(|profile| (profile.name(), profile.severity(rule))).to_vec()
        }
        Scope::Configuration => Vec::new(),
    }
}

/// A fence longer than any run of backticks in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2).saturating_add(1))
}

fn example(out: &mut String, example: &Example) {
    let verdict = if example.bad { "reported" } else { "not reported" };
    match example.input {
        ExampleInput::Files(files) => {
            writeln!(out, "\n### {} ({verdict})", example.title).unwrap();
            files.iter().for_each(|(path, text)| file(out, path, text));
        }
        ExampleInput::Change(of) => change(out, if example.bad { "Reported" } else { "Not reported" }, &of),
    }
}

fn file(out: &mut String, path: &str, text: &str) {
    let odd = text.chars().any(|c| c.is_control() && c != '\n' || c == '\u{feff}');
    let shown = if odd { text.escape_debug().to_string().replace("\\n", "\n") } else { text.to_owned() };
    let note = if odd { " (control characters are written as escapes)" } else { "" };
    let fence = fence(&shown);
    let language = if path.ends_with(".json") { "json" } else { "yaml" };
    writeln!(out, "\n`{path}`{note}:\n\n{fence}{language}\n{}\n{fence}", shown.trim_end_matches('\n')).unwrap();
}

fn change(out: &mut String, verdict: &str, change: &Change) {
    let lines = |text: &str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let block = |text: &str| format!("```yaml\n{}\n```", lines(text));
    match (change.old, change.new) {
        ("", "") => writeln!(out, "\n{verdict}: `{}` is empty.", change.path),
        ("", new) => writeln!(out, "\n{verdict}: `{}` is\n\n{}", change.path, block(new)),
        (old, "") => writeln!(out, "\n{verdict}: in `{}` this is missing:\n\n{}", change.path, block(old)),
        (old, new) => writeln!(out, "\n{verdict}: in `{}`\n\n{}\n\nbecomes\n\n{}", change.path, block(old), block(new)),
    }
    .unwrap();
}

fn page(rule: &Rule) -> String {
    let mut out = format!("<!-- Made from the rule by `npm run docs`. -->\n# {}\n\n", rule.title);
    let (_, category) = CATEGORIES.iter().find(|(category, _)| *category == rule.category).unwrap();
    let group = if rule.scope == Scope::Catalog { format!(" · {category}") } else { String::new() };
    write!(out, "`{}` · {}{group} · since {}\n\nEnforced by {}. ", rule.id, rule.code, rule.since, enforced_by(rule))
        .unwrap();
    let severities = severities(rule);
    if severities.is_empty() {
        writeln!(out, "Severity: {}.", rule.severity.name()).unwrap();
    } else {
        let each = severities.iter().map(|(profile, severity)| format!("`{profile}` {}", severity.name()));
        writeln!(out, "Profiles:\n{}.", each.collect::<Vec<_>>().join(",\n")).unwrap();
    }
    writeln!(out, "\n{}", rule.docs.trim()).unwrap();
    if !rule.examples.is_empty() {
        out.push_str("\n## Examples\n");
    }
    if rule.scope == Scope::Bundle && !rule.examples.is_empty() {
        out.push_str("\nChanges to a good bundle.\n");
    }
    rule.examples.iter().for_each(|one| example(&mut out, one));
    out
}

fn row(out: &mut String, rule: &Rule) {
    let (id, title, by) = (rule.id, rule.title.replace('|', "\\|"), enforced_by(rule));
    let level = rule.severity.name();
    writeln!(out, "| {} | [{id}]({id}.md) | {title} | {by} | {level} |", rule.code).unwrap();
}

fn index(scope: Scope) -> String {
    const HEAD: &str = "\n| code | rule | what is wrong | enforced by | default |\n|---|---|---|---|---|\n";
    let title = match scope {
        Scope::Catalog => "# Rules\n",
        Scope::Bundle => "# Rules about bundles\n",
        Scope::Dependencies => "# Rules about dependencies\n\n`olmkit dependencies` reports them.\n",
        Scope::Configuration => "# Rules about the configuration\n",
    };
    let mut out = format!("<!-- Made from the rules by `npm run docs`. -->\n{title}");
    let mut rules: Vec<&Rule> = RULES.all().filter(|rule| rule.scope == scope).collect();
    if scope != Scope::Catalog {
        out.push_str(HEAD);
        rules.iter().for_each(|rule| row(&mut out, rule));
        return out;
    }
    rules.sort_by_key(|rule| rule.code);
    for (category, title) in CATEGORIES {
        let group: Vec<&&Rule> = rules.iter().filter(|rule| rule.category == category).collect();
        if group.is_empty() {
            continue;
        }
        write!(out, "\n## {title}\n{HEAD}").unwrap();
        group.into_iter().for_each(|rule| row(&mut out, rule));
    }
    out
}

#[test]
fn pages_are_what_the_rules_say() {
    for scope in Scope::ALL {
        let rules = RULES.all().filter(|rule| rule.scope == scope);
        let pages: BTreeMap<String, String> = rules
            .map(|rule| (format!("{}.md", rule.id), page(rule)))
            .chain([("README.md".to_owned(), index(scope))])
            .collect();
        olmkit_testing::hold_pages(&format!("docs/{}", scope.folder()), &pages);
    }
}

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
