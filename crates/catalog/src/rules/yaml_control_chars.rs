//! `yaml-control-chars`: A character YAML does not allow.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-control-chars",
    code: "YML003",
    title: "A character YAML does not allow",
    docs: docs(
        r#"## What it finds
Control characters such as DEL or NUL.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Remove the character or write it as an escape in double quotes.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Syntax,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example { title: "found", bad: true, files: &[("c.yaml", "schema: x\nv: \"\u{7f}\"\n")] },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"schema: x
v: "😀"
"#,
            )],
        },
    ]),
};
