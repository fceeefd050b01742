//! Mends that the host turns into text edits.

use crate::edits::Intention;
use crate::graph::mend::{Edge, Mend};

/// A mend that needs the text of the catalog to become edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// What it does.
    pub title: String,
    /// The edit.
    pub intention: Intention,
}

/// The edit that makes a mend.
#[must_use]
pub fn intention_of(package: &str, channel: &str, mend: &Mend<'_>) -> (String, Intention) {
    let added = mend.added.join(", ");
    let (package, channel, entry) = (package.to_owned(), channel.to_owned(), mend.head.to_owned());
    match &mend.edge {
        Edge::Skips(skips) => {
            let to = skips.iter().map(ToString::to_string).collect();
            (format!("Let {} skip {added}", mend.head), Intention::SetSkips { package, channel, entry, to })
        }
        Edge::SkipRange(range) => {
            let title = format!("Let {} take over from {added} by its skipRange", mend.head);
            (title, Intention::SetSkipRange { package, channel, entry, to: Some(range.clone()) })
        }
    }
}
