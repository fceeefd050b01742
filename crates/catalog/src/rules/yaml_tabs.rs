//! `yaml-tabs`: A tab as indentation.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "yaml-tabs",
    code: "YML002",
    title: "A tab as indentation",
    docs: docs(
        r#"## What it finds
A tab character where YAML expects spaces.

## Why it matters
opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.

## How to fix
Indent with spaces.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Syntax,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example { title: "found", bad: true, files: &[("c.yaml", "schema: x\nv:\n\ta: 1\n")] },
        Example { title: "silent", bad: false, files: &[("c.yaml", "schema:\tx\n")] },
    ]),
};
