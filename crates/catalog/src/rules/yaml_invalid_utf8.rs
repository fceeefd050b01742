//! `yaml-invalid-utf8`: Text that is not UTF-8.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-invalid-utf8",
    code: "YML004",
    title: "Text that is not UTF-8",
    docs: docs(
        r#"## What it finds
Bytes that are no UTF-8 text in a YAML document.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Save the file as UTF-8.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Syntax,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[Example {
        title: "silent",
        bad: false,
        files: &[(
            "catalog.yaml",
            r#"schema: x
"#,
        )],
    }]),
};
