//! The open files, and the queries about them.

mod check;

use std::rc::Rc;

use olmkit_catalog::edits::Intention;
use olmkit_catalog::mermaid::DrawingError;
use olmkit_catalog::{
    Catalog, IGNORE_FILE, Input, LoadedDocument, LoadedFile, ignore_of, is_ignore_file, rules, walk_order,
};
use olmkit_collections::order;
use olmkit_diagnostics::FileId;
use olmkit_yaml::TextSize;

use self::check::Checked;
use crate::api::{
    At, Candidate, CandidatesQuery, Change, Completion, DiffReport, Drawing, Edit, Encoding, Fix, FixQuery, FixReport,
    Found, GraphQuery, GraphReport, Outline, PathQuery, PathReport, Plan, RangeQuery, RangeReport, ReadError,
    ReleaseQuery, ReleaseReport, Report, StrandedQuery, StrandedReport, Symbol, VERSION,
};
use crate::convert::Converter;
use crate::file::{ReadDocuments, Source, State};
use crate::fixes::batch;
use crate::fixes::series::Series;
use crate::fixes::{CheckSettings, FixVerdict, Goal, Outcome};
use crate::open_path::OpenPath;
use crate::options::{Options, OptionsError, Severities};
use crate::query_error::{NotInCatalog, NotLoaded, QueryError};
use crate::text::{self, ChangeError};
use crate::{candidates, find, graph, names, outline, range, release, upgrade};

/// Sorts files in the order in which a workspace keeps them. Opened in this order, no file moves others, so the time for
/// many files is linear.
pub fn sort_files<F>(files: &mut [F], path: impl Fn(&F) -> &str) {
    order::sort_by(files, |a, b| walk_order(path(a), path(b)));
}

/// A set of open files, checked as one catalog.
///
/// Parsed documents are kept: after a change only the documents that it affects are parsed again. Paths are relative to
/// the catalog's root and use `/`. Files are kept in the order in which opm walks them.
#[derive(Debug)]
pub struct Workspace {
    pub(crate) severities: Severities,
    read: ReadDocuments,
    /// The folder of the files.
    pub(crate) folder: String,
    /// The parsed documents; in walk order.
    pub(crate) files: Vec<LoadedFile>,
    /// The texts of `files`, in the same order.
    pub(crate) sources: Vec<Source>,
    /// The number of files in `files` that contain ignore patterns.
    ignore_files: usize,
    /// Whether the ignore patterns, or the files that they apply to, have changed.
    ignore_is_stale: bool,
    report: Option<Checked>,
    /// The findings of the report, as long as only texts are missing: see [`Workspace::give_text`].
    found: Option<olmkit_catalog::Report>,
    /// The older state that rules and the marks of changed entries compare with.
    pub(crate) base: Option<Box<Workspace>>,
    /// Whether a catalog without documents is reported.
    expects_documents: bool,
}

impl Workspace {
    /// Creates an empty workspace.
    ///
    /// # Errors
    /// When the options name a profile or a rule that does not exist.
    pub fn new(options: &Options) -> Result<Self, OptionsError> {
        Ok(Workspace::empty(Severities::new(options, rules::all())?))
    }

    /// Sets the document reader, for a host that reads on several cores.
    pub fn read_with(&mut self, read: ReadDocuments) {
        self.read = read;
    }

    /// Sets the folder of the files, with a `/` at its end. A path segment such as `v4.16` determines the OpenShift
    /// version. Results do not contain the folder.
    pub fn set_root(&mut self, folder: String) {
        self.folder = folder;
    }

    /// Enables the finding for a catalog without documents. Call this only if all files of the catalog are open.
    pub fn expect_documents(&mut self) {
        self.expects_documents = true;
    }

    /// Creates an empty workspace with the same severities.
    #[cfg(feature = "bundle")]
    pub(crate) fn alike(&self) -> Self {
        Workspace::empty(self.severities.clone())
    }

