//! Many entries or documents at once, so that every document is read once for all of them.

use olmkit_collections::{HashMap, HashSet};
use olmkit_diagnostics::{FileId, Place, TextEdit, TextRange, TextSize};
use olmkit_yaml::NodeRef;
use olmkit_yaml_edit::{Edit, NewItem, insert_items, remove_items};

use super::channels::remove_document;
use super::entries::{self, keeps_newest_first, list, new_entry_keys};
use super::locate::{Opened, Source};
use super::{EditPlan, NewEntry, Planned, refuse};
use crate::facts::Facts;
use crate::model::{Catalog, Doc};

/// One of the changes that turn the entries of a channel into others. Each is planned on the text that the one before it made.
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

/// The edits of one step towards a channel that has exactly these entries, the oldest first. What stays keeps its bytes.
///
/// # Errors
/// As [`super::plan`].
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
            let mut items: Vec<NewItem> = missing.map(|entry| NewItem::Mapping(new_entry_keys(entry))).collect();
            let newest_first = keeps_newest_first(source.package(package)?, found.body);
            if newest_first {
                items.reverse();
            }
            add(&opened, if newest_first { 0 } else { found.body.entries.len() }, &items)?
        }
        EntryStep::Remove => remove(&opened, wanted)?,
        _ => set_edges(&opened, wanted, step)?,
    };
    Ok(opened.plan(String::new(), edits, Vec::new()))
}

fn add(opened: &Opened<'_>, at: usize, items: &[NewItem]) -> Planned<Vec<Edit>> {
    if items.is_empty() {
        return Ok(Vec::new());
    }
    let Some((key, sequence)) = list(opened)? else {
        return refuse("`entries` is not a list; write `entries: []` first");
    };
    Ok(vec![opened.made(insert_items(key, sequence, at, items))?])
}

/// The mappings of a channel's entries, with their names.
fn mappings<'d>(opened: &'d Opened<'_>) -> Planned<Vec<(String, NodeRef<'d>)>> {
    let items = list(opened)?.map(|(_, value)| value.resolved().children().collect::<Vec<_>>()).unwrap_or_default();
    Ok(items.into_iter().map(|item| (entries::name_of(item), item)).collect())
}

fn remove(opened: &Opened<'_>, wanted: &[NewEntry]) -> Planned<Vec<Edit>> {
    let kept: HashSet<&str> = wanted.iter().map(|entry| entry.name.as_str()).collect();
    let Some((key, sequence)) = list(opened)? else { return Ok(Vec::new()) };
    let gone: Vec<bool> = mappings(opened)?.iter().map(|(name, _)| !kept.contains(name.as_str())).collect();
    runs(&gone).map(|(from, to)| opened.made(remove_items(key, sequence, from, to))).collect()
}

fn set_edges(opened: &Opened<'_>, wanted: &[NewEntry], step: EntryStep) -> Planned<Vec<Edit>> {
    let wanted: HashMap<&str, &NewEntry> = wanted.iter().map(|entry| (entry.name.as_str(), entry)).collect();
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

/// The first and last index of each run of `true`.
fn runs(flags: &[bool]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0_usize;
    std::iter::from_fn(move || {
        let from = at.saturating_add(flags.get(at..)?.iter().position(|flag| *flag)?);
        let length = flags.get(from..)?.iter().take_while(|flag| **flag).count();
        at = from.saturating_add(length);
        Some((from, at.saturating_sub(1)))
    })
}

/// The edits that remove all documents that `is_gone` accepts, with their separators. A file without any document left is
/// empty.
#[must_use]
pub fn remove_documents<'t>(
    catalog: &Catalog<'_>,
    text_of: &dyn Fn(FileId) -> &'t [u8],
    is_gone: &dyn Fn(&Facts) -> bool,
) -> EditPlan {
    let source = Source { catalog, text_of };
    let mut edits = Vec::new();
    for (id, file) in (0_u32..).zip(catalog.files) {
        let gone: Vec<bool> = file.documents.iter().map(|document| is_gone(&document.facts)).collect();
        for (from, to) in runs(&gone) {
            let (Some(first), Some(last)) = (file.documents.get(from), file.documents.get(to)) else { continue };
            if from == 0 && to.saturating_add(1) == gone.len() {
                let end = TextSize::new(u32::try_from((text_of)(FileId(id)).len()).unwrap_or(u32::MAX));
                let range = TextRange::new(TextSize::new(0), end);
                edits.push(TextEdit { place: Place { file: FileId(id), range }, text: String::new() });
                continue;
            }
            let range = TextRange::new(first.range.start(), last.range.end());
            let doc = Doc { file: FileId(id), range, order: 0, format: first.format, facts: &first.facts };
            edits.push(remove_document(&source, &doc));
        }
    }
    EditPlan { edits, ..EditPlan::default() }
}
