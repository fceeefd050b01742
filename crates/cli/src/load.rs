//! Loads catalogs from paths.

use olmkit_catalog::facts::Body;
use olmkit_catalog::rules::documents::meta_schema_required;
use olmkit_catalog::schemas::ASSERTIONS;
use olmkit_collections::{SortedSet, order};
use olmkit_folders::TextKind;
use olmkit_workspace::api::{Diagnostic, ReadError, Report};
use olmkit_workspace::image_check::{self, ImageAnswers};
use olmkit_workspace::{OpenPath, Options, OptionsError, Workspace, sort_files};

use crate::archive::unpack;
use crate::folder;
use crate::host::{Entry, Failure, Files, Host, HostError, Kind, PathError, read_found, special};
use crate::image::{self, CatalogContent, ImageContent, Named, named};
use crate::load_error::LoadError;
use crate::paths::{absolute, clean, is_archive, join};
use crate::problem;

/// A catalog and its origin.
pub(crate) struct Loaded {
    /// The prefix of the paths of its files, for display.
    prefix: String,
    /// The prefix of the paths of its files on disk. On Unix, a name can contain `\\`, which `prefix` does not.
    folder: String,
    pub(crate) workspace: Workspace,
    pub(crate) origin: Origin,
    /// The directory that was walked.
    root: String,
    /// opm's message, if the catalog comes from a database that it does not render.
    pub(crate) rejected: Option<String>,
    /// What registries responded about its images, as findings.
    image_findings: Vec<Diagnostic>,
}

/// Whether the texts of a directory's files are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Texts {
    /// Texts are kept.
    Kept,
    /// Texts are read again when a finding needs them: [`Loaded::reload_texts`].
    Released,
}

/// How a directory is read.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r> {
    pub(crate) texts: Texts,
    /// Paths that are left out. opm reads everything below a directory, so these are set only for a directory that was
    /// found by a search.
    pub(crate) ignored: &'r SortedSet<String>,
}

/// Why a file of assertions cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AssertionsError {
    #[error(transparent)]
    Path(#[from] PathError),
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// A document cannot be read. Line and column are counted from 1.
    #[error("{path}:{line}:{column}: {message}")]
    Content { path: String, line: u32, column: u32, message: String },
    #[error("{0}: there is no document with the schema `{ASSERTIONS}`")]
    Nothing(String),
}

/// Why the images of a catalog cannot be checked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImagesError {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Options(#[from] OptionsError),
}

/// Whether files can be written back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Files,
    /// Standard input or another pipe. Changes are printed.
    Stream,
    Archive,
    Database,
}

/// The first bytes of every sqlite database.
const DATABASE: &[u8] = b"SQLite format 3\0";

impl Loaded {
    /// A catalog without any files yet.
    fn new(workspace: Workspace, root: &str) -> Self {
        Loaded {
            prefix: String::new(),
            folder: String::new(),
            workspace,
            origin: Origin::Files,
            root: root.to_owned(),
            rejected: None,
            image_findings: Vec::new(),
        }
    }

    /// The path that was read.
    pub(crate) fn root(&self) -> &str {
        &self.root
    }

    /// A catalog from an archive.
    pub(crate) fn of_files(path: &str, files: Files, options: &Options) -> Result<Self, OptionsError> {
        Loaded::of_found(path, files.into_iter().map(|(name, content)| (name, Ok(content))).collect(), options)
    }

    /// A catalog from an image.
    pub(crate) fn of_found(path: &str, found: CatalogContent, options: &Options) -> Result<Self, OptionsError> {
        let workspace = Workspace::new(options)?;
        let prefix = format!("{}/", clean(path));
        let mut loaded = Loaded { prefix, origin: Origin::Archive, ..Loaded::new(workspace, path) };
        loaded.open_all(found);
        Ok(loaded)
    }

