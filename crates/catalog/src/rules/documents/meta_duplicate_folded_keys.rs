//! `meta-duplicate-folded-keys`: Keys that differ only in case.

use crate::go_quote;
use crate::rules::declare::{opm, rule};
use crate::sink::Sink;
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

/// Keys that are the same without regard to case, in order, and the range of the last one in the document.
pub(crate) type Group = (Vec<String>, TextRange);

/// Reports groups of keys that differ only in case, with the folded key of each. opm has one message for all groups.
pub(crate) fn report(groups: &[(&str, &Group)], sink: &mut Sink) {
    let text = |(folded, (names, _)): &(&str, &Group)| {
        format!("duplicate keys for key {}: [{}]", go_quote(folded), names.join(" "))
    };
    let texts: Vec<String> = groups.iter().map(text).collect();
    let opm = if let [one] = texts.as_slice() { one.clone() } else { ["[", &texts.join(", "), "]"].concat() };
    for (_, (names, range)) in groups {
        let message = format!("The keys {} differ only in case. opm cannot tell which one to use.", names.join(", "));
        sink.add(&RULE, *range, message, "Keep one of the keys.".to_owned(), Some(opm.clone()));
    }
}
