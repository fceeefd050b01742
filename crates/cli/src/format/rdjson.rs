//! reviewdog's diagnostic format. Its columns count bytes.

use olmkit_text::byte_column;
use olmkit_workspace::api::{Position, Range, Severity};
use serde_json::{Value, json};

use super::{Context, json};

pub(super) fn write(context: &Context<'_>) -> String {
    let location = |path: &str, found: Range| {
        let at = |position: Position| {
            let column = byte_column(context.text(path).unwrap_or_default(), position.offset as usize);
            json!({ "line": position.line, "column": column })
        };
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
