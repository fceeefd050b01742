//! `yaml-escapes`: An escape YAML does not know.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-escapes",
    code: "YML005",
    title: "An escape YAML does not know",
    docs: docs(
        r#"## What it finds
In double quotes `\/` and surrogate pairs such as `\uD83D\uDE00`: fine in JSON, an error in YAML.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Write the character itself.

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
                r#"---
{"schema":"a\/b"}
"#,
            )],
        },
        Example { title: "silent", bad: false, files: &[("c.yaml", r#"{"schema":"a","v":"a\/b"}"#)] },
    ]),
};
