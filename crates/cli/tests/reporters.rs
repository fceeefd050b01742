//! Every reporter shows findings about catalogs, bundles and dependencies in the same way.

use crate::common;
use crate::common::Memory;
use olmkit_diagnostics::Scope;
use serde_json::Value;

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

/// A catalog that opm accepts, with warnings.
const WARNED: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
  skipRange: '>=2.0.0 <1.0.0'
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
        ("warned/catalog.yaml", WARNED),
        ("bundle/manifests/foo.clusterserviceversion.yaml", CSV),
        ("bundle/metadata/annotations.yaml", "annotations: {}\n"),
    ] {
        machine.files.insert(path.to_owned(), text.as_bytes().to_vec());
    }
    machine
}

/// The commands that report findings, and the scope of their rules.
const COMMANDS: [(&str, Scope); 3] = [
    ("validate cat", Scope::Catalog),
    ("bundle validate bundle", Scope::Bundle),
    ("dependencies cat", Scope::Dependencies),
];

/// The rules of the findings that a command reports.
fn found(machine: &mut Memory, command: &str) -> Vec<String> {
    let (code, out, err) = machine.run(&format!("{command} -f json"));
    assert!(code < 2, "{command}: {err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    report["diagnostics"].as_array().unwrap().iter().map(|one| one["rule"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_sarif_log_is_valid_and_describes_the_rules_of_its_results() {
    let logs = COMMANDS.map(|(command, _)| {
        let (code, out, err) = machine().run(&format!("{command} -f sarif"));
        assert_eq!(code, 1, "{command}: {err}");
        out
    });
    let rules = common::sarif::rules_of(logs.each_ref().map(String::as_str));
    for ((command, scope), rules) in COMMANDS.iter().zip(rules) {
        assert!(!rules.is_empty() && rules.iter().all(|rule| rule.scope == *scope), "{command}");
    }
}

/// `check` reports on catalogs, bundles, templates and images together.
#[test]
fn the_findings_of_a_repository_are_in_one_sarif_log() {
    let mut machine = machine();
    machine.files.insert("t.yaml".to_owned(), b"schema: olm.semver\nstable: 5\n".to_vec());
    machine.answers = "quay.io/x/foo:1 missing\n".to_owned();
    let (code, out, err) = machine.run("check --suite images -f sarif");
    assert_eq!(code, 1, "{err}");
    let [rules] = common::sarif::rules_of([&out]);
    for id in ["channel-multiple-heads", "template-invalid", "image-missing"] {
        assert!(rules.iter().any(|rule| rule.id == id), "{id}: {out}");
    }
    assert!(rules.iter().any(|rule| rule.scope == Scope::Bundle), "{out}");
}

/// Pages are linked by path, and the repository contains the pages of all scopes.
#[test]
fn each_finding_links_to_a_page() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (command, _) in COMMANDS {
        let report: Value = serde_json::from_str(&machine().run(&format!("{command} -f json")).1).unwrap();
        let all = report["diagnostics"].as_array().unwrap();
        assert!(!all.is_empty(), "{command}");
        for found in all {
            let (_, path) = found["docs"].as_str().unwrap().split_once("/blob/main/").unwrap();
            assert!(root.join(path).is_file(), "{path}");
        }
    }
}

/// Every format names every finding, except `opm`, which is opm's own text.
#[test]
fn an_agent_gets_a_line_for_each_finding_with_what_to_do() {
    let mut machine = machine();
    let report: Value = serde_json::from_str(&machine.run("validate cat warned -f json").1).unwrap();
    let found = report["diagnostics"].as_array().unwrap();
    let (code, out, err) = machine.run("validate cat warned -f agent --color always");
    assert_eq!((code, out.lines().count()), (1, found.len()), "{out}");
    assert!(!found.is_empty() && !out.contains('\u{1b}') && err.contains(" error"), "{out}{err}");
    for (line, found) in out.lines().zip(found) {
        let [rule, message, help] = ["rule", "message", "help"].map(|key| found[key].as_str().unwrap());
        assert!(line.contains(&format!(": {message} [{rule}] {help}")), "{line}");
        let safe = found["fixes"].as_array().unwrap().iter().any(|fix| fix["safety"] == "safe");
        assert_eq!(line.ends_with(" Fix: olmkit fix"), safe, "{line}");
    }
}