    /// A catalog from a database.
    pub(crate) fn of_database(
        path: &str,
        content: &[u8],
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<Self, OptionsError> {
        let mut loaded = Loaded::of_found(path, CatalogContent::new(), options)?;
        loaded.open_database(path, content, host);
        Ok(loaded)
    }

    /// Opens the files in a database. A database that cannot be read becomes a finding.
    fn open_database(&mut self, path: &str, content: &[u8], host: &mut dyn Host) {
        self.origin = Origin::Database;
        match host.database(content) {
            Ok(database) => {
                self.prefix = format!("{}/", clean(path));
                self.rejected = database.rejected;
                for note in database.notes {
                    host.note(&problem(&format!("{path}: {note}")));
                }
                for (name, content) in database.files {
                    self.workspace.open(&name, content);
                }
            }
            Err(error) => {
                let reason = error.to_string();
                self.prefix = String::new();
                self.workspace.open_unreadable(&clean(path), ReadError(reason.clone()));
                self.rejected = Some(reason);
            }
        }
    }

    /// Opens the catalog in an image.
    fn open_image(&mut self, path: &str, content: ImageContent, host: &mut dyn Host) {
        match content {
            ImageContent::Catalog(found) => self.open_all(found),
            ImageContent::Database(name, content) => self.open_database(&join(path, &name), &content, host),
            // The caller expects a catalog.
            ImageContent::Bundle(files) => {
                self.open_all(files.into_iter().map(|(name, text)| (name, Ok(text))).collect())
            }
        }
    }

    fn open_all(&mut self, mut found: CatalogContent) {
        sort_files(&mut found, |(path, _)| path);
        for (name, content) in found {
            match content {
                Ok(content) => self.workspace.open(&name, content),
                Err(failure) => unreadable(&mut self.workspace, &name, failure),
            }
        }
    }

    /// The path of a file as the user sees it.
    pub(crate) fn shown(&self, path: &str) -> String {
        shown(&self.prefix, path)
    }

    /// The path of a file on disk.
    pub(crate) fn location(&self, path: &str) -> String {
        shown(&self.folder, path)
    }

    /// Whether no file contains a document. A wrong path must not look like a valid catalog.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.workspace.is_empty()
    }

    /// Adds a finding for a directory, an archive or standard input without documents, unless opm rejects it for another
    /// reason. A single file may be empty.
    pub(crate) fn report_if_empty(&mut self, path: &str, report: &mut Report, host: &mut dyn Host) {
        if report.opm.accepted && (path == "-" || self.is_several_files(path, host)) && self.is_empty() {
            // Use the name that other findings about standard input have.
            let name = self.workspace.paths().next().filter(|_| path == "-").unwrap_or(path).to_owned();
            let found = self.workspace.empty_finding(&name);
            image_check::add(report, found.into_iter().collect(), self.workspace.paths());
        }
    }

    fn is_several_files(&self, path: &str, host: &mut dyn Host) -> bool {
        self.origin == Origin::Archive || matches!(host.kind(path), Ok(Kind::Directory))
    }

    /// Whether a directory or an archive contains no document, and no file that cannot be read and may contain one.
    fn is_empty_folder(&mut self, path: &str, host: &mut dyn Host) -> bool {
        self.is_several_files(path, host) && self.is_empty() && self.workspace.load_problems().is_empty()
    }

    /// Warns on standard error if a directory or an archive contains no document.
    pub(crate) fn warn_if_empty(&mut self, path: &str, host: &mut dyn Host) {
        if self.is_empty_folder(path, host) {
            host.note(&problem(&LoadError::Empty(path.to_owned()).to_string()));
        }
    }

    /// Refuses a directory or an archive without documents. opm does not.
    pub(crate) fn refuse_if_empty(&mut self, path: &str, host: &mut dyn Host) -> Result<(), LoadError> {
        let is_refused = !host.uses_opm_messages() && self.is_empty_folder(path, host);
        if is_refused { Err(LoadError::Empty(path.to_owned())) } else { Ok(()) }
    }

