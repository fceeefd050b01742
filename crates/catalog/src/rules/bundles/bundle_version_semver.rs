//! `bundle-version-semver`: A bundle version that is not a valid semantic version.

use crate::rules::declare::{channel, opm, package, rule};
use olmkit_diagnostics::Safety;
use olmkit_semver::{Version, parse_tolerant};

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::bundles::name_version_mismatch::version_in;
use crate::rules::support::{missing_in_package, scalar};

rule! {
    RULE, "bundle-version-semver", "FBC038", "A bundle version that is not a valid semantic version",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A `version` of an `olm.package` property that is not a full semantic version: `v1.0.0`, `1.0`.",
    why: "opm rejects the catalog.",
    fix: "Write `major.minor.patch`, such as `1.2.3`, without a `v`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: v1.0.0}}]}
" }],
    good: [{ package!(), channel!("stable", "- name: foo.v1\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0-rc.1+b}}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let [property] = bundle.body.packages.as_slice() else { continue };
        let version = property.version.as_ref().map_or("", |text| text.value.as_str());
        let Err(error) = Version::parse(version) else { continue };
        if bundle.body.bad_property.is_some() || !catalog.packages.contains_key(package) {
            continue;
        }
        let range = property.version.as_ref().map_or(property.range, |text| text.range);
        let place = bundle.doc.place(range);
        let (message, help) = match &property.version {
            Some(_) => (
                format!("Version `{version}` of bundle `{name}` is not a valid semantic version: {}.", error.reason()),
                "Write `major.minor.patch`, such as `1.2.3`.",
            ),
            None => missing_in_package(property, "version", name),
        };
        let mut draft = out.report(&RULE, place, message, help).package(package).entry(name);
        let named = version_in(name);
        let tolerant = parse_tolerant(version).ok().filter(|tolerant| Some(tolerant) != named.as_ref());
        for better in named.into_iter().chain(tolerant).filter(|_| property.version.is_some()) {
            let text = scalar(&better.to_string(), bundle.doc.format);
            draft = draft.fix(format!("Write {better}"), Safety::Unsafe, place, text);
        }
        let text = format!("error parsing bundle {} version {}: {error}", go_quote(name), go_quote(version));
        out.convert(&RULE, 3, item, 8, 0, text);
    }
}
