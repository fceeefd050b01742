//! Names that the command line does not know.

use olmkit_collections::order;
use olmkit_text::listed;
use olmkit_workspace::NameSuggestion;

use crate::nearest::{nearest, nearest_rule};

/// The maximum number of known names in a message.
const MOST: usize = 6;

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
        let hint = nearest_rule(name).map_or_else(|| " (`olmkit rules` lists them)".to_owned(), did_you_mean);
        UnknownName { what: "rule", name: name.to_owned(), hint }
    }

    /// A name of few: where none is near, all are listed.
    pub(crate) fn among<'k>(what: &'static str, name: &str, known: impl Iterator<Item = &'k str> + Clone) -> Self {
        let list: Vec<&str> = known.clone().collect();
        UnknownName::of(what, name, known, &format!(" (known: {})", list.join(", ")))
    }

    /// A name of many: where none is near, `otherwise` follows it.
    pub(crate) fn of<'k>(
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'k str>,
        otherwise: &str,
    ) -> Self {
        let hint = nearest(name, known).map_or_else(|| otherwise.to_owned(), did_you_mean);
        UnknownName { what, name: name.to_owned(), hint }
    }

    /// A name for which a catalog has a suggestion: where no name is near, the first of its names follow.
    pub(crate) fn suggested(what: &'static str, name: &str, found: &NameSuggestion) -> Self {
        let known = || known_names(found.known.iter().map(String::as_str));
        let hint = found.near.as_deref().map_or_else(known, did_you_mean);
        UnknownName { what, name: name.to_owned(), hint }
    }

    /// A name that a catalog does not have: where none is near, the first of its names follow.
    pub(crate) fn in_catalog<'k>(what: &'static str, name: &str, known: impl Iterator<Item = &'k str> + Clone) -> Self {
        UnknownName::of(what, name, known.clone(), &known_names(order::unique(known).into_iter()))
    }
}

fn did_you_mean(near: &str) -> String {
    format!("; did you mean `{near}`?")
}

/// Lists the names that a catalog has.
fn known_names<'k>(known: impl Iterator<Item = &'k str>) -> String {
    let known: Vec<String> = known.map(str::to_owned).collect();
    if known.is_empty() { " (there are none)".to_owned() } else { format!(" (known: {})", listed(known, MOST, "and")) }
}
