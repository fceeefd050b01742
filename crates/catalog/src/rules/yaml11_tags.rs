//! `yaml11-tags`: A tag that does not fit.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml11-tags",
    code: "YML015",
    title: "A tag that does not fit",
    docs: docs(
        r#"## What it finds
A tag such as `!!int` on something else, an undeclared tag handle, or a value that merely starts with `!`.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Quote the value or remove the tag.

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
v: !!int abc
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"schema: x
v: !!int 1
"#,
            )],
        },
    ]),
};
