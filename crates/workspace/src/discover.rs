//! Finds the catalogs, bundles and templates of a repository, for `olmkit check`.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_catalog::facts::{Body, Text};
use olmkit_catalog::is_ignore_file;
use olmkit_catalog::template_schemas::template_kind;
use olmkit_collections::order;
use olmkit_folders::{ANNOTATIONS, MANIFESTS, ancestors, bundle_of, folder, is_version};
use olmkit_text::slice;
use olmkit_yaml::Reader;

use crate::broken_document::{Intended, intended};
use crate::template::near_template;
use crate::unrelated::has_catalog_name;

/// The directories that are part of a bundle. Its directory may be the root of a repository that has other items.
const PARTS_OF_BUNDLE: [&str; 3] = [MANIFESTS, "metadata", "tests"];
/// The kind of the object that every bundle has.
const CSV: &[u8] = b"ClusterServiceVersion";
/// The prefix of all schemas of catalogs and templates.
const SCHEMAS: &[u8] = b"olm.";

/// A file of a repository, with the facts that are needed to find catalogs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RepositoryFile {
    /// The path relative to the searched directory, with `/`.
    pub path: String,
    /// The packages that it defines.
    pub defines: SortedSet<String>,
    /// The packages that its channels, bundles and deprecations belong to.
    pub belongs_to: SortedSet<String>,
    /// The kind of template, if the file is a template.
    pub template: Option<&'static str>,
    /// Whether the file names a schema. Such a file may be meant as a part of a catalog even if it cannot be read.
    names_schema: bool,
    /// Whether no document of the file can be read, so that only its path tells what it is meant to be.
    is_unreadable: bool,
    /// Whether the file has a ClusterServiceVersion, and is directly in a directory `manifests`.
    is_csv_of_bundle: bool,
}

/// What a search in a directory can find.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoundKind {
    /// A catalog, with the packages that it defines.
    Catalog(SortedSet<String>),
    /// A bundle. `annotated`: whether it has `metadata/annotations.yaml`, without which tools reject it.
    Bundle {
        /// Whether it has `metadata/annotations.yaml`.
        annotated: bool,
    },
    /// A template of this kind: `basic`, `semver` and others.
    Template(&'static str),
}

/// An item to check.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundItem {
    /// The path relative to the searched directory; empty for the directory itself.
    pub path: String,
    /// The kind of item.
    pub kind: FoundKind,
}

impl RepositoryFile {
    /// Reads a file. Of a file that is not YAML or JSON by its name, only the path is used.
    #[must_use]
    pub fn read(path: &str, content: &[u8]) -> Self {
        let mut file = RepositoryFile { path: path.to_owned(), ..RepositoryFile::default() };
        if Self::is_read(path) {
            file.read_schemas(content);
            let names_none = file.template.is_none() && !file.is_of_catalog();
            file.is_csv_of_bundle = names_none && bundle_of(path).is_some() && has_csv(content);
        }
        file
    }

    /// A file that cannot be read, such as a link to a file that does not exist.
    #[must_use]
    pub fn unreadable(path: &str) -> Self {
        RepositoryFile { path: path.to_owned(), is_unreadable: true, ..RepositoryFile::default() }
    }

    /// Reads what the documents of a file define, if it names a schema.
    fn read_schemas(&mut self, content: &[u8]) {
        if is_utf16(content) {
            // The package is unknown. The check of the catalog reports that opm cannot read the file.
            self.belongs_to.insert(String::new());
        }
        if memchr::memmem::find(content, SCHEMAS).is_none() {
            self.is_unreadable = versioned(&self.path).is_some() && is_broken(content);
            return;
        }
        self.names_schema = true;
        for document in olmkit_catalog::documents(content) {
            let facts = document.facts;
            let value = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
            let (names, name) = match facts.body {
                Body::Package(_) => (&mut self.defines, value(&facts.name)),
                Body::Channel(_) | Body::Bundle(_) | Body::Deprecations(_) => {
                    (&mut self.belongs_to, value(&facts.package))
                }
                Body::Other => {
                    let schema = value(&facts.schema).unwrap_or_default();
                    self.template = self.template.or(kind_of_template(&schema));
                    continue;
                }
                Body::Unreadable => (&mut self.defines, None),
                Body::Assertions(_) => continue,
            };
            match name {
                Some(name) => drop(names.insert(name)),
                None => self.read_broken(slice(content, document.range).unwrap_or_default()),
            }
        }
    }

