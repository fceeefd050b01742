//! Suggestions for misspelled names.

/// The candidate closest to the text, if at most a third of it differs. Not generic: many parts call it, and it
/// should be compiled once.
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
    let scored = candidates.filter(alike).map(|candidate| {
        let distance = strsim::osa_distance(text, candidate);
        (if candidate.eq_ignore_ascii_case(text) { 0 } else { distance }, candidate)
    });
    scored.filter(|(distance, _)| *distance <= limit).min().map(|(_, candidate)| candidate)
}