#[test]
fn every_format_shows_the_findings_of_every_scope() {
    const FORMATS: [&str; 12] = [
        "pretty",
        "concise",
        "json",
        "jsonl",
        "sarif",
        "gitlab",
        "junit",
        "checkstyle",
        "rdjson",
        "markdown",
        "html",
        "agent",
    ];
    for (command, _) in COMMANDS {
        let rules = found(&mut machine(), command);
        assert!(!rules.is_empty(), "{command}");
        for format in FORMATS {
            let (_, out, err) = machine().run(&format!("{command} -f {format}"));
            assert!(rules.iter().all(|rule| out.contains(rule.as_str())), "{command} {format}: {out}{err}");
        }
        assert!(machine().run(&format!("{command} -f github")).1.contains(&format!("title={}", rules[0])), "{command}");
        let refused = command.starts_with("dependencies");
        assert_eq!(machine().run(&format!("{command} -f opm")).0, if refused { 2 } else { 1 }, "{command}");
    }
}

/// A rule of each scope that no tool enforces, and the file of its finding.
const OWN: [(&str, &str, &str); 3] = [
    ("validate warned", "skiprange-never", "warned/catalog.yaml"),
    ("bundle validate bundle", "csv-minkube-missing", "bundle/manifests/foo.clusterserviceversion.yaml"),
    ("dependencies warned", "dep-unsat", "warned/catalog.yaml"),
];

#[test]
fn severities_and_overrides_of_the_configuration_apply_in_every_scope() {
    for (command, rule, path) in OWN {
        let severity = |config: &str| -> Option<String> {
            let mut machine = machine();
            machine.files.insert("olmkit.yaml".to_owned(), config.as_bytes().to_vec());
            let (code, out, err) = machine.run(&format!("{command} -f json"));
            assert!(code < 2, "{command}: {err}");
            let report: Value = serde_json::from_str(&out).unwrap();
            let diagnostics = report["diagnostics"].as_array().unwrap();
            diagnostics.iter().find(|one| one["rule"] == rule).map(|one| one["severity"].as_str().unwrap().to_owned())
        };
        let folder = path.split('/').next().unwrap();
        assert!(severity("{}").is_some(), "{rule}");
        assert_eq!(severity(&format!("ignore: [{rule}]")), None, "{rule}");
        for level in ["info", "warning", "error"] {
            assert_eq!(severity(&format!("severity: {{{rule}: {level}}}")).as_deref(), Some(level), "{rule}");
            let only = format!("overrides: [{{files: [/{folder}/], severity: {{{rule}: {level}}}}}]");
            assert_eq!(severity(&only).as_deref(), Some(level), "{rule}: {only}");
        }
        let elsewhere = format!("overrides: [{{files: [/other/], ignore: [{rule}]}}]");
        assert_eq!(severity(&elsewhere), severity("{}"), "{rule}");
        assert_eq!(severity(&format!("overrides: [{{files: ['*.yaml'], ignore: [{rule}]}}]")), None, "{rule}");
    }
}

#[test]
fn a_baseline_contains_findings_of_every_scope() {
    let mut machine = machine();
    for (command, rule, _) in OWN {
        assert!(machine.run(&format!("{command} --write-baseline --baseline known.json")).0 < 2, "{command}");
        let left = found(&mut machine, &format!("{command} --baseline known.json"));
        assert!(!left.iter().any(|one| one == rule), "{command}: {left:?}");
    }
    // Entries of the other scopes are neither removed nor stale.
    let known = machine.text("known.json");
    assert!(OWN.iter().all(|(_, rule, _)| known.contains(rule)), "{known}");
    for (command, ..) in OWN {
        let (_, _, err) = machine.run(&format!("{command} --baseline known.json"));
        assert!(!err.contains("stale"), "{command}: {err}");
    }
    // A finding for which a tool rejects the bundle is not hidden.
    assert!(
        found(&mut machine, "bundle validate bundle --baseline known.json")
            .iter()
            .any(|rule| rule == "csv-name-format")
    );
}

#[test]
fn a_comment_suppresses_findings_of_every_scope() {
    for (command, rule, path) in OWN {
        let mut machine = machine();
        let text = machine.text(path);
        let commented = format!(
            "# olmkit-ignore {rule}: known\n{}",
            text.replace("---\n", &format!("---\n# olmkit-ignore {rule}: known\n"))
        );
        assert!(found(&mut machine, command).iter().any(|one| one == rule), "{rule}");
        machine.files.insert(path.to_owned(), commented.into_bytes());
        assert!(!found(&mut machine, command).iter().any(|one| one == rule), "{rule}");
    }
}

/// In Markdown, names in backticks are code, and the rest of a text is escaped.
#[test]
fn names_are_code_in_markdown() {
    let text = common::CATALOG.replace("defaultChannel", "'a|b*': 1\n'c`d': 1\ndefaultChannel");
    let (_, out, _) = common::Memory::new(&[("c.yaml", &text)]).run("validate c.yaml -f markdown");
    assert!(out.contains("| Unknown key `a\\|b*`; opm ignores it. Remove the key. |"), "{out}");
    assert!(out.contains("| Unknown key \\`c\\`d\\`; opm ignores it. Remove the key. |"), "{out}");
}
