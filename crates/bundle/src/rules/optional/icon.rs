//! The icon of a CSV.

use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    MISSING, "hub-icon-missing", "BDL116", "CSV without an icon",
    since: "0.1.0",
    bundle: [OperatorHub Warning],
    finds: "A CSV without `spec.icon`.",
    why: "OperatorHub and consoles show an empty tile.",
    fix: "Add an icon, preferably an SVG.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "  icon:\n  - base64data: iVBORw0KGgo=\n    mediatype: image/png\n", "")],
    good: [(CSV, "image/png", "image/jpeg")],
}

rule! {
    COUNT, "hub-icon-count", "BDL117", "CSV with several icons",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "A `spec.icon` with more than one element.",
    why: "OperatorHub rejects the bundle.",
    fix: "Keep one icon.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "  icon:\n", "  icon:\n  - base64data: iVBORw0KGgo=\n    mediatype: image/png\n")],
    good: [(CSV, "image/png", "image/jpeg")],
}

rule! {
    EMPTY, "hub-icon-empty", "BDL118", "Empty list of icons",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "An empty `spec.icon` list.",
    why: "The upstream validator crashes.",
    fix: "Add an icon, or remove `icon`.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "  icon:\n  - base64data: iVBORw0KGgo=\n    mediatype: image/png\n", "  icon: []\n")],
    good: [(CSV, "image/png", "image/jpeg")],
}

rule! {
    FIELDS, "hub-icon-fields", "BDL119", "Icon without data or media type",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "An icon without `base64data` or `mediatype`.",
    why: "OperatorHub rejects the bundle.",
    fix: "Set both fields.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "base64data: iVBORw0KGgo=", "base64data: ''"),
        (CSV, "  icon:\n", "  icon:\n  - base64data: iVBORw0KGgo=\n")],
    good: [(CSV, "image/png", "image/jpeg")],
}

rule! {
    MEDIA_TYPE, "hub-icon-mediatype", "BDL120", "Icon with an unknown media type",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "An icon whose `mediatype` is not `image/gif`, `image/jpeg`, `image/png` or `image/svg+xml`.",
    why: "OperatorHub rejects the bundle.",
    fix: "Use one of these.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "image/png", "image/bmp")],
    good: [(CSV, "image/png", "image/svg+xml")],
}

const TYPES: [&str; 4] = ["image/gif", "image/jpeg", "image/png", "image/svg+xml"];

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    let Some(icon) = csv.spec(&["icon"]) else {
        let upstream = csv.entry("csv.Spec.Icon not specified");
        to.found(&MISSING, csv.spec_place(&["icon"]), "The CSV has no icon.", "Add `spec.icon`.", upstream);
        return;
    };
    let items = icon.items();
    let Some(first) = items.first() else {
        let message = "The list of icons is empty. The upstream validator crashes.";
        to.found(&EMPTY, icon.place(), message, "Add an icon, or remove `icon`.", "panic: index out of range");
        return;
    };
    if let Some(second) = items.get(1) {
        let upstream = csv.entry("csv.Spec.Icon should only have one element");
        to.found(&COUNT, second.start(), "The CSV has more than one icon.", "Keep one.", upstream);
    }
    let media = first.string("mediatype");
    if media.is_empty() || first.string("base64data").is_empty() {
        let upstream = csv.entry("csv.Spec.Icon elements should contain both data and mediatype");
        let message = "The icon needs both `base64data` and `mediatype`.";
        to.found(&FIELDS, first.start(), message, "Add the missing field.", upstream);
    }
    if !TYPES.contains(&&*media) && !media.is_empty() {
        let upstream = csv.entry(format_args!("csv.Spec.Icon {media} does not have a valid mediatype"));
        let message = format!("`{media}` is not a valid media type for an icon.");
        let help = format!("Use one of {}.", TYPES.join(", "));
        to.found(&MEDIA_TYPE, first.place_at("mediatype"), message, help, upstream);
    }
}
