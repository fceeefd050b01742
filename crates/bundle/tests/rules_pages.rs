//! docs/bundle-rules is made from the rules. This test holds the pages against them; with `OLMKIT_WRITE=1` it writes
//! them (`npm run docs`).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use olmkit_bundle::{BundleProfile, BundleRule, Change, rules};
use olmkit_diagnostics::Severity;

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "off",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn in_profile(rule: &BundleRule, profile: BundleProfile) -> &'static str {
    let asked = rule.suites.iter().filter(|(suite, _)| profile.asks(*suite));
    level(asked.map(|(suite, severity)| profile.severity(*suite, *severity)).max().unwrap_or(Severity::Off))
}

fn tools(rule: &BundleRule) -> String {
    let tools = rule.suites.iter().map(|(suite, severity)| format!("{} ({})", suite.name(), level(*severity)));
    tools.collect::<Vec<_>>().join(", ")
}

fn example(out: &mut String, change: &Change) {
    let verdict = if change.bad { "Reported" } else { "Not reported" };
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

fn page(rule: &BundleRule) -> String {
    let mut out = format!("<!-- Made from the rule by `npm run docs`. -->\n# {}\n\n", rule.rule.title);
    writeln!(out, "`{}` · {} · since {}\n", rule.rule.id, rule.rule.code, rule.rule.since).unwrap();
    writeln!(out, "Enforced by {}.\n\nProfiles:", tools(rule)).unwrap();
    for profile in BundleProfile::ALL {
        let end = if Some(&profile) == BundleProfile::ALL.last() { "." } else { "," };
        writeln!(out, "`{}` {}{end}", profile.name(), in_profile(rule, profile)).unwrap();
    }
    writeln!(out, "\n{}", rule.rule.docs.trim()).unwrap();
    if !rule.examples.is_empty() {
        out.push_str("\n## Examples\n\nChanges to a good bundle.\n");
    }
    rule.examples.iter().for_each(|change| example(&mut out, change));
    out
}

fn index() -> String {
    let mut out = "<!-- Made from the rules by `npm run docs`. -->\n# Rules about bundles\n\n\
        | code | rule | what is wrong | enforced by |\n|---|---|---|---|\n"
        .to_owned();
    for rule in rules::all() {
        let (id, title) = (rule.rule.id, rule.rule.title.replace('|', "\\|"));
        writeln!(out, "| {} | [{id}]({id}.md) | {title} | {} |", rule.rule.code, tools(rule)).unwrap();
    }
    out
}

fn pages() -> BTreeMap<String, String> {
    let pages = rules::all().iter().map(|rule| (format!("{}.md", rule.rule.id), page(rule)));
    pages.chain([("README.md".to_owned(), index())]).collect()
}

#[test]
fn pages_are_what_the_rules_say() {
    olmkit_testing::hold_pages("docs/bundle-rules", &pages());
}
