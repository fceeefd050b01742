//! `others-serve-key`: A schema or package name that `opm serve` rejects.

use crate::facts::{Body, Facts};
use crate::rules::declare::rule;
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "others-serve-key", "FBC059", "A schema or package name that `opm serve` rejects",
    since: "0.1.0",
    catalog: Schema, OpmServe, Error,
    finds: "A document with a custom schema whose `schema` or `package` contains characters other than letters, \
        digits, `.`, `_` and `-`, or does not start with a letter or digit.",
    why: "`opm validate` accepts the catalog, but `opm serve` cannot build its cache and the catalog pod does not \
        start.",
    fix: "Rename the schema or the package.",
    source: "`opm serve` fails on it; `opm validate` does not (operator-registry, August 2026).",
    bad: [{ "schema: my schema\n" }],
    good: [{ "schema: my.schema\n" }],
}

/// Checks the keys of the document.
pub(crate) fn check(_: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    if !matches!(facts.body, Body::Other) {
        return;
    }
    let package = facts.package.as_ref().filter(|package| !package.value.is_empty());
    for (what, text) in [("schema", facts.schema.as_ref()), ("package", package)] {
        let Some(text) = text.filter(|text| !is_key(&text.value)) else { continue };
        let message = format!(
            "`opm serve` cannot serve a document with the {what} `{}`. The catalog pod does not start.",
            text.value
        );
        let help = "Use letters, digits, `.`, `_` and `-`, and start with a letter or digit.".to_owned();
        sink.add(&RULE, text.range, message, help, None);
    }
}

/// Whether `opm serve` accepts a custom schema or its package: `^[a-zA-Z0-9][a-zA-Z0-9._-]*$`.
#[must_use]
pub fn is_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}
