//! Converts intentions such as "set the default channel" or "add an entry" to the smallest text edits.

mod batch;
mod bundles;
mod channels;
mod deprecations;
mod documents;
mod entries;
mod locate;
mod notes;
mod packages;
mod promote;
mod rename;

pub use batch::{EntryStep, remove_documents, set_entries};
pub use notes::{Note, Until};
pub use olmkit_api::{EntryPosition, Intention, NewEntry};
use olmkit_collections::order;
use olmkit_diagnostics::{FileId, Place, TextEdit};

use crate::model::Catalog;
use crate::schemas::CHANNEL;

/// The edits for an intention.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EditPlan {
    /// A description of the edits, for the undo menu.
    pub label: String,
    /// The edits, ordered by file and position. They do not overlap.
    pub edits: Vec<TextEdit>,
    /// Consequences, as messages for the user.
    pub notes: Vec<Note>,
}

impl EditPlan {
    /// Returns the messages of the notes.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        self.notes.iter().map(|note| note.text.clone()).collect()
    }
}

/// The reason why an intention cannot be converted to edits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refused {
    /// The reason, for the user.
    pub reason: String,
    /// The place of the obstacle.
    pub place: Option<Place>,
    /// If the obstacle is an alias: the place of the anchored value.
    pub anchored: Option<Place>,
    /// Replaces this alias by a copy of the value, if that is possible.
    pub copy: Option<TextEdit>,
}

/// The refusal is boxed, so that results stay small.
pub(crate) type Planned<T> = Result<T, Box<Refused>>;

pub(crate) fn refuse<T>(reason: impl Into<String>) -> Planned<T> {
    Err(Box::new(Refused { reason: reason.into(), ..Refused::default() }))
}

/// Refuses a new name that is empty or contains whitespace. `what` has an article.
pub(crate) fn check_name(what: &str, name: &str) -> Planned<()> {
    if name.trim().is_empty() {
        return refuse(format!("{what} needs a name"));
    }
    if name.contains(char::is_whitespace) {
        return refuse(format!("the name of {what} must not contain whitespace"));
    }
    Ok(())
}

/// Converts an intention to text edits. `text_of` returns the bytes that the catalog was loaded from.
///
/// # Errors
/// [`Refused`] if a name does not exist, already exists, or cannot be edited safely.
pub fn plan<'t>(
    catalog: &Catalog<'_>,
    text_of: &dyn Fn(FileId) -> &'t [u8],
    intention: &Intention,
) -> Result<EditPlan, Box<Refused>> {
    let source = locate::Source { catalog, text_of };
    let mut plan = match intention {
        Intention::AddChannel { package, channel, entries } => channels::add(&source, package, channel, entries),
        Intention::RenameChannel { package, channel, to } => rename::rename(&source, package, CHANNEL, channel, to),
        Intention::RemoveChannel { package, channel } => channels::remove(&source, package, channel),
        Intention::AddEntry { package, channel, entry, position, successor: None } => {
            entries::add(&source, package, channel, entry, *position)
        }
        Intention::AddEntry { package, channel, entry, successor: Some(above), .. } => {
            entries::add_under(&source, package, channel, entry, above)
        }
        Intention::RemoveEntry { package, channel, entry, reconnect } => {
            entries::remove(&source, package, channel, entry, *reconnect)
        }
        Intention::RemoveBundle { package, name } => bundles::remove(&source, package, name),
        Intention::SetReplaces { package, channel, entry, to } => {
            entries::set_text(&source, (package, channel, entry), "replaces", to.as_deref())
        }
        Intention::SetSkips { package, channel, entry, to } => {
            entries::set_skips(&source, (package, channel, entry), to)
        }
        Intention::SetSkipRange { package, channel, entry, to } => {
            entries::set_text(&source, (package, channel, entry), "skipRange", to.as_deref())
        }
        Intention::SetDefaultChannel { package, to } => packages::set_default_channel(&source, package, to),
        Intention::SetDescription { package, to } => packages::set_description(&source, package, to.as_deref()),
        Intention::SetIcon { package, to, mediatype } => {
            packages::set_icon(&source, package, to.as_deref().zip(mediatype.as_deref()))
        }
        Intention::RenameEntry { package, channel, entry, to } => {
            entries::rename(&source, (package, channel, entry), to)
        }
        Intention::Rename { package, schema, name, to } => rename::rename(&source, package, schema, name, to),
        Intention::PromoteEntry { package, entry, from, to } => promote::promote(&source, package, entry, from, to),
        Intention::Deprecate { package, schema, name, message } => {
            deprecations::deprecate(&source, package, schema, name.as_deref(), message)
        }
        Intention::Undeprecate { package, schema, name } => {
            deprecations::undeprecate(&source, package, schema, name.as_deref())
        }
    }?;
    order::sort_by_key(&mut plan.edits, |edit| edit.place);
    plan.edits.dedup();
    Ok(plan)
}
