//! The part of a catalog that a changed document can affect.

use olmkit_catalog::facts::{Body, EntryFacts, Facts};
use olmkit_catalog::{LoadedDocument, LoadedFile};
use olmkit_collections::order;

use super::Changed;

/// The location of a document: the number of its file, and its index in the file.
type At = (usize, usize);

/// The documents of a catalog by package. It is built once for all fixes.
pub(super) struct Index<'w> {
    files: &'w [LoadedFile],
    /// Sorted. A document may belong to two packages.
    documents: Vec<(&'w str, At)>,
    /// Documents because of which the whole catalog is incomplete: see [`olmkit_catalog::Catalog::is_incomplete`]. They
    /// belong to every scope, and so do assertions without a package.
    everywhere: Vec<At>,
    /// Files that cannot be read. They belong to every scope, too.
    unread: Vec<usize>,
    /// Names and packages of bundles, sorted. `false` marks the name of a bundle, `true` the name of a package that a
    /// bundle requires.
    bundles: Vec<((bool, &'w str), &'w str)>,
}

impl<'w> Index<'w> {
    pub(super) fn new(files: &'w [LoadedFile]) -> Self {
        let mut index =
            Index { files, documents: Vec::new(), everywhere: Vec::new(), unread: Vec::new(), bundles: Vec::new() };
        for (file, of) in files.iter().enumerate() {
            index.unread.extend(of.problem.as_ref().map(|_| file));
            for (at, document) in of.documents.iter().enumerate() {
                index.add(&document.facts, (file, at));
            }
        }
        order::sort(&mut index.documents);
        order::sort(&mut index.bundles);
        index
    }

    fn add(&mut self, facts: &'w Facts, at: At) {
        let package = facts.package_name();
        self.documents.extend(packages_of(facts).map(|package| (package, at)));
        let is_everywhere = match facts.body {
            Body::Unreadable => facts.is_broken(),
            Body::Assertions(_) => package.is_empty(),
            _ => facts.is_unplaced(),
        };
        if is_everywhere {
            self.everywhere.push(at);
        }
        if let Body::Bundle(bundle) = &facts.body {
            let required = bundle.required_packages.iter().filter_map(|(name, _)| name.as_ref());
            self.bundles.extend(required.map(|name| ((true, name.value.as_str()), package)));
            self.bundles.push(((false, facts.own_name()), package));
        }
    }

    /// Returns the packages of the bundles that have a name, or that require a package.
    fn packages(&self, key: &(bool, &'w str), left: &mut usize) -> impl Iterator<Item = &'w str> {
        let found = of(&self.bundles, key);
        *left = left.saturating_sub(found.len());
        found.iter().map(|(_, package)| *package)
    }

    fn document(&self, (file, at): At) -> Option<&'w LoadedDocument> {
        self.files.get(file)?.documents.get(at)
    }
}

/// Returns the items of a sorted list with a key.
fn of<'i, K: Ord, V>(items: &'i [(K, V)], key: &K) -> &'i [(K, V)] {
    let from = items.partition_point(|(other, _)| other < key);
    let rest = items.get(from..).unwrap_or_default();
    let to = rest.partition_point(|(other, _)| other <= key);
    rest.get(..to).unwrap_or_default()
}

/// The packages of changed documents before and after the change, and the packages with a bundle of the same name as a
/// changed one, both sorted. `None` if a changed document cannot be read, which may hide errors anywhere.
pub(super) type Touched = Option<[Vec<String>; 2]>;

/// Returns the touched packages. `left` is the number of bundles that may still be looked up in the index.
pub(super) fn touched(index: &Index<'_>, changed: &[Changed], left: &mut usize) -> Touched {
    let (mut packages, mut others) = (Vec::new(), Vec::new());
    for (file, reread) in changed {
        let old = index.files.get(*file).and_then(|file| file.documents.get(reread.first..reread.resumed));
        for document in old.unwrap_or_default().iter().chain(&reread.fresh) {
            if matches!(document.facts.body, Body::Unreadable) && document.facts.is_broken() {
                return None;
            }
            packages.extend(packages_of(&document.facts));
            if let Body::Bundle(_) = document.facts.body {
                others.extend(index.packages(&(false, document.facts.own_name()), left));
            }
        }
    }
    Some([unique(packages), unique(others)])
}

