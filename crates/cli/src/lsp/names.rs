//! Names in the text: definitions, references and completions. The workspace computes them.

use olmkit_collections::SortedMap;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit, CreateFile,
    CreateFileOptions, DocumentChangeOperation, DocumentChanges, DocumentHighlight, DocumentHighlightKind,
    DocumentHighlightParams, GotoDefinitionParams, Location, OneOf, OptionalVersionedTextDocumentIdentifier,
    PrepareRenameResponse, ReferenceParams, RenameParams, ResourceOp, SymbolInformation, SymbolKind, TextDocumentEdit,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit, WorkspaceSymbolParams,
};
use olmkit_workspace::Intention;
use olmkit_workspace::api::{Edit, Found, Plan, Related, Symbol};

use super::error::RequestError;
use super::place::{line_and_column, path_of, range_of};
use super::session::Session;
use crate::paths::join;

/// The UTF-16 offset of a position in a file of the workspace.
fn offset(session: &mut Session, at: &TextDocumentPositionParams) -> Option<(String, u32)> {
    let path = path_of(&at.text_document.uri)?;
    let (workspace, own) = session.find(&path)?;
    let (line, column) = line_and_column(at.position);
    let utf16 = workspace.position_at(&own, line, column)?.utf16;
    Some((path, utf16))
}

/// The name at a position, and the root of its catalog.
pub(super) fn symbol(session: &mut Session, at: &TextDocumentPositionParams) -> Option<(String, Symbol)> {
    let (path, utf16) = offset(session, at)?;
    let root = session.root(&path)?;
    let (workspace, own) = session.find(&path)?;
    Some((root, workspace.symbol(&own, utf16)?))
}

fn location(session: &Session, root: &str, place: &Related) -> Option<Location> {
    Some(Location { uri: session.uri(&join(root, &place.path))?, range: range_of(place.range) })
}

/// The definition of the name at a position: from `replaces` and `skips` the entry, from an entry and from elsewhere
/// the document.
pub(super) fn definition(session: &mut Session, params: &GotoDefinitionParams) -> Option<Location> {
    let (root, symbol) = symbol(session, &params.text_document_position_params)?;
    location(session, &root, symbol.definition.as_ref()?)
}

/// All references to the name at a position.
pub(super) fn references(session: &mut Session, params: &ReferenceParams) -> Vec<Location> {
    let Some((root, symbol)) = symbol(session, &params.text_document_position) else { return Vec::new() };
    let declared = symbol.definition.filter(|_| !params.context.include_declaration);
    let wanted = symbol.mentions.iter().filter(|place| declared.as_ref() != Some(place));
    wanted.filter_map(|place| location(session, &root, place)).collect()
}

