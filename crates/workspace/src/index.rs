//! Index operations as text edits: `olmkit_render::index` computes the new state, and the smallest edits that lead to
//! it are applied.

use olmkit_catalog::schemas;
use olmkit_collections::{SortedMap, SortedSet};

use olmkit_bundle::{Bundle, RenderOptions, inputs};
use olmkit_catalog::Catalog;
use olmkit_catalog::edits::{EditPlan, EntryStep, Intention, NewEntry, Refused, remove_documents, set_entries};
use olmkit_catalog::facts::Facts;
use olmkit_collections::order;
use olmkit_diagnostics::FileId;
use olmkit_folders::TextKind;
use olmkit_render::index::{
    self, AddOptions, Addition, HeadlessPackage, Index, IndexError, IndexPackage, deprecate_truncate, index_of, prune,
    prune_stranded,
};
use serde_json::{Value, json};

use crate::addition::known::{FilePlace, KnownPackage, file_name, free_path};
use crate::api::{Edit, Plan};
use crate::convert::Converter;
use crate::file::Source;
use crate::workspace::Workspace;

/// An index operation.
#[derive(Debug, Clone)]
pub enum IndexOperation {
    /// Adds bundles.
    Add {
        /// The bundles.
        bundles: Vec<NewBundle>,
        /// The options for adding them.
        options: AddOptions,
    },
    /// Removes packages.
    Remove(Vec<String>),
    /// Removes all packages except these.
    Prune(Vec<String>),
    /// Removes the bundles that no channel contains.
    PruneStranded,
    /// Removes the bundles of these images, and everything older than them.
    DeprecateTruncate {
        /// The images.
        images: Vec<String>,
        /// Whether a package may be removed if all its heads are named.
        allow_package_removal: bool,
    },
}

/// How to handle parts of an operation that opm refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnError {
    /// Refuse the whole operation.
    #[default]
    Refuse,
    /// Skip the refused parts: the new bundles of a package, or a single name. Notes describe what was skipped, and
    /// why.
    Skip,
}

/// A function that applies an operation to names.
type Step<'s> = &'s dyn Fn(&Index, &[String]) -> Result<Index, IndexError>;

/// The parts that were refused and skipped.
struct Refusals {
    on_error: OnError,
    notes: Vec<String>,
}

impl Refusals {
    /// Returns the value, or `None` if the error was recorded as a note.
    fn tolerate<T>(&mut self, result: Result<T, IndexError>) -> Result<Option<T>, IndexError> {
        match (result, self.on_error) {
            (Err(error), OnError::Skip) => {
                self.notes.push(format!("skipped: {}", error.plain()));
                Ok(None)
            }
            (result, _) => result.map(Some),
        }
    }

    /// Groups the items that are refused together.
    fn groups<T>(&self, items: Vec<T>, key: impl Fn(&T) -> String) -> Vec<Vec<T>> {
        if self.on_error == OnError::Refuse {
            return vec![items];
        }
        let mut groups: SortedMap<String, Vec<T>> = SortedMap::new();
        for item in items {
            groups.entry(key(&item)).or_default().push(item);
        }
        groups.into_values().collect()
    }

    /// Applies a step to each group of names. If a group is refused, applies the step to each of its names instead.
    fn each(&mut self, index: &Index, groups: Vec<Vec<String>>, step: Step<'_>) -> Result<Index, IndexError> {
        let mut index = index.clone();
        for group in groups {
            let result = step(&index, &group);
            if result.is_err() && group.len() > 1 && self.on_error == OnError::Skip {
                index = self.each(&index, group.into_iter().map(|name| vec![name]).collect(), step)?;
            } else if let Some(after) = self.tolerate(result)? {
                index = after;
            }
        }
        Ok(index)
    }
}

/// A bundle to add.
#[derive(Debug, Clone)]
pub struct NewBundle {
    /// The image. If `None`, the image of the newest bundle of the package, with the version of this bundle.
    pub image: Option<String>,
    /// The files: path and content.
    pub files: Vec<(String, Vec<u8>)>,
}

/// A bundle with its document.
struct Document {
    package: String,
    name: String,
    json: String,
}

