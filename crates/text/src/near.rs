//! Suggestions for misspelled names.

use crate::listed;

/// The maximum number of names of a catalog in a message.
pub const MAX_NAMES: usize = 6;

/// The candidate closest to the text, if at most a third of it differs: at least one character may differ, and at most
/// three. Not generic, so that it is compiled once for all callers.
#[must_use]
pub fn near_miss<'c>(text: &str, candidates: &mut dyn Iterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return None;
    }
    let limit = (text.chars().count() / 3).clamp(1, 3);
    // An empty name is a different mistake.
    let alike =
        |candidate: &&str| (1..=LONGEST).contains(&candidate.len()) && candidate.len().abs_diff(text.len()) <= limit;
    let scored = candidates.filter(alike).map(|candidate| {
        let distance = strsim::osa_distance(text, candidate);
        (if candidate.eq_ignore_ascii_case(text) { 0 } else { distance }, candidate)
    });
    scored.filter(|(distance, _)| *distance <= limit).min().map(|(_, candidate)| candidate)
}

/// The end of a message about an unknown name: the known name that is probably meant, otherwise the first `most` known
/// names.
#[must_use]
pub fn suggestion(name: &str, known: &[&str], most: usize) -> String {
    near_miss(name, &mut known.iter().copied()).map_or_else(|| known_names(known, most), did_you_mean)
}

/// The end of a message about an unknown name, with the first `most` known names.
#[must_use]
pub fn known_names(known: &[&str], most: usize) -> String {
    if known.is_empty() {
        return " (there are none)".to_owned();
    }
    format!(" (known: {})", listed(known.iter().map(|&name| name.to_owned()).collect(), most, "and"))
}

/// The end of a message about an unknown name, with the name that is probably meant.
#[must_use]
pub fn did_you_mean(near: &str) -> String {
    format!("; did you mean `{near}`?")
}

/// Whether two different texts are equal without their digits. Then they are probably names of two versions, not a name
/// and its misspelling.
#[must_use]
pub fn is_other_number(a: &str, b: &str) -> bool {
    fn rest(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().filter(|byte| !byte.is_ascii_digit())
    }
    a != b && rest(a).eq(rest(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_followed_by_what_may_be_meant() {
        let of = |name, known: &[&str]| suggestion(name, known, 2);
        assert_eq!(of("strct", &["opm", "strict"]), "; did you mean `strict`?");
        assert_eq!(of("loud", &["opm", "strict"]), " (known: opm and strict)");
        assert_eq!(of("loud", &["opm", "strict", "default"]), " (known: opm, strict and 1 more)");
        assert_eq!(of("loud", &[]), " (there are none)");
    }

    #[test]
    fn another_version_is_not_a_misspelling() {
        assert!(is_other_number("foo.v1.0.0", "foo.v1.1.0") && is_other_number("stable-4.5", "stable-4.16"));
        for (text, other) in [("foo.v1.0.O", "foo.v1.0.0"), ("foo-v1.0.0", "foo.v1.0.0"), ("a1", "a1")] {
            assert!(!is_other_number(text, other), "{text} {other}");
        }
    }
}
