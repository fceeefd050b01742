//! What every SARIF log satisfies.

use std::collections::BTreeSet;

use olmkit_diagnostics::{Registry, Rule};
use serde_json::Value;

const RULES: &Registry = &olmkit_workspace::RULES;

/// The schema of SARIF 2.1.0 from the crate serde-sarif.
fn schema() -> jsonschema::Validator {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let asked = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
    let answer = std::process::Command::new(env!("CARGO")).args(asked).output().unwrap();
    let metadata: Value = serde_json::from_slice(&answer.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let shipped = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let path = std::path::Path::new(shipped["manifest_path"].as_str().unwrap()).with_file_name("src/schema.json");
    let mut schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    // The pattern has an extra bracket and is not valid. olmkit does not write languages.
    for definition in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][definition]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern").unwrap();
    }
    let schema = jsonschema::validator_for(&schema).unwrap();
    assert!(!schema.is_valid(&serde_json::json!({ "version": "2.1.0" })), "a log without runs is not valid");
    schema
}

/// Checks that logs match the schema, that each result points at its rule, and that each rule has a result and is
/// described. Returns the rules of each log.
pub(crate) fn rules_of<const N: usize>(logs: [&str; N]) -> [Vec<&'static Rule>; N] {
    let schema = schema();
    logs.map(|log| {
        let log: Value = serde_json::from_str(log).unwrap();
        let broken: Vec<String> =
            schema.iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert_eq!(broken, Vec::<String>::new(), "{log}");
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert!(!results.is_empty(), "{log}");
        for result in results {
            let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[at]["id"], result["ruleId"]);
        }
        let named: BTreeSet<&str> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
        assert_eq!(rules.len(), named.len(), "each rule once, and no other: {named:?}");
        rules.iter().map(described).collect()
    })
}

fn described(rule: &Value) -> &'static Rule {
    let known = RULES.get(rule["id"].as_str().unwrap()).unwrap();
    assert_eq!(rule["helpUri"], known.url());
    assert!(rule["help"]["markdown"].as_str().unwrap().contains("## How to fix"), "{}", known.id);
    known
}
