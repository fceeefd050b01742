//! Suggestions for misspelled arguments.

/// The candidate of which a word is probably a misspelling.
pub(crate) fn nearest<'c>(word: &str, mut candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    olmkit_text::near_miss(word, &mut candidates)
}

/// The id or code of the rule of which a name is probably a misspelling.
pub(crate) fn nearest_rule(name: &str) -> Option<&'static str> {
    olmkit_workspace::rule_id(name).err()?.near
}
