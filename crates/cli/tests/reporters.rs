//! Every reporter shows findings about catalogs, bundles and dependencies alike.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod common;

use std::collections::BTreeSet;

use common::Memory;
use olmkit_diagnostics::{Registry, Scope};
use serde_json::Value;

const RULES: &Registry = &olmkit_workspace::RULES;

const CATALOG: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
- name: foo.v1.1.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
- type: olm.package.required
  value: {packageName: bar, versionRange: '>=1.0.0'}
";

const CSV: &str = "\
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: Foo.v1.0.0
spec:
  version: 1.0.0
";

fn machine() -> Memory {
    let mut machine = Memory::default();
    for (path, text) in [
        ("cat/catalog.yaml", CATALOG),
        ("bundle/manifests/foo.clusterserviceversion.yaml", CSV),
        ("bundle/metadata/annotations.yaml", "annotations: {}\n"),
    ] {
        machine.files.insert(path.to_owned(), text.as_bytes().to_vec());
    }
    machine
}

/// The commands that report findings, and the rules that they ask.
const COMMANDS: [(&str, Scope); 2] = [("validate cat", Scope::Catalog), ("bundle validate bundle", Scope::Bundle)];

#[test]
fn a_sarif_log_describes_the_rules_of_its_results() {
    for (command, scope) in COMMANDS {
        let (code, out, err) = machine().run(&format!("{command} -f sarif"));
        assert_eq!(code, 1, "{command}: {err}");
        let log: Value = serde_json::from_str(&out).unwrap();
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert!(!results.is_empty(), "{command}");
        for result in results {
            let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[at]["id"], result["ruleId"], "{command}");
        }
        let named: BTreeSet<&str> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
        assert_eq!(rules.len(), named.len(), "{command}: each rule once, and no other");
        for rule in rules {
            let known = RULES.get(rule["id"].as_str().unwrap()).unwrap();
            assert_eq!(known.scope, scope, "{}", known.id);
            assert_eq!(rule["helpUri"], known.url());
            assert!(rule["help"]["markdown"].as_str().unwrap().contains("## How to fix"), "{}", known.id);
        }
    }
}

/// Pages are linked by path; the pages of all scopes are in the repository.
#[test]
fn each_finding_links_to_a_page() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (command, _) in COMMANDS {
        let report: Value = serde_json::from_str(&machine().run(&format!("{command} -f json")).1).unwrap();
        for found in report["diagnostics"].as_array().unwrap() {
            let (_, path) = found["docs"].as_str().unwrap().split_once("/blob/main/").unwrap();
            assert!(root.join(path).is_file(), "{path}");
        }
    }
}
