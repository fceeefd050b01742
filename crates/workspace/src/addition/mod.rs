//! Adds bundles to a catalog. One change writes the document into the right file and the entries into channels.

pub(crate) mod known;
mod package;
mod rendered;

use olmkit_bundle::describe::describe;
use olmkit_bundle::{Bundle, RenderOptions, inputs};
use olmkit_catalog::Catalog;
use olmkit_catalog::edits::{Intention, Note};
use olmkit_catalog::schemas;
use olmkit_diagnostics::{FileId, Place, TextEdit, TextRange};
use olmkit_k8s::image::without_version;
use olmkit_text::{did_you_mean, near_miss};
use serde_json::{Value, json};

use crate::api::bundle::BundleDescription;
use crate::api::{BundleAddition, ChannelAddition, Creation, EntryPosition, NewEntry, Plan, Refusal, ReleaseQuery};
use crate::convert::Converter;
use crate::file::Source;
use crate::fixes::series::Series;
use crate::workspace::Workspace;

use known::{FilePlace, KnownPackage, place_of_new};

/// The reason why a bundle cannot be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdditionError {
    /// The bundle does not have a name or a package.
    #[error("the bundle needs a ClusterServiceVersion with a name, and a package in its annotations")]
    Unnamed,
}

/// The files of a bundle: path and content.
pub(crate) type BundleFiles = [(String, Vec<u8>)];

/// A change that is being put together.
#[derive(Default)]
struct Change {
    series: Series,
    creates: Vec<Creation>,
    notes: Vec<String>,
    /// The notes of the intentions. Later parts of the change can make them obsolete.
    pending: Vec<Note>,
}

impl Workspace {
    /// Proposes how to add a bundle: the channels, the edges by the convention of each channel, and the place and form
    /// of the document.
    ///
    /// # Errors
    /// When the files do not contain a name or a package.
    pub fn propose_addition(&mut self, bundle: &BundleFiles) -> Result<BundleAddition, AdditionError> {
        let BundleDescription { name, version, package, channels: wanted, default_channel, .. } =
            describe(&Bundle::new(&inputs(bundle)));
        if name.is_empty() || package.is_empty() {
            return Err(AdditionError::Unnamed);
        }
        let known = KnownPackage::find(self, &package);
        let near = known.as_ref().and_then(KnownPackage::newest);
        let document = near.and_then(|near| self.document_at(near.bundle_path.as_deref()?, near.bundle_range?.start));
        let mut channels = wanted.clone();
        for table in known.iter().flat_map(KnownPackage::tables) {
            if !channels.contains(&table.channel) {
                channels.push(table.channel.clone());
            }
        }
        let beside = known.as_ref().and_then(|known| self.image_beside(&package, known));
        let image = near.zip(beside).and_then(|(near, image)| image_of(near.version.as_deref()?, &image, &version));
        let proposed = |channel: &String| {
            let query = ReleaseQuery {
                package: package.clone(),
                channel: channel.clone(),
                name: Some(name.clone()),
                version: Some(version.clone()),
                ..ReleaseQuery::default()
            };
            self.propose_entry(known.as_ref(), query, wanted.contains(channel))
        };
        Ok(BundleAddition {
            channels: channels.iter().map(proposed).collect(),
            is_new: known.is_none(),
            default_channel: default_channel.or_else(|| wanted.first().cloned()).unwrap_or_default(),
            has_bundle: known.as_ref().is_some_and(|known| known.has_bundle(&name)),
            migrate: document.is_none_or(|document| document.properties.iter().any(|kind| kind == "olm.csv.metadata")),
            image: image.unwrap_or_default(),
            package,
            name,
        })
    }

    fn propose_entry(&mut self, known: Option<&KnownPackage>, query: ReleaseQuery, chosen: bool) -> ChannelAddition {
        let name = query.name.clone().unwrap_or_default();
        let new = ChannelAddition { chosen, ..new_channel(&query.channel, &name) };
        let Some(table) = known.and_then(|known| known.table(&query.channel)) else { return new };
        let bare = ChannelAddition { is_new: false, reasons: Vec::new(), ..new };
        if table.entries.iter().any(|entry| entry.name == name) {
            let reasons = vec!["The channel already has this entry.".to_owned()];
            return ChannelAddition { chosen: false, is_there: true, reasons, ..bare };
        }
        match self.release(&query) {
            Ok(found) => {
                let reasons = found.reasons.into_iter().map(|reason| reason.message).collect();
                ChannelAddition { entry: found.entry, successor: found.successor, reasons, ..bare }
            }
            Err(error) => {
                let head = table.entries.iter().find(|entry| entry.is_head).map(|head| head.name.clone());
                let entry = NewEntry { replaces: head, ..bare.entry.clone() };
                ChannelAddition { entry, reasons: vec![error.to_string()], ..bare }
            }
        }
    }

