//! Capability level and categories.

use olmkit_diagnostics::{Safety, Suite, rule};

use crate::model::Loaded;
use crate::sample::CSV;
use crate::target::Target;

rule! {
    CAPABILITIES, "cap-invalid", "BDL121", "Unknown capability level",
    since: "0.1.0",
    bundle: [Capabilities Error],
    finds: "A `capabilities` annotation that is not exactly one of the five levels.",
    why: "OperatorHub rejects the bundle.",
    fix: "Write `Basic Install`, `Seamless Upgrades`, `Full Lifecycle`, `Deep Insights` or `Auto Pilot`.",
    source: "operator-framework/api, standardcapabilities validator.",
    bad: [(CSV, "capabilities: Basic Install", "capabilities: basic install")],
    good: [(CSV, "capabilities: Basic Install", "capabilities: Auto Pilot")],
}

rule! {
    CATEGORIES, "cat-invalid", "BDL122", "Unknown category",
    since: "0.1.0",
    bundle: [Categories Error],
    finds: "An item of the `categories` annotation that is not a standard category.",
    why: "OperatorHub rejects the bundle.",
    fix: "Use the standard names, separated by commas.",
    source: "operator-framework/api, standardcategories validator.",
    bad: [(CSV, "categories: Database", "categories: Database, Foo"), (CSV, "categories: Database", "categories: ''")],
    good: [(CSV, "categories: Database", "categories: Database, Monitoring")],
}

pub(crate) const LEVELS: [&str; 5] =
    ["Basic Install", "Seamless Upgrades", "Full Lifecycle", "Deep Insights", "Auto Pilot"];
const STANDARD: [&str; 16] = [
    "AI/Machine Learning",
    "Application Runtime",
    "Big Data",
    "Cloud Provider",
    "Developer Tools",
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
    "Observability",
];

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let is_known = |item: &str| match bundle.categories.as_slice() {
        [] => STANDARD.contains(&item),
        custom => custom.iter().any(|known| known == item),
    };
    let set = if bundle.categories.is_empty() { "standard" } else { "custom" };
    if let Some(annotation) = csv.annotation("capabilities").filter(|_| to.suite == Suite::Capabilities) {
        let level = annotation.text().unwrap_or_default();
        if !LEVELS.contains(&&*level) {
            let message = format!("`{level}` is not a capability level.");
            let near = LEVELS.iter().find(|known| known.eq_ignore_ascii_case(level.trim()));
            let help =
                near.map_or_else(|| format!("Use one of {}.", LEVELS.join(", ")), |near| format!("Write `{near}`."));
            let upstream = csv.entry(format_args!(
                "csv.Metadata.Annotations.Capabilities \"{level}\" is not a valid capabilities level"
            ));
            let found = to.found(&CAPABILITIES, annotation.place(), message, help, upstream);
            if let (Some(finding), Some(near)) = (found, near) {
                finding.fix(format!("Write {near}"), Safety::Safe, annotation.place(), *near);
            }
        }
    }
    let Some(annotation) = csv.annotation("categories").filter(|_| to.suite == Suite::Categories) else { return };
    let text = annotation.text().unwrap_or_default();
    let embedded = crate::embedded::Embedded::new(annotation, &text);
    let mut at = 0_usize;
    for item in text.split(',') {
        let end = at.saturating_add(item.len());
        if !is_known(item.trim()) {
            let message = match item.trim() {
                "" => "A category is empty.".to_owned(),
                name => format!("`{name}` is not a {set} category."),
            };
            let help = match bundle.categories.as_slice() {
                [] => format!("Use one or more of {}.", STANDARD.join(", ")),
                custom => format!("Use one or more of {}.", custom.join(", ")),
            };
            let upstream = csv.entry(format_args!(
                "csv.Metadata.Annotations[\"categories\"] value \"{item}\" is not in the set of {set} categories"
            ));
            let place = if item.trim().is_empty() {
                annotation.place()
            } else {
                embedded.place(crate::embedded::range(at, end))
            };
            to.found(&CATEGORIES, place, message, help, upstream);
        }
        at = end.saturating_add(1);
    }
}
