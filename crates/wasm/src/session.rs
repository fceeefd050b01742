//! `Session` and the functions beside it.

use olmkit_js::{
    CatalogFile, Content, ErrorCode, Folder, Path, argument, callback, error, optional, optional_beside, split, unknown,
};
use olmkit_workspace::api::{
    CandidatesQuery, Change, FixQuery, GraphQuery, LoadProblem, PathQuery, RangeQuery, ReleaseQuery, StrandedFixQuery,
    StrandedQuery, SuppressQuery,
};
use olmkit_workspace::{
    ChangeError, Intention, Options, OptionsError, UnknownRule, Workspace, of_known_rule, sort_files,
};
use wasm_bindgen::prelude::*;

use crate::value::to_js;

#[wasm_bindgen(typescript_custom_section)]
const OPTIONS: &str = r"
/** Options for checking a catalog. */
export interface Options {
  /** An older state of the catalog. The rule `versions-removed` reports versions that clusters may run and that can no longer upgrade. */
  base?: CatalogFile[];
}
";

/// The key of the options that contains files.
const BASE: &str = "base";

/// Reads the options of `planFixes` and `fix`.
fn fix_query(query: &JsValue) -> Result<FixQuery, JsValue> {
    of_known_rule(optional("query", query)?)
        .map_err(|UnknownRule { name, near }| unknown("query.rule", "the id of a rule", &name, near))
}

/// Creates a workspace with these options and the files of `base`, which are not part of the options in Rust.
fn workspace(options: &JsValue) -> Result<Workspace, JsValue> {
    let (base, plain) = split("options", options, BASE)?;
    let base: Folder<CatalogFile> = optional("options.base", &base)?;
    let mut workspace =
        Workspace::new(&optional_beside::<Options>("options", &plain, BASE)?).map_err(|reason| refused(&reason))?;
    if !base.0.is_empty() {
        workspace.set_base(opened(&Options::default(), base)?);
    }
    match workspace.base_load_problem() {
        Some(problem) => Err(not_loaded(ErrorCode::InvalidOptions, "`options.base`", &problem)),
        None => Ok(workspace),
    }
}

/// Creates a workspace for another state of the catalog.
fn older(options: &Options, files: &JsValue) -> Result<Workspace, JsValue> {
    opened(options, argument("old", files)?)
}

fn opened(options: &Options, files: Folder<CatalogFile>) -> Result<Workspace, JsValue> {
    let mut workspace = Workspace::new(options).map_err(|reason| refused(&reason))?;
    open_all(&mut workspace, files);
    Ok(workspace)
}

fn open_all(workspace: &mut Workspace, Folder(files): Folder<CatalogFile>) {
    for CatalogFile { path, content } in files {
        workspace.open_as_read(&path, content);
    }
}

fn refused(reason: &OptionsError) -> JsValue {
    failed(ErrorCode::InvalidOptions, reason)
}

fn unchanged(reason: &ChangeError) -> JsValue {
    let code = match reason {
        ChangeError::NotOpen(_) => ErrorCode::NotOpen,
        ChangeError::OutOfRange { .. } | ChangeError::Overlap(_) => ErrorCode::InvalidChange,
    };
    failed(code, reason)
}

fn unanswered(reason: impl std::fmt::Display) -> JsValue {
    failed(ErrorCode::NoAnswer, &reason)
}

fn failed(code: ErrorCode, reason: &dyn std::fmt::Display) -> JsValue {
    error(code, &reason.to_string())
}

fn not_loaded(code: ErrorCode, what: &str, problem: &LoadProblem) -> JsValue {
    failed(code, &format_args!("{what} does not load: {problem}"))
}

/// An incremental session over a set of files.
#[wasm_bindgen(js_name = Workspace)]
#[derive(Debug)]
pub struct Session(Workspace);

