//! Names of bundles with a release.

use crate::model::{Csv, Loaded};
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    RELEASE, "bundle-release-name", "BDL084", "CSV name that does not match its release",
    since: "0.1.0",
    bundle: [ApiBundle Error],
    finds: "A CSV with `spec.release` whose name is not `<package>-v<version>-<release>`.",
    why: "With a release, the name must consist of package, version and release.",
    fix: "Rename the CSV, or remove the release.",
    source: "operator-framework/api, bundle validator (since 2026; not in the released operator-sdk).",
    bad: [(CSV, "  version: 1.0.0", "  version: 1.0.0\n  release: '1'")],
    good: [(CSV, "  displayName: Foo", "  displayName: Bar")],
}

rule! {
    SUBSTITUTES, "bundle-release-substitutes", "BDL085", "Release and `olm.substitutesFor` together",
    since: "0.1.0",
    bundle: [OpmContent Error],
    finds: "A CSV with `spec.release` and the annotation `olm.substitutesFor`.",
    why: "Both state, in different ways, that the bundle replaces another one of the same version.",
    fix: "Keep one of them.",
    source: "opm, content validator.",
    bad: [(CSV, "    categories: Database\n    alm-examples: '[{\"apiVersion\": \"ex.com/v1\", \"kind\": \"Foo\", \"metadata\": \
{\"name\": \"x\"}}]'\nspec:\n", "    olm.substitutesFor: foo.v0.9.0\nspec:\n  release: '1'\n")],
    good: [(CSV, "  displayName: Foo", "  displayName: Bar")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let release = csv.text(&["release"]);
    if release.is_empty() {
        return;
    }
    let version = olmkit_semver::parse_tolerant(&csv.text(&["version"])).map(|version| version.to_string());
    let version = version.unwrap_or_else(|_| "0.0.0".to_owned());
    let wanted = format!("{}-v{version}-{release}", bundle.package);
    if csv.name != wanted {
        let message = format!("A CSV with release `{release}` must be named `{wanted}`, not `{}`.", csv.name);
        let upstream = format!(
            "Value {0}: bundle name with release versioning \"{0}\" does not match expected name \"{wanted}\"",
            csv.name
        );
        to.found(&RELEASE, csv.name_place(), message, format!("Rename it to `{wanted}`."), upstream);
    }
}

/// Checks a release together with `olm.substitutesFor`, as opm does.
pub(crate) fn check_substitutes(csv: &Csv<'_>, to: &mut Target<'_>) {
    let release = csv.text(&["release"]);
    let Some(annotation) = csv.annotation("olm.substitutesFor") else { return };
    let substitutes = annotation.text().unwrap_or_default();
    if release.is_empty() || substitutes.is_empty() {
        return;
    }
    let message = format!(
        "The CSV has both release `{release}` and `olm.substitutesFor: {substitutes}`. Only one of them is allowed."
    );
    let upstream = format!(
        "bundle \"{}\" cannot have both a release version (\"{release}\") and olm.substitutesFor annotation (\"{substitutes}\")",
        csv.name
    );
    let place = csv.spec(&["release"]).map_or_else(|| annotation.place(), View::place);
    to.found(&SUBSTITUTES, place, message, "Remove one of them.", upstream);
}