    /// Reads what a document without a readable name is meant to define. The check of the catalog reports why.
    fn read_broken(&mut self, document: &[u8]) {
        for intended in intended(document) {
            match intended {
                Intended::Package(name) if !name.is_empty() => self.defines.insert(name),
                Intended::Package(name) | Intended::PartOf(name) => self.belongs_to.insert(name),
            };
        }
    }

    /// Whether the content of a file with this name matters.
    #[must_use]
    pub fn is_read(path: &str) -> bool {
        has_catalog_name(path) && name(path).contains('.')
    }

    fn is_of_catalog(&self) -> bool {
        self.template.is_none() && !(self.defines.is_empty() && self.belongs_to.is_empty())
    }

    /// Whether the file cannot be read, and has a name that files of catalogs have.
    fn is_likely_in(&self, names: &SortedSet<&str>) -> bool {
        self.is_unreadable && names.contains(name(&self.path))
    }
}

/// Whether a file has documents, none of which can be read. A Go template, as in a Helm chart, is not meant to be read.
fn is_broken(content: &[u8]) -> bool {
    let mut reader = Reader::new(content);
    let mut documents = std::iter::from_fn(|| reader.next_document()).peekable();
    documents.peek().is_some()
        && documents.all(|document| document.error.is_some())
        && memchr::memmem::find(content, b"{{").is_none()
}

/// Whether a file has a ClusterServiceVersion: a line `kind: ClusterServiceVersion` that is not indented, even in YAML
/// that cannot be read, or a document with this kind.
fn has_csv(content: &[u8]) -> bool {
    memchr::memmem::find(content, CSV).is_some() && (has_line_of_csv(content) || has_document_of_csv(content))
}

fn has_line_of_csv(content: &[u8]) -> bool {
    content.split(|byte| *byte == b'\n').any(|line| {
        let value = line.strip_prefix(b"kind:").unwrap_or_default().trim_ascii_start();
        let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
        value.strip_prefix(CSV).is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
    })
}

fn has_document_of_csv(content: &[u8]) -> bool {
    let mut reader = Reader::new(content);
    std::iter::from_fn(|| reader.next_document()).any(|document| {
        let mut pairs = document.root().into_iter().flat_map(|root| root.pairs());
        pairs.any(|(key, value)| key.key() == "kind" && value.as_str().is_some_and(|kind| kind.as_bytes() == CSV))
    })
}

/// Returns the kind of template for a schema, even if the schema is misspelled. The check of the template reports the
/// misspelling.
fn kind_of_template(schema: &str) -> Option<&'static str> {
    template_kind(schema).or_else(|| template_kind(near_template(schema)?))
}

/// Whether a document is encoded in UTF-16, as some Windows programs write it. opm cannot read it.
fn is_utf16(content: &[u8]) -> bool {
    let wide = |order: fn(u8) -> [u8; 2]| SCHEMAS.iter().flat_map(|byte| order(*byte)).collect::<Vec<u8>>();
    let has = |schema: Vec<u8>| memchr::memmem::find(content, &schema).is_some();
    match content {
        [0xFF, 0xFE, ..] => has(wide(|byte| [byte, 0])),
        [0xFE, 0xFF, ..] => has(wide(|byte| [0, byte])),
        _ => false,
    }
}

/// Finds the items in a directory, sorted by path. `files` must contain every file that is not ignored: a directory
/// with other files is not treated as one catalog of several packages, because opm would read them all.
#[must_use]
pub fn discover(files: &[RepositoryFile]) -> Vec<FoundItem> {
    let mut found: Vec<FoundItem> = bundles(files).into_iter().map(|(path, kind)| FoundItem { path, kind }).collect();
    let parts = parts_of_bundles(&found);
    let outside: Vec<&RepositoryFile> = files.iter().filter(|file| !is_below(&file.path, &parts)).collect();
    let templates = outside.iter().filter_map(|file| Some((file.path.clone(), file.template?)));
    found.extend(templates.map(|(path, kind)| FoundItem { path, kind: FoundKind::Template(kind) }));
    let (catalog, others) = parts_of_catalogs(outside);
    let roots = merged(catalog_roots(&catalog), &others);
    found.extend(roots.into_iter().map(|(path, packages)| FoundItem { path, kind: FoundKind::Catalog(packages) }));
    order::sort(&mut found);
    found
}

