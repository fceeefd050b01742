//! docs/rules is made from the rules. This test holds the pages against them; with `OLMKIT_WRITE=1` it writes them
//! (`npm run docs`).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

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

#[test]
fn pages_are_what_the_rules_say() {
    olmkit_testing::hold_pages("docs/rules", &pages());
}