/// The references in one document. The definition has the kind "write".
pub(super) fn highlights(session: &mut Session, params: &DocumentHighlightParams) -> Option<Vec<DocumentHighlight>> {
    let at = &params.text_document_position_params;
    let (_, symbol) = symbol(session, at)?;
    let (_, own) = session.find(&path_of(&at.text_document.uri)?)?;
    let here = symbol.mentions.iter().filter(|place| place.path == own);
    let highlight = |place: &Related| {
        let is_defined = symbol.definition.as_ref() == Some(place);
        let kind = if is_defined { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        DocumentHighlight { range: range_of(place.range), kind: Some(kind) }
    };
    Some(here.map(highlight).collect())
}

/// Packages, channels and entries of the open catalogs, best matches first.
pub(super) fn search(session: &mut Session, params: &WorkspaceSymbolParams) -> Vec<SymbolInformation> {
    let roots: Vec<String> = session.catalogs.keys().cloned().collect();
    let mut symbols = Vec::new();
    for root in roots {
        let open = session.catalogs.get_mut(&root);
        let found = open.map(|open| open.loaded.workspace.search(&params.query, MAX)).unwrap_or_default();
        symbols.extend(found.into_iter().filter_map(|found| information(session, &root, found)));
    }
    symbols
}

/// The maximum number of symbols of one catalog.
const MAX: usize = 200;

fn information(session: &Session, root: &str, found: Found) -> Option<SymbolInformation> {
    let Found { package, channel, entry, path, range, .. } = found;
    let (name, kind, container_name) = match (channel, entry) {
        (Some(channel), Some(entry)) => (entry, SymbolKind::ENUM_MEMBER, Some(format!("{package} {channel}"))),
        (Some(channel), None) => (channel, SymbolKind::ENUM, Some(package)),
        (None, _) => (package, SymbolKind::PACKAGE, None),
    };
    let location = Location { uri: session.uri(&join(root, &path))?, range: range_of(range) };
    #[allow(deprecated, reason = "a field of the protocol that has no other constructor")]
    Some(SymbolInformation { name, kind, tags: None, deprecated: None, location, container_name })
}

/// The range of the name that can be renamed, if there is one.
pub(super) fn prepare_rename(
    session: &mut Session,
    at: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, RequestError> {
    let Some((_, symbol)) = symbol(session, at) else { return Ok(None) };
    let (range, placeholder) = (range_of(symbol.range), symbol.name.clone());
    // Renaming to the same name changes nothing, but a refusal contains the reason.
    planned(session, at, &symbol, &symbol.name)?;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
}

/// The edits that rename it.
pub(super) fn rename(session: &mut Session, params: &RenameParams) -> Result<Option<WorkspaceEdit>, RequestError> {
    let at = &params.text_document_position;
    let Some((root, symbol)) = symbol(session, at) else { return Ok(None) };
    let edits = planned(session, at, &symbol, &params.new_name)?;
    Ok(Some(workspace_edit(session, &root, &edits)))
}

fn planned(
    session: &mut Session,
    at: &TextDocumentPositionParams,
    symbol: &Symbol,
    to: &str,
) -> Result<Vec<Edit>, RequestError> {
    let found = path_of(&at.text_document.uri).and_then(|path| session.find(&path));
    let Some((workspace, _)) = found else { return Ok(Vec::new()) };
    let intention = Intention::Rename {
        package: symbol.package.clone(),
        schema: symbol.schema.to_string(),
        name: symbol.name.clone(),
        to: to.to_owned(),
    };
    match workspace.plan(&intention) {
        Plan::Edits { edits, .. } => Ok(edits),
        Plan::Refused(refusal) => Err(RequestError::Refused(refusal.reason)),
    }
}

/// Converts edits to those of the protocol. Edits of a file that does not exist create it. If the client supports it,
/// edits of an open document name its version, so that the client refuses them after another change.
pub(super) fn workspace_edit(session: &Session, root: &str, edits: &[Edit]) -> WorkspaceEdit {
    let mut by_path: SortedMap<&str, Vec<TextEdit>> = SortedMap::new();
    for edit in edits {
        let new = TextEdit { range: range_of(edit.range), new_text: edit.text.clone() };
        by_path.entry(&edit.path).or_default().push(new);
    }
    let is_new = creates_file(session, root, edits);
    if is_new || session.has_versioned_edits {
        let operations = by_path.into_iter().filter_map(|(path, edits)| {
            let path = join(root, path);
            let uri = session.uri(&path)?;
            let version = session.files.get(&path).map(|document| document.version);
            let created = is_new.then(|| creation(uri.clone()));
            Some(created.into_iter().chain([changed(uri, version, edits)]))
        });
        let document_changes = Some(DocumentChanges::Operations(operations.flatten().collect()));
        return WorkspaceEdit { document_changes, ..WorkspaceEdit::default() };
    }
    let changes = by_path.into_iter().filter_map(|(path, edits)| Some((session.uri(&join(root, path))?, edits)));
    #[allow(clippy::mutable_key_type, reason = "the type of the protocol; the keys do not change")]
    let changes: std::collections::HashMap<Uri, Vec<TextEdit>> = changes.collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Whether edits are in a file that does not exist.
pub(super) fn creates_file(session: &Session, root: &str, edits: &[Edit]) -> bool {
    let workspace = session.catalogs.get(root).map(|open| &open.loaded.workspace);
    edits.iter().any(|edit| workspace.is_none_or(|workspace| workspace.text(&edit.path).is_none()))
}

/// Creates a file if it does not exist.
fn creation(uri: Uri) -> DocumentChangeOperation {
    let options = Some(CreateFileOptions { overwrite: None, ignore_if_exists: Some(true) });
    DocumentChangeOperation::Op(ResourceOp::Create(CreateFile { uri, options, annotation_id: None }))
}

/// Changes a document.
fn changed(uri: Uri, version: Option<i32>, edits: Vec<TextEdit>) -> DocumentChangeOperation {
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
    let edits = edits.into_iter().map(OneOf::Left).collect();
    DocumentChangeOperation::Edit(TextDocumentEdit { text_document, edits })
}

/// The completions at a position.
pub(super) fn complete(session: &mut Session, params: &CompletionParams) -> Option<CompletionList> {
    let (path, utf16) = offset(session, &params.text_document_position)?;
    let (workspace, own) = session.find(&path)?;
    let found = workspace.complete(&own, utf16)?;
    let range = range_of(found.range);
    let items = found.options.into_iter().enumerate().map(|(at, option)| CompletionItem {
        label: option.name,
        detail: Some(option.detail).filter(|detail| !detail.is_empty()),
        kind: Some(CompletionItemKind::REFERENCE),
        // Clients sort by text, but versions do not sort as text.
        sort_text: Some(format!("{at:06}")),
        filter_text: Some(option.text.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: option.text })),
        ..CompletionItem::default()
    });
    Some(CompletionList { is_incomplete: false, items: items.collect() })
}
