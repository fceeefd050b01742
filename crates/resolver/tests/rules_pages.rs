//! docs/dependency-rules is made from the rules. This test holds the pages against them; with `OLMKIT_WRITE=1` it
//! writes them (`npm run docs`).

use std::collections::{BTreeMap, BTreeSet};

use olmkit_resolver::{CatalogFiles, DependencyOptions, RULES, dependencies, with_files};

fn pages() -> BTreeMap<String, String> {
    let mut index = "<!-- Made from the rules by `npm run docs`. -->\n# Rules about dependencies\n\n\
        `olmkit dependencies` reports them.\n\n| code | rule | what is wrong | severity |\n|---|---|---|---|\n"
        .to_owned();
    let mut pages = BTreeMap::new();
    for rule in RULES {
        let severity = format!("{:?}", rule.severity).to_lowercase();
        index += &format!("| {} | [{1}]({1}.md) | {2} | {severity} |\n", rule.code, rule.id, rule.title);
        let page = format!(
            "<!-- Made from the rule by `npm run docs`. -->\n# {}\n\n`{}` · {} · {severity} · since {}\n\n{}",
            rule.title, rule.id, rule.code, rule.since, rule.docs
        );
        let mut page = page + "\n## Examples\n";
        for example in rule.examples {
            let verdict = if example.bad { "reported" } else { "not reported" };
            page += &format!("\n### {} ({verdict})\n", example.title);
            for (path, text) in example.files {
                page += &format!("\n`{path}`:\n\n```yaml\n{text}```\n");
            }
        }
        pages.insert(format!("{}.md", rule.id), page);
    }
    pages.insert("README.md".to_owned(), index);
    pages
}

#[test]
fn pages_are_what_the_rules_say() {
    olmkit_testing::hold_pages("docs/dependency-rules", &pages());
}

/// Every example shows its rule, and no example that is good shows an error of another.
#[test]
fn examples_show_the_rule() {
    let mut wrong = Vec::new();
    for rule in RULES {
        assert!([true, false].iter().all(|bad| rule.examples.iter().any(|example| example.bad == *bad)), "{}", rule.id);
        for example in rule.examples {
            let files = example.files.iter();
            let files = files.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
            let catalogs = [CatalogFiles { name: "cat".to_owned(), files, ..CatalogFiles::default() }];
            let found = with_files(&catalogs, |universe| dependencies(universe, &DependencyOptions::default()));
            let ids: BTreeSet<&str> = found.findings.iter().map(|finding| finding.rule).collect();
            let is_clean = example.bad || found.summary.errors == 0;
            if ids.contains(rule.id) != example.bad || !is_clean {
                wrong.push(format!("{} ({}): {ids:?}", rule.id, example.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_are_complete() {
    let codes: BTreeSet<&str> = RULES.iter().map(|rule| rule.code).collect();
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!((codes.len(), ids.len()), (RULES.len(), RULES.len()));
    for rule in RULES {
        let heads: Vec<&str> = rule.docs.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(heads, ["## What it finds", "## Why it matters", "## How to fix", "## Source"], "{}", rule.id);
    }
}
