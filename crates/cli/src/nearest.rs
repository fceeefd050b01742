//! Suggestions for misspelled arguments.

use olmkit_workspace::RULES;

/// The candidate that the word is probably a misspelling of.
pub(crate) fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 64;
    let most = (word.len() / 3).clamp(1, 2);
    if word.len() > LONGEST {
        return None;
    }
    let near = candidates.map(|candidate| (strsim::osa_distance(word, candidate), candidate));
    near.filter(|(distance, _)| *distance <= most).min().map(|(_, candidate)| candidate)
}

/// The id or code of a rule that a name is probably a misspelling of.
pub(crate) fn nearest_rule(name: &str) -> Option<&'static str> {
    let code = name.to_ascii_uppercase();
    nearest(name, RULES.all().map(|rule| rule.id)).or_else(|| nearest(&code, RULES.all().map(|rule| rule.code)))
}
