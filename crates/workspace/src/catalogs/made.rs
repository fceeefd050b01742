//! Derives intentions from a change to a catalog, so that the change can be repeated in another catalog. It does not
//! matter how the change was made: by a fix, by a release with its bundle, or by typing.

use olmkit_catalog::edits::Intention;
use olmkit_catalog::facts::{Body, ChannelFacts, DeprecationsFacts, EntryFacts, Facts, Text};
use olmkit_collections::{HashMap, HashSet, SortedMap};
use olmkit_semver::oldest_first;
use olmkit_text::slice;
use olmkit_yaml::{Format, read_document, to_json};

use crate::api::{EntryPosition, NewEntry};
use crate::diff::content;
use crate::workspace::Workspace;

/// The intentions that lead from one state of a catalog to another.
#[derive(Debug, Default)]
pub(crate) struct Made {
    /// In an order in which they can be applied.
    pub(crate) intentions: Vec<Intention>,
    /// The documents of new bundles, as JSON.
    pub(crate) bundles: Vec<String>,
}

/// A change that no intention can express.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotExpressible {
    #[error("a document cannot be read as it is now")]
    Unreadable,
    #[error("`{schema}` `{name}` was added")]
    Added { schema: String, name: String },
    #[error("`{schema}` `{name}` was removed")]
    Removed { schema: String, name: String },
    #[error("`{schema}` `{name}` was changed in more than its upgrade edges, default channel or deprecations")]
    Other { schema: String, name: String },
}

/// Schema, package and name.
type Id = (String, String, String);

/// A document in one of the two states.
struct DocumentState<'w> {
    facts: &'w Facts,
    text: &'w [u8],
    format: Format,
}

impl DocumentState<'_> {
    /// The fields whose changes have intentions of their own.
    fn known_fields(&self) -> &'static [&'static str] {
        match self.facts.body {
            Body::Package(_) => &["defaultChannel"],
            Body::Channel(_) | Body::Deprecations(_) => &["entries"],
            _ => &[],
        }
    }

    fn other_fields(&self) -> Vec<(String, String)> {
        let mut fields = content(self.text, self.format);
        fields.retain(|(name, _)| !self.known_fields().contains(&name.as_str()));
        fields
    }
}

/// Returns the documents of a state by schema, package and name; of duplicates the first.
fn documents(workspace: &mut Workspace) -> SortedMap<Id, DocumentState<'_>> {
    let (files, texts) = workspace.loaded();
    let mut found = SortedMap::new();
    for (file, text) in files.iter().zip(texts).filter(|(file, _)| !file.ignored) {
        for document in &file.documents {
            let facts: &Facts = &document.facts;
            let schema = facts.schema.as_ref().map_or("", |schema| &schema.value);
            let id = (schema.to_owned(), facts.package_name().to_owned(), facts.own_name().to_owned());
            let text = slice(text, document.range).unwrap_or_default();
            if !found.contains_key(&id) {
                found.insert(id, DocumentState { facts, text, format: document.format });
            }
        }
    }
    found
}

/// Returns the intentions that lead from `before` to `after`.
///
/// # Errors
/// When another catalog cannot repeat the change. Names the part that no intention can express.
pub(crate) fn made(before: &mut Workspace, after: &mut Workspace) -> Result<Made, NotExpressible> {
    if !is_readable(after) {
        return Err(NotExpressible::Unreadable);
    }
    let versions = versions(after);
    let (before, after) = (documents(before), documents(after));
    let mut steps = Steps::default();
    let ids = before.keys().chain(after.keys().filter(|id| !before.contains_key(id)));
    for id in ids {
        match (before.get(id), after.get(id)) {
            (Some(old), Some(new)) => steps.changed(id, old, new, &versions)?,
            (Some(old), None) => steps.removed(id, old)?,
            (None, Some(new)) => steps.added(id, new)?,
            (None, None) => {}
        }
    }
    Ok(steps.in_order())
}

