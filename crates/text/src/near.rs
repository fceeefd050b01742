//! Suggestions for misspelled names.

/// The candidate closest to the text, if at most a third of it differs. A name that differs only in numbers is another
/// version, not a misspelling. Not generic: many parts call it, and it should be compiled once.
#[must_use]
pub fn near_miss<'c>(text: &str, candidates: &mut dyn Iterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return None;
    }
    let limit = (text.chars().count() / 3).clamp(1, 3);
    // An empty name is a mistake of its own.
    let alike =
        |candidate: &&str| (1..=LONGEST).contains(&candidate.len()) && candidate.len().abs_diff(text.len()) <= limit;
    let scored = candidates.filter(alike).filter(|candidate| !is_other_number(text, candidate)).map(|candidate| {
        let distance = strsim::osa_distance(text, candidate);
        (if candidate.eq_ignore_ascii_case(text) { 0 } else { distance }, candidate)
    });
    scored.filter(|(distance, _)| *distance <= limit).min().map(|(_, candidate)| candidate)
}

/// Whether two different texts are equal without their numbers.
fn is_other_number(a: &str, b: &str) -> bool {
    fn parts(text: &str) -> impl Iterator<Item = &str> {
        text.split(|letter: char| letter.is_ascii_digit()).filter(|part| !part.is_empty())
    }
    a != b && parts(a).eq(parts(b))
}

#[cfg(test)]
mod tests {
    use super::near_miss;

    #[test]
    fn another_version_is_not_a_misspelling() {
        let known = ["foo.v1.1.0", "foo.v1.0.1"];
        assert_eq!(near_miss("foo.v1.0.0", &mut known.into_iter()), None);
        assert_eq!(near_miss("foo.v1.0.O", &mut ["foo.v1.0.0"].into_iter()), Some("foo.v1.0.0"));
        assert_eq!(near_miss("foo-v1.0.0", &mut ["foo.v1.0.0"].into_iter()), Some("foo.v1.0.0"));
        assert_eq!(near_miss("fo.v1.0.0", &mut ["foo.v1.0.0"].into_iter()), Some("foo.v1.0.0"));
        assert_eq!(near_miss("stable-4.5", &mut ["stable-4.6"].into_iter()), None);
    }
}
