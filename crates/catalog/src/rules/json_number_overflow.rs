//! `json-number-overflow`: A number beyond float64.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "json-number-overflow",
    code: "YML020",
    title: "A number beyond float64",
    docs: docs(
        r#"## What it finds
A JSON number such as `1e400` after the second object of a file.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Write it as a text.

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
            files: &[("catalog.yaml", r#"{"schema":"x"}{"schema":"x"}{"schema":"x","v":1e400}"#)],
        },
        Example { title: "silent", bad: false, files: &[("catalog.yaml", r#"{"schema":"x","v":1e300}"#)] },
    ]),
};
