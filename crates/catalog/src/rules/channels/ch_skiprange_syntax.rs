//! `ch-skiprange-syntax`: A skipRange that is not a valid version range.

use crate::rules::declare::{foo, opm, rule};
use olmkit_api::EdgeField;
use olmkit_diagnostics::Safety;

use olmkit_semver::Range;

use crate::go_quote;
use crate::model::Catalog;
use crate::npm_range::npm_to_blang;
use crate::reporter::Reporter;
use crate::verdict::Leaf;

rule! {
    RULE, "ch-skiprange-syntax", "FBC023", "A skipRange that is not a valid version range",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A `skipRange` that blang/semver cannot parse: npm syntax (`^1.2`, `~1.2`), commas, versions without a \
        patch number.",
    why: "opm rejects the catalog. OLM ignores such a range.",
    fix: "Write full versions with `>=`, `>`, `<=`, `<`, `=` or `!=`, separated by spaces. Separate alternatives with \
        ` || `.",
    source: opm!(),
    bad: [{ foo!("\
- name: foo.v1.0.0
  skipRange: '<v1.0.0'
"; "1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.0.0
  skipRange: '<1.0.0'
"; "1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        for (name, channel) in &package.channels {
            for entry in &channel.body.entries {
                let Some(text) = entry.skip_range.as_ref().filter(|_| entry.parsed_range.is_none()) else { continue };
                let Err(error) = Range::parse(&text.value) else { continue };
                let message = format!(
                    "The skipRange `{}` of `{}` is not a valid version range: {error}.",
                    text.value,
                    entry.own_name()
                );
                let place = channel.doc.place(text.range);
                let help = "Write full versions, such as `>=1.0.0 <1.2.0`. Separate alternatives with ` || `.";
                let draft = out
                    .report(&RULE, place, message, help)
                    .package(package.name)
                    .channel(name)
                    .entry(entry.own_name())
                    .field(EdgeField::SkipRange);
                if let Some(better) = npm_to_blang(&text.value) {
                    draft.fix(format!("Write {better}"), Safety::Unsafe, place, go_quote(&better));
                }
                let text = format!("invalid skipRange {}: {error}", go_quote(&text.value));
                out.leaf(&RULE, Leaf::bundle(package.name, name, entry.own_name(), 3), text);
            }
        }
    }
}