    /// The report, with paths as the user sees them.
    pub(crate) fn report(&mut self) -> Report {
        let mut report = (*self.workspace.report()).clone();
        image_check::add(&mut report, self.image_findings.clone(), self.workspace.paths());
        for diagnostic in &mut report.diagnostics {
            let related = diagnostic.related.iter_mut().map(|related| &mut related.path);
            let edits = diagnostic.fixes.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.path);
            for path in related.chain(edits).chain([&mut diagnostic.path]) {
                *path = shown(&self.prefix, path);
            }
        }
        report
    }

    /// Checks the images of the catalog in their registries. The texts of the catalog must have been kept. The findings
    /// are added to the report.
    pub(crate) fn check_images(
        &mut self,
        answers: &mut ImageAnswers,
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<(), ImagesError> {
        let uses = self.workspace.images();
        answers.query(&uses, |queries| host.image_answers(queries))?;
        self.image_findings = answers.findings(&uses, options)?;
        Ok(())
    }

    /// Reads the files again whose text findings need. A file that changed meanwhile is checked with its new content.
    pub(crate) fn reload_texts(&mut self, host: &mut dyn Host) {
        loop {
            let wanted = self.workspace.wanted();
            if wanted.is_empty() {
                return;
            }
            for path in wanted {
                match read_found(&self.location(&path), host) {
                    Ok(text) => self.workspace.give_text(&path, text),
                    Err(failure) => unreadable(&mut self.workspace, &path, failure),
                }
            }
        }
    }

    /// Adds a file of assertions, which is not part of the catalog.
    pub(crate) fn add_assertions(&mut self, path: &str, host: &mut dyn Host) -> Result<(), AssertionsError> {
        let text = host.read(path).map_err(PathError::at(path))?;
        let mut alone = Workspace::new(&Options::default())?;
        alone.open(path, text.clone());
        let report = alone.report();
        if let Some(found) = report.diagnostics.iter().find(|found| found.rejects) {
            let (start, path) = (found.range.start, path.to_owned());
            let message = match found.rule == meta_schema_required::RULE.id {
                true => format!("This document has no `schema`. Write `schema: {ASSERTIONS}`."),
                false => found.message.clone(),
            };
            return Err(AssertionsError::Content { path, line: start.line, column: start.column, message });
        }
        let mut documents = alone.loaded().0.iter().flat_map(|file| &file.documents);
        if !documents.any(|document| matches!(document.facts.body, Body::Assertions(_))) {
            return Err(AssertionsError::Nothing(path.to_owned()));
        }
        self.workspace.open(&OpenPath::Apart(&clean(path)).path(), text);
        Ok(())
    }

    /// The text of a file, by the path that the user sees.
    pub(crate) fn text(&self, shown: &str) -> Option<&[u8]> {
        let own = || self.workspace.text(&OpenPath::Apart(shown).path());
        own().or_else(|| self.workspace.text(shown.strip_prefix(&self.prefix)?))
    }
}

/// The path of a file as the user sees it. `prefix`: the path of its catalog.
fn shown(prefix: &str, path: &str) -> String {
    match OpenPath::of(path) {
        // A finding about a catalog without files is at the folder.
        OpenPath::Catalog("") => match prefix.trim_end_matches('/') {
            "" => ".".to_owned(),
            folder => folder.to_owned(),
        },
        OpenPath::Catalog(path) => format!("{prefix}{path}"),
        OpenPath::Apart(path) => path.to_owned(),
    }
}

/// Whether a folder can be written as a whole: it does not exist or is empty.
pub(crate) fn is_free(folder: &str, host: &mut dyn Host) -> bool {
    host.list(folder).map_or_else(|failure| failure == Failure::Missing, |entries| entries.is_empty())
}

/// Whether a file is a sqlite database. A pipe is not examined, because it can be read only once.
pub(crate) fn is_database(path: &str, host: &mut dyn Host) -> bool {
    matches!(host.kind(path), Ok(Kind::File)) && host.read(path).is_ok_and(|content| content.starts_with(DATABASE))
}

