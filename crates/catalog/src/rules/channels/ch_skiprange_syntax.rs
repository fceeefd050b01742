//! `ch-skiprange-syntax`: A skipRange that is not a valid version range.

use crate::rules::declare::{foo, opm, rule};
use olmkit_api::EdgeField;
use olmkit_diagnostics::Safety;

use olmkit_semver::{Range, Version};

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::support::scalar;
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
                    "The skipRange `{}` of `{}` is not a valid version range: {}.",
                    text.value,
                    entry.own_name(),
                    error.reason()
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
                    draft.fix(format!("Write {better}"), Safety::Unsafe, place, scalar(&better, channel.doc.format));
                }
                let text = format!("invalid skipRange {}: {error}", go_quote(&text.value));
                out.leaf(&RULE, Leaf::bundle(package.name, name, entry.own_name(), 3), text);
            }
        }
    }
}

/// Converts a version range from npm's syntax to the syntax of blang/semver. `None` if the meaning is ambiguous.
#[must_use]
pub fn npm_to_blang(text: &str) -> Option<String> {
    let text = text.trim();
    let full = |text: &str| Version::parse(text.trim().trim_start_matches('v')).ok();
    if let Some(version) = text.strip_prefix('^').and_then(full) {
        let next = match (version.major, version.minor) {
            (0, 0) => Version::new(0, 0, version.patch.checked_add(1)?),
            (0, minor) => Version::new(0, minor.checked_add(1)?, 0),
            (major, _) => Version::new(major.checked_add(1)?, 0, 0),
        };
        return Some(format!(">={version} <{next}"));
    }
    if let Some(version) = text.strip_prefix("~>").or(text.strip_prefix('~')).and_then(full) {
        return Some(format!(">={version} <{}", Version::new(version.major, version.minor.checked_add(1)?, 0)));
    }
    let spaced = text.replace(',', " ").replace('<', " <").replace('>', " >");
    let spaced = spaced.replace("||", " || ");
    let bare: Vec<String> = spaced
        .split_whitespace()
        .map(|token| {
            let at = token.find(|c: char| c != '<' && c != '>' && c != '=' && c != '!').unwrap_or(0);
            let (op, version) = token.split_at(at);
            format!("{op}{}", version.trim_start_matches('v'))
        })
        .collect();
    let joined = bare.join(" ");
    (joined != text && Range::parse(&joined).is_ok()).then_some(joined)
}
