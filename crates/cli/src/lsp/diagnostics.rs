//! Conversion of findings to diagnostics of the protocol.

use olmkit_collections::SortedMap;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DocumentDiagnosticParams, Location,
    NumberOrString, PublishDiagnosticsParams,
};
use olmkit_workspace::api::{self, Severity};
use serde_json::{Value, json};

use super::place::{path_of, range_of};
use super::session::Session;
use crate::format::fingerprint;
use crate::paths::join;

const SOURCE: &str = "olmkit";

/// The diagnostics to publish: for every file of a changed catalog that has findings, or had some when last published.
/// If the client pulls those of open documents (`pulls`), only for other files.
pub(super) fn changed(session: &mut Session, pulls: bool) -> Vec<PublishDiagnosticsParams> {
    let withdrawn = std::mem::take(&mut session.withdrawn);
    let roots = std::mem::take(&mut session.dirty);
    let mut changed: Vec<PublishDiagnosticsParams> = withdrawn
        .into_iter()
        .map(|uri| PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None })
        .collect();
    for root in &roots {
        changed.extend(of_catalog(session, root, pulls));
    }
    changed
}

fn of_catalog(session: &mut Session, root: &str, pulls: bool) -> Vec<PublishDiagnosticsParams> {
    let open: Vec<String> = session.files_of(root).map(|(path, _)| path.clone()).collect();
    let Some(catalog) = session.catalogs.get_mut(root) else { return Vec::new() };
    let report = catalog.loaded.workspace.report();
    let mistake = catalog.mistake.clone();
    let published = std::mem::take(&mut catalog.published);
    let mut by_file: SortedMap<String, Vec<Diagnostic>> =
        published.into_iter().map(|path| (path, Vec::new())).collect();
    if !pulls {
        by_file.extend(open.iter().map(|path| (path.clone(), Vec::new())));
    }
    for found in &report.diagnostics {
        let path = join(root, &found.path);
        if !(pulls && open.contains(&path)) {
            by_file.entry(path).or_default().push(diagnostic(session, root, found));
        }
    }
    if let Some(mistake) = mistake.filter(|mistake| !mistake.path.is_empty()) {
        let found = mistake.finding();
        by_file.entry(found.path.clone()).or_default().push(diagnostic(session, "", &found));
    }
    let published = by_file.iter().filter(|(_, found)| !found.is_empty()).map(|(path, _)| path.clone()).collect();
    if let Some(catalog) = session.catalogs.get_mut(root) {
        catalog.published = published;
    }
    let params = |(path, diagnostics): (String, _)| {
        let version = session.files.get(&path).map(|document| document.version);
        Some(PublishDiagnosticsParams { uri: session.uri(&path)?, diagnostics, version })
    };
    by_file.into_iter().filter_map(params).collect()
}

/// The diagnostics of an open document, unless the client already has them.
pub(super) fn pulled(session: &mut Session, params: &DocumentDiagnosticParams) -> Value {
    let items = of_document(session, params).unwrap_or_default();
    let id = fingerprint(&[&serde_json::to_string(&items).unwrap_or_default()]);
    if params.previous_result_id.as_ref() == Some(&id) {
        return json!({ "kind": "unchanged", "resultId": id });
    }
    json!({ "kind": "full", "resultId": id, "items": items })
}

fn of_document(session: &mut Session, params: &DocumentDiagnosticParams) -> Option<Vec<Diagnostic>> {
    let path = path_of(&params.text_document.uri)?;
    let root = session.root(&path)?;
    let (workspace, own) = session.find(&path)?;
    let report = workspace.report();
    let here = report.diagnostics.iter().filter(|found| found.path == own);
    Some(here.map(|found| diagnostic(session, &root, found)).collect())
}

pub(super) fn diagnostic(session: &Session, root: &str, found: &api::Diagnostic) -> Diagnostic {
    let related = found.related.iter().filter_map(|related| {
        let location = Location { uri: session.uri(&join(root, &related.path))?, range: range_of(related.range) };
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
        source: Some(SOURCE.to_owned()),
        message,
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}