impl Workspace {
    /// Applies an index operation. Returns its consequences, as messages for the user.
    ///
    /// # Errors
    /// With opm's message if opm refuses the operation, or if opm would reject the result. The files are then in an
    /// undefined state: discard the workspace.
    pub fn operate(&mut self, operation: &IndexOperation, on_error: OnError) -> Result<Vec<String>, IndexError> {
        let before = self.index();
        let mut notes = Vec::new();
        let mut documents = Vec::new();
        let mut refusals = Refusals { on_error, notes: Vec::new() };
        let after = match operation {
            IndexOperation::Add { bundles, options } => {
                let mut new = Vec::new();
                for bundle in bundles {
                    let prepared = self.prepare(bundle, &mut notes);
                    new.extend(refusals.tolerate(prepared)?);
                }
                let mut after = self.with_substitutes(before.clone(), options.enable_alpha);
                for own in refusals.groups(new, |(_, document)| document.package.clone()) {
                    let (additions, own): (Vec<Addition>, Vec<Document>) = own.into_iter().unzip();
                    if let Some(added) = refusals.tolerate(index::add(&after, &additions, *options))? {
                        after = added;
                        documents.extend(own);
                    }
                }
                after
            }
            IndexOperation::Remove(names) => {
                let groups = refusals.groups(names.clone(), String::clone);
                refusals.each(&before, groups, &index::remove)?
            }
            IndexOperation::Prune(names) => prune(&before, names),
            IndexOperation::PruneStranded => prune_stranded(&before),
            IndexOperation::DeprecateTruncate { images, allow_package_removal } => {
                // The heads of a package are deprecated together.
                let groups = refusals.groups(images.clone(), |image| package_of(&before, image));
                let headless = if *allow_package_removal { HeadlessPackage::Remove } else { HeadlessPackage::Refuse };
                let step = |index: &Index, images: &[String]| deprecate_truncate(index, images, headless);
                refusals.each(&before, groups, &step)?
            }
        };
        notes.append(&mut refusals.notes);
        self.become_index(&before, &after, &documents, &mut notes)?;
        let verdict = &self.report().opm;
        if verdict.accepted {
            return Ok(notes);
        }
        Err(failed(format!("opm would reject the result: {}", verdict.message.trim_end())))
    }

    /// Returns the packages as index operations see them.
    pub fn index(&mut self) -> Index {
        index_of(&Catalog::new(self.loaded().0))
    }

    /// Returns the bundle and its document. Guesses the image if none is given.
    fn prepare(&mut self, bundle: &NewBundle, notes: &mut Vec<String>) -> Result<(Addition, Document), IndexError> {
        let proposal = self.propose_addition(&bundle.files).map_err(|error| failed(error.to_string()))?;
        let image = bundle.image.clone().unwrap_or_else(|| proposal.image.clone());
        let package = &proposal.package;
        let migrate = proposal.migrate && !proposal.is_new;
        if image.is_empty() && bundle.image.is_none() {
            let known = KnownPackage::find(self, package);
            if self.needs_image(package, known.as_ref(), migrate) {
                return Err(failed(format!("the image of {} is not known; set it with --image", proposal.name)));
            }
        }
        let inputs = inputs(&bundle.files);
        let read = Bundle::new(&inputs);
        let options = RenderOptions { image, migrate };
        let name = &proposal.name;
        let json = olmkit_bundle::render(&read, &options)
            .map_err(|error| failed(format!("opm does not render the bundle {name}: {error}")))?;
        let image = serde_json::from_str::<Value>(&json).unwrap_or_default();
        let image = image.get("image").and_then(Value::as_str).unwrap_or_default();
        if bundle.image.is_none() {
            notes.push(match image {
                "" => format!("{name} has no image; set one with --image"),
                image => format!("the image of {name} is assumed to be {image}; set another one with --image"),
            });
        }
        let addition = Addition::of(&read, image);
        Ok((addition, Document { package: proposal.package, name: proposal.name, json }))
    }

    /// Adds the substitutes in the documents to the index, if the operation considers them.
    fn with_substitutes(&mut self, mut index: Index, enable_alpha: bool) -> Index {
        if !enable_alpha {
            return index;
        }
        let (files, texts) = self.loaded();
        let mut rendering = olmkit_render::Rendering::default();
        // An error is ignored here: a catalog that opm does not load is refused later.
        let _ = rendering.add(files, &texts);
        for (package, name, json) in rendering.bundles() {
            let bundle = index.get_mut(package).and_then(|package| package.bundles.get_mut(name));
            if let Some(bundle) = bundle {
                bundle.substitutes_for = index::substitutes_for(json);
            }
        }
        index
    }

