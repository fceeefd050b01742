//! Names that rules had in earlier releases.

/// Ids that rules had in earlier releases, each with the id that the rule has now. Every place that takes the name of a
/// rule takes a former id too: options, `olmkit.yaml`, comments, baselines, `olmkit explain`.
///
/// A rule that is renamed keeps its code and gets a line here. A line stays for ever, and leads to the current id: one of
/// an id that is renamed again is changed, so no lookup follows two lines.
pub const FORMER_IDS: &[(&str, &str)] = &[
    // Never released: the tests of this crate rename a rule.
    #[cfg(test)]
    ("test-former", "test-current"),
];

/// The current id for a former one; any other name as it is.
#[must_use]
pub fn current_id(name: &str) -> &str {
    FORMER_IDS.iter().find(|(former, _)| *former == name).map_or(name, |(_, current)| current)
}
