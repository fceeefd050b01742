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

#[cfg(test)]
#[path = "../../tests/common/sarif.rs"]
mod log;

#[cfg(test)]
mod tests {
    use olmkit_bundle::{inputs, sample};
    use olmkit_diagnostics::Scope;
    use olmkit_resolver::{CatalogFiles, DependencyOptions};
    use olmkit_workspace::api::Report;
    use olmkit_workspace::dependencies::{self, with_whole};
    use olmkit_workspace::{Options, Workspace, bundle};

    /// Two heads, and a requirement that nothing satisfies.
    const CATALOG: &str = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\n\
                           name: stable\nentries:\n- name: foo.v1.0.0\n- name: foo.v1.1.0\n---\nschema: olm.bundle\n\
                           package: foo\nname: foo.v1.0.0\nimage: quay.io/x/foo:1\nproperties:\n- type: olm.package\n  \
                           value: {packageName: foo, version: 1.0.0}\n- type: olm.package.required\n  \
                           value: {packageName: bar, versionRange: '>=1.0.0'}\n";

    fn of_catalog() -> Report {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("catalog.yaml", CATALOG.into());
        (*workspace.report()).clone()
    }

    fn of_bundle() -> Report {
        let files: Vec<(String, Vec<u8>)> =
            sample::files().into_iter().map(|(path, text)| (path, text.replace("name: ", "name: X").into())).collect();
        bundle::validate(&inputs(&files), &bundle::BundleOptions::default()).unwrap()
    }

    fn of_dependencies() -> Report {
        let files = vec![("catalog.yaml".to_owned(), CATALOG.into())];
        let catalogs = vec![CatalogFiles { name: "c".to_owned(), files, ..CatalogFiles::default() }];
        let found = with_whole(catalogs, |universe| {
            dependencies::check(universe, &DependencyOptions::default(), &[Options::default()])
        });
        dependencies::report(&found.unwrap().unwrap())
    }

    /// `check` reports on catalogs and bundles, `dependencies` on dependencies. The reporter does not rely on that.
    #[test]
    fn findings_of_all_scopes_point_at_their_rules_in_one_log() {
        let report = Report::merge([of_catalog(), of_bundle(), of_dependencies()]);
        let [rules] = super::log::rules_of([&super::write(&report)]);
        for scope in [Scope::Catalog, Scope::Bundle, Scope::Dependencies] {
            assert!(rules.iter().any(|rule| rule.scope == scope), "{scope:?}: {rules:?}");
        }
    }
}
