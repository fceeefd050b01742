//! `bundle-object-data`: A bundle object that cannot be decoded.

use crate::facts::Facts;
use crate::go_quote;
use crate::rules::declare::{channel, opm, package, rule};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "bundle-object-data", "FBC008", "A bundle object that cannot be decoded",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "An `olm.bundle.object` property whose `data` is not valid base64, or is neither JSON nor YAML after \
        decoding.",
    why: "opm cannot load the catalog.",
    fix: "Render the bundle again with `opm render`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.bundle.object, value: {data: e30}}]}
" }],
    good: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.bundle.object, value: {data: e30=}}]}
" }],
}

/// Reports an object that opm cannot decode. `problem` is the last part of opm's error.
pub(crate) fn report(node: NodeRef<'_>, facts: &Facts, problem: &str, message: &str, sink: &mut Sink) {
    let (package, name) = (go_quote(facts.package_name()), go_quote(facts.own_name()));
    let opm = format!("read bundle objects: package {package}, bundle {name}: {problem}");
    let help = "Render the bundle again with `opm render`.".to_owned();
    sink.add(&RULE, node.range(), message.to_owned(), help, Some(opm));
}
