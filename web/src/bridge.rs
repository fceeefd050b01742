//! The host functions of the page, called from Rust.

pub mod bundle;
pub mod catalogs;
mod decode;
pub mod export;
pub mod opening;
mod value;

use crate::prelude::spawn_local;
use olmkit_api::{
    Candidate, CandidatesQuery, Diagnostic, Found, ImpactCluster, Intention, PackageMatrix, PathQuery, PathReport,
    RangeQuery, RangeReport, ReleaseQuery, ReleaseReport, RuleFile, RuleInfo, RuleList, Semantics,
};
use wasm_bindgen::prelude::*;

use arguments::{BundleContents, CursorCommand, GraphFormat, Take};
pub use decode::{Answer, NoAnswer, Refusal, decode, report_to, to_js};
pub use olmkit_page::{arguments, events, types};
use types::{
    ChangedFile, ChannelView, Conflict, Considered, Done, Edit, FileChange, FixSeries, Impacts, NotDone, Planned,
    ProposedChange, SafeFixes, Saved, StepList,
};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    pub fn start(
        callback: &Closure<dyn Fn(JsValue)>,
        judge: &Closure<dyn Fn(js_sys::Array, bool) -> JsValue>,
        order: &Closure<dyn Fn(String, String) -> i32>,
    );
    #[wasm_bindgen(js_name = pageFailed)]
    pub fn page_failed();
    /// Whether the page runs in another editor, which owns the texts, saves and undoes, and has its own keys.
    #[wasm_bindgen(js_name = isHosted)]
    pub fn is_hosted() -> bool;
    #[wasm_bindgen(js_name = canPickFolder)]
    pub fn can_pick_folder() -> bool;
    #[wasm_bindgen(js_name = openFolder)]
    async fn open_folder_js() -> JsValue;
    #[wasm_bindgen(js_name = openInput)]
    async fn open_input_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = openSample)]
    async fn open_sample_js(name: &str) -> JsValue;
    #[wasm_bindgen(js_name = setProfile)]
    async fn set_profile_js(profile: &str) -> JsValue;
    #[wasm_bindgen(js_name = undo)]
    async fn undo_js() -> JsValue;
    #[wasm_bindgen(js_name = redo)]
    async fn redo_js() -> JsValue;
    #[wasm_bindgen(js_name = intend)]
    async fn intend_js(intention: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = consider)]
    async fn consider_js(intentions: JsValue, copies: bool) -> JsValue;
    #[wasm_bindgen(js_name = showPlanned)]
    async fn show_planned_js(element: &web_sys::Element, intentions: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = release)]
    async fn release_js(query: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = fixAllStranded)]
    async fn fix_all_stranded_js(package: &str, semantics: Option<String>) -> JsValue;
    #[wasm_bindgen(js_name = planFixes)]
    async fn plan_fixes_js(rule: Option<String>) -> JsValue;
    #[wasm_bindgen(js_name = applyFix)]
    async fn apply_fix_js(title: &str, edits: JsValue, intentions: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = channel)]
    async fn channel_js(package: &str, channel: &str, known: &str, semantics: &str, with_graph: bool) -> JsValue;
    #[wasm_bindgen(js_name = upgradePath)]
    async fn upgrade_path_js(query: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = range)]
    async fn range_js(query: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = candidates)]
    async fn candidates_js(query: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = matrix)]
    async fn matrix_js(package: &str) -> JsValue;
    #[wasm_bindgen(js_name = exportGraph)]
    async fn export_graph_js(query: JsValue, kind: &str) -> JsValue;
    #[wasm_bindgen(js_name = panBy)]
    pub fn pan_by(element: &web_sys::Element, x: f64, y: f64);
    #[wasm_bindgen(js_name = textScale)]
    pub fn text_scale() -> f64;
    /// Dispatches a scroll event to the element when its size changes.
    #[wasm_bindgen(js_name = watchSize)]
    pub fn watch_size(element: &web_sys::Element);
    #[wasm_bindgen(js_name = reviewed)]
    fn reviewed_js() -> JsValue;
    /// Shows the changes of a file in an element, in one column or side by side.
    #[wasm_bindgen(js_name = showChange)]
    pub fn show_change(element: &web_sys::Element, path: &str, is_split: bool);
    #[wasm_bindgen(js_name = stepList)]
    fn step_list_js() -> JsValue;
    #[wasm_bindgen(js_name = goToStep)]
    async fn go_to_step_js(position: usize) -> JsValue;
    #[wasm_bindgen(js_name = saveHere)]
    async fn save_here_js(overwrite: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = revert)]
    async fn revert_js(path: &str) -> JsValue;
    #[wasm_bindgen(js_name = conflicts)]
    async fn conflicts_js() -> JsValue;
    #[wasm_bindgen(js_name = resolveConflict)]
    async fn resolve_conflict_js(path: &str, take: &str) -> JsValue;
    #[wasm_bindgen(js_name = takeUpdate)]
    pub fn take_update();
    #[wasm_bindgen(js_name = restartEngine)]
    async fn restart_engine_js() -> JsValue;
    #[wasm_bindgen(js_name = copyCrashReport)]
    async fn copy_crash_report_js(message: &str) -> JsValue;
    #[wasm_bindgen(js_name = download)]
    async fn download_js() -> JsValue;
    #[wasm_bindgen(js_name = mountCode)]
    pub fn mount_code(
        element: &web_sys::Element,
        cursor: &Closure<dyn Fn(String, JsValue, bool)>,
        at: &Closure<dyn Fn(String)>,
    );
    #[wasm_bindgen(js_name = find)]
    pub fn find_in_text();
    #[wasm_bindgen(js_name = atCursor)]
    fn at_cursor_js(command: &str);
    #[wasm_bindgen(js_name = clickOn)]
    pub fn click_on(selector: &str);
    /// Adds rules that style the classes `as-hover` and `as-focus` like `:hover` and `:focus`.
    #[wasm_bindgen(js_name = showStates)]
    pub fn show_states();
    #[wasm_bindgen(js_name = focusOn)]
    pub fn focus_on(selector: &str);
    /// Ends the focus in a part of the page that is about to be replaced. If the browser had to end it because the
    /// element is removed, it would compute the layout of the half-drawn page.
    #[wasm_bindgen(js_name = leavePart)]
    pub fn leave_part(selector: &str);
    /// Focuses a row that is drawn soon.
    #[wasm_bindgen(js_name = focusRow)]
    pub fn focus_row(selector: &str);
    /// Restores the focus of elements that are moved when this element scrolls.
    #[wasm_bindgen(js_name = keepFocus)]
    pub fn keep_focus(scroller: &web_sys::Element);
    /// Opens or closes a dialog. Moves the focus unless another part of an editor's window has it.
    #[wasm_bindgen(js_name = showDialog)]
    pub fn show_dialog(dialog: &web_sys::HtmlDialogElement, is_open: bool, is_docked: bool);
    /// Moves the focus by a number of elements. Returns whether there is such an element.
    #[wasm_bindgen(js_name = moveFocus)]
    pub fn move_focus(selector: &str, by: i32) -> bool;
    #[wasm_bindgen(js_name = showRow)]
    pub fn show_row(selector: &str);
    #[wasm_bindgen(js_name = copyText)]
    pub fn copy_text(text: &str);
    #[wasm_bindgen(js_name = preview)]
    fn preview_js(edits: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = meaning)]
    async fn meaning_js(texts: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = search)]
    async fn search_js(query: &str, limit: u32) -> JsValue;
    #[wasm_bindgen(js_name = pasted)]
    async fn pasted_js(text: &str, channel: &str) -> JsValue;
    #[wasm_bindgen(js_name = suppress)]
    async fn suppress_js(found: JsValue, reason: &str) -> JsValue;
    #[wasm_bindgen(js_name = suppressRule)]
    async fn suppress_rule_js(rule: &str) -> JsValue;
    #[wasm_bindgen(js_name = bundlesContaining)]
    async fn bundles_containing_js(kind: &str, text: &str, paths: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = entriesContaining)]
    async fn entries_containing_js(kind: &str, text: &str, limit: u32) -> JsValue;
    #[wasm_bindgen(js_name = explain)]
    async fn explain_js(rule: &str) -> JsValue;
    #[wasm_bindgen(js_name = rules)]
    async fn rules_js() -> JsValue;
    #[wasm_bindgen(js_name = openExample)]
    async fn open_example_js(name: &str, files: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(path: &str, from: u32, to: u32, focus: bool);
    /// Records that something was selected, so that the selection does not follow an earlier position of the cursor.
    #[wasm_bindgen(js_name = selected)]
    pub fn selected();
    /// Ends the highlighting of the entry in the text.
    #[wasm_bindgen(js_name = leaveEntry)]
    pub fn leave_entry();
    #[wasm_bindgen(js_name = showFile)]
    pub fn show_file(path: &str);
    #[wasm_bindgen(js_name = shownPath)]
    pub fn shown_path() -> String;
    /// Whether the text of a file is JSON.
    #[wasm_bindgen(js_name = isJson)]
    pub fn is_json(path: &str) -> bool;
    /// Marks the lines of a file that differ from its saved text. Returns the number of places.
    #[wasm_bindgen(js_name = markChanges)]
    pub fn mark_changes(path: &str) -> u32;
    /// Shows these places in an element.
    #[wasm_bindgen(js_name = showChanges)]
    pub fn show_changes(element: &web_sys::Element, path: &str);
    /// Shows in an element what other programs changed in a file on disk.
    #[wasm_bindgen(js_name = showDiskChange)]
    pub fn show_disk_change(element: &web_sys::Element, path: &str);
    #[wasm_bindgen(js_name = showDiff)]
    pub fn show_diff(element: &web_sys::Element, before: &str, after: &str);
}

