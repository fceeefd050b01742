//! Text of the page: with `code` in it, and numbers with their nouns.

use std::fmt::{self, Display};

use js_sys::JsString;
use olmkit_api::StrandedCounts;
use olmkit_text::{counted, sentence, versioned};
use wasm_bindgen::JsValue;

use crate::bridge::Refusal;
use crate::prelude::*;

/// The width of a character of names and versions, in pixels at the usual font size.
pub const LETTER: f64 = 7.25;

/// Converts text with `code` in it. Everything is a text node.
pub fn spans(text: &str) -> Vec<AnyView> {
    let part = |(at, part): (usize, &str)| {
        let part = part.to_owned();
        if at % 2 == 1 { view! { <code>{part}</code> }.into_any() } else { view! { <span>{part}</span> }.into_any() }
    };
    text.split('`').enumerate().map(part).collect()
}

/// What failed and why, as a sentence.
pub fn with_reason(what: &str, reason: &dyn Display) -> String {
    sentence(format!("{what}: {reason}"))
}

/// Why a change is refused, as a sentence.
pub fn refusal(reason: &Refusal) -> String {
    with_reason("This cannot be done", reason)
}

/// A name, or that there is none.
pub fn named(name: &str) -> String {
    if name.is_empty() { "(no name)".to_owned() } else { name.to_owned() }
}

/// A dotted name that may break after each dot.
pub fn dotted(name: &str) -> Vec<AnyView> {
    name.split_inclusive('.').map(|part| view! { {part.to_owned()}<wbr /> }.into_any()).collect()
}

/// The longest version that is never truncated in its middle, and the end of longer ones that stays, in characters.
const LONG: usize = 24;
const END: usize = 10;

/// A long version in two parts. Versions of nightly builds differ in their ends, so the first part is truncated.
fn long_version(version: &str) -> Option<(&str, &str)> {
    let over = version.chars().count().checked_sub(LONG).filter(|over| *over > 0)?;
    let (at, _) = version.char_indices().nth(over.saturating_add(LONG.saturating_sub(END)))?;
    version.split_at_checked(at)
}

/// A name for a cell. Names differ in their versions, so the part before the version is truncated first, then the middle
/// of a long version.
pub fn cut(name: &str) -> AnyView {
    let stem = versioned(name).map_or("", |(operator, _)| operator);
    let version = name.get(stem.len()..).unwrap_or_default();
    let (start, end) = long_version(version).unwrap_or((version, ""));
    if stem.is_empty() && end.is_empty() {
        return name.to_owned().into_any();
    }
    let part = |text: &str, class: &'static str| {
        (!text.is_empty()).then(|| view! { <span class=class>{text.to_owned()}</span> })
    };
    let start_class = if end.is_empty() { "" } else { "start" };
    view! { <span class="cut">{part(stem, "")}{part(start, start_class)}{part(end, "")}</span> }.into_any()
}

/// The semantics under which entries are stranded: "under OLM v0", "1 under OLM v0, 2 under v1".
pub fn stranded_under(counts: StrandedCounts) -> String {
    match (counts.v0, counts.v1) {
        (_, 0) => "under OLM v0".to_owned(),
        (0, _) => "under OLM v1".to_owned(),
        (v0, v1) if v0 == counts.total && v1 == counts.total => "under OLM v0 and v1".to_owned(),
        (v0, v1) => format!("{v0} under OLM v0, {v1} under v1"),
    }
}

/// Numbers of findings, most severe first: "2 errors", "1 warning". Without those that are zero.
pub fn severities([errors, warnings, infos]: [usize; 3]) -> Vec<String> {
    let all = [(errors, "error", "errors"), (warnings, "warning", "warnings"), (infos, "info", "infos")];
    let found = all.into_iter().filter(|(number, ..)| *number > 0);
    found.map(|(number, one, many)| counted(number, one, many)).collect()
}

/// Converts to lower case with JavaScript's Unicode tables: those of the standard library add 11 kB to the page.
pub fn lower(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { JsString::from(text).to_lower_case().into() }
}

/// Converts to upper case.
pub fn upper(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_uppercase() } else { JsString::from(text).to_upper_case().into() }
}

/// Parses a number as JavaScript does: the table that the standard library needs adds 10 kB to the page.
pub fn number(text: &str) -> Option<f64> {
    let number = if text.trim().is_empty() { None } else { f64::try_from(JsValue::from_str(text)).ok() };
    number.filter(|number| number.is_finite())
}

/// Writes a number with at most two decimals. The standard library's code for floats adds 5 kB to the page.
#[derive(Debug, Clone, Copy)]
pub struct Decimal(pub f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[allow(clippy::cast_possible_truncation, reason = "pixels")]
        let hundredths = (self.0 * 100.0).round_ties_even() as i64;
        let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
        match (size / 100, size % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, rest) if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            (whole, rest) => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// The nearest whole number.
#[allow(clippy::cast_possible_truncation, reason = "pixels and percents")]
pub fn rounded(number: f64) -> i32 {
    number.round_ties_even() as i32
}

/// The first sentence of a text, used where there is no room for all of it.
pub fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |at| at.saturating_add(1));
    text.get(..end).unwrap_or(text).to_owned()
}

/// The end of an image reference, which distinguishes images.
pub fn short_image(image: &str) -> String {
    let last = image.rsplit('/').next().unwrap_or(image);
    match last.split_once("@sha256:") {
        Some((name, digest)) => format!("…/{name}@sha256:{}", digest.get(..8).unwrap_or(digest)),
        None => format!("…/{last}"),
    }
}

/// Removes a prefix from the names in a text, and versions in brackets that then repeat a name.
pub fn without(text: &str, prefix: &str) -> String {
    let text = text.replace(prefix, "");
    let mut last = "";
    let mut short = String::new();
    for (at, part) in text.split('`').enumerate() {
        let after_name = at > 0 && at % 2 == 0;
        let rest = part.strip_prefix(" (").and_then(|rest| rest.strip_prefix(last)).filter(|_| after_name);
        match rest.map(|rest| (rest.strip_prefix(')'), rest.strip_prefix(", "))) {
            Some((Some(rest), _)) => short.push_str(rest),
            Some((None, Some(rest))) => short.push_str(&format!(" ({rest}")),
            _ => short.push_str(part),
        }
        short.push('`');
        last = part;
    }
    short.pop();
    short
}