    fn become_index(
        &mut self,
        before: &Index,
        after: &Index,
        documents: &[Document],
        notes: &mut Vec<String>,
    ) -> Result<(), IndexError> {
        let is_gone = |facts: &Facts| {
            let home = if facts.schema.as_ref().is_some_and(|schema| schema.value == schemas::PACKAGE) {
                facts.own_name()
            } else {
                facts.package_name()
            };
            before.contains_key(home) && !after.contains_key(home)
        };
        if before.keys().any(|name| !after.contains_key(name)) {
            self.change_by(|catalog, text_of| Ok(remove_documents(catalog, text_of, &is_gone)))?;
        }
        for (name, package) in after {
            let own: Vec<&Document> = documents.iter().filter(|document| document.package == *name).collect();
            match before.get(name) {
                Some(known) if known == package && own.is_empty() => {}
                Some(known) => self.become_package(name, known, package, &own, notes)?,
                None => self.add_package(name, package, &own),
            }
        }
        Ok(())
    }

    fn become_package(
        &mut self,
        name: &str,
        before: &IndexPackage,
        after: &IndexPackage,
        new: &[&Document],
        notes: &mut Vec<String>,
    ) -> Result<(), IndexError> {
        for (channel, entries) in &after.channels {
            match before.channels.get(channel) {
                Some(known) if is_same(known, entries) => {}
                Some(_) => self.become_channel((name, channel), entries)?,
                None => self.intend_now(Intention::AddChannel {
                    package: name.to_owned(),
                    channel: channel.clone(),
                    entries: entries.clone(),
                })?,
            }
        }
        if before.default_channel != after.default_channel {
            let to = after.default_channel.clone();
            notes.push(format!("default channel of {name}: {} → {to}", before.default_channel));
            self.intend_now(Intention::SetDefaultChannel { package: name.to_owned(), to })?;
        }
        let channels = removed_names(&before.channels, &after.channels);
        let mut bundles = removed_names(&before.bundles, &after.bundles);
        notes.extend(channels.iter().map(|channel| format!("channel {channel} of {name} is removed")));
        notes.extend(
            bundles
                .iter()
                .map(|bundle| format!("bundle {bundle} of {name} is removed: no channel contains it any more")),
        );
        self.undeprecate(name, schemas::CHANNEL, &channels)?;
        self.undeprecate(name, schemas::BUNDLE, &bundles)?;
        let places = self.places_for(name, new);
        let overwritten = new.iter().filter(|document| before.bundles.contains_key(&document.name));
        bundles.extend(overwritten.map(|document| document.name.as_str()));
        self.remove_parts(name, &channels, &bundles)?;
        for (document, place) in new.iter().zip(places) {
            self.append_now(place, std::slice::from_ref(&document.json));
        }
        Ok(())
    }

    /// Removes the documents of channels and bundles.
    fn remove_parts(
        &mut self,
        package: &str,
        channels: &SortedSet<&str>,
        bundles: &SortedSet<&str>,
    ) -> Result<(), IndexError> {
        if channels.is_empty() && bundles.is_empty() {
            return Ok(());
        }
        let is_removed = |facts: &Facts| {
            let is = |schema: &str| facts.schema.as_ref().is_some_and(|own| own.value == schema);
            facts.package_name() == package
                && (is(schemas::CHANNEL) && channels.contains(facts.own_name())
                    || is(schemas::BUNDLE) && bundles.contains(facts.own_name()))
        };
        self.change_by(|catalog, text_of| Ok(remove_documents(catalog, text_of, &is_removed)))
    }

    /// Returns the files for documents. A bundle that is overwritten stays in its file.
    fn places_for(&mut self, package: &str, new: &[&Document]) -> Vec<FilePlace> {
        let Some(known) = KnownPackage::find(self, package) else { return Vec::new() };
        let place = |document: &&Document| {
            let mut entries = known.tables().iter().flat_map(|table| &table.entries);
            let own = entries.find(|entry| entry.name == document.name && entry.bundle_path.is_some());
            match own.and_then(|entry| entry.bundle_path.clone()) {
                Some(path) => FilePlace { is_json: TextKind::of(&path) == Some(TextKind::Json), path },
                None => known.place_for(&document.name, self),
            }
        };
        new.iter().map(place).collect()
    }

    fn become_channel(&mut self, channel: (&str, &str), entries: &[NewEntry]) -> Result<(), IndexError> {
        for step in EntryStep::ALL {
            self.change_by(|catalog, text_of| set_entries(catalog, text_of, channel, entries, step))?;
        }
        Ok(())
    }