/// Whether all files and documents can be read. The content of one that cannot be read would look removed.
fn is_readable(workspace: &mut Workspace) -> bool {
    let (files, _) = workspace.loaded();
    let is_broken = |facts: &Facts| facts.is_broken() || matches!(facts.body, Body::Unreadable);
    let mut own = files.iter().filter(|file| !file.ignored);
    own.all(|file| file.problem.is_none() && !file.documents.iter().any(|document| is_broken(&document.facts)))
}

/// Versions of bundles, by package and name.
type Versions = HashMap<(String, String), String>;

fn versions(workspace: &mut Workspace) -> Versions {
    let (files, _) = workspace.loaded();
    let bundle = |facts: &Facts| match &facts.body {
        Body::Bundle(bundle) => {
            let version = bundle.written_version()?;
            Some(((facts.package_name().to_owned(), facts.own_name().to_owned()), version.value.clone()))
        }
        _ => None,
    };
    let documents = files.iter().filter(|file| !file.ignored).flat_map(|file| &file.documents);
    documents.filter_map(|document| bundle(&document.facts)).collect()
}

/// The intentions, grouped by the order in which they are applied.
#[derive(Default)]
struct Steps {
    bundles: Vec<String>,
    new_channels: Vec<Intention>,
    entries: Vec<Intention>,
    packages: Vec<Intention>,
    gone_channels: Vec<Intention>,
    gone_bundles: Vec<Intention>,
    deprecations: Vec<Intention>,
    /// Removed channels and bundles, whose deprecations are removed with them.
    gone: HashSet<Id>,
}

impl Steps {
    fn in_order(self) -> Made {
        let Steps { bundles, new_channels, entries, packages, gone_channels, gone_bundles, deprecations, gone } = self;
        let deprecations = deprecations.into_iter().filter(|intention| match intention {
            Intention::Undeprecate { package, schema, name: Some(name) } => {
                !gone.contains(&(schema.clone(), package.clone(), name.clone()))
            }
            _ => true,
        });
        let steps = [new_channels, entries, packages, gone_channels, gone_bundles];
        Made { intentions: steps.into_iter().flatten().chain(deprecations).collect(), bundles }
    }

    fn added(&mut self, (schema, package, name): &Id, new: &DocumentState<'_>) -> Result<(), NotExpressible> {
        match &new.facts.body {
            Body::Channel(channel) => self.new_channels.push(Intention::AddChannel {
                package: package.clone(),
                channel: name.clone(),
                entries: channel.entries.iter().map(entry).collect(),
            }),
            Body::Bundle(_) => {
                let document = read_document(new.text, new.format);
                self.bundles.extend(document.root().map(to_json));
            }
            Body::Deprecations(now) => self.deprecated(package, &DeprecationsFacts::default(), now),
            _ => return Err(NotExpressible::Added { schema: schema.clone(), name: name.clone() }),
        }
        Ok(())
    }

    fn removed(&mut self, id: &Id, old: &DocumentState<'_>) -> Result<(), NotExpressible> {
        let (schema, package, name) = id.clone();
        match &old.facts.body {
            Body::Channel(_) => {
                self.gone.insert(id.clone());
                self.gone_channels.push(Intention::RemoveChannel { package, channel: name });
            }
            Body::Bundle(_) => {
                self.gone.insert(id.clone());
                self.gone_bundles.push(Intention::RemoveBundle { package, name });
            }
            Body::Deprecations(was) => self.deprecated(&package, was, &DeprecationsFacts::default()),
            _ => return Err(NotExpressible::Removed { schema, name }),
        }
        Ok(())
    }

    fn changed(
        &mut self,
        id: &Id,
        old: &DocumentState<'_>,
        new: &DocumentState<'_>,
        versions: &Versions,
    ) -> Result<(), NotExpressible> {
        if old.text == new.text {
            return Ok(());
        }
        let (schema, package, name) = id;
        let other = || NotExpressible::Other { schema: schema.clone(), name: name.clone() };
        if old.other_fields() != new.other_fields() {
            return Err(other());
        }
        match (&old.facts.body, &new.facts.body) {
            (Body::Package(was), Body::Package(now)) => {
                let [was, now] = [was, now].map(|facts| value(&facts.default_channel));
                if was != now {
                    let to = now.ok_or_else(other)?;
                    self.packages.push(Intention::SetDefaultChannel { package: name.clone(), to });
                }
            }
            (Body::Channel(was), Body::Channel(now)) => self.edges([package, name], was, now, versions),
            (Body::Deprecations(was), Body::Deprecations(now)) => self.deprecated(package, was, now),
            _ => {}
        }
        Ok(())
    }