    /// The severity of a rule in a file.
    #[cfg(feature = "bundle")]
    pub(crate) fn severity(&self, rule: &str, path: &str) -> olmkit_diagnostics::Severity {
        self.severities.of(rule, path)
    }

    fn empty(severities: Severities) -> Self {
        let (files, sources) = (Vec::new(), Vec::new());
        Workspace {
            severities,
            read: olmkit_catalog::documents,
            folder: String::new(),
            files,
            sources,
            ignore_files: 0,
            ignore_is_stale: false,
            report: None,
            found: None,
            base: None,
            expects_documents: false,
        }
    }

    /// Opens a file, or replaces the text of an open one.
    pub fn open(&mut self, path: &str, text: Vec<u8>) {
        self.put(LoadedFile { path: path.to_owned(), ..LoadedFile::default() }, Source::new(text));
    }

    /// Opens a file that will be changed. Measuring it and reserving memory happen now, not at the first change.
    pub fn open_to_change(&mut self, path: &str, mut text: Vec<u8>) {
        text::make_room(&mut text);
        self.open(path, text);
        let at = self.find(path).ok();
        if let Some((file, source)) = at.and_then(|at| self.files.get(at).zip(self.sources.get(at))) {
            source.places(&file.documents);
        }
    }

    /// Opens a file by its documents, without its text, which takes most of the memory. If a line number in a result
    /// needs the text, [`Workspace::wanted`] returns the path: call [`Workspace::give_text`] then, and repeat the query.
    /// Do not use it for a file for which [`Workspace::needs_text`] is true.
    pub fn open_released(&mut self, path: &str, documents: Vec<LoadedDocument>) {
        let source = Source::released(&documents);
        self.stale(path);
        self.insert(LoadedFile { path: path.to_owned(), documents, ..LoadedFile::default() }, source);
    }

    /// Whether a file cannot be opened without its text, because it has ignore patterns or may be ignored.
    #[must_use]
    pub fn needs_text(&self, path: &str) -> bool {
        self.ignore_is_stale || is_ignore_file(path) || self.ignore_files > 0
    }

    /// Opens a file that exists but cannot be read, which makes opm fail.
    pub fn open_unreadable(&mut self, path: &str, problem: ReadError) {
        self.put(LoadedFile { path: path.to_owned(), ..LoadedFile::default() }, Source::unreadable(problem));
    }

    /// Opens a file with the result of reading it: its text, or the error for [`Workspace::open_unreadable`].
    pub fn open_as_read(&mut self, path: &str, content: Result<Vec<u8>, ReadError>) {
        match content {
            Ok(text) => self.open(path, text),
            Err(problem) => self.open_unreadable(path, problem),
        }
    }

    /// Sets the base: the released state of the catalog that rules and the marks of changed entries compare with.
    pub fn set_base(&mut self, base: Workspace) {
        self.forget_report();
        self.base = Some(Box::new(base));
        self.severities.set_base_is_unreleased(false);
    }

    /// Makes the current state the base of unreleased edits. Only its parsed documents are kept.
    pub fn keep_base(&mut self) {
        self.apply_ignore();
        let mut base = Workspace::empty(self.severities.clone());
        base.files.clone_from(&self.files);
        self.set_base(base);
        self.severities.set_base_is_unreleased(true);
    }

    /// Closes a file. Returns whether it was open.
    pub fn close(&mut self, path: &str) -> bool {
        let Ok(at) = self.find(path) else { return false };
        self.stale(path);
        self.ignore_files = self.ignore_files.saturating_sub(is_ignore_file(path).into());
        self.files.remove(at);
        self.sources.remove(at);
        true
    }

    /// Changes the text of an open file. All offsets refer to the text before the call.
    ///
    /// # Errors
    /// When the file is not open, or a change is out of range or overlaps another one; then nothing is changed.
    pub fn change(&mut self, path: &str, changes: &[Change], encoding: Encoding) -> Result<(), ChangeError> {
        let not_open = || ChangeError::NotOpen(path.to_owned());
        let at = self.find(path).map_err(|_| not_open())?;
        let (file, source) = self.files.get_mut(at).zip(self.sources.get_mut(at)).ok_or_else(not_open)?;
        let splices = text::splices(path, source.text(), &source.places(&file.documents), changes, encoding)?;
        source.change(&mut file.documents, |text| text::apply(text, &splices));
        if file.ignored {
            file.documents.clear();
            source.clear();
        }
        self.stale(path);
        Ok(())
    }

