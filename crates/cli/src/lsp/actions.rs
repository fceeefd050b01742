//! Code actions: quick fixes, all safe fixes, suppression comments, and intentions.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Position, Range, Uri, WorkspaceEdit,
};
use olmkit_workspace::Intention;
use olmkit_workspace::api::{self, Fix, FixQuery, FixReport, Plan, Safety, SuppressQuery};
use serde::Deserialize;
use serde_json::json;

use super::client::Client;
use super::diagnostics::diagnostic;
use super::error::RequestError;
use super::names::{creates_file, workspace_edit};
use super::place::{path_of, range_of};
use super::session::Session;

/// The client's command that asks for the reason of a suppression.
const SUPPRESS: &str = "olmkit.suppress";

/// The maximum number of suppression comments that are planned for one request.
const SUPPRESSIONS: usize = 3;

/// The placeholder in the comment until the user writes the reason.
const REASON: &str = "reason";

/// The actions of the requested kinds: all safe fixes of the catalog, and the fixes of the findings that overlap a range.
pub(super) fn actions(session: &mut Session, client: &Client, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let path = path_of(&params.text_document.uri);
    let Some((path, root)) = path.and_then(|path| session.root(&path).map(|root| (path, root))) else {
        return Vec::new();
    };
    let Some((workspace, own)) = session.find(&path) else { return Vec::new() };
    let is_asked = |kind: &CodeActionKind| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| only.iter().any(|requested| is_kind(kind.as_str(), requested.as_str())))
    };
    let report = workspace.report();
    // Planning all fixes takes long, so it is done only if the editor requests this kind.
    let plans_all = params.context.only.is_some() && is_asked(&CodeActionKind::SOURCE_FIX_ALL);
    let plan = plans_all.then(|| workspace.plan_fixes(&FixQuery::default()));
    let mut actions: Vec<CodeAction> = plan.and_then(|plan| fix_all(session, &root, &plan)).into_iter().collect();
    if is_asked(&CodeActionKind::QUICKFIX) {
        actions.extend(quick_fixes(session, client, params, (&root, &own), &report));
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// The fixes of the findings that overlap a range, and the comments that suppress them. `root` and `own`: the catalog
/// and the path of the file in it.
fn quick_fixes(
    session: &mut Session,
    client: &Client,
    params: &CodeActionParams,
    (root, own): (&str, &str),
    report: &api::Report,
) -> Vec<CodeAction> {
    let is_touched = |found: &&api::Diagnostic| found.path == own && meet(range_of(found.range), params.range);
    let touched: Vec<&api::Diagnostic> = report.diagnostics.iter().filter(is_touched).collect();
    let fixes = touched.iter().flat_map(|found| found.fixes.iter().map(move |fix| (*found, fix)));
    let fixes = fixes.filter(|(_, fix)| client.can_create_files || !creates_file(session, root, &fix.edits));
    let mut actions: Vec<CodeAction> = fixes.map(|(found, fix)| action(session, root, found, fix)).collect();
    for found in touched.iter().filter(|found| !found.rejects).take(SUPPRESSIONS) {
        actions.extend(suppression(session, client, &params.text_document.uri, root, found));
    }
    actions
}

/// Adds a comment that suppresses a finding. A client that supports it asks for the reason first.
fn suppression(
    session: &mut Session,
    client: &Client,
    uri: &Uri,
    root: &str,
    found: &api::Diagnostic,
) -> Option<CodeAction> {
    let line = found.range.start.line;
    let query =
        SuppressQuery { rule: found.rule.to_string(), path: found.path.clone(), line, reason: REASON.to_owned() };
    let workspace = &mut session.catalogs.get_mut(root)?.loaded.workspace;
    let Plan::Edits { label, edits, .. } = workspace.suppress(&query) else { return None };
    let action = CodeAction {
        title: label,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(session, root, found)]),
        ..CodeAction::default()
    };
    let Some(command) = client.command(SUPPRESS) else {
        return Some(CodeAction { edit: Some(workspace_edit(session, root, &edits)), ..action });
    };
    let argument = json!({ "uri": uri, "rule": query.rule, "line": line.saturating_sub(1) });
    let command = Command { title: action.title.clone(), command: command.to_owned(), arguments: Some(vec![argument]) };
    Some(CodeAction { command: Some(command), ..action })
}

fn action(session: &Session, root: &str, found: &api::Diagnostic, fix: &Fix) -> CodeAction {
    CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(session, root, found)]),
        edit: Some(workspace_edit(session, root, &fix.edits)),
        is_preferred: Some(fix.safety == Safety::Safe),
        ..CodeAction::default()
    }
}

/// Applies all fixes that are safe together.
fn fix_all(session: &Session, root: &str, plan: &FixReport) -> Option<CodeAction> {
    (plan.fixed > 0).then(|| CodeAction {
        title: format!("Apply {} safe {}", plan.fixed, if plan.fixed == 1 { "fix" } else { "fixes" }),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(workspace_edit(session, root, &plan.edits)),
        ..CodeAction::default()
    })
}

/// Parameters of `olmkit/suppress`: the finding to suppress, and the reason.
#[derive(Debug, Deserialize)]
pub(super) struct SuppressParams {
    uri: Uri,
    rule: String,
    /// The line on which the finding starts, from 0.
    line: u32,
    reason: String,
}

pub(super) fn suppressed(session: &mut Session, params: SuppressParams) -> Result<WorkspaceEdit, RequestError> {
    let SuppressParams { uri, rule, line, reason } = params;
    edits(session, &uri, |workspace, path| {
        workspace.suppress(&SuppressQuery { rule, path, line: line.saturating_add(1), reason })
    })
}

/// Parameters of `olmkit/plan`: a change of the catalog that contains a document.
#[derive(Debug, Deserialize)]
pub(super) struct PlanParams {
    uri: Uri,
    intention: Intention,
}

pub(super) fn planned(session: &mut Session, params: PlanParams) -> Result<WorkspaceEdit, RequestError> {
    edits(session, &params.uri, |workspace, _| workspace.plan(&params.intention))
}

fn edits(
    session: &mut Session,
    uri: &Uri,
    plan: impl FnOnce(&mut olmkit_workspace::Workspace, String) -> Plan,
) -> Result<WorkspaceEdit, RequestError> {
    let path = path_of(uri).unwrap_or_default();
    let closed = || RequestError::NotOpen(uri.as_str().to_owned());
    let root = session.root(&path).ok_or_else(closed)?;
    let (workspace, own) = session.find(&path).ok_or_else(closed)?;
    match plan(workspace, own) {
        Plan::Edits { edits, .. } => Ok(workspace_edit(session, &root, &edits)),
        Plan::Refused(refusal) => Err(RequestError::Refused(refusal.reason)),
    }
}

/// Whether a kind is the requested one or a sub-kind of it. The empty kind contains all others.
fn is_kind(kind: &str, requested: &str) -> bool {
    requested.is_empty() || kind.strip_prefix(requested).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

pub(super) fn covers(range: Range, at: Position) -> bool {
    range.start <= at && at <= range.end
}

fn meet(a: Range, b: Range) -> bool {
    a.start <= b.end && b.start <= a.end
}
