//! Fields that the community pipeline requires in every CSV.

use olmkit_yaml::{Value, to_json};

use super::{Finding, Version};
use crate::rules::optional::categories::LEVELS;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    RULE, "pipe-required-fields", "BDL310", "CSV without fields that the community pipeline requires",
    since: "0.1.0",
    bundle: [PipelineCommunity Error],
    finds: "A CSV without a display name, a description of at least 20 characters, an icon, a strict version, \
maintainers, provider or links; or, as a warning, without the annotations `capabilities`, `categories`, \
`containerImage`, `createdAt`, `repository`, `support`, `description`, or without keywords.",
    why: "The pipeline rejects the bundle or reports a warning. Users see these fields in the console.",
    fix: "Add the field.",
    source: "operator-pipelines, community checks. Its list of categories has `Drivers and plugins` and lacks \
`Observability`.",
    bad: [(CSV, "  provider:\n    name: acme\n", ""), (CSV, "  version: 1.0.0\n", "  version: v1.0.0\n"),
        (CSV, "    repository: https://ex.com/foo\n", "    repository: ex.com/foo\n"), (CSV, "mediatype: image/png", "mediatype: image/bmp"),
        (CSV, "  keywords: [sample]\n", ""), (CSV, "createdAt: '2026-01-31T12:00:00Z'", "createdAt: yesterday")],
    good: [(CSV, "displayName: Foo", "displayName: Bar"), (CSV, "createdAt: '2026-01-31T12:00:00Z'", "createdAt: 2026-01-31")],
}

const CATEGORIES: [&str; 16] = [
    "AI/Machine Learning",
    "Application Runtime",
    "Big Data",
    "Cloud Provider",
    "Developer Tools",
    "Drivers and plugins",
    "Database",
    "Integration & Delivery",
    "Logging & Tracing",
    "Monitoring",
    "Modernization & Migration",
    "Networking",
    "OpenShift Optional",
    "Security",
    "Storage",
    "Streaming & Messaging",
];

type Test = fn(View<'_>) -> bool;

/// Fields of the spec and their conditions. The pipeline rejects a bundle without them.
const FATAL: [(&[&str], Test); 7] = [
    (&["displayName"], |value| starts(value, 3)),
    (&["description"], |value| has(value, 20)),
    (&["icon"], is_icon),
    (&["version"], |value| value.node.is_string() && olmkit_semver::Version::parse(&value.string_of()).is_ok()),
    (&["maintainers"], |value| pairs(value, ["name", "email"])),
    (&["provider", "name"], |value| starts(value, 3)),
    (&["links"], |value| pairs(value, ["name", "url"])),
];

/// Annotations of the CSV and their conditions. The pipeline warns about missing ones.
const ANNOTATIONS: [(&str, Test); 7] = [
    ("capabilities", |value| LEVELS.contains(&value.string_of().as_str())),
    ("categories", |value| text_of(value).split(',').all(|item| CATEGORIES.contains(&item.trim()))),
    ("containerImage", |value| is_pull_spec(&text_of(value))),
    ("createdAt", |value| is_time(&value.node.scalar_text())),
    ("repository", |value| {
        let text = text_of(value);
        ["http://", "https://"].iter().any(|start| text.strip_prefix(start).is_some_and(|rest| !rest.is_empty()))
    }),
    ("support", |value| has(value, 3)),
    ("description", |value| has(value, 10)),
];

pub(crate) fn check(version: &Version<'_>, to: &mut Target<'_>) {
    let Some(csv) = version.csv else { return };
    for (path, fits) in FATAL {
        if let Some(finding) = check_field(csv, &format!("spec.{}", path.join(".")), version.spec(path), fits) {
            finding.error(to);
        }
    }
    for (name, fits) in ANNOTATIONS {
        let path = format!("metadata.annotations.{name}");
        if let Some(finding) = check_field(csv, &path, version.csv_annotation(name), fits) {
            finding.warn(to);
        }
    }
    let is_keywords: Test = |value| {
        let items = value.items();
        !items.is_empty() && items.iter().all(|item| item.node.is_string())
    };
    if let Some(finding) = check_field(csv, "spec.keywords", version.spec(&["keywords"]), is_keywords) {
        finding.warn(to);
    }
}

fn check_field(csv: View<'_>, path: &str, value: Option<View<'_>>, fits: Test) -> Option<Finding> {
    let (place, message, upstream) = match value {
        None => {
            let place = csv.key_place(if path.starts_with("spec") { "spec" } else { "metadata" });
            (place, format!("The CSV has no `{path}`."), format!("CSV does not define {path}"))
        }
        Some(value) if !fits(value) => {
            let message = format!("The CSV has a `{path}` that the pipeline rejects.");
            (value.start(), message, format!("CSV contains an invalid value for {path}"))
        }
        Some(_) => return None,
    };
    Some(Finding {
        rule: &RULE,
        place,
        message,
        help: "`olmkit explain pipe-required-fields` lists the required fields.",
        upstream,
    })
}

/// The pipeline's text for any value. For lists and mappings, only the length is approximately the same.
fn text_of(value: View<'_>) -> String {
    match value.node.value() {
        Value::Mapping | Value::Sequence => to_json(value.node),
        _ => value.node.scalar_text().into_owned(),
    }
}

fn has(value: View<'_>, characters: usize) -> bool {
    text_of(value).chars().count() >= characters
}

/// Whether the first line has at least this number of characters.
fn starts(value: View<'_>, characters: usize) -> bool {
    text_of(value).chars().take(characters).filter(|c| *c != '\n').count() == characters
}

/// Whether the value is a non-empty list of mappings that have these string fields.
fn pairs(value: View<'_>, fields: [&str; 2]) -> bool {
    let items = value.items();
    let is_full =
        |item: &View<'_>| fields.iter().all(|field| item.get(field).is_some_and(|value| value.node.is_string()));
    !items.is_empty() && items.iter().all(is_full)
}

fn is_icon(value: View<'_>) -> bool {
    const TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/svg+xml"];
    let is_data = |item: &View<'_>| {
        let data: String = item.string("base64data").chars().filter(|c| !c.is_whitespace()).collect();
        data.len() >= 4 && olmkit_yaml::base64::decode(data.as_bytes()).is_ok()
    };
    let items = value.items();
    !items.is_empty() && items.iter().all(|item| is_data(item) && TYPES.contains(&&*item.string("mediatype")))
}

