//! Fixes expressed as intentions, such as those of stranded versions. The host converts them to text edits.

use crate::edits::Intention;
use olmkit_text::listed;

use olmkit_upgrade::fix::{NewEdge, StrandedFix};

/// A fix whose edits depend on the text of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The title of the fix.
    pub title: String,
    /// The intention that applies the fix.
    pub intention: Intention,
}

/// The maximum number of names in a title.
const SHOWN: usize = 4;

/// Returns title and intention for a fix.
#[must_use]
pub fn intention_of(package: &str, channel: &str, fix: &StrandedFix<'_>) -> (String, Intention) {
    let added = listed(fix.added.iter().map(ToString::to_string).collect(), SHOWN, "and");
    let (package, channel, entry) = (package.to_owned(), channel.to_owned(), fix.head.to_owned());
    match &fix.edge {
        NewEdge::Skips(skips) => {
            let to = skips.iter().map(ToString::to_string).collect();
            (format!("Add {added} to the skips of {}", fix.head), Intention::SetSkips { package, channel, entry, to })
        }
        NewEdge::SkipRange(range) => {
            let title = format!("Match {added} with the skipRange of {}", fix.head);
            (title, Intention::SetSkipRange { package, channel, entry, to: Some(range.clone()) })
        }
    }
}
