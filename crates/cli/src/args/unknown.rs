//! Names that the command line does not know.

use crate::nearest::{nearest, nearest_rule};

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
        let near = nearest_rule(name).map(|near| format!("; did you mean `{near}`?"));
        let hint = near.unwrap_or_else(|| " (`olmkit rules` lists them)".to_owned());
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
        let near = nearest(name, known).map(|near| format!("; did you mean `{near}`?"));
        UnknownName { what, name: name.to_owned(), hint: near.unwrap_or_else(|| otherwise.to_owned()) }
    }
}