pub fn open_folder() {
    spawn_local(async {
        open_folder_js().await;
    });
}

pub fn open_input(input: web_sys::HtmlInputElement) {
    spawn_local(async move {
        open_input_js(&input).await;
    });
}

pub fn open_sample(name: String) {
    spawn_local(async move {
        open_sample_js(&name).await;
    });
}

pub fn set_profile(profile: String) {
    spawn_local(async move {
        set_profile_js(&profile).await;
    });
}

pub fn undo() {
    spawn_local(async {
        undo_js().await;
    });
}

pub fn redo() {
    spawn_local(async {
        redo_js().await;
    });
}

/// Plans every proved fix of a package as one change, or returns why there is none. `None` means both semantics.
pub async fn fix_all_stranded(package: &str, semantics: Option<Semantics>) -> Answer<Result<FixSeries, Refusal>> {
    let semantics = semantics.map(|semantics| semantics.name().to_owned());
    decode("fixAllStranded", fix_all_stranded_js(package, semantics).await)
}

/// Plans all fixes that are safe together.
pub async fn plan_fixes(rule: Option<String>) -> Answer<SafeFixes> {
    decode("planFixes", plan_fixes_js(rule).await)
}

/// Applies edits as one undo step, and waits until the page shows the result. `intentions`: those that the edits
/// implement. Returns whether the edits were applied; if not, the page has shown the reason.
pub async fn apply(title: &str, edits: &[Edit], intentions: &[Intention]) -> bool {
    apply_fix_js(title, to_js(&edits), to_js(&intentions)).await.is_truthy()
}

