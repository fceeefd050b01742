//! `json-locked`: Not JSON after two JSON objects.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "json-locked",
    code: "YML018",
    title: "Not JSON after two JSON objects",
    docs: docs(
        r#"## What it finds
After two JSON objects opm reads the rest as JSON only: comments, trailing commas and `---` are errors there.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Write plain JSON, or YAML from the start.

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
                r#"{"schema":"a"}{"schema":"b"}
---
{"schema":"c"}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"{"schema":"a"}
---
{"schema":"b"}
"#,
            )],
        },
    ]),
};
