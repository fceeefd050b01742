//! Views of a text: hover, symbols, folding ranges, semantic tokens, hints and code lenses.

use lsp_types::{
    CodeLens, CodeLensParams, Command, DocumentSymbol, DocumentSymbolParams, FoldingRange, FoldingRangeParams, Hover,
    HoverContents, HoverParams, InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, Location, MarkupContent,
    MarkupKind, Range, SemanticToken, SemanticTokens, SemanticTokensParams, SymbolInformation, SymbolKind,
};
use olmkit_catalog::schemas;
use olmkit_workspace::api;
use olmkit_workspace::{self as engine, NameToken, RULES};
use serde_json::{Value, json};

use super::actions::covers;
use super::client::Client;
use super::names;
use super::place::{path_of, position_of, range_of};
use super::session::Session;

/// The client's command that shows the upgrade graph of a channel.
const OPEN_GRAPH: &str = "olmkit.openGraph";

/// The rule of the finding at a position, otherwise information about the name there.
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

/// The outline of a document: a tree, or a list for clients that do not support trees.
pub(super) fn symbols(session: &mut Session, params: &DocumentSymbolParams, is_tree: bool) -> Option<Value> {
    let uri = &params.text_document.uri;
    let (workspace, own) = session.find(&path_of(uri)?)?;
    let found = workspace.document_symbols(&own);
    if is_tree {
        return Some(json!(found.iter().map(symbol).collect::<Vec<_>>()));
    }
    let flat = |of: &engine::DocumentSymbol, container: Option<&str>| {
        #[allow(deprecated, reason = "a field of the protocol that has no other constructor")]
        SymbolInformation {
            name: of.name.clone(),
            kind: kind(of.kind),
            tags: None,
            deprecated: None,
            location: Location { uri: uri.clone(), range: range_of(of.range) },
            container_name: container.map(str::to_owned),
        }
    };
    let mut list = Vec::new();
    for document in &found {
        list.push(flat(document, None));
        list.extend(document.children.iter().map(|entry| flat(entry, Some(&document.name))));
    }
    Some(json!(list))
}

fn symbol(of: &engine::DocumentSymbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = of.children.iter().map(symbol).collect();
    #[allow(deprecated, reason = "a field of the protocol that has no other constructor")]
    DocumentSymbol {
        name: of.name.clone(),
        detail: Some(of.detail.clone()).filter(|detail| !detail.is_empty()),
        kind: kind(of.kind),
        tags: None,
        deprecated: None,
        range: range_of(of.range),
        selection_range: range_of(of.name_range),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

fn kind(kind: engine::SymbolKind) -> SymbolKind {
    match kind {
        engine::SymbolKind::Package => SymbolKind::PACKAGE,
        engine::SymbolKind::Channel => SymbolKind::ENUM,
        engine::SymbolKind::Entry => SymbolKind::ENUM_MEMBER,
        engine::SymbolKind::Bundle => SymbolKind::CLASS,
        engine::SymbolKind::Other => SymbolKind::OBJECT,
    }
}

pub(super) fn folds(session: &mut Session, params: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let (workspace, own) = session.find(&path_of(&params.text_document.uri)?)?;
    let fold = |fold: engine::Fold| FoldingRange {
        start_line: fold.first.saturating_sub(1),
        end_line: fold.last.saturating_sub(1),
        ..FoldingRange::default()
    };
    Some(workspace.folds(&own).into_iter().map(fold).collect())
}

/// The token types and modifiers, in the order of their indices.
pub(super) fn legend() -> Value {
    json!({ "tokenTypes": ["namespace", "enum", "class"], "tokenModifiers": ["declaration", "deprecated"] })
}

/// The tokens of names, each relative to the previous one.
pub(super) fn tokens(session: &mut Session, params: &SemanticTokensParams) -> Option<SemanticTokens> {
    let (workspace, own) = session.find(&path_of(&params.text_document.uri)?)?;
    let (mut line, mut start) = (0, 0);
    let mut data = Vec::new();
    for NameToken { schema, is_declaration, is_deprecated, range } in workspace.name_tokens(&own) {
        let Range { start: from, end } = range_of(range);
        if from.line != line {
            start = 0;
        }
        data.push(SemanticToken {
            delta_line: from.line.saturating_sub(line),
            delta_start: from.character.saturating_sub(start),
            length: end.character.saturating_sub(from.character),
            token_type: match schema {
                schemas::PACKAGE => 0,
                schemas::CHANNEL => 1,
                _ => 2,
            },
            token_modifiers_bitset: u32::from(is_declaration) | (u32::from(is_deprecated) << 1),
        });
        (line, start) = (from.line, from.character);
    }
    Some(SemanticTokens { result_id: None, data })
}

pub(super) fn hints(session: &mut Session, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let (workspace, own) = session.find(&path_of(&params.text_document.uri)?)?;
    let lines = (params.range.start.line.saturating_add(1), params.range.end.line.saturating_add(1));
    let hint = |hint: engine::Hint| InlayHint {
        position: position_of(hint.at),
        label: InlayHintLabel::String(hint.text),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.help.to_owned())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    Some(workspace.hints(&own, lines).into_iter().map(hint).collect())
}

/// A code lens above each channel. If the client supports it, the lens opens the graph.
pub(super) fn lenses(session: &mut Session, client: &Client, params: &CodeLensParams) -> Option<Vec<CodeLens>> {
    let uri = &params.text_document.uri;
    let (workspace, own) = session.find(&path_of(uri)?)?;
    let lens = |note: engine::ChannelNote| {
        let start = position_of(note.range.start);
        let argument = json!({ "uri": uri, "package": note.package, "channel": note.channel });
        let name = client.command(OPEN_GRAPH).unwrap_or_default();
        let command = Command { title: note.text, command: name.to_owned(), arguments: Some(vec![argument]) };
        CodeLens { range: Range { start, end: start }, command: Some(command), data: None }
    };
    Some(workspace.channel_notes(&own).into_iter().map(lens).collect())
}
