//! `others-serve-key`: A schema or package that cannot be served.

use crate::decode::Sink;
use crate::facts::{Body, Facts};
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_syntax::NodeRef;

/// The rule.
pub static RULE: Rule = Rule {
    id: "others-serve-key",
    code: "FBC059",
    title: "A schema or package that cannot be served",
    docs: docs(
        r#"## What it finds
A document of a schema of its own whose `schema` or `package` has characters beyond letters, digits, `.`, `_` and `-`, or does not begin with a letter or digit.

## Why it matters
`opm validate` accepts it, but `opm serve` refuses to build its cache: the catalog pod does not start.

## How to fix
Rename the schema or the package.

## Source
`opm serve` fails on it; `opm validate` does not (operator-registry, August 2026).
"#,
    ),
    category: Category::Schema,
    enforcement: Enforcement::OpmServe,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "catalog.yaml",
                r#"schema: my schema
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"schema: my.schema
"#,
            )],
        },
    ]),
};

/// Looks at the document's keys.
pub(crate) fn check(_: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    if !matches!(facts.body, Body::Other) {
        return;
    }
    let package = facts.package.as_ref().filter(|package| !package.value.is_empty());
    for (what, text) in [("schema", facts.schema.as_ref()), ("package", package)] {
        let Some(text) = text.filter(|text| !is_key(&text.value)) else { continue };
        let message = format!(
            "`opm serve` cannot serve a document with the {what} `{}`: the catalog pod would not start.",
            text.value
        );
        let help = "Use letters, digits, `.`, `_` and `-`, beginning with a letter or digit.".to_owned();
        sink.add(&RULE, text.range, message, help, None);
    }
}

/// `^[a-zA-Z0-9][a-zA-Z0-9._-]*$`
fn is_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}
