//! `meta-key-not-string`: `schema`, `package` or `name` is not a string.

use crate::decode::go;
use crate::rules::declare::{opm, rule};
use crate::sink::{Sink, quoting};
use olmkit_gostd::fold;
use olmkit_yaml::{NodeRef, Value, go_bool, go_value};

rule! {
    RULE, "meta-key-not-string", "FBC004", "`schema`, `package` or `name` is not a string",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A `schema`, `package` or `name` that YAML reads as null, a number or a boolean: `name: 4.12`, `package: \
        y`.",
    why: "opm rejects the catalog, even if the schema does not use the key.",
    fix: "Quote the value.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, name: 4.12}
" }],
    good: [{ r#"---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, name: "4.12"}
"# }],
}

/// Reports the value of `schema`, `package` or `name`.
pub(crate) fn report(own_key: &str, node: NodeRef<'_>, sink: &mut Sink) {
    let key = fold::full(own_key);
    let shown = node.scalar_text();
    let (message, help) = match node.value() {
        Value::Null => (format!("`{key}` has no value."), format!("Set `{key}` to a string, or remove the key.")),
        Value::Bool(_) | Value::Number(_) => (
            format!("`{key}` must be a string, but YAML reads `{shown}` as {}.", go::kind_name(node)),
            format!("Quote it: \"{shown}\"."),
        ),
        _ => (format!("`{key}` must be a string, not {}.", go::kind_name(node)), format!("Set `{key}` to a string.")),
    };
    let (kind, value) = (go_bool(node), go_value(node));
    let opm = format!("expected value for key {} to be a string, got {kind}: {value}", go::quote(own_key));
    sink.add(&RULE, node.range(), message, help, Some(opm));
    if matches!(node.value(), Value::Bool(_) | Value::Number(_)) {
        sink.fix(quoting(node));
    }
}
