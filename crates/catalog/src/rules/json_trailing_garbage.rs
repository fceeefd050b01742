//! `json-trailing-garbage`: Something after a JSON object that is neither JSON nor YAML.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "json-trailing-garbage",
    code: "YML023",
    title: "Something after a JSON object that is neither JSON nor YAML",
    docs: docs(
        r#"## What it finds
Text after the first JSON object of a file that is no JSON object and cannot be read as YAML either.

## Why it matters
opm fails to load the file and rejects the whole catalog.

## How to fix
Remove it, or write a `---` line and a YAML document.

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
                "catalog.yaml",
                r#"{"schema":"a"} zzz
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"{"schema":"a"}

"#,
            )],
        },
    ]),
};
