//! The part of a catalog that a changed document can have an effect on.

use olmkit_catalog::facts::{Body, EntryFacts, Facts, Text};
use olmkit_catalog::{LoadedDocument, LoadedFile};
use olmkit_collections::{HashSet, order};

use super::Changed;

/// The packages to look at.
pub(super) struct Scope {
    /// Names, sorted; the empty one means documents without a package. `None` is the whole catalog.
    packages: Option<Vec<String>>,
}

impl Scope {
    /// The packages of the changed documents, before and after, and those that have to do with what they say: that
    /// require one of them, or have a bundle of the same name. A document that cannot be read may hide errors anywhere.
    pub(super) fn new(files: &[LoadedFile], changed: &[Changed]) -> Self {
        let (mut packages, mut bundles) = (HashSet::default(), HashSet::default());
        for (file, reread) in changed {
            let old = files.get(*file).and_then(|file| file.documents.get(reread.first..reread.resumed));
            for document in old.unwrap_or_default().iter().chain(&reread.fresh) {
                if matches!(document.facts.body, Body::Unreadable) && document.facts.is_broken() {
                    return Scope { packages: None };
                }
                packages.extend(packages_of(&document.facts).map(str::to_owned));
                if let Body::Bundle(_) = document.facts.body {
                    bundles.insert(document.facts.own_name().to_owned());
                }
            }
        }
        let touched = packages.clone();
        for document in files.iter().flat_map(|file| &file.documents) {
            let Body::Bundle(bundle) = &document.facts.body else { continue };
            let requires =
                |(name, _): &(Option<Text>, _)| name.as_ref().is_some_and(|name| touched.contains(&name.value));
            if bundles.contains(document.facts.own_name()) || bundle.required_packages.iter().any(requires) {
                packages.insert(document.facts.package_name().to_owned());
            }
        }
        Scope { packages: Some(order::unique(packages.into_iter())) }
    }

    /// What the findings before a change are kept under.
    pub(super) fn key(&self) -> Option<Vec<String>> {
        self.packages.clone()
    }

    /// The documents, entries and skips in it.
    pub(super) fn size(&self, files: &[LoadedFile]) -> usize {
        let documents = files.iter().flat_map(|file| &file.documents).filter(|document| self.has(document));
        let size = |document: &LoadedDocument| match &document.facts.body {
            Body::Channel(channel) => {
                let entry = |entry: &EntryFacts| entry.skips.len().saturating_add(1);
                channel.entries.iter().map(entry).fold(1, usize::saturating_add)
            }
            _ => 1,
        };
        documents.map(size).fold(0, usize::saturating_add)
    }

    /// Its files, before or after the change.
    pub(super) fn files(&self, files: &[LoadedFile], changed: &[Changed], is_after: bool) -> Vec<LoadedFile> {
        let mut found = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let fresh = changed.iter().find(|(at, _)| *at == number && is_after).map(|(_, reread)| reread);
            let mut documents = Vec::new();
            for (at, document) in file.documents.iter().enumerate() {
                if let Some(fresh) = fresh.filter(|fresh| fresh.first == at) {
                    documents.extend(fresh.fresh.iter().cloned());
                }
                let is_replaced = fresh.is_some_and(|fresh| (fresh.first..fresh.resumed).contains(&at));
                if !is_replaced && self.has(document) {
                    documents.push(fresh.map_or_else(|| document.clone(), |fresh| fresh.behind(at, document)));
                }
            }
            if let Some(fresh) = fresh.filter(|fresh| fresh.first >= file.documents.len()) {
                documents.extend(fresh.fresh.iter().cloned());
            }
            if !documents.is_empty() || file.problem.is_some() {
                let (path, problem) = (file.path.clone(), file.problem.clone());
                found.push(LoadedFile { path, problem, documents, ignored: file.ignored });
            }
        }
        found
    }

    fn has(&self, document: &LoadedDocument) -> bool {
        let Some(packages) = &self.packages else { return true };
        let facts = &document.facts;
        let has = |package: &&str| packages.binary_search_by(|name| name.as_str().cmp(package)).is_ok();
        packages_of(facts).iter().any(has)
            || facts.package_name().is_empty() && (facts.is_broken() || matches!(facts.body, Body::Assertions(_)))
    }
}

/// The package that a document declares, and the one that it names; empty when it says none.
fn packages_of(facts: &Facts) -> [&str; 2] {
    let declared = if let Body::Package(_) = facts.body { facts.own_name() } else { facts.package_name() };
    [declared, facts.package_name()]
}