    /// Removes the deprecations of removed objects.
    fn undeprecate(&mut self, package: &str, schema: &str, names: &SortedSet<&str>) -> Result<(), IndexError> {
        if names.is_empty() {
            return Ok(());
        }
        let mut deprecated = SortedSet::new();
        for of in Catalog::new(self.loaded().0).packages.get(package).into_iter().flat_map(|own| &own.deprecations) {
            let own =
                of.body.entries.iter().filter(|entry| entry.schema.as_ref().is_some_and(|own| own.value == schema));
            deprecated.extend(own.filter_map(|entry| entry.name.as_ref()).map(|name| name.value.clone()));
        }
        for name in deprecated.into_iter().filter(|name| names.contains(name.as_str())) {
            let (package, schema) = (package.to_owned(), schema.to_owned());
            self.intend_now(Intention::Undeprecate { package, schema, name: Some(name) })?;
        }
        Ok(())
    }

    /// Adds the documents of a new package, to the only file of a catalog or in a file of its own.
    fn add_package(&mut self, name: &str, package: &IndexPackage, bundles: &[&Document]) {
        let mut documents = vec![
            json!({"schema": schemas::PACKAGE, "name": name, "defaultChannel": package.default_channel}).to_string(),
        ];
        documents.extend(package.channels.iter().map(|(channel, entries)| {
            json!({"schema": schemas::CHANNEL, "name": channel, "package": name, "entries": entries}).to_string()
        }));
        documents.extend(bundles.iter().map(|bundle| bundle.json.clone()));
        let paths: Vec<&str> = self.paths().collect();
        let is_json = paths.first().is_some_and(|path| TextKind::of(path) == Some(TextKind::Json));
        let path = match paths.as_slice() {
            [only] if !only.contains('/') => (*only).to_owned(),
            _ => free_path(&format!("{}/catalog.{}", file_name(name), if is_json { "json" } else { "yaml" }), self),
        };
        self.append_now(FilePlace { path, is_json }, &documents);
    }

    fn append_now(&mut self, place: FilePlace, documents: &[String]) {
        let text = self.text(&place.path).unwrap_or_default().to_vec();
        let text = [text.as_slice(), place.addition(&text, documents, self).as_bytes()].concat();
        self.open(&place.path, text);
    }

    fn intend_now(&mut self, intention: Intention) -> Result<(), IndexError> {
        match self.apply(&intention) {
            Plan::Edits { .. } => Ok(()),
            Plan::Refused(refusal) => Err(failed(refusal.reason)),
        }
    }

    /// Plans edits and applies them.
    fn change_by(
        &mut self,
        plan: impl for<'t> FnOnce(&Catalog<'_>, &dyn Fn(FileId) -> &'t [u8]) -> Result<EditPlan, Box<Refused>>,
    ) -> Result<(), IndexError> {
        self.loaded();
        let catalog = Catalog::new(&self.files);
        let text_of = |file: FileId| self.sources.get(file.index()).map_or(&[][..], Source::text);
        let mut made = plan(&catalog, &text_of);
        if let Ok(made) = &mut made {
            order::sort_by_key(&mut made.edits, |edit| edit.place);
        }
        match Converter::new(&self.files, &self.sources).plan(made.map(|plan| (plan, Vec::new()))) {
            Plan::Edits { edits, .. } => {
                let edits: Vec<&Edit> = edits.iter().collect();
                self.make(&edits).map_err(|error| failed(error.to_string()))
            }
            Plan::Refused(refusal) => Err(failed(refusal.reason)),
        }
    }
}

/// Returns the package that has a bundle with this image or name; `image` itself if there is none.
fn package_of(index: &Index, image: &str) -> String {
    let has =
        |package: &IndexPackage| package.bundles.iter().any(|(name, bundle)| bundle.image == image || name == image);
    index.iter().find(|(_, package)| has(package)).map_or(image, |(name, _)| name).to_owned()
}

fn failed(message: impl Into<String>) -> IndexError {
    IndexError::new(message)
}

/// Returns the removed names.
fn removed_names<'b, T>(before: &'b SortedMap<String, T>, after: &SortedMap<String, T>) -> SortedSet<&'b str> {
    before.keys().filter(|name| !after.contains_key(*name)).map(String::as_str).collect()
}

/// Whether two lists of entries are equal, ignoring their order.
fn is_same(one: &[NewEntry], other: &[NewEntry]) -> bool {
    let sorted = |entries: &[NewEntry]| {
        let mut sorted = entries.to_vec();
        sorted.iter_mut().for_each(|entry| order::sort(&mut entry.skips));
        order::sort_by(&mut sorted, |a, b| a.name.cmp(&b.name));
        sorted
    };
    sorted(one) == sorted(other)
}