    /// Returns the edits that add a bundle, or the reason why it cannot be added. Does not apply them.
    pub fn plan_addition(&mut self, wanted: &BundleAddition, bundle: &BundleFiles) -> Plan {
        let chosen: Vec<&ChannelAddition> = wanted.channels.iter().filter(|channel| channel.chosen).collect();
        if chosen.is_empty() {
            return Plan::refused(nothing_chosen(wanted));
        }
        let names: Vec<&str> = chosen.iter().map(|channel| channel.channel.as_str()).collect();
        let label = format!("Add {} to {} of {}", wanted.name, names.join(", "), wanted.package);
        let mut change = Change::default();
        let made = self.add(&mut change, wanted, &chosen, bundle);
        self.close_change(change, label, made)
    }

    fn add(
        &mut self,
        change: &mut Change,
        wanted: &BundleAddition,
        chosen: &[&ChannelAddition],
        bundle: &BundleFiles,
    ) -> Result<(), Refusal> {
        let known = KnownPackage::find(self, &wanted.package).filter(|_| !wanted.is_new);
        for channel in chosen.iter().filter(|_| !wanted.is_new) {
            let intention = intention(&wanted.package, channel);
            self.intend(&mut change.series, &intention, &mut change.pending)?;
        }
        if wanted.has_bundle {
            return Ok(());
        }
        if wanted.image.trim().is_empty() && self.needs_image(&wanted.package, known.as_ref(), wanted.migrate) {
            return Err(Refusal::new(format!("set the image of `{}`, which clusters pull", wanted.name)));
        }
        let options = RenderOptions { image: wanted.image.clone(), migrate: wanted.migrate };
        let document = olmkit_bundle::render(&Bundle::new(&inputs(bundle)), &options)
            .map_err(|reason| Refusal::new(format!("opm does not render the bundle: {reason}")))?;
        let mut documents = if wanted.is_new { new_package(wanted, chosen) } else { Vec::new() };
        documents.push(document);
        let place = match known {
            Some(known) => known.place_for(&wanted.name, self),
            None => place_of_new(&wanted.package, self),
        };
        self.append(change, place, &documents);
        Ok(())
    }

    /// Whether a bundle of this package needs an image: its document does not contain the objects, or the other bundles
    /// of the package have images.
    pub(crate) fn needs_image(&self, package: &str, known: Option<&KnownPackage>, migrate: bool) -> bool {
        migrate || known.is_some_and(|known| self.image_beside(package, known).is_some())
    }

    /// Returns the image of the newest bundle of a package.
    fn image_beside(&self, package: &str, known: &KnownPackage) -> Option<String> {
        let catalog = Catalog::new(&self.files);
        let bundle = catalog.packages.get(package)?.bundles.get(known.newest()?.name.as_str())?;
        bundle.of.body.image.as_ref().map(|image| image.value.clone()).filter(|image| !image.is_empty())
    }

    /// Appends documents, given as JSON, to a file. Creates the file if it does not exist.
    fn append(&mut self, change: &mut Change, place: FilePlace, documents: &[String]) {
        let Ok(file) = self.find(&place.path) else {
            let text = place.addition(&[], documents, self);
            change.creates.push(Creation { path: place.path, text });
            return;
        };
        let text = self.sources.get(file).map_or(&[][..], Source::text);
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX).into();
        let more = place.addition(text, documents, self);
        let place = Place { file: FileId::new(file), range: TextRange::empty(end) };
        let edit = Converter::new(&self.files, &self.sources).edit(TextEdit { place, text: more });
        self.step_of(&mut change.series, String::new(), vec![edit]);
    }

    /// Turns a change into a plan and restores the texts.
    fn close_change(&mut self, mut change: Change, label: String, made: Result<(), Refusal>) -> Plan {
        change.notes.extend(self.true_notes(&change.pending));
        let edits = self.end(change.series);
        match made {
            Ok(()) => Plan::Edits { ok: true, label, edits, creates: change.creates, notes: change.notes },
            Err(refusal) => Plan::Refused(refusal),
        }
    }
}

/// Why an addition without a channel is refused.
fn nothing_chosen(wanted: &BundleAddition) -> String {
    let there =
        wanted.channels.iter().filter(|channel| channel.is_there).map(|channel| format!("`{}`", channel.channel));
    let there: Vec<String> = there.collect();
    match there.as_slice() {
        [] => "select a channel: opm rejects bundles that are not in any channel".to_owned(),
        _ => format!(
            "`{}` is already in {}. Name another channel",
            wanted.name,
            olmkit_text::listed(there, usize::MAX, "and")
        ),
    }
}

/// Selects these channels instead of those that the bundle names. Adds channels that the package does not have.
pub fn choose_channels<'c>(wanted: &mut BundleAddition, names: impl Iterator<Item = &'c str>) {
    wanted.channels.iter_mut().for_each(|channel| channel.chosen = false);
    for name in names {
        match wanted.channels.iter_mut().find(|channel| channel.channel == name) {
            Some(channel) => channel.chosen = !channel.is_there,
            None => wanted.channels.push(new_channel(name, &wanted.name)),
        }
    }
}

