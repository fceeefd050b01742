//! `yaml-directives`: A YAML directive.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-directives",
    code: "YML013",
    title: "A YAML directive",
    docs: docs(
        r#"## What it finds
Lines that start with `%`, such as `%YAML 1.1`. opm splits at the `---` after it and cannot read the rest.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Remove the line.

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
                r#"%YAML 1.1
---
schema: x
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"---
schema: x
"#,
            )],
        },
    ]),
};
