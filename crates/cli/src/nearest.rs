//! Suggestions for misspelled words of the command line.

/// The candidate that a slip of the pen turns into the word.
pub(crate) fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 64;
    let most = (word.len() / 3).clamp(1, 2);
    if word.len() > LONGEST {
        return None;
    }
    let near = candidates.map(|candidate| (strsim::osa_distance(word, candidate), candidate));
    near.filter(|(distance, _)| *distance <= most).min().map(|(_, candidate)| candidate)
}