/// Returns a note for each channel that the addition creates in an existing package, since its name may be misspelled.
#[must_use]
pub fn new_channel_notes(wanted: &BundleAddition) -> Vec<String> {
    let (new, known): (Vec<&ChannelAddition>, Vec<_>) = wanted.channels.iter().partition(|channel| channel.is_new);
    let known: Vec<&str> = known.into_iter().map(|channel| channel.channel.as_str()).collect();
    let created = new.into_iter().filter(|channel| channel.chosen && !wanted.is_new);
    let note = |channel: &ChannelAddition| {
        let near = near_miss(&channel.channel, &mut known.iter().copied()).map(did_you_mean);
        format!("the channel `{}` is new{}", channel.channel, near.unwrap_or_default())
    };
    created.map(note).collect()
}

/// Returns a note for each chosen channel whose entry does not have the edges that the bundle declares.
#[must_use]
pub fn declared_edge_notes(wanted: &BundleAddition, bundle: &BundleFiles) -> Vec<String> {
    let BundleDescription { replaces, skip_range, .. } = describe(&Bundle::new(&inputs(bundle)));
    let note = |channel: &ChannelAddition| {
        let own = &channel.entry;
        let unused = [("replaces", &replaces, &own.replaces), ("skipRange", &skip_range, &own.skip_range)];
        let unused = unused.into_iter().filter(|(_, declared, own)| declared.is_some() && declared != own);
        let unused = unused.filter_map(|(key, declared, _)| Some(format!("{key}: {}", declared.as_deref()?)));
        let unused: Vec<String> = unused.collect();
        (!unused.is_empty()).then(|| {
            let declared = olmkit_text::listed(unused, usize::MAX, "and");
            format!(
                "the entry in `{}` has the edges of its channel instead of `{declared}` in the bundle",
                channel.channel
            )
        })
    };
    wanted.channels.iter().filter(|channel| channel.chosen).filter_map(note).collect()
}

/// Returns a channel that the package does not have, with the bundle as its only entry.
fn new_channel(channel: &str, bundle: &str) -> ChannelAddition {
    ChannelAddition {
        channel: channel.to_owned(),
        chosen: true,
        is_new: true,
        entry: NewEntry { name: bundle.to_owned(), ..NewEntry::default() },
        reasons: vec!["A new channel.".to_owned()],
        ..ChannelAddition::default()
    }
}

/// Guesses the image of a bundle from the image of another bundle by replacing the version in the tag.
/// `None` if the tag does not contain the version.
fn image_of(before: &str, image: &str, version: &str) -> Option<String> {
    let name = without_version(image);
    let tag = image.strip_prefix(name)?.strip_prefix(':').filter(|tag| !tag.contains('@'))?;
    let has_version = !before.is_empty() && !version.is_empty() && tag.contains(before);
    has_version.then(|| format!("{name}:{}", tag.replacen(before, version, 1)))
}

/// Returns the intention that adds the entry to its channel, or the channel with the entry if the channel is new.
fn intention(package: &str, wanted: &ChannelAddition) -> Intention {
    let (package, channel) = (package.to_owned(), wanted.channel.clone());
    let entry = filled(&wanted.entry);
    if wanted.is_new {
        return Intention::AddChannel { package, channel, entries: vec![entry] };
    }
    let successor = wanted.successor.clone().filter(|name| !name.is_empty());
    Intention::AddEntry { package, channel, entry, position: EntryPosition::default(), successor }
}

/// Returns the entry without its empty fields.
fn filled(entry: &NewEntry) -> NewEntry {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    NewEntry { replaces: given(&entry.replaces), skip_range: given(&entry.skip_range), ..entry.clone() }
}

/// Returns the documents of a package and its channels, as JSON.
fn new_package(wanted: &BundleAddition, chosen: &[&ChannelAddition]) -> Vec<String> {
    let is_chosen = |name: &str| chosen.iter().any(|channel| channel.channel == name);
    let default = Some(wanted.default_channel.as_str()).filter(|name| is_chosen(name));
    let default = default.or_else(|| chosen.first().map(|channel| channel.channel.as_str()));
    let package = package_document(&wanted.package, default);
    let channel = |channel: &&ChannelAddition| -> Value {
        let entries = [filled(&channel.entry)];
        json!({ "schema": schemas::CHANNEL, "package": wanted.package, "name": channel.channel, "entries": entries })
    };
    let documents = std::iter::once(package).chain(chosen.iter().map(channel));
    documents.map(|document| document.to_string()).collect()
}

fn package_document(name: &str, default_channel: Option<&str>) -> Value {
    json!({ "schema": schemas::PACKAGE, "name": name, "defaultChannel": default_channel })
}
