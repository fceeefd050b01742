//! `dep-channel-exists`: A deprecation of an unknown channel.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::element;
use crate::rules::support::{describe, report_unknown_reference};
use crate::schemas;

rule! {
    RULE, "dep-channel-exists", "FBC052", "A deprecation of an unknown channel",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "A deprecation of an `olm.channel` that does not exist in the package.",
    why: "opm rejects the catalog.",
    fix: "Correct the name, or remove the entry.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.channel, name: beta}, message: m}]}
" }],
    good: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.channel, name: stable}, message: m}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        let Some(package) = catalog.packages.get(name) else { continue };
        for (at, entry) in deprecations.body.entries.iter().enumerate() {
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            let is_default = package.decl.body.default_channel.as_ref().is_some_and(|default| default.value == own);
            if schema != schemas::CHANNEL || is_default || package.channels.contains_key(own) {
                continue;
            }
            if !catalog.may_be_hidden(package) {
                report_unknown_reference(
                    &RULE,
                    doc,
                    entry,
                    &describe(schema, own),
                    &mut package.channels.keys().copied(),
                    out,
                )
                .package(name);
            }
            let text =
                format!("cannot deprecate channel {} for package {}: channel not found", go_quote(own), go_quote(name));
            out.convert(&RULE, 6, item, 3, element(at, 2), text);
        }
    }
}
