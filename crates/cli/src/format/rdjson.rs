//! reviewdog's diagnostic format. Its columns count bytes.

use olmkit_workspace::api::{Position, Range, Severity};
use serde_json::{Value, json};

use super::{Context, json};

pub(super) fn write(context: &Context<'_>) -> String {
    let location = |path: &str, found: Range| {
        let at = |position: Position| json!({ "line": position.line, "column": byte_column(context.text(path), position.offset) });
        json!({ "path": path, "range": { "start": at(found.start), "end": at(found.end) } })
    };
    let diagnostics = context.report.diagnostics.iter().map(|diagnostic| {
        let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits).filter(|edit| edit.path == diagnostic.path);
        let suggestions =
            edits.map(|edit| json!({ "range": location(&edit.path, edit.range).get("range"), "text": edit.text }));
        let related = diagnostic
            .related
            .iter()
            .map(|related| json!({ "message": related.message, "location": location(&related.path, related.range) }));
        json!({
            "message": diagnostic.message,
            "location": location(&diagnostic.path, diagnostic.range),
            "severity": match diagnostic.severity {
                Severity::Error => "ERROR",
                Severity::Warning => "WARNING",
                Severity::Info => "INFO",
            },
            "code": { "value": diagnostic.rule, "url": diagnostic.docs },
            "suggestions": suggestions.collect::<Vec<Value>>(),
            "relatedLocations": related.collect::<Vec<Value>>(),
        })
    });
    json::pretty(&json!({
        "source": { "name": "olmkit", "url": env!("CARGO_PKG_REPOSITORY") },
        "diagnostics": diagnostics.collect::<Vec<Value>>(),
    }))
}

/// The column in bytes, from 1.
fn byte_column(text: Option<&[u8]>, offset: u32) -> usize {
    let before = text.and_then(|text| text.get(..offset as usize)).unwrap_or_default();
    before.iter().rev().take_while(|&&byte| byte != b'\n').count().saturating_add(1)
}