/// Loads a catalog and keeps its texts.
pub(crate) fn load(
    path: &str,
    stdin_filename: Option<&str>,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Loaded, LoadError> {
    load_with(Reading { texts: Texts::Kept, ignored: &SortedSet::new() }, path, stdin_filename, options, host)
}

/// Loads a catalog for a query. Refuses a directory or an archive without documents, because an empty result would be
/// misleading.
pub(crate) fn load_for_query(
    path: &str,
    stdin_filename: Option<&str>,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Loaded, LoadError> {
    let mut loaded = load(path, stdin_filename, options, host)?;
    loaded.refuse_if_empty(path, host)?;
    Ok(loaded)
}

/// Loads a catalog. `reading`: how a directory is read.
pub(crate) fn load_with(
    reading: Reading<'_>,
    path: &str,
    stdin_filename: Option<&str>,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Loaded, LoadError> {
    if let Named::Image(reference) = named(path, host)? {
        let image = image::pull(reference, host)?;
        let found = image.catalog().map_err(LoadError::image(path))?;
        let mut loaded = Loaded::of_found(reference, CatalogContent::new(), options)?;
        loaded.open_image(reference, found, host);
        return Ok(loaded);
    }
    let mut workspace = Workspace::new(options)?;
    workspace.read_with(host.read_documents());
    workspace.set_root(folder_of(path, stdin_filename, host));
    let mut loaded = Loaded::new(workspace, path);
    if path == "-" {
        let text = host.stdin().map_err(PathError::at("standard input"))?;
        let name = stdin_filename.unwrap_or("stdin");
        if text.starts_with(DATABASE) {
            loaded.open_database(name, &text, host);
            return Ok(loaded);
        }
        loaded.workspace.open(&clean(name), text);
        loaded.origin = Origin::Stream;
        return Ok(loaded);
    }
    match host.kind(path).map_err(PathError::at(path))? {
        Kind::Directory if is_layout(path, host) => {
            let files = folder::directory(path, host)?;
            unpacked(path, files, &mut loaded, host)?;
        }
        Kind::Directory => directory(path, reading, &mut loaded, host)?,
        Kind::File => file(path, &mut loaded, host)?,
        Kind::Special => {
            file(path, &mut loaded, host)?;
            if loaded.origin == Origin::Files {
                loaded.origin = Origin::Stream;
            }
        }
    }
    Ok(loaded)
}

/// Loads the catalog files directly in a folder, without subfolders.
pub(crate) fn load_folder(folder: &str, options: &Options, host: &mut dyn Host) -> Result<Loaded, LoadError> {
    let mut workspace = Workspace::new(options)?;
    workspace.set_root(format!("{}/", clean(folder)));
    let entries = host.list(folder).map_err(PathError::at(folder))?;
    let mut names: Vec<String> = entries.into_iter().filter(is_catalog_file).map(|entry| entry.name).collect();
    order::sort(&mut names);
    for name in names {
        open(&mut workspace, folder, &name, host);
    }
    let prefix = format!("{}/", clean(folder));
    Ok(Loaded { prefix, folder: format!("{}/", folder.trim_end_matches('/')), ..Loaded::new(workspace, folder) })
}

/// Whether an entry of a folder has the name of a catalog file.
pub(crate) fn is_catalog_file(entry: &Entry) -> bool {
    TextKind::of(&entry.name).is_some() && entry.kind != Some(Kind::Directory)
}

/// The absolute path of the folder that contains a catalog, or is one, with a trailing `/`.
fn folder_of(path: &str, stdin_filename: Option<&str>, host: &mut dyn Host) -> String {
    let is_folder = path != "-" && matches!(host.kind(path), Ok(Kind::Directory));
    let named = match (path, stdin_filename) {
        ("-", None) => return String::new(),
        ("-", Some(name)) => name,
        _ => path,
    };
    let whole = absolute(named, host.current_directory().as_deref().unwrap_or_default());
    if is_folder {
        whole + "/"
    } else {
        whole.rsplit_once('/').map_or_else(String::new, |(folder, _)| format!("{folder}/"))
    }
}

fn file(path: &str, loaded: &mut Loaded, host: &mut dyn Host) -> Result<(), LoadError> {
    let content = host.read(path).map_err(PathError::at(path))?;
    let shown = clean(path);
    if content.starts_with(DATABASE) {
        loaded.open_database(path, &content, host);
        return Ok(());
    }
    if !is_archive(path) {
        // opm reads directories only, so a file is a separate catalog, whatever else is in its directory.
        let (folder, name) = shown.rsplit_once('/').map_or(("", shown.as_str()), |(folder, name)| (folder, name));
        loaded.prefix = if shown.contains('/') { format!("{folder}/") } else { String::new() };
        loaded.folder = path.strip_suffix(name).unwrap_or_default().to_owned();
        loaded.workspace.open(name, content);
        return Ok(());
    }
    let files = unpack(&content).map_err(LoadError::archive(path))?;
    unpacked(path, files, loaded, host)
}

/// Opens the catalog in the files of an archive, or in the image that they form.
fn unpacked(path: &str, files: Files, loaded: &mut Loaded, host: &mut dyn Host) -> Result<(), LoadError> {
    loaded.prefix = format!("{}/", clean(path));
    loaded.origin = Origin::Archive;
    let found = if image::is_image(&files) {
        let image = image::of_archive(files, host.platform()).map_err(LoadError::archive(path))?;
        image.catalog().map_err(LoadError::image(path))?
    } else {
        ImageContent::Catalog(files.into_iter().map(|(name, content)| (name, Ok(content))).collect())
    };
    loaded.open_image(path, found, host);
    Ok(())
}

/// The files of an archive or of an OCI layout. `None` if the path is neither.
pub(crate) fn packed_files(path: &str, host: &mut dyn Host) -> Result<Option<Files>, LoadError> {
    if path == "-" {
        return Ok(None);
    }
    if host.kind(path).map_err(PathError::at(path))? == Kind::Directory {
        return Ok(if is_layout(path, host) { Some(folder::directory(path, host)?) } else { None });
    }
    if !is_archive(path) {
        return Ok(None);
    }
    let content = host.read(path).map_err(PathError::at(path))?;
    Ok(Some(unpack(&content).map_err(LoadError::archive(path))?))
}

/// Whether a folder is an image in the OCI layout. opm takes it for a catalog and rejects it.
pub(crate) fn is_layout(path: &str, host: &mut dyn Host) -> bool {
    let mut has = |name| matches!(host.kind(&join(path, name)), Ok(Kind::File));
    has("oci-layout") && has("index.json") && !host.uses_opm_messages()
}

/// Walks a directory as opm does: includes every name, reads through links to files, and refuses links to directories.
fn directory(
    root: &str,
    Reading { texts, ignored }: Reading<'_>,
    loaded: &mut Loaded,
    host: &mut dyn Host,
) -> Result<(), PathError> {
    let shown = clean(root);
    loaded.prefix = if shown.is_empty() { shown } else { format!("{}/", shown.trim_end_matches('/')) };
    loaded.folder = format!("{}/", root.trim_end_matches('/'));
    let mut waiting = vec![String::new()];
    let mut buffer = Vec::new();
    while let Some(below) = waiting.pop() {
        let here = join(root, &below);
        let mut entries = match host.list(&here) {
            Ok(entries) => entries,
            Err(failure) if below.is_empty() => return Err(PathError::at(root)(failure)),
            Err(failure) => {
                loaded.workspace.open_unreadable(&below, ReadError(format!("open {below}: {}", failure.at(&below))));
                continue;
            }
        };
        order::sort_by(&mut entries, |a, b| a.name.cmp(&b.name));
        for entry in entries {
            let path = if below.is_empty() { entry.name } else { format!("{below}/{}", entry.name) };
            let full = join(root, &path);
            if !ignored.is_empty() && ignored.contains(&clean(&full)) {
                continue;
            }
            let read = match entry.kind.map_or_else(|| host.kind(&full), Ok) {
                Ok(Kind::Directory) if entry.kind.is_some() => {
                    waiting.push(path);
                    continue;
                }
                Ok(Kind::File | Kind::Directory) if texts == Texts::Kept || loaded.workspace.needs_text(&path) => {
                    host.read(&full).map(|text| loaded.workspace.open(&path, text))
                }
                Ok(Kind::File | Kind::Directory) => {
                    host.load(&full, &mut buffer).map(|found| loaded.workspace.open_released(&path, found))
                }
                Ok(Kind::Special) => Err(special()),
                Err(failure) => Err(failure),
            };
            if let Err(failure) = read {
                unreadable(&mut loaded.workspace, &path, failure);
            }
        }
    }
    Ok(())
}

fn open(workspace: &mut Workspace, root: &str, path: &str, host: &mut dyn Host) {
    match read_found(&join(root, path), host) {
        Ok(content) => workspace.open(path, content),
        Err(failure) => unreadable(workspace, path, failure),
    }
}

fn unreadable(workspace: &mut Workspace, path: &str, failure: Failure) {
    let failure = failure.at(path);
    let verb = if failure == Failure::IsDirectory { "read" } else { "open" };
    workspace.open_unreadable(path, ReadError(format!("{verb} {path}: {failure}")));
}
