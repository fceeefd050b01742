//! `yaml-depth`: Nesting deeper than 10,000.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-depth",
    code: "YML011",
    title: "Nesting deeper than 10,000",
    docs: docs(
        r#"## What it finds
More levels of nesting than go-yaml reads.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Flatten the document.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Syntax,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[Example {
        title: "silent",
        bad: false,
        files: &[(
            "catalog.yaml",
            r#"schema: x
"#,
        )],
    }]),
};