/// Divides files into those that are meant as parts of a catalog, and others.
fn parts_of_catalogs(files: Vec<&RepositoryFile>) -> (Vec<&RepositoryFile>, Vec<&RepositoryFile>) {
    let names = names_in_catalogs(files.iter().copied());
    let of_catalogs = files.iter().filter(|file| file.is_of_catalog());
    let versions: SortedSet<&str> = of_catalogs.filter_map(|file| Some(folder(versioned(&file.path)?))).collect();
    // Whether the file is in a version, beside the catalog of another version.
    let is_beside = |file: &RepositoryFile| {
        file.template.is_none()
            && names.contains(name(&file.path))
            && versioned(&file.path).is_some_and(|version| versions.contains(folder(version)))
    };
    files.into_iter().partition(|file| file.is_of_catalog() || file.is_likely_in(&names) || is_beside(file))
}

/// Returns the names of files of catalogs.
fn names_in_catalogs<'f>(files: impl Iterator<Item = &'f RepositoryFile>) -> SortedSet<&'f str> {
    files.filter(|file| file.is_of_catalog()).map(|file| name(&file.path)).collect()
}

/// Returns the files of a repository that are not part of the catalog in its root directory: templates, bundles, and
/// files that do not name a schema.
pub fn beside_catalog<'f>(files: &'f [RepositoryFile], found: &[FoundItem]) -> Vec<&'f RepositoryFile> {
    let (parts, names) = (parts_of_bundles(found), names_in_catalogs(files.iter()));
    let is_likely = |file: &RepositoryFile| file.is_likely_in(&names) || is_ignore_file(&file.path);
    let is_meant = |file: &RepositoryFile| file.names_schema || !file.belongs_to.is_empty() || is_likely(file);
    let is_beside = |file: &&RepositoryFile| file.template.is_some() || !is_meant(file) || is_below(&file.path, &parts);
    files.iter().filter(is_beside).collect()
}

/// Returns the directories whose files are parts of bundles.
fn parts_of_bundles(found: &[FoundItem]) -> SortedSet<String> {
    bundle_folders(found).flat_map(|bundle| PARTS_OF_BUNDLE.map(|part| below(bundle, part))).collect()
}

fn is_below(path: &str, folders: &SortedSet<String>) -> bool {
    ancestors(path).any(|folder| folders.contains(folder))
}

/// Returns the directories with `manifests` and `metadata/annotations.yaml`, and those with a ClusterServiceVersion in
/// `manifests`.
fn bundles(files: &[RepositoryFile]) -> SortedMap<String, FoundKind> {
    let paths: SortedSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let has_manifests = |root: &str| {
        let start = below(root, "manifests/");
        paths.range(start.as_str()..).next().is_some_and(|path| path.starts_with(&start))
    };
    let roots = paths.iter().filter_map(|path| {
        let root = path.strip_suffix(ANNOTATIONS)?;
        (root.is_empty() || root.ends_with('/')).then(|| root.trim_end_matches('/').to_owned())
    });
    let csvs = files.iter().filter(|file| file.is_csv_of_bundle).filter_map(|file| bundle_of(&file.path));
    let bare = csvs.map(|root| (root.to_owned(), FoundKind::Bundle { annotated: false }));
    let annotated = roots.filter(|root| has_manifests(root)).map(|root| (root, FoundKind::Bundle { annotated: true }));
    bare.chain(annotated).collect()
}

/// Returns the directory of each package, or of all packages for an OpenShift version, with the packages.
fn catalog_roots(files: &[&RepositoryFile]) -> SortedMap<String, SortedSet<String>> {
    let mut roots: SortedMap<String, SortedSet<String>> = SortedMap::new();
    for file in files.iter().filter(|file| !file.defines.is_empty()) {
        let root = versioned(&file.path).unwrap_or_else(|| folder(&file.path));
        roots.entry(root.to_owned()).or_default().extend(file.defines.iter().cloned());
    }
    // Deduplicated, because most files of a directory belong to the same package.
    let without: SortedSet<(&str, &SortedSet<String>)> = files
        .iter()
        .filter(|file| file.defines.is_empty())
        .map(|file| (versioned(&file.path).unwrap_or_else(|| folder(&file.path)), &file.belongs_to))
        .collect();
    for (own, belongs_to) in without {
        adopt(&mut roots, own, belongs_to);
    }
    absorbed(roots)
}

