//! Labels of the Dockerfile, compared with the annotations.

use olmkit_diagnostics::{Place, TextRange, rule};
use olmkit_yaml::TextSize;

use super::annotations::find;
use crate::input::File;
use crate::model::Bundle;
use crate::target::Target;

const PATH: &str = "bundle.Dockerfile";

rule! {
    LABELS, "dockerfile-labels", "BDL108", "Image label that differs from the annotations",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "A `LABEL` in the Dockerfile of the bundle that differs from the annotation of the same name, or an \
annotation of the bundle without a label.",
    why: "Some tools read the labels of the image, others read `annotations.yaml`, so they see different bundles. opm \
does not recognize an image without the labels as a bundle.",
    fix: "Use the same values in both. `olmkit bundle generate` writes them together.",
    source: "olmkit; no upstream tool compares them.",
    bad: [(PATH, "", "FROM scratch\nLABEL operators.operatorframework.io.bundle.mediatype.v1=registry+v1\n\
LABEL operators.operatorframework.io.bundle.manifests.v1=manifests/ \\\n  operators.operatorframework.io.bundle.metadata.v1=metadata/\n\
LABEL operators.operatorframework.io.bundle.package.v1=\"bar\"\nLABEL operators.operatorframework.io.bundle.channels.v1=stable\n\
LABEL operators.operatorframework.io.bundle.channel.default.v1=stable\n"),
        (PATH, "", "FROM scratch\nLABEL operators.operatorframework.io.bundle.package.v1=foo\n")],
    good: [(PATH, "", "FROM scratch\n# LABEL a=b\nLABEL operators.operatorframework.io.bundle.mediatype.v1=registry+v1\n\
LABEL operators.operatorframework.io.bundle.manifests.v1=manifests/ \\\n  operators.operatorframework.io.bundle.metadata.v1=metadata/\n\
LABEL operators.operatorframework.io.bundle.package.v1=\"foo\"\nLABEL operators.operatorframework.io.bundle.channels.v1=stable\n\
LABEL operators.operatorframework.io.bundle.channel.default.v1=stable\nCOPY manifests /manifests/\n")],
}

const PREFIX: &str = "operators.operatorframework.io.";
const BUNDLE: &str = "operators.operatorframework.io.bundle.";

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let is_dockerfile = |file: &&File<'_>| {
        let name = file.name();
        !file.path.starts_with("manifests/") && (name == "Dockerfile" || name.ends_with(".Dockerfile"))
    };
    let Some((_, map)) = find(bundle) else { return };
    let entries = map.entries();
    for file in bundle.own().filter(is_dockerfile) {
        let labels = labels(file);
        // Not the Dockerfile of a bundle.
        if !labels.iter().any(|label| label.key.starts_with(BUNDLE)) {
            continue;
        }
        for (key, value, place) in entries.iter().filter(|(key, _, _)| key.starts_with(PREFIX)) {
            let value = value.text().unwrap_or_default();
            match labels.iter().rfind(|label| label.key == *key) {
                Some(label) if label.value.trim_end_matches('/') != value.trim_end_matches('/') => {
                    let message =
                        format!("The image label `{key}` is `{}`, but the annotation is `{value}`.", label.value);
                    let found = to.found(&LABELS, label.place, message, "Use the same value in both.", "");
                    found.map(|finding| finding.related(*place, "the annotation"));
                }
                None if key.starts_with(BUNDLE) => {
                    let message = format!("The image has no label `{key}`, but the annotation is `{value}`.");
                    let help = format!("Add `LABEL {key}={value}`.");
                    let found = to.found(&LABELS, file.start(), message, help, "");
                    found.map(|finding| finding.related(*place, "the annotation"));
                }
                _ => {}
            }
        }
    }
}

struct Label {
    key: String,
    value: String,
    place: Place,
}

/// The labels of a Dockerfile, in order.
fn labels(file: &File<'_>) -> Vec<Label> {
    let mut found = Vec::new();
    let mut offset = 0_usize;
    let mut goes_on = false;
    for line in file.bytes.split_inclusive(|&byte| byte == b'\n') {
        let start = offset;
        offset = offset.saturating_add(line.len());
        let Ok(text) = std::str::from_utf8(line) else { continue };
        let trimmed = text.trim();
        if trimmed.starts_with('#') || trimmed.is_empty() {
            continue;
        }
        let word = trimmed.get(..5).unwrap_or_default();
        let is_label =
            word.eq_ignore_ascii_case("label") && trimmed.get(5..).is_some_and(|rest| rest.starts_with([' ', '\t']));
        let pairs = match (goes_on, is_label) {
            (true, _) => trimmed,
            (false, true) => trimmed.get(5..).unwrap_or_default(),
            (false, false) => continue,
        };
        goes_on = pairs.ends_with('\\');
        let indent = text.len().saturating_sub(text.trim_start().len());
        let at = |offset: usize| TextSize::try_from(offset).unwrap_or_default();
        let from = start.saturating_add(indent);
        let range = TextRange::new(at(from), at(from.saturating_add(trimmed.len())));
        let place = Place { file: file.id, range };
        for (key, value) in read_pairs(pairs.trim_end_matches('\\')) {
            found.push(Label { key, value, place });
        }
    }
    found
}

/// Parses pairs such as `a=b "c d"="e f"`.
fn read_pairs(text: &str) -> Vec<(String, String)> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote, mut in_word) = (String::new(), None, false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (_, '\\') => word.extend(letters.next()),
            (Some(open), letter) if letter == open => quote = None,
            (None, '"' | '\'') => (quote, in_word) = (Some(letter), true),
            (None, ' ' | '\t') => {
                if std::mem::take(&mut in_word) {
                    words.push(std::mem::take(&mut word));
                }
            }
            (_, letter) => {
                in_word = true;
                word.push(letter);
            }
        }
    }
    if in_word {
        words.push(word);
    }
    words
        .iter()
        .filter_map(|word| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())))
        .collect()
}
