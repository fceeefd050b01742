//! `bundle-release-syntax`: An invalid release.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use olmkit_semver::{Version, parse_release};

rule! {
    RULE, "bundle-release-syntax", "FBC039", "An invalid release",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A `release` of an `olm.package` property that is longer than 20 characters or is not a list of \
        dot-separated identifiers.",
    why: "opm rejects the catalog.",
    fix: "Use at most 20 letters, digits and `-` in dot-separated identifiers, and no leading zeros in numbers.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo-v1.0.0-01\n"), r#"---
{schema: olm.bundle, package: foo, name: foo-v1.0.0-01, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0, release: "01"}}]}
"# }],
    good: [{ package!(), channel!("stable", "- name: foo-v1.0.0-1.a\n"), r#"---
{schema: olm.bundle, package: foo, name: foo-v1.0.0-1.a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0, release: "1.a"}}]}
"# }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let [property] = bundle.body.packages.as_slice() else { continue };
        let Some(release) = &property.release else { continue };
        let Err(error) = parse_release(&release.value) else { continue };
        let version = property.version.as_ref().map_or("", |text| text.value.as_str());
        if bundle.body.bad_property.is_some()
            || Version::parse(version).is_err()
            || !catalog.packages.contains_key(package)
        {
            continue;
        }
        let message = format!("Release `{}` of bundle `{name}` is not valid: {}.", release.value, error.reason());
        let help = "Use at most 20 letters, digits and `-` in dot-separated identifiers, and no leading zeros in \
            numbers.";
        out.report(&RULE, bundle.doc.place(release.range), message, help).package(package).entry(name);
        let text =
            format!("error parsing bundle {} release version {}: {error}", go_quote(name), go_quote(&release.value));
        out.convert(&RULE, 3, item, 9, 0, text);
    }
}