#[wasm_bindgen(js_class = Workspace)]
impl Session {
    /// Creates an empty workspace. Throws if the options name a profile or rule that does not exist.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
    ) -> Result<Session, JsValue> {
        Ok(Session(workspace(&options)?))
    }

    /// Opens a file, or replaces the content of an open file.
    pub fn open(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array | ArrayBuffer")] content: JsValue,
    ) -> Result<(), JsValue> {
        let Path(path) = argument("path", &path)?;
        let Content(bytes) = argument("content", &content)?;
        self.0.open_to_change(&path, bytes);
        Ok(())
    }

    /// Opens many files. Calls `onProgress` with the bytes read, the total bytes and the path before each file, and at
    /// the end with an empty path. An error that it throws ends the call.
    #[wasm_bindgen(js_name = openMany)]
    pub fn open_many(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] files: JsValue,
        #[wasm_bindgen(
            js_name = onProgress,
            unchecked_optional_param_type = "(done: number, total: number, path: string) => void"
        )]
        on_progress: JsValue,
    ) -> Result<(), JsValue> {
        let Folder(mut files): Folder<CatalogFile> = argument("files", &files)?;
        sort_files(&mut files, |file| &file.path);
        let on_progress = callback("onProgress", &on_progress)?;
        let total: usize = files.iter().filter_map(|file| file.content.as_ref().ok()).map(Vec::len).sum();
        let report_progress = |done: usize, path: &str| match &on_progress {
            Some(callback) => callback.call3(&JsValue::UNDEFINED, &done.into(), &total.into(), &path.into()).map(drop),
            None => Ok(()),
        };
        let mut done: usize = 0;
        for CatalogFile { path, content } in files {
            report_progress(done, &path)?;
            match content {
                Ok(bytes) => {
                    done = done.saturating_add(bytes.len());
                    self.0.open_to_change(&path, bytes);
                }
                Err(error) => self.0.open_unreadable(&path, error),
            }
        }
        report_progress(total, "")
    }

    /// Closes a file. Returns false if it was not open.
    pub fn close(&mut self, #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue) -> Result<bool, JsValue> {
        Ok(self.0.close(&argument::<Path>("path", &path)?.0))
    }

    /// Changes an open file. Offsets refer to the text before the call, in UTF-16 units, or in bytes with `"utf8"`.
    /// Throws without changing the file if a change is out of range or overlaps another.
    pub fn change(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Change[]")] changes: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Encoding")] encoding: JsValue,
    ) -> Result<(), JsValue> {
        let Path(path) = argument("path", &path)?;
        let changes: Vec<Change> = argument("changes", &changes)?;
        let encoding = optional("encoding", &encoding)?;
        self.0.change(&path, &changes, encoding).map_err(|reason| unchanged(&reason))
    }

    /// Returns the text of an open file.
    pub fn text(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<Option<String>, JsValue> {
        let text = self.0.text(&argument::<Path>("path", &path)?.0);
        Ok(text.map(|text| String::from_utf8_lossy(text).into_owned()))
    }

    /// Returns the bytes of an open file.
    pub fn bytes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<Option<Vec<u8>>, JsValue> {
        Ok(self.0.text(&argument::<Path>("path", &path)?.0).map(<[u8]>::to_vec))
    }

    /// Returns the paths of the open files, in order.
    pub fn paths(&self) -> Vec<String> {
        self.0.paths().map(str::to_owned).collect()
    }

    /// Checks what changed since the last call, and reports all findings.
    #[wasm_bindgen(unchecked_return_type = "OlmReport")]
    pub fn report(&mut self) -> Result<JsValue, JsValue> {
        to_js(&*self.0.report())
    }

    /// Returns the diagnostics of `report()`.
    #[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
    pub fn diagnostics(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.0.report().diagnostics)
    }

    /// Returns the files that are not part of the catalog, and how to exclude them; null if there are none.
    #[wasm_bindgen(unchecked_return_type = "UnrelatedFiles | null")]
    pub fn unrelated(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.0.unrelated())
    }

    /// Returns the files, packages and channels with counts.
    #[wasm_bindgen(unchecked_return_type = "Outline")]
    pub fn outline(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.0.outline())
    }

    /// Returns the packages of `outline()`.
    #[wasm_bindgen(unchecked_return_type = "PackageSummary[]")]
    pub fn packages(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.0.outline().packages)
    }

    /// Returns a channel with its entries; null if it does not exist.
    #[wasm_bindgen(unchecked_return_type = "ChannelTable | null")]
    pub fn channel(
        &mut self,
        #[wasm_bindgen(js_name = packageName, unchecked_param_type = "string")] package: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] channel: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (package, channel) =
            (argument::<String>("packageName", &package)?, argument::<String>("channel", &channel)?);
        to_js(&self.0.channel(&package, &channel))
    }

    /// Like `channel()`, for callers that have the channel with this stamp. The table is null if only positions changed
    /// since. The stamp of the first call is empty.
    #[wasm_bindgen(js_name = channelSince, unchecked_return_type = "ChannelUpdate | null")]
    pub fn channel_since(
        &mut self,
        #[wasm_bindgen(js_name = packageName, unchecked_param_type = "string")] package: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] channel: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] stamp: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (package, channel) =
            (argument::<String>("packageName", &package)?, argument::<String>("channel", &channel)?);
        to_js(&self.0.channel_since(&package, &channel, &argument::<String>("stamp", &stamp)?))
    }

    /// Returns all versions of a package in all its channels; null if the package does not exist.
    #[wasm_bindgen(unchecked_return_type = "PackageMatrix | null")]
    pub fn matrix(
        &mut self,
        #[wasm_bindgen(js_name = packageName, unchecked_param_type = "string")] package: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.matrix(&argument::<String>("packageName", &package)?))
    }

    /// Returns the icon and the display name of a package; null if the package does not exist.
    #[wasm_bindgen(js_name = packageInfo, unchecked_return_type = "PackageInfo | null")]
    pub fn package_info(
        &mut self,
        #[wasm_bindgen(js_name = packageName, unchecked_param_type = "string")] package: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.package_info(&argument::<String>("packageName", &package)?))
    }

    /// Returns values for `replaces`, `skips` or `skipRange` of an entry, the best first, each with its effect on
    /// upgrades.
    #[wasm_bindgen(unchecked_return_type = "Candidate[]")]
    pub fn candidates(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CandidatesQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        let query: CandidatesQuery = argument("query", &query)?;
        to_js(&self.0.candidates(&query))
    }

    /// Returns the package, channel, entry or bundle at a UTF-16 offset of a file, or at the range up to another offset;
    /// null if there is none. A range that several entries have a part of has no entry.
    #[wasm_bindgen(unchecked_return_type = "At | null")]
    pub fn at(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] utf16: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] end: JsValue,
    ) -> Result<JsValue, JsValue> {
        let start = argument("utf16", &utf16)?;
        let end = if end.is_undefined() { start } else { argument("end", &end)? };
        to_js(&self.0.at(&argument::<Path>("path", &path)?.0, (start, end)))
    }

    /// Returns the name at a UTF-16 offset of a file, with its definition and its references; null if there is none.
    #[wasm_bindgen(unchecked_return_type = "OlmSymbol | null")]
    pub fn symbol(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] utf16: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.symbol(&argument::<Path>("path", &path)?.0, argument("utf16", &utf16)?))
    }

    /// Returns the completions at a UTF-16 offset of a file; null if there are none.
    #[wasm_bindgen(unchecked_return_type = "Completion | null")]
    pub fn complete(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] utf16: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.complete(&argument::<Path>("path", &path)?.0, argument("utf16", &utf16)?))
    }

    /// Makes the open files the base: a version that is removed from it must still have an upgrade path
    /// (`versions-removed`), and `change` of a channel's entries describes changes since the base.
    #[wasm_bindgen(js_name = keepBase)]
    pub fn keep_base(&mut self) {
        self.0.keep_base();
    }

    /// Returns what a skipRange matches in its channel.
    #[wasm_bindgen(unchecked_return_type = "RangeReport")]
    pub fn range(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "RangeQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.range(&argument::<RangeQuery>("query", &query)?))
    }

    /// Returns the edges that a new release of a channel should have, and the versions that gain or lose an upgrade
    /// path to the channel head. Throws if a name in the request does not exist, or if the entry already exists.
    #[wasm_bindgen(unchecked_return_type = "ReleaseReport")]
    pub fn release(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ReleaseQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        let query: ReleaseQuery = argument("query", &query)?;
        to_js(&self.0.release(&query).map_err(unanswered)?)
    }

    /// Returns packages, channels and entries whose name matches all words of the query, the best first.
    #[wasm_bindgen(unchecked_return_type = "Found[]")]
    pub fn search(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] query: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.search(&argument::<String>("query", &query)?, argument("limit", &limit)?))
    }

    /// Turns an intention into the smallest text edits. Nothing is applied; pass the edits to `change`.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn plan(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Intention")] intention: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.plan(&argument::<Intention>("intention", &intention)?))
    }

    /// Turns several intentions into text edits. Each intention applies to the result of those before it. Nothing is
    /// applied. If one of them is refused, all are. With `copies`, an alias that prevents an edit is replaced by a copy
    /// of its value.
    #[wasm_bindgen(js_name = planAll, unchecked_return_type = "Plan")]
    pub fn plan_all(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Intention[]")] intentions: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] copies: JsValue,
    ) -> Result<JsValue, JsValue> {
        let copies = optional("copies", &copies)?;
        to_js(&self.0.plan_all(&argument::<Vec<Intention>>("intentions", &intentions)?, copies))
    }

    /// Turns an intention into the smallest text edits, and applies them. The caller is responsible for undo.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Intention")] intention: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.apply(&argument::<Intention>("intention", &intention)?))
    }

    /// Returns the fixes that are compatible with each other. They cause no new error and no worse verdict of opm.
    /// Nothing is applied; pass the edits to `change`. First open a file that an edit creates, such as `.indexignore`, with
    /// an empty text.
    #[wasm_bindgen(js_name = planFixes, unchecked_return_type = "FixReport")]
    pub fn plan_fixes(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "FixQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.plan_fixes(&fix_query(&query)?))
    }

    /// Applies the fixes that are compatible with each other. The caller is responsible for undo.
    #[wasm_bindgen(unchecked_return_type = "FixReport")]
    pub fn fix(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "FixQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.fix(&fix_query(&query)?).map_err(|reason| unchanged(&reason))?)
    }

    /// Returns the versions that cannot reach the head of their channel, the reasons, and the fixes. Throws if the
    /// catalog does not have the package or channel of the request.
    #[wasm_bindgen(unchecked_return_type = "StrandedReport")]
    pub fn stranded(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "StrandedQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        let query: StrandedQuery = optional("query", &query)?;
        to_js(&self.0.stranded(&query).map_err(unanswered)?)
    }

    /// Returns every verified fix of stranded versions of a package as one change. A fix can create or remove the
    /// position of the next, and the result is verified again. Nothing is applied; pass the edits to `change`.
    #[wasm_bindgen(js_name = fixAllStranded, unchecked_return_type = "StrandedFixes")]
    pub fn fix_all_stranded(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "StrandedFixQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        let query: StrandedFixQuery = argument("query", &query)?;
        to_js(&self.0.fix_all_stranded(&query).map_err(unanswered)?)
    }

    /// Returns the edit that suppresses a finding with a comment and a reason. The comment is verified to suppress
    /// nothing else. Nothing is applied.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn suppress(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SuppressQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.suppress(&argument::<SuppressQuery>("query", &query)?))
    }

    /// Returns the upgrade path of an installed version. Throws if the request names something that does not exist.
    #[wasm_bindgen(unchecked_return_type = "PathReport")]
    pub fn path(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "PathQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        let query: PathQuery = argument("query", &query)?;
        to_js(&self.0.path(&query).map_err(unanswered)?)
    }

    /// Returns what opm does not load: each file or document with its first problem. The results of `stranded`, `path`,
    /// `graph` and similar queries do not include it.
    #[wasm_bindgen(js_name = loadProblems, unchecked_return_type = "LoadProblem[]")]
    pub fn load_problems(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.0.load_problems())
    }

    /// Returns the semantic changes from the given files to the open ones. Positions refer to the open files. Throws if
    /// opm does not load all of both states.
    #[wasm_bindgen(unchecked_return_type = "DiffReport")]
    pub fn diff(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] old: JsValue,
    ) -> Result<JsValue, JsValue> {
        let mut old = older(&Options::default(), &old)?;
        to_js(&self.0.diff(&mut old).map_err(unanswered)?)
    }

    /// Returns the effects of the change from the given files to the open ones, in sentences: opm's verdict, upgrade
    /// paths, additions, changes, removals, and fixed and new problems. `options` are those of this workspace.
    #[wasm_bindgen(unchecked_return_type = "Impact")]
    pub fn impact(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] old: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (_, options) = split("options", &options, BASE)?;
        to_js(&self.0.impact(&mut older(&optional_beside("options", &options, BASE)?, &old)?))
    }

    /// Returns channels as graphs with their layout. Throws if the catalog does not have the package or channel of the
    /// request.
    #[wasm_bindgen(unchecked_return_type = "GraphReport")]
    pub fn graph(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "GraphQuery")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        let query: GraphQuery = optional("query", &query)?;
        to_js(&self.0.graph(&query).map_err(unanswered)?)
    }

    /// Draws channels as Mermaid (as opm draws them), Graphviz or SVG text. Throws if opm does not draw them either.
    pub fn draw(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "GraphQuery")] query: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Drawing")] drawing: JsValue,
    ) -> Result<String, JsValue> {
        let query: GraphQuery = optional("query", &query)?;
        let drawing = optional("drawing", &drawing)?;
        let (text, _) = self.0.draw(&query, drawing).map_err(unanswered)?;
        Ok(text)
    }
}

/// Checks files as one catalog. Throws on invalid options only, never on a broken catalog.
#[wasm_bindgen(unchecked_return_type = "OlmReport")]
pub fn validate(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] files: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let files = argument("files", &files)?;
    let mut workspace = workspace(&options)?;
    if workspace.ignores_base() {
        let reason = "`options.base` has no effect: `versions-removed` is off";
        return Err(error(ErrorCode::InvalidOptions, reason));
    }
    workspace.expect_documents();
    open_all(&mut workspace, files);
    to_js(&*workspace.report())
}

/// Returns the version of olmkit.
#[must_use]
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
