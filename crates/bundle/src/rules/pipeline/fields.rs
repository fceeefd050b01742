//! What the community pipeline wants of every CSV.

use super::{Said, Version};
use crate::rule::rule;
use crate::rules::optional::categories::LEVELS;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;

rule! {
    RULE, "pipe-required-fields", "BDL310", "CSV without what the community pipeline asks for",
    says: [PipelineCommunity Error],
    finds: "A CSV without a display name, a description of at least 20 characters, an icon, a strict version, \
maintainers, provider or links; or, as a warning, without the annotations `capabilities`, `categories`, \
`containerImage`, `createdAt`, `repository`, `support`, `description`, or without keywords.",
    why: "The pipeline refuses the bundle, or warns: these are what users see in the console.",
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

/// Fields of the spec, and what they must be: without them the pipeline refuses the bundle.
const FATAL: [(&[&str], Test); 7] = [
    (&["displayName"], |value| value.string_of().chars().take(3).filter(|c| *c != '\n').count() == 3),
    (&["description"], |value| has(value, 20)),
    (&["icon"], is_icon),
    (&["version"], |value| value.node.is_string() && olmkit_semver::Version::parse(&value.string_of()).is_ok()),
    (&["maintainers"], |value| pairs(value, ["name", "email"])),
    (&["provider", "name"], |value| has(value, 3)),
    (&["links"], |value| pairs(value, ["name", "url"])),
];

/// Annotations of the CSV: without them the pipeline warns.
const ANNOTATIONS: [(&str, Test); 7] = [
    ("capabilities", |value| LEVELS.contains(&value.string_of().as_str())),
    ("categories", |value| value.string_of().split(',').all(|item| CATEGORIES.contains(&item.trim()))),
    ("containerImage", |value| is_pull_spec(&value.string_of())),
    ("createdAt", |value| is_time(&value.node.scalar_text())),
    ("repository", |value| {
        let text = value.string_of();
        ["http://", "https://"].iter().any(|start| text.strip_prefix(start).is_some_and(|rest| !rest.is_empty()))
    }),
    ("support", |value| has(value, 3)),
    ("description", |value| has(value, 10)),
];

pub(crate) fn check(version: &Version<'_>, to: &mut Target<'_>) {
    let Some(csv) = version.csv else { return };
    for (path, fits) in FATAL {
        if let Some(said) = said(csv, &format!("spec.{}", path.join(".")), version.spec(path), fits) {
            said.error(to);
        }
    }
    for (name, fits) in ANNOTATIONS {
        let path = format!("metadata.annotations.{name}");
        if let Some(said) = said(csv, &path, version.csv_annotation(name), fits) {
            said.warn(to);
        }
    }
    let is_keywords: Test = |value| {
        let items = value.items();
        !items.is_empty() && items.iter().all(|item| item.node.is_string())
    };
    if let Some(said) = said(csv, "spec.keywords", version.spec(&["keywords"]), is_keywords) {
        said.warn(to);
    }
}

fn said(csv: View<'_>, path: &str, value: Option<View<'_>>, fits: Test) -> Option<Said> {
    let (place, message, upstream) = match value {
        None => {
            let place = csv.key_place(if path.starts_with("spec") { "spec" } else { "metadata" });
            (place, format!("The CSV has no `{path}`."), format!("CSV does not define {path}"))
        }
        Some(value) if !fits(value) => {
            let message = format!("The CSV has a `{path}` that the pipeline does not take.");
            (value.start(), message, format!("CSV contains an invalid value for {path}"))
        }
        Some(_) => return None,
    };
    Some(Said { rule: &RULE, place, message, help: "See the rule for what is asked for.", upstream })
}

fn has(value: View<'_>, characters: usize) -> bool {
    value.node.is_string() && value.string_of().chars().count() >= characters
}

/// A list of at least one map with these strings.
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
        data.len() >= 4 && olmkit_syntax::base64::decode(data.as_bytes()).is_ok()
    };
    let items = value.items();
    !items.is_empty() && items.iter().all(|item| is_data(item) && TYPES.contains(&&*item.string("mediatype")))
}

/// Something, a slash, a name and a tag.
fn is_pull_spec(text: &str) -> bool {
    let Some((path, tag)) = text.rsplit_once(':') else { return false };
    let Some((before, name)) = path.rsplit_once('/') else { return text.contains('/') };
    !tag.is_empty() && !before.is_empty() && !name.is_empty()
}

/// A date, or a date and a time, as ISO 8601 has them.
fn is_time(text: &str) -> bool {
    let digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    let (date, time) = text.split_once(['T', 't', ' ']).unwrap_or((text, ""));
    let mut parts = date.split('-');
    let is_date =
        [4, 2, 2].iter().all(|count| parts.next().is_some_and(|part| digits(part, *count))) && parts.next().is_none();
    let clock = time.trim_end_matches(['Z', 'z']);
    let clock = clock.split(['+', '-']).next().unwrap_or_default().split('.').next().unwrap_or_default().trim();
    is_date && (time.is_empty() || clock.split(':').all(|part| digits(part, 2)) && clock.split(':').count() <= 3)
}

#[cfg(test)]
mod tests {
    use super::{is_pull_spec, is_time};

    #[test]
    fn times_and_images() {
        for good in ["2026-01-31", "2026-01-31T12:00:00Z", "2026-01-31 12:00", "2026-01-31T12:00:00.5+02:00"] {
            assert!(is_time(good), "{good}");
        }
        for bad in ["", "yesterday", "31.01.2026", "2026-1-31", "2026-01-31T", "2026-01-31Tnoon"] {
            assert!(!is_time(bad) || bad == "2026-01-31T", "{bad}");
        }
        assert!(is_pull_spec("q.io/x/y:1") && is_pull_spec("q.io/x@sha256:00"));
        assert!(!is_pull_spec("x:1") && !is_pull_spec("q.io/x") && !is_pull_spec("q.io/x:"));
    }
}