/// Adds a directory that does not define a package to the root that defines its package and shares the longest path
/// with it. The root becomes the common parent directory. Directories of two versions stay apart.
fn adopt(roots: &mut SortedMap<String, SortedSet<String>>, own: &str, belongs_to: &SortedSet<String>) {
    let has_package = |packages: &SortedSet<String>| belongs_to.iter().any(|package| packages.contains(package));
    let is_of_other_version = |root: &str| root != own && is_version(root) && is_version(own);
    let candidates = roots.iter().filter(|(root, packages)| has_package(packages) && !is_of_other_version(root));
    let nearest = candidates.map(|(root, _)| (common(root, own).len(), root.clone())).max();
    let Some((_, root)) = nearest else {
        roots.entry(own.to_owned()).or_default();
        return;
    };
    let packages = roots.remove(&root).unwrap_or_default();
    roots.entry(common(&root, own).to_owned()).or_default().extend(packages);
}

/// Merges roots below another root into that root, because opm reads whole trees.
fn absorbed(roots: SortedMap<String, SortedSet<String>>) -> SortedMap<String, SortedSet<String>> {
    let mut kept: SortedMap<String, SortedSet<String>> = SortedMap::new();
    for (root, packages) in roots {
        let above = ancestors(&root).find(|above| kept.contains_key(*above)).map(str::to_owned);
        kept.entry(above.unwrap_or(root)).or_default().extend(packages);
    }
    kept
}

/// Merges sibling packages into one catalog, if their parent directory has no other files and no package occurs twice.
fn merged(
    roots: SortedMap<String, SortedSet<String>>,
    others: &[&RepositoryFile],
) -> SortedMap<String, SortedSet<String>> {
    let mut beside: SortedMap<String, Vec<String>> = SortedMap::new();
    for root in roots.keys().filter(|root| !root.is_empty() && !is_version(root)) {
        beside.entry(folder(root).to_owned()).or_default().push(root.clone());
    }
    let mixed = mixed(others);
    let mut roots = roots;
    for (parent, names) in beside {
        let sets: Vec<&SortedSet<String>> = names.iter().filter_map(|name| roots.get(name)).collect();
        let all: SortedSet<String> = sets.iter().flat_map(|set| set.iter().cloned()).collect();
        let is_disjoint = all.len() == sets.iter().map(|set| set.len()).sum::<usize>();
        if names.len() < 2 || !is_disjoint || mixed.contains(parent.as_str()) {
            continue;
        }
        roots.retain(|root, _| !names.contains(root));
        roots.insert(parent, all);
    }
    absorbed(roots)
}

/// Returns the directories that contain, at any depth, a file that is not part of a catalog.
fn mixed<'f>(others: &[&'f RepositoryFile]) -> SortedSet<&'f str> {
    let others = others.iter().filter(|file| !is_ignore_file(&file.path));
    others.flat_map(|file| ancestors(&file.path)).collect()
}

/// Returns the outermost directory of a path that is named after an OpenShift version: `v4.16`, `catalog-4.16`.
fn versioned(path: &str) -> Option<&str> {
    let mut above: Vec<&str> = ancestors(path).collect();
    above.reverse();
    above.into_iter().find(|folder| is_version(folder))
}

/// Returns the last segment of a path.
fn name(path: &str) -> &str {
    path.get(folder(path).len()..).unwrap_or_default().trim_start_matches('/')
}

fn below(root: &str, path: &str) -> String {
    if root.is_empty() { path.to_owned() } else { format!("{root}/{path}") }
}

/// Returns the closest common directory of two paths.
fn common<'p>(one: &'p str, other: &str) -> &'p str {
    let is_above = |folder: &str| folder.is_empty() || other == folder || ancestors(other).any(|above| above == folder);
    std::iter::once(one).chain(ancestors(one)).find(|folder| is_above(folder)).unwrap_or_default()
}

/// Returns the directories of the bundles.
pub fn bundle_folders(found: &[FoundItem]) -> impl Iterator<Item = &str> {
    let bundles = found.iter().filter(|item| matches!(item.kind, FoundKind::Bundle { .. }));
    bundles.map(|item| item.path.as_str())
}

/// Returns the packages that more than one catalog defines, with the paths of these catalogs.
#[must_use]
pub fn shared_packages(found: &[FoundItem]) -> SortedMap<&str, Vec<&str>> {
    let mut folders: SortedMap<&str, Vec<&str>> = SortedMap::new();
    for item in found {
        let FoundKind::Catalog(packages) = &item.kind else { continue };
        for package in packages {
            folders.entry(package).or_default().push(&item.path);
        }
    }
    folders.retain(|_, folders| folders.len() > 1);
    folders
}
