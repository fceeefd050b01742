//! `others-serve-key`: A schema or package that cannot be served.

use crate::facts::{Body, Facts};
use crate::rules::declare::rule;
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "others-serve-key", "FBC059", "A schema or package that cannot be served",
    since: "0.1.0",
    catalog: Schema, OpmServe, Error,
    finds: "A document of a schema of its own whose `schema` or `package` has characters beyond letters, digits, `.`, \
        `_` and `-`, or does not begin with a letter or digit.",
    why: "`opm validate` accepts it, but `opm serve` refuses to build its cache: the catalog pod does not start.",
    fix: "Rename the schema or the package.",
    source: "`opm serve` fails on it; `opm validate` does not (operator-registry, August 2026).",
    bad: [{ "schema: my schema\n" }],
    good: [{ "schema: my.schema\n" }],
}

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
