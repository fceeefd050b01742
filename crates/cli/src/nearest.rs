//! Suggestions for misspelled arguments.

/// The candidate that a word is probably a misspelling of.
pub(crate) fn nearest<'c>(word: &str, mut candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    olmkit_text::near_miss(word, &mut candidates)
}

/// The id or code of a rule that a name is probably a misspelling of.
pub(crate) fn nearest_rule(name: &str) -> Option<&'static str> {
    olmkit_workspace::rule_id(name).err()?.near
}