/// Applies the edits of a fix, like [`apply`].
pub async fn apply_fix(change: &ProposedChange) -> bool {
    apply(&change.title, &change.edits, &[]).await
}

/// Applies an intention, or returns the reason why it is refused.
pub async fn intend(intention: &Intention) -> Answer<Result<Done, NotDone>> {
    decode("intend", intend_js(to_js(intention)).await)
}

/// Plans intentions as one step, or returns why they are refused. With `copies`, aliases that prevent it are replaced by
/// copies of their values.
pub async fn consider(intentions: &[Intention], copies: bool) -> Answer<Result<Considered, Refusal>> {
    decode("consider", consider_js(to_js(&intentions), copies).await)
}

/// Shows in an element what intentions would change as one step. Applies nothing.
pub async fn show_planned(element: &web_sys::Element, intentions: &[Intention]) -> Answer<Result<Planned, Refusal>> {
    decode("showPlanned", show_planned_js(element, to_js(&intentions)).await)
}

/// The effects of a release, or the reason why it is not possible.
pub async fn release(query: &ReleaseQuery) -> Answer<Result<ReleaseReport, Refusal>> {
    decode("release", release_js(to_js(query)).await)
}

/// A channel. `known`: the stamp of the channel that the page already has.
pub async fn channel(
    package: &str,
    channel: &str,
    known: &str,
    semantics: Semantics,
    with_graph: bool,
) -> Answer<ChannelView> {
    decode("channel", channel_js(package, channel, known, semantics.name(), with_graph).await)
}

pub async fn range(query: &RangeQuery) -> Answer<RangeReport> {
    decode("range", range_js(to_js(query)).await)
}

/// Values for a field of an entry, each with its effect.
pub async fn candidates(query: &CandidatesQuery) -> Answer<Vec<Candidate>> {
    decode("candidates", candidates_js(to_js(query)).await)
}

/// All versions of a package in all its channels. `None` if there is no such package.
pub async fn matrix(package: &str) -> Answer<Option<PackageMatrix>> {
    decode("matrix", matrix_js(package).await)
}

/// The upgrade path of an installed version, or the reason why it cannot be computed.
pub async fn upgrade_path(query: &PathQuery) -> Answer<Result<PathReport, Refusal>> {
    decode("upgradePath", upgrade_path_js(to_js(query)).await)
}

