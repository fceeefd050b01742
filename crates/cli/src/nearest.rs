//! Suggestions for misspelled arguments.

pub(crate) use olmkit_misfit::nearest;
use olmkit_workspace::RULES;

/// The id or code of a rule that a name is probably a misspelling of.
pub(crate) fn nearest_rule(name: &str) -> Option<&'static str> {
    let code = name.to_ascii_uppercase();
    nearest(name, RULES.all().map(|rule| rule.id)).or_else(|| nearest(&code, RULES.all().map(|rule| rule.code)))
}
