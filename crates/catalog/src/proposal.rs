//! Fixes of stranded versions as intentions. The host turns them into text edits.

use crate::edits::Intention;
use olmkit_text::listed;
use olmkit_upgrade::fix::{Edge, StrandedFix};

/// A fix that needs the text of the catalog to become edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// What it does.
    pub title: String,
    /// The edit.
    pub intention: Intention,
}

/// Names in a title at most.
const SHOWN: usize = 4;

/// The intention that carries out a fix: its title and the edit.
#[must_use]
pub fn intention_of(package: &str, channel: &str, fix: &StrandedFix<'_>) -> (String, Intention) {
    let added = listed(fix.added.iter().map(ToString::to_string).collect(), SHOWN, "and");
    let (package, channel, entry) = (package.to_owned(), channel.to_owned(), fix.head.to_owned());
    match &fix.edge {
        Edge::Skips(skips) => {
            let to = skips.iter().map(ToString::to_string).collect();
            (format!("Add {added} to the skips of {}", fix.head), Intention::SetSkips { package, channel, entry, to })
        }
        Edge::SkipRange(range) => {
            let title = format!("Match {added} with the skipRange of {}", fix.head);
            (title, Intention::SetSkipRange { package, channel, entry, to: Some(range.clone()) })
        }
    }
}
