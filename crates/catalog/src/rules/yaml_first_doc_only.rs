//! `yaml-first-doc-only`: Content that opm silently drops.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-first-doc-only",
    code: "YML022",
    title: "Content that opm silently drops",
    docs: docs(
        r#"## What it finds
Content after the end of the first YAML document between two `---` lines: after `...`, after a `}` that closes the document, or dedented left of it; also whole JSON objects after a fallback to YAML.

## Why it matters
opm loads the catalog without it: packages, channels or bundles are missing on clusters, and nobody is told.

## How to fix
Separate the documents by `---`.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Syntax,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Warning,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "catalog.yaml",
                r#"schema: a
...
schema: b
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"schema: x
---
schema: x
"#,
            )],
        },
    ]),
};
