//! Consequences of an edit, which later edits can make obsolete.

use crate::model::{Catalog, Package};

/// A consequence, as a message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The message.
    pub text: String,
    /// The condition that makes the note obsolete; `None` if it always applies.
    pub until: Option<Until>,
}

/// A condition that ends a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Until {
    package: String,
    condition: Condition,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Condition {
    /// The channel has an entry.
    Filled(String),
    /// The default channel is a different channel than this one.
    OtherDefault(String),
    /// Each of these bundles is in a channel.
    Listed(Vec<String>),
    /// The bundle exists.
    Bundle(String),
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Note { text, until: None }
    }
}

impl From<&str> for Note {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Note {
    /// Creates a note with the condition that makes it obsolete.
    pub(super) fn until(text: impl Into<String>, until: Until) -> Self {
        Note { text: text.into(), until: Some(until) }
    }

    /// Whether the note applies to this catalog. A note about a removed package does not apply.
    #[must_use]
    pub fn applies(&self, catalog: &Catalog<'_>) -> bool {
        let Some(until) = &self.until else { return true };
        catalog.packages.get(until.package.as_str()).is_some_and(|package| !until.condition.is_met(package))
    }
}

impl Until {
    fn new(package: &str, condition: Condition) -> Self {
        Until { package: package.to_owned(), condition }
    }

    pub(super) fn filled(package: &str, channel: &str) -> Self {
        Self::new(package, Condition::Filled(channel.to_owned()))
    }

    pub(super) fn other_default(package: &str, channel: &str) -> Self {
        Self::new(package, Condition::OtherDefault(channel.to_owned()))
    }

    pub(super) fn listed(package: &str, bundles: &[&str]) -> Self {
        Self::new(package, Condition::Listed(bundles.iter().map(|&name| name.to_owned()).collect()))
    }

    pub(super) fn bundle(package: &str, bundle: &str) -> Self {
        Self::new(package, Condition::Bundle(bundle.to_owned()))
    }
}

impl Condition {
    fn is_met(&self, package: &Package<'_>) -> bool {
        match self {
            Condition::Filled(channel) => {
                package.channels.get(channel.as_str()).is_none_or(|channel| !channel.body.entries.is_empty())
            }
            Condition::OtherDefault(channel) => {
                package.decl.body.default_channel.as_ref().is_none_or(|default| default.value != *channel)
            }
            Condition::Listed(bundles) => {
                bundles.iter().all(|name| is_listed(package, name) || !package.bundles.contains_key(name.as_str()))
            }
            Condition::Bundle(bundle) => package.bundles.contains_key(bundle.as_str()),
        }
    }
}

fn is_listed(package: &Package<'_>, name: &str) -> bool {
    package.channels.values().any(|channel| channel.body.entries.iter().any(|entry| entry.own_name() == name))
}
