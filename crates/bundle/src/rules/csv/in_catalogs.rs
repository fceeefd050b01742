//! Fields of a CSV that tools accept, and that mean nothing or are rejected in a catalog.

use olmkit_diagnostics::{Safety, rule};
use olmkit_semver::{Range, Version, parse_tolerant};
use olmkit_text::near_miss;
use olmkit_yaml::Format;

use crate::go::field_names;
use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;

rule! {
    VERSION, "csv-version-semver", "BDL336", "CSV version that opm rejects in a catalog",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "A `spec.version` that OLM reads and that is not a full semantic version: `v1.0.0`, `1.0`.",
    why: "The tools accept the bundle. A catalog gets the version as it is written, and opm rejects that catalog \
(`bundle-version-semver`).",
    fix: "Write `major.minor.patch`, such as `1.2.3`, without a `v`.",
    source: "olmkit; operator-registry copies the version to the `olm.package` property.",
    bad: [(CSV, "version: 1.0.0", "version: v1.0.0"), (CSV, "version: 1.0.0", "version: '1.0'")],
    good: [(CSV, "version: 1.0.0", "version: 1.0.0-rc.1")],
}

rule! {
    SKIP_RANGE, "csv-skiprange-syntax", "BDL337", "Invalid `olm.skipRange`",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An annotation `olm.skipRange` of the CSV that is not a valid version range.",
    why: "The tools accept the bundle. As the `skipRange` of a channel entry the range is an error \
(`ch-skiprange-syntax`), and OLM v0 ignores it, so no version is skipped.",
    fix: "Write full versions, such as `>=1.0.0 <1.2.0`. Separate alternatives with ` || `.",
    source: "olmkit; OLM and operator-registry parse the range with blang/semver.",
    bad: [(CSV, "    categories: Database", "    olm.skipRange: '>=0.1 <1.0.0'\n    categories: Database")],
    good: [(CSV, "    categories: Database", "    olm.skipRange: '>=0.1.0 <1.0.0'\n    categories: Database")],
}

rule! {
    FIELD, "csv-unknown-field", "BDL338", "Misspelled field of a CSV",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "A field of `spec` that a CSV does not have, with a name like one that it has: `replace` for `replaces`.",
    why: "All tools and OLM silently ignore the field: the bundle then replaces or skips nothing.",
    fix: "Correct the name.",
    source: "olmkit; no upstream tool checks it.",
    bad: [(CSV, "  displayName: Foo", "  displayName: Foo\n  replace: foo.v0.9.0"),
        (CSV, "  displayName: Foo", "  displayName: Foo\n  skipss: [foo.v0.9.0]")],
    good: [(CSV, "  displayName: Foo", "  displayName: Foo\n  replaces: foo.v0.9.0\n  skips: [foo.v0.8.0]")],
}

/// Checks what only a catalog or an upgrade shows.
pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    version(csv, to);
    skip_range(csv, to);
    fields(csv, to);
}

fn version(csv: &Csv<'_>, to: &mut Target<'_>) {
    let Some(view) = csv.spec(&["version"]) else { return };
    let text = view.string_of();
    let (Err(error), Ok(full)) = (Version::parse(&text), parse_tolerant(&text)) else { return };
    let message = format!(
        "Version `{text}` is not a full semantic version: {}. opm rejects a catalog with this bundle.",
        error.reason()
    );
    let found = to.found(&VERSION, view.place(), message, format!("Write `{full}`."), "");
    found.map(|finding| {
        finding.fix(format!("Write {full}"), Safety::Unsafe, view.place(), view.quoted(&full.to_string()))
    });
}

fn skip_range(csv: &Csv<'_>, to: &mut Target<'_>) {
    let Some(view) = csv.annotation("olm.skipRange") else { return };
    let text = view.string_of();
    let Err(error) = Range::parse(&text) else { return };
    let message = format!("`olm.skipRange: {text}` is not a valid version range: {}.", error.reason());
    to.found(&SKIP_RANGE, view.place(), message, SKIP_RANGE.fix, "");
}

fn fields(csv: &Csv<'_>, to: &mut Target<'_>) {
    let Some(spec) = csv.view.get("spec") else { return };
    let known: Vec<&str> = field_names("CsvSpec").collect();
    for (key, _, place) in spec.entries() {
        let near = near_miss(&key, &mut known.iter().copied()).filter(|near| *near != key);
        let Some(near) = near else { continue };
        let message = format!("A CSV has no field `spec.{key}`, so OLM ignores it. Did you mean `{near}`?");
        let text = if spec.node.format() == Format::Json { spec.quoted(near) } else { near.to_owned() };
        let found = to.found(&FIELD, place, message, format!("Write `{near}`."), "");
        found.map(|finding| finding.fix(format!("Write {near}"), Safety::Unsafe, place, text));
    }
}
