//! `pkg-default-channel-exists`: A default channel that does not exist.

use crate::rules::declare::{bundle, channel, foo, opm, rule};
use olmkit_diagnostics::Safety;

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::support::scalar;
use crate::verdict::Leaf;

rule! {
    RULE, "pkg-default-channel-exists", "FBC013", "A default channel that does not exist",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A `defaultChannel` that is not a channel of the package.",
    why: "opm creates an empty channel of that name and rejects the catalog with an error about the empty channel.",
    fix: "Set `defaultChannel` to the exact name of an existing channel.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: Stable}
", channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        let Some(default) = &package.decl.body.default_channel else { continue };
        if package.channels.contains_key(default.value.as_str()) {
            continue;
        }
        let text = "channel must contain at least one bundle".to_owned();
        out.leaf(&RULE, Leaf::channel(package.name, &default.value, 0), text);
        if catalog.may_be_hidden(package) {
            continue;
        }
        let near = out.near_miss(&default.value, &mut package.channels.keys().copied());
        let place = package.decl.doc.place(default.range);
        let message = format!("Default channel `{}` is not a channel of package `{}`.", default.value, package.name);
        let names: Vec<_> = package.channels.keys().copied().collect();
        let help = near.map_or_else(
            || match names.as_slice() {
                [] => "The package has no channels. Add an `olm.channel` of this name, with its entries.".to_owned(),
                _ => format!("Use one of its channels: {}.", names.join(", ")),
            },
            |near| format!("Did you mean `{near}`?"),
        );
        let draft = out.report(&RULE, place, message, help).package(package.name);
        if let Some(near) = near {
            draft.fix(format!("Use {near}"), Safety::Unsafe, place, scalar(near, package.decl.doc.format));
        }
    }
}