/// Whether the text has the form of a pull spec: a path with a slash, a name and a tag.
fn is_pull_spec(text: &str) -> bool {
    let Some((path, tag)) = text.rsplit_once(':') else { return false };
    let Some((before, name)) = path.rsplit_once('/') else { return text.contains('/') };
    !tag.is_empty() && !before.is_empty() && !name.is_empty()
}

/// Whether the text is an ISO 8601 date or date and time. Year, year and month, and dates without hyphens are also
/// valid.
fn is_time(text: &str) -> bool {
    let at = if text.contains('-') { 10 } else { 8 };
    let (date, time) = match (text.get(..at), text.get(at..)) {
        (Some(date), Some(time)) => (date, time),
        _ => (text, ""),
    };
    is_date(date) && (time.is_empty() || time.starts_with(|c: char| !c.is_ascii_digit()) && is_clock(time))
}

/// Whether the text has exactly `count` digits and is at most `most`.
fn digits(text: &str, count: usize, most: u32) -> bool {
    text.len() == count
        && text.bytes().all(|b| b.is_ascii_digit())
        && text.parse::<u32>().is_ok_and(|number| number <= most)
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = match (text.len(), text.split('-').collect::<Vec<_>>()) {
        (8, all) if all.len() == 1 => [text.get(..4), text.get(4..6), text.get(6..)].into_iter().flatten().collect(),
        (_, all) => all,
    };
    let day = |month: &str, day: &str| {
        let most = match month {
            "02" => 29,
            "04" | "06" | "09" | "11" => 30,
            _ => 31,
        };
        digits(month, 2, 12) && month != "00" && digits(day, 2, most) && day != "00"
    };
    match parts.as_slice() {
        [year] => digits(year, 4, 9999),
        [year, month] => digits(year, 4, 9999) && day(month, "01"),
        [year, month, number] => digits(year, 4, 9999) && day(month, number),
        _ => false,
    }
}

/// Whether the text is a separator followed by hours, minutes, seconds, a fraction and a zone, of which only the hours
/// are required.
fn is_clock(text: &str) -> bool {
    let text = text.get(1..).unwrap_or_default();
    let (clock, zone) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default()),
        None => (text, ""),
    };
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, "0"));
    let fields = |text: &str, most: &[u32]| {
        let joined: Vec<&str> = (0..text.len()).step_by(2).filter_map(|at| text.get(at..at.checked_add(2)?)).collect();
        let parts: Vec<&str> = if text.contains(':') { text.split(':').collect() } else { joined };
        let is_whole = text.contains(':') || text.len().is_multiple_of(2);
        is_whole
            && !parts.is_empty()
            && parts.len() <= most.len()
            && parts.iter().zip(most).all(|(part, most)| digits(part, 2, *most))
    };
    let is_zone = matches!(zone, "" | "Z" | "z") || zone.get(1..).is_some_and(|zone| fields(zone, &[23, 59]));
    let is_fraction = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    fields(clock, &[24, 59, 59]) && is_fraction && is_zone
}

#[cfg(test)]
mod tests {
    use super::{is_pull_spec, is_time};

    #[test]
    fn times_and_images() {
        for good in [
            "2026-01-31",
            "2026-01-31T12:00:00Z",
            "2026-01-31 12:00",
            "2026-01-31T12:00:00.5+02:00",
            "2026",
            "2026-01",
            "20260131",
            "20260131T120000Z",
        ] {
            assert!(is_time(good), "{good}");
        }
        for bad in [
            "",
            "yesterday",
            "31.01.2026",
            "2026-1-31",
            "2026-01-31T",
            "2026-01-31Tnoon",
            "2026-13-01",
            "2026-04-31",
            "2026-01-31T25:00",
            "2026-01-31T12:60",
            "1",
            "ü2026-01-31",
            "2026-01-3ü",
        ] {
            assert!(!is_time(bad), "{bad}");
        }
        assert!(is_pull_spec("q.io/x/y:1") && is_pull_spec("q.io/x@sha256:00"));
        assert!(!is_pull_spec("x:1") && !is_pull_spec("q.io/x") && !is_pull_spec("q.io/x:"));
    }
}
