//! `yaml-indicators`: A plain value that starts with an indicator.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-indicators",
    code: "YML006",
    title: "A plain value that starts with an indicator",
    docs: docs(
        r#"## What it finds
Unquoted values starting with `@`, a backquote, `%`, or `>` as in `>=1.0.0`.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Quote the value.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Syntax,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "c.yaml",
                r#"schema: x
v: >=1.0.0
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"schema: x
v: "<1.0.0"
"#,
            )],
        },
    ]),
};
