//! Edits of many entries or documents at once. Each document is read only once.

use olmkit_collections::{HashSet, Table};
use olmkit_diagnostics::FileId;
use olmkit_yaml::NodeRef;
use olmkit_yaml_edit::{Edit, Items, NewItem, NewValue};

use super::documents::{remove_documents_where, runs};
use super::entries::{self, keeps_newest_first, list, new_entry_keys};
use super::locate::{Opened, Source};
use super::{EditPlan, NewEntry, Planned};
use crate::document_fields::CHANNEL_KEYS;
use crate::facts::Facts;
use crate::model::Catalog;

/// A step in changing the entries of a channel to other entries. Each step is planned on the text after the previous
/// step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryStep {
    /// Adds the missing entries.
    Add,
    /// Sets `replaces`.
    Replaces,
    /// Sets `skips`.
    Skips,
    /// Sets `skipRange`.
    SkipRange,
    /// Removes the other entries.
    Remove,
}

impl EntryStep {
    /// All steps, in order.
    pub const ALL: [EntryStep; 5] =
        [EntryStep::Add, EntryStep::Replaces, EntryStep::Skips, EntryStep::SkipRange, EntryStep::Remove];
}

/// Returns the edits of one step towards a channel with exactly these entries, ordered oldest first. Unchanged parts
/// keep their bytes.
///
/// # Errors
/// The same as [`super::plan`].
pub fn set_entries<'t>(
    catalog: &Catalog<'_>,
    text_of: &dyn Fn(FileId) -> &'t [u8],
    (package, channel): (&str, &str),
    wanted: &[NewEntry],
    step: EntryStep,
) -> Planned<EditPlan> {
    let source = Source { catalog, text_of };
    let found = source.channel(package, channel)?;
    let known: HashSet<&str> = found.body.entries.iter().map(|entry| entry.own_name()).collect();
    let opened = source.open(&found.doc)?;
    let edits = match step {
        EntryStep::Add => {
            let missing = wanted.iter().filter(|entry| !known.contains(entry.name.as_str()));
            let mut new: Vec<Pairs> = missing.map(new_entry_keys).collect();
            let newest_first = keeps_newest_first(source.package(package)?, found.body);
            if newest_first {
                new.reverse();
            }
            add(&opened, if newest_first { 0 } else { found.body.entries.len() }, new)?
        }
        EntryStep::Remove => remove(&opened, wanted)?,
        _ => set_edges(&opened, wanted, step)?,
    };
    Ok(opened.plan(String::new(), edits, Vec::new()))
}

/// The keys and values of a mapping.
type Pairs = Vec<(String, NewValue)>;

fn add(opened: &Opened<'_>, at: usize, new: Vec<Pairs>) -> Planned<Vec<Edit>> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let Some((key, sequence)) = list(opened)? else {
        return Ok(vec![opened.add_list(opened.root()?, "entries", &NewValue::Mappings(new), CHANNEL_KEYS)?]);
    };
    let list = opened.made(Items::new(key, sequence))?;
    let items: Vec<NewItem> = new.into_iter().map(NewItem::Mapping).collect();
    Ok(vec![opened.made(list.insert(at, &items))?])
}

/// Returns the mappings of a channel's entries, with their names.
fn mappings<'d>(opened: &'d Opened<'_>) -> Planned<Vec<(String, NodeRef<'d>)>> {
    let items = list(opened)?.map(|(_, value)| value.resolved().children().collect::<Vec<_>>()).unwrap_or_default();
    Ok(items.into_iter().map(|item| (entries::name_of(item), item)).collect())
}

fn remove(opened: &Opened<'_>, wanted: &[NewEntry]) -> Planned<Vec<Edit>> {
    let kept: HashSet<&str> = wanted.iter().map(|entry| entry.name.as_str()).collect();
    let Some((key, sequence)) = list(opened)? else { return Ok(Vec::new()) };
    let gone: Vec<bool> = mappings(opened)?.iter().map(|(name, _)| !kept.contains(name.as_str())).collect();
    if !gone.contains(&true) {
        return Ok(Vec::new());
    }
    let items = opened.made(Items::new(key, sequence))?;
    runs(&gone).map(|(from, to)| opened.made(items.remove(from, to))).collect()
}

fn set_edges(opened: &Opened<'_>, wanted: &[NewEntry], step: EntryStep) -> Planned<Vec<Edit>> {
    let wanted: Table<&str, &NewEntry> = wanted.iter().map(|entry| (entry.name.as_str(), entry)).collect();
    let mut edits = Vec::new();
    for (name, mapping) in mappings(opened)? {
        let Some(entry) = wanted.get(name.as_str()) else { continue };
        edits.extend(match step {
            EntryStep::Skips => entries::skips_edits(opened, mapping, &entry.skips)?,
            EntryStep::SkipRange => entries::set(opened, mapping, "skipRange", entry.skip_range.as_deref())?,
            _ => entries::set(opened, mapping, "replaces", entry.replaces.as_deref())?,
        });
    }
    Ok(edits)
}

/// Returns the edits that remove all documents for which `is_gone` is true, with their separators. A file without
/// remaining documents becomes empty.
#[must_use]
pub fn remove_documents<'t>(
    catalog: &Catalog<'_>,
    text_of: &dyn Fn(FileId) -> &'t [u8],
    is_gone: &dyn Fn(&Facts) -> bool,
) -> EditPlan {
    let edits = remove_documents_where(&Source { catalog, text_of }, &|_, document| is_gone(&document.facts));
    EditPlan { edits, ..EditPlan::default() }
}
