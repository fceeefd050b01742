//! docs/rules is made from the rules. This test holds the pages against them; with `OLMKIT_WRITE=1` it writes them
//! (`npm run docs`).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use olmkit_catalog::rules;
use olmkit_diagnostics::{Category, Enforcement, Example, Profile, Rule, Severity};

const CATEGORIES: [(Category, &str); 6] = [
    (Category::Syntax, "Syntax"),
    (Category::Schema, "Schema"),
    (Category::Reference, "References"),
    (Category::Upgrade, "Upgrade graph"),
    (Category::Deprecation, "Deprecations"),
    (Category::Suspicious, "Suspicious"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

fn severity(rule: &Rule, profile: Profile) -> &'static str {
    match profile.severity(rule) {
        Severity::Off => "off",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn enforced_by(rule: &Rule) -> &'static str {
    match rule.enforcement {
        Enforcement::Opm => "`opm validate`",
        Enforcement::OpmServe => "`opm serve`",
        Enforcement::Olmkit => "olmkit only",
    }
}

/// A fence longer than any run of backticks in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2).saturating_add(1))
}

fn example(out: &mut String, example: &Example) {
    let verdict = if example.bad { "reported" } else { "not reported" };
    writeln!(out, "\n### {} ({verdict})", example.title).unwrap();
    for (path, text) in example.files {
        let odd = text.chars().any(|c| c.is_control() && c != '\n' || c == '\u{feff}');
        let shown = if odd { text.escape_debug().to_string().replace("\\n", "\n") } else { (*text).to_owned() };
        let note = if odd { " (control characters are written as escapes)" } else { "" };
        let fence = fence(&shown);
        let language = if path.ends_with(".json") { "json" } else { "yaml" };
        writeln!(out, "\n`{path}`{note}:\n\n{fence}{language}\n{}\n{fence}", shown.trim_end_matches('\n')).unwrap();
    }
}

fn page(rule: &Rule) -> String {
    let mut out = format!("<!-- Made from the rule by `npm run docs`. -->\n# {}\n\n", rule.title);
    let (_, category) = CATEGORIES.iter().find(|(category, _)| *category == rule.category).unwrap();
    writeln!(out, "`{}` · {} · {category} · since {}\n", rule.id, rule.code, rule.since).unwrap();
    writeln!(out, "Enforced by {}. Profiles:", enforced_by(rule)).unwrap();
    for profile in Profile::ALL {
        let end = if profile == Profile::Strict { "." } else { "," };
        writeln!(out, "`{}` {}{end}", profile.name(), severity(rule, profile)).unwrap();
    }
    writeln!(out, "\n{}\n\n## Examples", rule.docs.trim()).unwrap();
    for one in rule.examples {
        example(&mut out, one);
    }
    out
}

fn index() -> String {
    let mut out = "<!-- Made from the rules by `npm run docs`. -->\n# Rules\n".to_owned();
    for (category, title) in CATEGORIES {
        let mut group: Vec<&Rule> = rules::all().iter().copied().filter(|rule| rule.category == category).collect();
        group.sort_by_key(|rule| rule.code);
        if group.is_empty() {
            continue;
        }
        writeln!(out, "\n## {title}\n\n| code | rule | what is wrong | enforced by | default |\n|---|---|---|---|---|")
            .unwrap();
        for rule in group {
            let (title, by) = (rule.title.replace('|', "\\|"), enforced_by(rule));
            let level = severity(rule, Profile::Default);
            writeln!(out, "| {} | [{id}]({id}.md) | {title} | {by} | {level} |", rule.code, id = rule.id).unwrap();
        }
    }
    out
}

fn pages() -> BTreeMap<String, String> {
    let pages = rules::all().iter().map(|rule| (format!("{}.md", rule.id), page(rule)));
    pages.chain([("README.md".to_owned(), index())]).collect()
}

fn present() -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder()) else { return BTreeMap::new() };
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn pages_are_what_the_rules_say() {
    let (expected, found) = (pages(), present());
    if std::env::var_os("OLMKIT_WRITE").is_some() {
        fs::create_dir_all(folder()).unwrap();
        for name in found.keys().filter(|name| !expected.contains_key(*name)) {
            fs::remove_file(folder().join(name)).unwrap();
        }
        for (name, text) in expected.iter().filter(|(name, text)| found.get(*name) != Some(text)) {
            fs::write(folder().join(name), text).unwrap();
        }
        return;
    }
    let names = expected.keys().chain(found.keys());
    let old: Vec<_> = names.filter(|name| expected.get(*name) != found.get(*name)).collect();
    assert!(old.is_empty(), "docs/rules is not what the rules say; run `npm run docs`. Differing: {old:?}");
}
