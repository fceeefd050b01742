//! `yaml-separator-text`: Text after a document separator.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-separator-text",
    code: "YML014",
    title: "Text after a document separator",
    docs: docs(
        r#"## What it finds
Anything but blanks and a comment behind `---`.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Put the content on the next line.

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
                r#"--- c
schema: x
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"--- # c
schema: x
"#,
            )],
        },
    ]),
};