/// Offers the graph of a channel as a download.
pub fn export_graph(package: String, channel: String, semantics: Semantics, format: GraphFormat) {
    #[derive(serde::Serialize)]
    struct Query {
        package: String,
        channel: String,
        semantics: Semantics,
    }
    spawn_local(async move {
        export_graph_js(to_js(&Query { package, channel, semantics }), format.name()).await;
    });
}

/// Saves the changed files, except those that were changed on disk; or only the file of a conflict, over the version on
/// disk that the conflict is about.
pub async fn save_here(overwrite: Option<&Conflict>) -> Answer<Saved> {
    decode("saveHere", save_here_js(to_js(&overwrite)).await)
}

/// Offers the changed files as a download. Returns whether they were offered.
pub async fn download() -> bool {
    download_js().await.is_truthy()
}

/// Reverts a file to its saved state.
pub async fn revert(path: &str) {
    revert_js(path).await;
}

pub async fn conflicts() -> Answer<Vec<Conflict>> {
    decode("conflicts", conflicts_js().await)
}

pub async fn resolve_conflict(path: &str, take: Take) {
    resolve_conflict_js(path, take.name()).await;
}

/// Runs a command at the cursor of the text.
pub fn at_cursor(command: CursorCommand) {
    at_cursor_js(command.name());
}

pub fn restart_engine() {
    spawn_local(async {
        restart_engine_js().await;
    });
}

pub fn copy_crash_report(message: String) {
    spawn_local(async move {
        copy_crash_report_js(&message).await;
    });
}

/// A summary of the changed files.
pub fn reviewed() -> Answer<Vec<FileChange>> {
    decode("reviewed", reviewed_js())
}

/// The undo and redo steps.
pub fn step_list() -> Answer<StepList> {
    decode("stepList", step_list_js())
}

/// Undoes or redoes until `position` steps are applied.
pub fn go_to_step(position: usize) {
    spawn_local(async move {
        go_to_step_js(position).await;
    });
}

/// The texts of the files before and after edits.
pub fn preview(edits: &[Edit]) -> Answer<Vec<ChangedFile>> {
    decode("preview", preview_js(to_js(&edits)))
}

/// The impact of a change, by kind, or the reason why it is unknown. `None`: all changes since loading or saving.
pub async fn meaning(texts: Option<&[ChangedFile]>) -> Result<Vec<ImpactCluster>, Refusal> {
    impacts(texts).await.map(Impacts::joined)
}

/// The same for each catalog, and the catalogs after the change.
pub async fn impacts(texts: Option<&[ChangedFile]>) -> Result<Impacts, Refusal> {
    let answer: Answer<Result<Impacts, Refusal>> =
        decode("meaning", meaning_js(texts.map_or(JsValue::UNDEFINED, |texts| to_js(&texts))).await);
    answer.unwrap_or_else(|NoAnswer| Err(Refusal::stopped()))
}

pub async fn search(query: &str, limit: u32) -> Answer<Vec<Found>> {
    decode("search", search_js(query, limit).await)
}

/// Plans to add rendered bundles, or returns why they cannot be added. With an empty `channel`, adds no entries.
pub async fn pasted(text: &str, channel: &str) -> Answer<Result<ProposedChange, Refusal>> {
    decode("pasted", pasted_js(text, channel).await)
}

/// Plans the comment that suppresses a finding, or returns why it is not possible.
pub async fn suppress(found: &Diagnostic, reason: &str) -> Answer<Result<ProposedChange, Refusal>> {
    decode("suppress", suppress_js(to_js(found), reason).await)
}

/// Plans the change of `olmkit.yaml` that turns a rule off, or returns why it is not possible.
pub async fn suppress_rule(rule: &str) -> Answer<Result<ProposedChange, Refusal>> {
    decode("suppressRule", suppress_rule_js(rule).await)
}

/// The names of the bundles in these files that contain an image or a property of a type.
pub async fn bundles_containing(kind: BundleContents, text: &str, paths: &[String]) -> Answer<Vec<String>> {
    decode("bundlesContaining", bundles_containing_js(kind.name(), text, to_js(&paths)).await)
}

/// The entries of such bundles in the open catalog.
pub async fn entries_containing(kind: BundleContents, text: &str, limit: u32) -> Answer<Vec<Found>> {
    decode("entriesContaining", entries_containing_js(kind.name(), text, limit).await)
}

/// Describes a rule. `None` if there is no such rule.
pub async fn explain(rule: &str) -> Answer<Option<RuleInfo>> {
    decode("explain", explain_js(rule).await)
}

pub async fn rules() -> Answer<RuleList> {
    decode("rules", rules_js().await)
}

/// Opens an example of a rule as a catalog.
pub fn open_example(name: String, files: Vec<RuleFile>) {
    spawn_local(async move {
        open_example_js(&name, to_js(&files)).await;
    });
}
