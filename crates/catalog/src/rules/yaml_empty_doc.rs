//! `yaml-empty-doc`: An empty document.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-empty-doc",
    code: "YML021",
    title: "An empty document",
    docs: docs(
        r#"## What it finds
A document of only blanks, comments or `null`: a comment before the first `---`, two separators in a row at the start, an empty document at the end.

## Why it matters
opm misses the `schema` in it and rejects the whole catalog.

## How to fix
Remove the empty document and one of the separators; put licence comments after the first `---`.

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
---

"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"schema: x
---
"#,
            )],
        },
    ]),
};
