//! `entry-without-bundle`: A channel entry without a bundle.

use crate::rules::declare::{foo, opm, rule};
use olmkit_collections::HashSet;

use olmkit_collections::order;
use olmkit_diagnostics::Safety;

use crate::facts::{ChannelFacts, EntryFacts};
use crate::go_quote;
use crate::model::{Catalog, Of, Package};
use crate::reporter::Reporter;
use crate::rules::support::scalar;
use crate::verdict::Leaf;

rule! {
    RULE, "entry-without-bundle", "FBC041", "A channel entry without a bundle",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A channel entry for which the package has no `olm.bundle` of that name.",
    why: "OLM has nothing to install for the entry. opm rejects the catalog.",
    fix: "Add the bundle, correct the name, or remove the entry.",
    source: opm!(),
    bad: [{ foo!("\
- name: foo.v2.0.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.0.0
  replaces: gone
"; "1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        for (name, channel) in &package.channels {
            let missing = package.entries_of(name).filter(|entry| entry.bundle.is_none()).map(|entry| entry.facts);
            let mut names = HashSet::default();
            for entry in missing {
                if names.insert(entry.own_name()) && !entry.own_name().is_empty() && !catalog.may_be_hidden(package) {
                    report(package, name, channel, entry, out);
                }
            }
            if names.is_empty() {
                continue;
            }
            let names = order::unique(names.into_iter());
            if package.last_channel == Some(name) {
                let list = names.join(" ");
                let text = format!(
                    "no olm.bundle blobs found in package {} for olm.channel entries [{list}]",
                    go_quote(package.name)
                );
                out.convert(&RULE, 4, 0, 0, 0, text);
            }
            for entry in names {
                let leaf = |order| Leaf::bundle(package.name, name, entry, order);
                if entry.is_empty() {
                    out.leaf(&RULE, leaf(0), "name must be set".to_owned());
                }
                out.leaf(&RULE, leaf(4), "must be exactly one property with type \"olm.package\"".to_owned());
                out.leaf(&RULE, leaf(5), "bundle image must be set".to_owned());
            }
        }
    }
}

fn report(package: &Package<'_>, name: &str, channel: &Of<'_, ChannelFacts>, entry: &EntryFacts, out: &mut Reporter) {
    let own = entry.own_name();
    let place = channel.doc.place(entry.name.as_ref().map_or(entry.range, |text| text.range));
    let is_entry = |near: &&str| channel.body.entries.iter().any(|entry| entry.own_name() == *near);
    let near = out.near_miss(own, &mut package.bundles.keys().copied()).filter(|near| !is_entry(near));
    let message = format!("Channel `{name}` has the entry `{own}`, but package `{}` has no such bundle.", package.name);
    let help = near.map_or_else(
        || "Add the `olm.bundle`, correct the name, or remove the entry.".to_owned(),
        |near| format!("Did you mean `{near}`?"),
    );
    let draft = out.report(&RULE, place, message, help).package(package.name).channel(name).entry(own);
    if let Some(near) = near {
        draft.fix(format!("Use {near}"), Safety::Unsafe, place, scalar(near, channel.doc.format));
    }
}