fn unique(names: Vec<&str>) -> Vec<String> {
    order::unique(names.into_iter()).into_iter().map(str::to_owned).collect()
}

/// The packages to check.
pub(super) struct Scope {
    /// Sorted names; the empty name means documents without a package. `None` is the whole catalog.
    packages: Option<Vec<String>>,
}

impl Scope {
    /// Creates the scope of the touched packages and of the packages that require a package of a changed document.
    pub(super) fn new(index: &Index<'_>, touched: &Touched, left: &mut usize) -> Self {
        let Some([packages, others]) = touched else { return Scope { packages: None } };
        let mut all: Vec<&str> = packages.iter().chain(others).map(String::as_str).collect();
        for package in packages {
            all.extend(index.packages(&(true, package), left));
        }
        Scope { packages: Some(unique(all)) }
    }

    /// Returns the documents of the scope, in order.
    pub(super) fn documents(&self, index: &Index<'_>) -> Vec<At> {
        let Some(packages) = &self.packages else {
            return order::unique(index.documents.iter().map(|(_, at)| *at));
        };
        let found = packages.iter().flat_map(|package| of(&index.documents, &package.as_str()));
        order::unique(found.map(|(_, at)| at).chain(&index.everywhere).copied())
    }

    /// Returns the files of a scope, before the change if `changed` is empty, otherwise after it.
    pub(super) fn files(index: &Index<'_>, documents: &[At], changed: &[Changed]) -> Vec<LoadedFile> {
        let numbers = documents.iter().map(|(file, _)| *file).chain(changed.iter().map(|(file, _)| *file));
        let numbers = order::unique(numbers.chain(index.unread.iter().copied()));
        let mut rest = documents;
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            let Some(file) = index.files.get(number) else { continue };
            let own;
            (own, rest) = rest.split_at(rest.partition_point(|(file, _)| *file <= number));
            let fresh = changed.iter().find(|(at, _)| *at == number).map(|(_, reread)| reread);
            let (first, resumed) = fresh.map_or((0, 0), |fresh| (fresh.first, fresh.resumed));
            let (before, behind) = own.split_at(own.partition_point(|(_, at)| *at < first));
            let old = |at: &At| {
                let document = index.document(*at)?;
                Some(fresh.map_or_else(|| document.clone(), |fresh| fresh.behind(at.1, document)))
            };
            let mut documents: Vec<LoadedDocument> = before.iter().filter_map(old).collect();
            documents.extend(fresh.into_iter().flat_map(|fresh| &fresh.fresh).cloned());
            documents.extend(behind.iter().filter(|(_, at)| *at >= resumed).filter_map(old));
            if !documents.is_empty() || file.problem.is_some() {
                let (path, problem) = (file.path.clone(), file.problem.clone());
                found.push(LoadedFile { path, problem, documents, ignored: file.ignored });
            }
        }
        found
    }
}

/// The number of documents, entries and skips in a scope.
pub(super) fn size(index: &Index<'_>, documents: &[At]) -> usize {
    let size = |document: &LoadedDocument| match &document.facts.body {
        Body::Channel(channel) => {
            let entry = |entry: &EntryFacts| entry.skips.len().saturating_add(1);
            channel.entries.iter().map(entry).fold(1, usize::saturating_add)
        }
        _ => 1,
    };
    documents.iter().filter_map(|at| index.document(*at)).map(size).fold(0, usize::saturating_add)
}

/// The package that a document declares, and the package that it names; empty if there is none.
fn packages_of(facts: &Facts) -> [&str; 2] {
    [facts.declared_package(), facts.package_name()]
}
