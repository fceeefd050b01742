//! Names that the command line does not know.

use olmkit_collections::order;
use olmkit_text::{MAX_NAMES, did_you_mean, known_names, near_miss, suggestion};
use olmkit_workspace::{NameSuggestion, rule_suggestion};

/// A name that is not known, and the one that may be meant.
#[derive(Debug, thiserror::Error)]
#[error("unknown {what} `{name}`{hint}")]
pub(crate) struct UnknownName {
    what: &'static str,
    name: String,
    hint: String,
}

impl UnknownName {
    /// The name of a rule.
    pub(crate) fn rule(name: &str) -> Self {
        UnknownName { what: "rule", name: name.to_owned(), hint: rule_suggestion(name) }
    }

    /// A name of few: where none is near, all are listed.
    pub(crate) fn among<'k>(what: &'static str, name: &str, known: impl Iterator<Item = &'k str>) -> Self {
        let hint = suggestion(name, &known.collect::<Vec<_>>(), usize::MAX);
        UnknownName { what, name: name.to_owned(), hint }
    }

    /// A name of many: where none is near, `otherwise` follows it.
    pub(crate) fn of<'k>(
        what: &'static str,
        name: &str,
        mut known: impl Iterator<Item = &'k str>,
        otherwise: &str,
    ) -> Self {
        let hint = near_miss(name, &mut known).map_or_else(|| otherwise.to_owned(), did_you_mean);
        UnknownName { what, name: name.to_owned(), hint }
    }

    /// A name for which a catalog has a suggestion: where no name is near, the first of its names follow.
    pub(crate) fn suggested(what: &'static str, name: &str, found: &NameSuggestion) -> Self {
        let known = || known_names(&found.known.iter().map(String::as_str).collect::<Vec<_>>(), MAX_NAMES);
        let hint = found.near.as_deref().map_or_else(known, did_you_mean);
        UnknownName { what, name: name.to_owned(), hint }
    }

    /// A name that a catalog does not have: where none is near, the first of its names follow.
    pub(crate) fn in_catalog<'k>(what: &'static str, name: &str, known: impl Iterator<Item = &'k str>) -> Self {
        let hint = suggestion(name, &order::unique(known), MAX_NAMES);
        UnknownName { what, name: name.to_owned(), hint }
    }
}
