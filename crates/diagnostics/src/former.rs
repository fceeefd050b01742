//! Former ids of rules.

/// Former ids of rules, each with the current id. A former id is accepted wherever a rule is named: in options,
/// `olmkit.yaml`, comments, baselines and `olmkit explain`.
///
/// A renamed rule keeps its code and gets a line here. Lines are never removed, and always name the current id: if a
/// rule is renamed again, its existing lines are updated, so that one lookup suffices.
pub const FORMER_IDS: &[(&str, &str)] = &[
    // Not a released rule: the tests of this crate use it.
    #[cfg(test)]
    ("test-former", "test-current"),
];

/// The current id for a former id. Other names are returned unchanged.
#[must_use]
pub fn current_id(name: &str) -> &str {
    FORMER_IDS.iter().find(|(former, _)| *former == name).map_or(name, |(_, current)| current)
}
