//! Findings, explanations and fixes, as the protocol has them.

use std::collections::BTreeMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeDescription, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Hover, HoverContents, HoverParams, Location, MarkupContent,
    MarkupKind, NumberOrString, Position, PublishDiagnosticsParams, Range,
};
use olmkit_diagnostics::Enforcement;
use olmkit_workspace::api::{self, Fix, FixQuestion, FixReport, Plan, Safety, Severity, SuppressQuestion};
use olmkit_workspace::{RULES, Workspace};

use super::names;
use super::place::{path_of, range_of, uri_of};
use super::session::Session;
use crate::load::join;

/// The findings of every file of a catalog that has some, or had.
pub(super) fn diagnostics(session: &mut Session, root: &str) -> Vec<PublishDiagnosticsParams> {
    let open: Vec<String> = session.files_of(root).cloned().collect();
    let Some(catalog) = session.catalogs.get_mut(root) else { return Vec::new() };
    let report = catalog.loaded.workspace.report();
    let mut by_file: BTreeMap<String, Vec<Diagnostic>> = open.into_iter().map(|path| (path, Vec::new())).collect();
    for path in std::mem::take(&mut catalog.published) {
        by_file.entry(path).or_default();
    }
    for found in &report.diagnostics {
        by_file.entry(join(root, &found.path)).or_default().push(diagnostic(root, found));
    }
    catalog.published = by_file.iter().filter(|(_, found)| !found.is_empty()).map(|(path, _)| path.clone()).collect();
    let params = |(path, diagnostics): (String, _)| {
        Some(PublishDiagnosticsParams { uri: uri_of(&path)?, diagnostics, version: None })
    };
    by_file.into_iter().filter_map(params).collect()
}

fn diagnostic(root: &str, found: &api::Diagnostic) -> Diagnostic {
    let related = found.related.iter().filter_map(|related| {
        let location = Location { uri: uri_of(&join(root, &related.path))?, range: range_of(related.range) };
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    });
    let message =
        if found.help.is_empty() { found.message.clone() } else { format!("{}\n{}", found.message, found.help) };
    Diagnostic {
        range: range_of(found.range),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Info => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.rule.to_string())),
        code_description: found.docs.parse().ok().map(|href| CodeDescription { href }),
        source: Some("olmkit".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}

/// The rule of the finding here; else what is known of the name here.
pub(super) fn hover(session: &mut Session, params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let path = path_of(&at.text_document.uri)?;
    let (workspace, own) = session.find(&path)?;
    let report = workspace.report();
    let here = |found: &&api::Diagnostic| found.path == own && covers(range_of(found.range), at.position);
    let value = match report.diagnostics.iter().find(here).and_then(|found| RULES.get(&found.rule)) {
        Some(rule) => format!(
            "**{}** ({}): {}\n\n{}\n\n[{}]({})",
            rule.id,
            rule.code,
            rule.title,
            rule.docs.trim(),
            rule.id,
            rule.url()
        ),
        None => {
            let (_, symbol) = names::symbol(session, at)?;
            format!("`{}`\n\n{}", symbol.name, symbol.known.join("\n\n"))
        }
    };
    Some(Hover { contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }), range: None })
}

/// The fixes of the findings that a range touches.
pub(super) fn actions(session: &mut Session, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let path = path_of(&params.text_document.uri);
    let Some((path, root)) = path.and_then(|path| session.root(&path).map(|root| (path, root))) else {
        return Vec::new();
    };
    let Some((workspace, own)) = session.find(&path) else { return Vec::new() };
    let is_asked = |kind: &CodeActionKind| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| only.iter().any(|asked| is_kind(kind.as_str(), asked.as_str())))
    };
    // Trying all fixes takes long, so this happens only if the editor asks for this kind.
    if params.context.only.is_some() && is_asked(&CodeActionKind::SOURCE_FIX_ALL) {
        let plan = workspace.plan_fixes(&FixQuestion::default());
        return fix_all(&root, &plan).into_iter().map(CodeActionOrCommand::CodeAction).collect();
    }
    if !is_asked(&CodeActionKind::QUICKFIX) {
        return Vec::new();
    }
    let report = workspace.report();
    let is_touched = |found: &&api::Diagnostic| found.path == own && meet(range_of(found.range), params.range);
    let touched: Vec<&api::Diagnostic> = report.diagnostics.iter().filter(is_touched).collect();
    let fixes = touched.iter().flat_map(|found| found.fixes.iter().map(move |fix| (*found, fix)));
    let mut actions: Vec<CodeAction> = fixes.filter_map(|(found, fix)| action(&root, found, fix)).collect();
    let comments = touched.iter().take(SUPPRESSIONS).filter_map(|found| suppression(&root, found, workspace));
    actions.extend(comments);
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// Comments that are tried for one request at most.
const SUPPRESSIONS: usize = 3;

/// What stands in the comment until the user writes the reason.
const REASON: &str = "reason";

/// A comment that suppresses a finding.
fn suppression(root: &str, found: &api::Diagnostic, workspace: &mut Workspace) -> Option<CodeAction> {
    RULES.get(&found.rule).filter(|rule| rule.enforcement != Enforcement::Opm)?;
    let question = SuppressQuestion {
        rule: found.rule.to_string(),
        path: found.path.clone(),
        line: found.range.start.line,
        reason: REASON.to_owned(),
    };
    let Plan::Edits { label, edits, .. } = workspace.suppress(&question) else { return None };
    Some(CodeAction {
        title: label,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(root, found)]),
        edit: Some(names::workspace_edit(root, &edits)),
        ..CodeAction::default()
    })
}

fn action(root: &str, found: &api::Diagnostic, fix: &Fix) -> Option<CodeAction> {
    Some(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(root, found)]),
        edit: Some(names::workspace_edit(root, &fix.edits)),
        is_preferred: Some(fix.safety == Safety::Safe),
        ..CodeAction::default()
    })
}

/// All fixes that are safe together.
fn fix_all(root: &str, plan: &FixReport) -> Option<CodeAction> {
    (plan.fixed > 0).then(|| CodeAction {
        title: format!("Apply {} safe {}", plan.fixed, if plan.fixed == 1 { "fix" } else { "fixes" }),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(names::workspace_edit(root, &plan.edits)),
        ..CodeAction::default()
    })
}

/// Whether a kind is the one that is asked for, or a kind of it.
fn is_kind(kind: &str, asked: &str) -> bool {
    kind.strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn covers(range: Range, at: Position) -> bool {
    range.start <= at && at <= range.end
}

fn meet(a: Range, b: Range) -> bool {
    a.start <= b.end && b.start <= a.end
}
