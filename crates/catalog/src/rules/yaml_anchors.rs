//! `yaml-anchors`: A broken anchor or alias.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-anchors",
    code: "YML007",
    title: "A broken anchor or alias",
    docs: docs(
        r#"## What it finds
An alias without anchor, an alias inside its own anchor, or a value that merely starts with `*` or `&`.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Quote the value, or define the anchor before its first use in the same document.

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
                "catalog.yaml",
                r#"schema: x
b: *a
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"a: &a 1
schema: x
b: *a
"#,
            )],
        },
    ]),
};
