//! SARIF 2.1.0.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_diagnostics::Rule;
use olmkit_workspace::RULES;
use olmkit_workspace::api::{Diagnostic, Range, Report, Safety, Severity};
use serde_json::{Value, json};

use super::text::uri;
use super::{fingerprint_of, json};

pub(super) fn write(report: &Report) -> String {
    let found: SortedSet<&str> = report.diagnostics.iter().map(|found| found.rule.as_ref()).collect();
    let described: Vec<&Rule> = found.into_iter().filter_map(|id| RULES.get(id)).collect();
    let rules: SortedMap<&str, usize> = described.iter().enumerate().map(|(at, rule)| (rule.id, at)).collect();
    let descriptions: Vec<Value> = described.into_iter().map(description).collect();
    let results: Vec<Value> = report.diagnostics.iter().map(|found| result(found, &rules)).collect();
    json::pretty(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "olmkit",
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": descriptions,
            } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    }))
}

fn description(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": { "text": rule.title },
        "help": { "text": rule.docs, "markdown": rule.docs },
        "helpUri": rule.url(),
        "properties": { "code": rule.code, "category": rule.category, "scope": rule.scope },
    })
}

fn result(found: &Diagnostic, rules: &SortedMap<&str, usize>) -> Value {
    let related: Vec<Value> = found
        .related
        .iter()
        .map(|related| {
            let mut place = location(&related.path, related.range);
            if let Some(place) = place.as_object_mut() {
                place.insert("message".to_owned(), json!({ "text": related.message }));
            }
            place
        })
        .collect();
    let text = if found.help.is_empty() { found.message.clone() } else { format!("{} {}", found.message, found.help) };
    json!({
        "ruleId": found.rule,
        "ruleIndex": rules.get(found.rule.as_ref()),
        "level": match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "note",
        },
        "message": { "text": text },
        "locations": [location(&found.path, found.range)],
        "relatedLocations": related,
        "partialFingerprints": { "olmkit/v1": fingerprint_of(found) },
        "fixes": fixes(found),
    })
}

fn location(path: &str, range: Range) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(path) }, "region": region(range) } })
}

fn region(range: Range) -> Value {
    json!({
        "startLine": range.start.line,
        "startColumn": range.start.column,
        "endLine": range.end.line,
        "endColumn": range.end.column,
    })
}

fn fixes(found: &Diagnostic) -> Vec<Value> {
    let certain = found.fixes.iter().filter(|fix| fix.safety == Safety::Safe);
    certain
        .map(|fix| {
            let mut files: SortedMap<&str, Vec<Value>> = SortedMap::new();
            for edit in &fix.edits {
                let replacement =
                    json!({ "deletedRegion": region(edit.range), "insertedContent": { "text": edit.text } });
                files.entry(&edit.path).or_default().push(replacement);
            }
            let changes: Vec<Value> = files.into_iter().map(|(path, replacements)| {
            json!({ "artifactLocation": { "uri": uri(path) }, "replacements": replacements })
        }).collect();
            json!({ "description": { "text": fix.title }, "artifactChanges": changes })
        })
        .collect()
}