    /// Returns the text of an open file.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&[u8]> {
        self.sources.get(self.find(path).ok()?).map(Source::text)
    }

    /// Returns the paths of the open files, in walk order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    /// Returns the documents and the texts of the files, in walk order, for queries about several catalogs.
    pub fn loaded(&mut self) -> (&[LoadedFile], Vec<&[u8]>) {
        self.apply_ignore();
        (&self.files, self.sources.iter().map(Source::text).collect())
    }

    /// Returns the files and their texts, after applying the catalog's ignore files.
    pub(crate) fn contents(&mut self) -> (&[LoadedFile], &[Source]) {
        self.apply_ignore();
        (&self.files, &self.sources)
    }

    /// Like [`Workspace::loaded`], but consumes the workspace.
    #[must_use]
    pub fn into_loaded(mut self) -> (Vec<LoadedFile>, Vec<Vec<u8>>) {
        self.apply_ignore();
        (self.files, self.sources.into_iter().map(Source::into_text).collect())
    }

    /// Checks the files and returns the report. Its fixes have been tried.
    pub fn report(&mut self) -> Rc<Report> {
        Rc::clone(&self.checked().report)
    }

    /// Returns files, packages and channels with counts.
    pub fn outline(&mut self) -> Outline {
        let report = self.report();
        let catalog = Catalog::new(&self.files);
        outline::outline(&catalog, &self.sources, &report)
    }

    /// Returns values for a field of an entry, each with its effect on upgrades; the best first.
    pub fn candidates(&mut self, query: &CandidatesQuery) -> Vec<Candidate> {
        self.apply_ignore();
        candidates::report(&Catalog::new(&self.files), query)
    }

    /// Converts an intention to the smallest text edits. Does not apply them.
    pub fn plan(&mut self, intention: &Intention) -> Plan {
        self.plan_with_notes(intention).0
    }

    /// Returns the versions that cannot reach the head of their channel, with cause and fix.
    ///
    /// # Errors
    /// When the package or the channel of the query does not exist.
    pub fn stranded(&mut self, query: &StrandedQuery) -> Result<StrandedReport, NotInCatalog> {
        self.has_names(query.package.as_deref(), query.channel.as_deref())?;
        Ok(self.stranded_with(query, olmkit_upgrade::fix::Grouping::Separate))
    }

    /// Returns the upgrade path of one installed version.
    ///
    /// # Errors
    /// When a package, channel or version of the query does not exist.
    pub fn path(&mut self, query: &PathQuery) -> Result<PathReport, QueryError> {
        self.has_names(Some(&query.package), query.channel.as_deref())?;
        let catalog = Catalog::new(&self.files);
        upgrade::follow(&catalog, &mut Converter::new(&self.files, &self.sources), query)
    }

    /// Returns channels as graphs with their layout.
    ///
    /// # Errors
    /// When the package or the channel of the query does not exist.
    pub fn graph(&mut self, query: &GraphQuery) -> Result<GraphReport, NotInCatalog> {
        self.has_names(query.package.as_deref(), query.channel.as_deref())?;
        self.apply_ignore();
        let catalog = Catalog::new(&self.files);
        Ok(graph::graphs(&catalog, &mut Converter::new(&self.files, &self.sources), query))
    }

    /// Returns channels as a drawing, with its warnings.
    ///
    /// # Errors
    /// When the package or the channel of the query does not exist. With opm's message, if opm cannot draw Mermaid
    /// either.
    pub fn draw(&mut self, query: &GraphQuery, drawing: Drawing) -> Result<(String, Vec<String>), QueryError> {
        self.has_names(query.package.as_deref(), query.channel.as_deref())?;
        Ok(self.draw_as_opm(query, drawing)?)
    }

    /// Like [`Workspace::draw`], but as opm does: nothing is drawn for a name that does not exist.
    ///
    /// # Errors
    /// With opm's message, if opm cannot draw Mermaid either.
    pub fn draw_as_opm(&mut self, query: &GraphQuery, drawing: Drawing) -> Result<(String, Vec<String>), DrawingError> {
        self.apply_ignore();
        graph::draw(&Catalog::new(&self.files), query, drawing)
    }

    /// Returns the semantic changes since another state of the catalog. Places refer to this workspace.
    ///
    /// # Errors
    /// When opm does not load all of both states: missing parts would look as if they were added or removed.
    pub fn diff(&mut self, old: &mut Workspace) -> Result<DiffReport, NotLoaded> {
        for (state, workspace) in [("`old`", &mut *old), ("The catalog", &mut *self)] {
            if let Some(problem) = workspace.first_load_problem() {
                return Err(NotLoaded { state, problem });
            }
        }
        let changes = self.changes(old).into_iter().map(|(_, change)| change).collect();
        Ok(DiffReport { version: VERSION, changes })
    }

    /// Applies edits that are ordered by file and must not overlap. Edits of a file that is not open create it.
    pub(crate) fn make(&mut self, edits: &[&Edit]) -> Result<(), ChangeError> {
        for of_file in edits.chunk_by(|a, b| a.path == b.path) {
            let change = |edit: &&Edit| Change {
                from: edit.range.start.offset,
                to: edit.range.end.offset,
                text: edit.text.clone(),
            };
            let changes: Vec<Change> = of_file.iter().map(change).collect();
            let path = of_file.first().map_or("", |edit| edit.path.as_str());
            if self.find(path).is_err() {
                self.open(path, Vec::new());
            }
            self.change(path, &changes, Encoding::Utf8)?;
        }
        Ok(())
    }

    /// Applies all fixes that are valid together.
    ///
    /// # Errors
    /// The errors of [`Workspace::apply_plan`].
    pub fn fix(&mut self, query: &FixQuery) -> Result<FixReport, ChangeError> {
        let report = self.plan_fixes(query);
        let edits: Vec<&Edit> = report.edits.iter().collect();
        self.make(&edits)?;
        Ok(report)
    }

    /// Returns the fixes that are valid together, in rounds, because a fix may enable others. Does not apply them.
    pub fn plan_fixes(&mut self, query: &FixQuery) -> FixReport {
        let mut report = FixReport { version: VERSION, ..FixReport::default() };
        let mut series = Series::default();
        // Edits are tried and combined in open files only.
        let creates = query.with_unsafe && self.find(IGNORE_FILE).is_err() && self.excludes_files();
        if creates {
            self.open(IGNORE_FILE, Vec::new());
        }
        loop {
            let checked = self.checked();
            let candidates = batch::choose(&checked.report, &checked.untried, query);
            self.save_state(&mut series, &candidates);
            let made = self.fix_together(&candidates, query.with_unsafe);
            if made.is_empty() {
                break;
            }
            report.fixed = report.fixed.saturating_add(made.len());
            self.record_edits(&mut series, &batch::edits_of(made.into_iter()));
        }
        for found in self.report().diagnostics.iter().filter(|found| query.is_about(&found.rule)) {
            let is_unsafe = !query.with_unsafe && !found.fixes.is_empty();
            let count = if is_unsafe { &mut report.with_unsafe } else { &mut report.without_fix };
            *count = count.saturating_add(1);
        }
        report.edits = self.end(series);
        if creates {
            self.close(IGNORE_FILE);
        }
        report
    }

    /// Whether a fix excludes files.
    fn excludes_files(&mut self) -> bool {
        let report = self.report();
        let mut edits = report.diagnostics.iter().flat_map(|found| &found.fixes).flat_map(|fix| &fix.edits);
        edits.any(|edit| edit.path == IGNORE_FILE)
    }

    /// Saves the files that fixes change, before the fixes are applied.
    pub(crate) fn save_state(&self, series: &mut Series, fixes: &[Fix]) {
        for file in self.files_of(fixes) {
            series.save_state(file, || self.state(file));
        }
    }

    /// Records edits, ordered by path and position, before they are applied.
    pub(crate) fn record_edits(&self, series: &mut Series, edits: &[&Edit]) {
        for of_file in edits.chunk_by(|a, b| a.path == b.path) {
            if let Some(file) = of_file.first().and_then(|edit| self.find(&edit.path).ok()) {
                series.add(file, of_file);
            }
        }
    }

    /// Restores the texts from before a series. Returns all edits of the series.
    pub(crate) fn end(&mut self, series: Series) -> Vec<Edit> {
        self.restore(&series.originals);
        let mut converter = Converter::new(&self.files, &self.sources);
        series.edits().map(|edit| converter.edit(edit)).collect()
    }

    /// Applies as many fixes as are valid together. Returns these fixes.
    fn fix_together<'f>(&mut self, candidates: &'f [Fix], with_unsafe: bool) -> Vec<&'f Fix> {
        let mut made: Vec<&Fix> = Vec::new();
        if candidates.is_empty() {
            return made;
        }
        let files = self.files_of(candidates);
        let states: Vec<(usize, State)> = files.filter_map(|file| Some((file, self.state(file)?))).collect();
        let mut best = self.outcome();
        let mut waiting = vec![candidates];
        for _ in 0..batch::TRIES {
            let Some(part) = waiting.pop() else { break };
            self.restore(&states);
            let is_made = self.make(&batch::edits_of(made.iter().copied().chain(part))).is_ok();
            let after = self.outcome();
            let verdict = if is_made { best.verdict(&after, Goal::Fewer) } else { FixVerdict::Refused };
            if verdict == FixVerdict::Safe || with_unsafe && verdict == FixVerdict::Unsafe {
                made.extend(part);
                best = after;
            } else if let Some((left, right)) =
                part.split_at_checked(part.len() / 2).filter(|(left, _)| !left.is_empty())
            {
                waiting.push(right);
                waiting.push(left);
            }
        }
        self.restore(&states);
        // They were made together before.
        let _ = self.make(&batch::edits_of(made.iter().copied()));
        made
    }

    /// Returns the findings and verdicts in all files that decide about fixes.
    fn outcome(&mut self) -> Outcome {
        self.apply_ignore();
        let base = self.base.as_mut().map(|base| base.loaded().0);
        let settings = CheckSettings { folder: &self.folder, base, options: self.severities.for_fix_checks() };
        settings.outcome(&self.files, base)
    }

    /// The numbers of the files that fixes change.
    fn files_of(&self, fixes: &[Fix]) -> impl Iterator<Item = usize> + use<> {
        let paths = order::unique(fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.path.as_str()));
        let files: Vec<usize> = paths.into_iter().filter_map(|path| self.find(path).ok()).collect();
        files.into_iter()
    }

    pub(crate) fn state(&self, file: usize) -> Option<State> {
        Some((self.files.get(file)?.clone(), self.sources.get(file)?.clone()))
    }

    pub(crate) fn restore(&mut self, states: &[(usize, State)]) {
        self.forget_report();
        for (at, (file, source)) in states {
            if let Some((own, text)) = self.files.get_mut(*at).zip(self.sources.get_mut(*at)) {
                own.clone_from(file);
                text.clone_from(source);
                self.ignore_is_stale |= is_ignore_file(&file.path);
            }
        }
    }

    /// Returns the object at a range of a file, in UTF-16 offsets.
    pub fn at(&mut self, path: &str, utf16: (u32, u32)) -> Option<At> {
        self.apply_ignore();
        let at = self.find(path).ok()?;
        find::at(self.files.get(at)?, self.sources.get(at)?, utf16)
    }

    /// Returns the name at a UTF-16 offset of a file, with its meaning and its other places.
    pub fn symbol(&mut self, path: &str, utf16: u32) -> Option<Symbol> {
        let (file, at) = self.byte(path, utf16)?;
        names::symbol(&Catalog::new(&self.files), &self.sources, file, at)
    }

    /// Returns the completions at a UTF-16 offset of a file.
    pub fn complete(&mut self, path: &str, utf16: u32) -> Option<Completion> {
        let (file, at) = self.byte(path, utf16)?;
        names::complete(&Catalog::new(&self.files), &self.sources, file, at)
    }

    fn byte(&mut self, path: &str, utf16: u32) -> Option<(FileId, TextSize)> {
        self.apply_ignore();
        let at = self.find(path).ok()?;
        let places = self.sources.get(at)?.places(&self.files.get(at)?.documents);
        Some((FileId::new(at), places.offset_of_utf16(utf16)?))
    }

    /// Returns at most `limit` packages, channels and entries that match all words of the query: best first, then
    /// newest.
    pub fn search(&mut self, query: &str, limit: usize) -> Vec<Found> {
        self.apply_ignore();
        find::find(&Catalog::new(&self.files), &self.sources, query, limit)
    }

    /// Returns what a skipRange matches in its channel.
    pub fn range(&mut self, query: &RangeQuery) -> RangeReport {
        self.apply_ignore();
        range::report(&Catalog::new(&self.files), query)
    }

    /// Returns the edges for a new release of a channel, and the versions that gain or lose an upgrade path.
    ///
    /// # Errors
    /// When a name in the query does not exist, or the release exists already.
    pub fn release(&mut self, query: &ReleaseQuery) -> Result<ReleaseReport, QueryError> {
        self.has_names(Some(&query.package), Some(&query.channel))?;
        self.apply_ignore();
        release::report(&Catalog::new(&self.files), query)
    }

    pub(crate) fn find(&self, path: &str) -> Result<usize, usize> {
        self.files.binary_search_by(|file| walk_order(&file.path, path))
    }

    fn put(&mut self, mut file: LoadedFile, mut source: Source) {
        self.stale(&file.path);
        if self.needs_text(&file.path) || source.content().is_err() {
            self.ignore_is_stale = true;
            file.ignored = true; // Documents are read when all patterns are known.
        } else {
            file.documents = source.read(self.read);
        }
        self.insert(file, source);
    }

    fn insert(&mut self, file: LoadedFile, source: Source) {
        match self.find(&file.path) {
            Ok(at) => {
                self.files.splice(at..=at, [file]);
                self.sources.splice(at..=at, [source]);
            }
            Err(at) => {
                self.ignore_files = self.ignore_files.saturating_add(is_ignore_file(&file.path).into());
                self.files.insert(at, file);
                self.sources.insert(at, source);
            }
        }
    }

    fn stale(&mut self, path: &str) {
        self.forget_report();
        self.ignore_is_stale |= is_ignore_file(path);
    }

    pub(crate) fn apply_ignore(&mut self) {
        if !std::mem::take(&mut self.ignore_is_stale) {
            return;
        }
        let all = self.files.iter().zip(&self.sources);
        let ignore = ignore_of(all.map(|(file, source)| Input { path: &file.path, content: source.content() }));
        for (file, source) in self.files.iter_mut().zip(&mut self.sources) {
            let is_apart = matches!(OpenPath::of(&file.path), OpenPath::Apart(_));
            let by_tree =
                || is_ignore_file(&file.path) || ignore.as_ref().is_ok_and(|found| found.is_ignored(&file.path));
            let ignored = !is_apart && by_tree();
            let was_ignored = std::mem::replace(&mut file.ignored, ignored);
            let own_problem = || source.content().err().filter(|_| !ignored).cloned();
            file.problem = ignore.as_ref().err().and_then(|error| error.at(&file.path)).or_else(own_problem);
            if ignored {
                file.documents.clear();
                source.clear();
            } else if was_ignored && source.content().is_ok() {
                file.documents = source.read(self.read);
            }
        }
    }
}
