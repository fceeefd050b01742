//! `meta-duplicate-folded-keys`: Keys that differ only in case.

use crate::facts::Finding;
use crate::go_quote;
use crate::rules::declare::{opm, rule};
use crate::sink::Sink;
use olmkit_collections::order;
use olmkit_diagnostics::TextRange;

rule! {
    RULE, "meta-duplicate-folded-keys", "FBC003", "Keys that differ only in case",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "Two top-level keys that differ only in upper and lower case.",
    why: "opm matches keys without regard to case, so it cannot tell which one to use. It rejects the catalog.",
    fix: "Keep one of the keys.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, a: 1, A: 2}
" }],
    good: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, v: {a: 1, A: 2}}
" }],
}

/// Reports keys that differ only in case. The finding is at `whole` if the keys do not have a position.
pub(crate) fn report(folded: &str, group: &[(String, TextRange)], whole: TextRange, sink: &mut Sink) {
    let mut names: Vec<&str> = group.iter().map(|(key, _)| key.as_str()).collect();
    order::sort(&mut names);
    let opm = format!("duplicate keys for key {}: [{}]", go_quote(folded), names.join(" "));
    let message = format!("The keys {} differ only in case. opm cannot tell which one to use.", names.join(", "));
    let range = group.last().map_or(whole, |(_, range)| *range);
    sink.add(&RULE, range, message, "Keep one of the keys.".to_owned(), Some(opm));
}

/// Gives several findings of one document opm's message, which lists all of them.
pub(crate) fn join(findings: &mut [Finding]) {
    if findings.len() < 2 {
        return;
    }
    let mut texts: Vec<&str> = findings.iter().filter_map(|finding| finding.opm.as_deref()).collect();
    order::sort(&mut texts);
    let joined = ["[", &texts.join(", "), "]"].concat();
    for finding in findings {
        finding.opm = Some(joined.clone());
    }
}