    fn edges(&mut self, [package, channel]: [&String; 2], was: &ChannelFacts, now: &ChannelFacts, versions: &Versions) {
        let (known, kept) = (was.by_name(), now.by_name());
        let new: Vec<&EntryFacts> = now.entries.iter().filter(|one| !known.contains_key(one.own_name())).collect();
        let order: Vec<String> = new
            .iter()
            .map(|one| versions.get(&(package.clone(), one.own_name().to_owned())).cloned().unwrap_or_default())
            .collect();
        for one in oldest_first(&order).into_iter().filter_map(|at| new.get(at)) {
            self.entries.push(Intention::AddEntry {
                package: package.clone(),
                channel: channel.clone(),
                entry: entry(one),
                position: EntryPosition::default(),
                successor: None,
            });
        }
        let is_first = |one: &&EntryFacts| kept.get(one.own_name()).is_some_and(|first| std::ptr::eq(*first, *one));
        for one in now.entries.iter().filter(is_first) {
            if let Some(old) = known.get(one.own_name()) {
                self.entry([package, channel], old, one);
            }
        }
        for gone in was.entries.iter().filter(|one| !kept.contains_key(one.own_name())) {
            let entry = gone.own_name().to_owned();
            let (package, channel) = (package.clone(), channel.clone());
            self.entries.push(Intention::RemoveEntry { package, channel, entry, reconnect: false });
        }
    }

    /// Adds intentions for the edges of an entry that changed.
    fn entry(&mut self, [package, channel]: [&String; 2], was: &EntryFacts, now: &EntryFacts) {
        let place = || (package.clone(), channel.clone(), now.own_name().to_owned());
        let (old, new) = (entry(was), entry(now));
        if old.replaces != new.replaces {
            let (package, channel, entry) = place();
            self.entries.push(Intention::SetReplaces { package, channel, entry, to: new.replaces });
        }
        if old.skips != new.skips {
            let (package, channel, entry) = place();
            self.entries.push(Intention::SetSkips { package, channel, entry, to: new.skips });
        }
        if old.skip_range != new.skip_range {
            let (package, channel, entry) = place();
            self.entries.push(Intention::SetSkipRange { package, channel, entry, to: new.skip_range });
        }
    }

    fn deprecated(&mut self, package: &str, was: &DeprecationsFacts, now: &DeprecationsFacts) {
        let [was, now] = [was, now].map(messages);
        for (id, message) in &now {
            if was.get(id) != Some(message) {
                let (schema, name) = id.clone();
                let (package, message) = (package.to_owned(), message.clone());
                self.deprecations.push(Intention::Deprecate { package, schema, name, message });
            }
        }
        for (schema, name) in was.keys().filter(|id| !now.contains_key(id)).cloned() {
            self.deprecations.push(Intention::Undeprecate { package: package.to_owned(), schema, name });
        }
    }
}

fn value(text: &Option<Text>) -> Option<String> {
    text.as_ref().map(|text| text.value.clone())
}

/// Returns the deprecation messages, by schema and name.
fn messages(facts: &DeprecationsFacts) -> SortedMap<(String, Option<String>), String> {
    let one = |one: &olmkit_catalog::facts::DeprecationFacts| {
        ((value(&one.schema).unwrap_or_default(), value(&one.name)), value(&one.message).unwrap_or_default())
    };
    facts.entries.iter().map(one).collect()
}

fn entry(facts: &EntryFacts) -> NewEntry {
    NewEntry {
        name: facts.own_name().to_owned(),
        replaces: value(&facts.replaces),
        skips: facts.skips.iter().map(|text| text.value.clone()).collect(),
        skip_range: value(&facts.skip_range),
    }
}
