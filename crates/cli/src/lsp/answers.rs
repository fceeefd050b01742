//! Findings, explanations, fixes and definitions, as the protocol has them.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeDescription, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, GotoDefinitionParams, Hover, HoverContents, HoverParams,
    Location, MarkupContent, MarkupKind, NumberOrString, Position, PublishDiagnosticsParams, Range,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use olmkit_workspace::api::{self, EntryRow, Fix, Safety, Severity};

use super::place::{byte_of, path_of, range_of, uri_of, word_at};
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
        code: Some(NumberOrString::String(found.rule.to_owned())),
        code_description: found.docs.parse().ok().map(|href| CodeDescription { href }),
        source: Some("olmkit".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}

/// The rule of the finding here; else what the entry here is.
pub(super) fn hover(session: &mut Session, params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let path = path_of(&at.text_document.uri)?;
    let (workspace, own) = session.find(&path)?;
    let report = workspace.report();
    let here = |found: &&api::Diagnostic| found.path == own && covers(range_of(found.range), at.position);
    let value = match report.diagnostics.iter().find(here).and_then(|found| olmkit_workspace::explain(found.rule)) {
        Some(rule) => format!(
            "**{}** ({}): {}\n\n{}\n\n[{}]({})",
            rule.id,
            rule.code,
            rule.title,
            rule.text.trim(),
            rule.id,
            rule.docs
        ),
        None => described(&named(session, at)?.1),
    };
    Some(Hover { contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }), range: None })
}

fn described(entry: &EntryRow) -> String {
    let mut parts = vec![format!("`{}`", entry.name)];
    parts.extend(entry.version.iter().map(|version| format!("version {version}")));
    parts.extend(entry.is_head.then(|| "head of the channel".to_owned()));
    parts.extend((!entry.has_bundle).then(|| "no bundle in the package".to_owned()));
    parts.extend(entry.deprecation.iter().map(|message| format!("deprecated: {message}")));
    parts.join(", ")
}

/// The entry that is named here, and whether the name is the entry's own.
fn named(session: &mut Session, at: &TextDocumentPositionParams) -> Option<(bool, EntryRow)> {
    let path = path_of(&at.text_document.uri)?;
    let (workspace, own) = session.find(&path)?;
    let text = String::from_utf8_lossy(workspace.text(&own)?).into_owned();
    let byte = byte_of(&text, at.position);
    let utf16 = text.get(..byte)?.encode_utf16().count();
    let here = workspace.at(&own, u32::try_from(utf16).ok()?)?;
    let word = word_at(&text, byte).to_owned();
    let table = workspace.channel(&here.package, &here.channel?)?;
    let is_own = here.entry.as_deref() == Some(word.as_str());
    table.entries.into_iter().find(|entry| entry.name == word).map(|entry| (is_own, entry))
}

/// From `replaces` and `skips` to the entry, from the entry to its bundle.
pub(super) fn definition(session: &mut Session, params: &GotoDefinitionParams) -> Option<Location> {
    let at = &params.text_document_position_params;
    let root = session.root(&path_of(&at.text_document.uri)?)?;
    let (is_own, entry) = named(session, at)?;
    let bundle = entry.bundle_path.zip(entry.bundle_range).filter(|_| is_own);
    let (path, range) = bundle.unwrap_or((entry.path, entry.range));
    Some(Location { uri: uri_of(&join(&root, &path))?, range: range_of(range) })
}

/// The fixes of the findings that a range touches.
pub(super) fn actions(session: &mut Session, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let path = path_of(&params.text_document.uri);
    let Some((path, root)) = path.and_then(|path| session.root(&path).map(|root| (path, root))) else {
        return Vec::new();
    };
    let Some((workspace, own)) = session.find(&path) else { return Vec::new() };
    let report = workspace.report();
    let touched =
        report.diagnostics.iter().filter(|found| found.path == own && meet(range_of(found.range), params.range));
    let fixes = touched.flat_map(|found| found.fixes.iter().map(move |fix| (found, fix)));
    fixes.filter_map(|(found, fix)| action(&root, found, fix)).map(CodeActionOrCommand::CodeAction).collect()
}

fn action(root: &str, found: &api::Diagnostic, fix: &Fix) -> Option<CodeAction> {
    let paths: BTreeSet<&str> = fix.edits.iter().map(|edit| edit.path.as_str()).collect();
    let mut changes: Vec<(Uri, Vec<TextEdit>)> = Vec::with_capacity(paths.len());
    for path in paths {
        let own = fix.edits.iter().filter(|edit| edit.path == path);
        let edits = own.map(|edit| TextEdit { range: range_of(edit.range), new_text: edit.text.clone() }).collect();
        changes.push((uri_of(&join(root, path))?, edits));
    }
    #[allow(clippy::mutable_key_type, reason = "the type of the protocol; nobody changes the keys")]
    let changes = changes.into_iter().collect();
    Some(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(root, found)]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        is_preferred: Some(fix.safety == Safety::Safe),
        ..CodeAction::default()
    })
}

fn covers(range: Range, at: Position) -> bool {
    range.start <= at && at <= range.end
}

fn meet(a: Range, b: Range) -> bool {
    a.start <= b.end && b.start <= a.end
}
