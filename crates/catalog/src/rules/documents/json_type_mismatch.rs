//! `json-type-mismatch`: A value of the wrong type.

use crate::decode::go;
use crate::rules::declare::{opm, rule};
use crate::sink::{Sink, quoting};
use olmkit_yaml::{NodeRef, Value};

rule! {
    RULE, "json-type-mismatch", "FBC006", "A value of the wrong type",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A field of a package, channel, bundle or deprecation whose value has the wrong type: `description: 1`, \
        `skips: foo.v1`.",
    why: "opm fails to load the catalog.",
    fix: "Write a value of the type that the message names. Quote numbers and booleans that are strings.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable, description: 1}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
    good: [{ r#"---
{schema: olm.package, name: foo, defaultChannel: stable, description: "1"}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"# }],
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Text,
    List,
    Mapping,
}

impl Expected {
    const fn description(self) -> &'static str {
        match self {
            Expected::Text => TEXT,
            Expected::List => "a list",
            Expected::Mapping => "a mapping",
        }
    }
}

const TEXT: &str = "a string";

fn needs_quotes(wanted: &str, node: NodeRef<'_>) -> bool {
    wanted == TEXT && matches!(node.value(), Value::Bool(_) | Value::Number(_))
}

/// The message about a value that is not of the type `wanted`.
pub(crate) fn message(what: &str, wanted: &str, node: NodeRef<'_>) -> String {
    let found = go::kind_name(node);
    if needs_quotes(wanted, node) {
        return format!("{what} must be {wanted}, but YAML reads `{}` as {found}.", node.scalar_text());
    }
    format!("{what} must be {wanted}, not {found}.")
}

/// Reports a value; `what` is the subject of the message. `upstream` is the message of opm.
pub(crate) fn report(what: &str, expected: Expected, node: NodeRef<'_>, upstream: String, sink: &mut Sink) {
    let wanted = expected.description();
    let needs_quotes = needs_quotes(wanted, node);
    let help = if needs_quotes { format!("Quote it: \"{}\".", node.scalar_text()) } else { format!("Write {wanted}.") };
    let message = format!("{} opm cannot load the catalog.", message(what, wanted, node));
    sink.add(&RULE, node.range(), message, help, Some(upstream));
    if needs_quotes {
        sink.fix(quoting(node));
    }
}
