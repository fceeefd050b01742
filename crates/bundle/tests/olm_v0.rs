//! What OLM v0 rejects during installation: cases of its tests for webhooks, install modes and strategies, and of
//! operator-framework/api for install modes, rewritten.

use crate::cases;
use crate::cases::{Files, changed, csv};
use olmkit_bundle::sample;
use olmkit_diagnostics::Suite;

/// Asserts what OLM v0 reports.
fn assert_rules(rows: &[(&str, Files, &str)]) {
    cases::assert_rules(Suite::OlmV0, rows);
}

const OWNED: &str = "  customresourcedefinitions:\n";

/// The sample with webhooks that have these fields.
fn webhooks(all: &[&str]) -> Files {
    let one = |fields: &&str| {
        format!("  - {{{fields}, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1beta1, v1]}}\n")
    };
    let list: String = all.iter().map(one).collect();
    csv(OWNED, &format!("  webhookdefinitions:\n{list}{OWNED}"))
}

#[test]
fn admission_webhooks() {
    let base = "type: ValidatingAdmissionWebhook, generateName: v.ex.com, containerPort: 443";
    let rule = |group: &str, resource: &str| {
        let rule =
            format!("{{operations: ['*'], apiGroups: ['{group}'], apiVersions: ['*'], resources: ['{resource}']}}");
        webhooks(&[&format!("{base}, rules: [{rule}]")])
    };
    let admission = "admissionregistration.k8s.io";
    let mutating = base.replace("Validating", "Mutating").replace("v.ex.com", "m.ex.com");
    assert_rules(&[
        ("one webhook", webhooks(&[base]), ""),
        ("two of different names", webhooks(&[base, &mutating]), ""),
        ("two of the same name", webhooks(&[base, base]), "csv-wh-dup-name"),
        (
            "the same name, of different types",
            webhooks(&[base, &base.replace("Validating", "Mutating")]),
            "csv-wh-dup-name",
        ),
        ("every group", rule("*", "*"), "csv-wh-rules"),
        ("OLM's group", rule("operators.coreos.com", "*"), "csv-wh-rules"),
        ("every resource of admission", rule(admission, "*"), "csv-wh-rules"),
        ("the kind of an admission webhook", rule(admission, "MutatingWebhookConfiguration"), "csv-wh-rules"),
        (
            "the resource of an admission webhook, which slips through",
            rule(admission, "mutatingwebhookconfigurations"),
            "",
        ),
        ("something else of admission", rule(admission, "SomeOtherResource"), ""),
        ("a custom group", rule("ex.com", "foos"), ""),
        ("port 0, which means 443", webhooks(&[&base.replace("443", "0")]), ""),
        ("an invalid port", webhooks(&[&base.replace("443", "70000")]), "csv-wh-shape"),
        ("an invalid type", webhooks(&[&base.replace("ValidatingAdmissionWebhook", "Bogus")]), "csv-wh-shape"),
    ]);
}

#[test]
fn conversion_webhooks() {
    let base = "type: ConversionWebhook, generateName: c.ex.com, containerPort: 443";
    let of = |crds: &str| webhooks(&[&format!("{base}, conversionCRDs: [{crds}]")]);
    let modes = "  - type: AllNamespaces\n    supported: true\n";
    let with_modes = |new: &str| {
        let files = of("foos.ex.com").into_iter();
        files.map(|(path, text)| (path, text.replace(modes, new))).collect::<Files>()
    };
    let keeps = |files: Files| -> Files {
        files
            .into_iter()
            .map(|(path, text)| (path, text.replace("  scope:", "  preserveUnknownFields: true\n  scope:")))
            .collect()
    };
    assert_rules(&[
        ("all namespaces, an owned CRD", of("foos.ex.com"), ""),
        ("no CRD", webhooks(&[base]), "csv-wh-conversion"),
        ("a missing CRD that is not owned", of("bars.ex.com"), "csv-wh-conversion csv-wh-conversion"),
        (
            "all namespaces not supported",
            with_modes("  - {type: AllNamespaces, supported: false}\n"),
            "csv-wh-conversion",
        ),
        ("no install mode for all namespaces", with_modes("  - {type: AllNamespaces}\n"), "csv-wh-conversion"),
        (
            "own namespace too",
            with_modes(&format!("{modes}  - {{type: OwnNamespace, supported: true}}\n")),
            "csv-wh-conversion",
        ),
        (
            "own namespace named, not supported",
            with_modes(&format!("{modes}  - {{type: OwnNamespace, supported: false}}\n")),
            "",
        ),
        ("a CRD that keeps unknown fields", keeps(of("foos.ex.com")), "csv-wh-conversion"),
    ]);
}

/// The sample with these install modes, and an OperatorGroup in the namespace `operators`.
fn group(modes: &[&str], selects: &str) -> Files {
    let known = ["OwnNamespace", "SingleNamespace", "MultiNamespace", "AllNamespaces"];
    let list: String =
        known.iter().map(|mode| format!("  - {{type: {mode}, supported: {}}}\n", modes.contains(mode))).collect();
    let text = format!(
        "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {{name: a, namespace: operators}}\n{selects}\n"
    );
    changed(&[(sample::CSV, "  - type: AllNamespaces\n    supported: true\n", &list), ("objects.yaml", "", &text)])
}

#[test]
fn install_modes_and_operator_groups() {
    let all = ["OwnNamespace", "SingleNamespace", "MultiNamespace", "AllNamespaces"];
    let but = |mode: &str| all.into_iter().filter(|known| *known != mode).collect::<Vec<_>>();
    let targets = |list: &str| format!("spec: {{targetNamespaces: [{list}]}}");
    let status = |list: &str| format!("status: {{namespaces: [{list}]}}");
    let (own, other, two, everything) = (targets("operators"), targets("ns-0"), targets("ns-0, ns-1"), "spec: {}");
    let bad = "og-install-mode";
    assert_rules(&[
        ("none at all", group(&all, &status("")), bad),
        ("own, supported", group(&["OwnNamespace"], &own), ""),
        ("one other, supported", group(&["SingleNamespace"], &other), ""),
        ("several, supported", group(&["MultiNamespace"], &two), ""),
        ("all, supported", group(&["AllNamespaces"], everything), ""),
        ("own, not supported", group(&but("OwnNamespace"), &own), bad),
        ("own among others, not supported", group(&but("OwnNamespace"), &targets("ns-0, operators")), bad),
        ("several, not supported", group(&but("MultiNamespace"), &two), bad),
        ("one other, not supported", group(&but("SingleNamespace"), &other), bad),
        ("all, not supported", group(&but("AllNamespaces"), everything), bad),
        ("all, as a cluster writes it, not supported", group(&but("AllNamespaces"), &status("''")), bad),
        ("all and another", group(&all, &status("'', ns-0")), bad),
        ("none at all, nothing supported", group(&[], &status("")), bad),
        ("several, nothing supported", group(&[], &two), bad),
        ("one other, nothing supported", group(&[], &other), bad),
        ("all, nothing supported", group(&[], everything), bad),
        ("what a selector finds is not known", group(&["OwnNamespace"], "spec: {selector: {matchLabels: {a: b}}}"), ""),
    ]);
    let twice = csv("    supported: true\n", "    supported: true\n  - type: AllNamespaces\n    supported: true\n");
    assert_rules(&[("a mode twice", twice, "csv-installmodes-dup")]);
}

#[test]
fn strategies_and_what_they_need() {
    let services = |deployment: &str| {
        let owned = "name: a1s.v1.a1, group: a1, version: v1, kind: A1";
        csv(OWNED, &format!("  apiservicedefinitions: {{owned: [{{{owned}, deploymentName: {deployment}}}]}}\n{OWNED}"))
    };
    let permissions = |field: &str, rule: &str| {
        let new = format!("      {field}: [{{serviceAccountName: foo, rules: [{{{rule}}}]}}]\n      deployments:\n");
        csv("      deployments:\n", &new)
    };
    assert_rules(&[
        ("an unknown strategy", csv("strategy: deployment", "strategy: teststrategy"), "csv-strategy"),
        ("an API service of a deployment", services("foo"), ""),
        ("an API service of no deployment", services("bar"), "csv-apiservice-deployment"),
        ("a rule of a namespace", permissions("permissions", "apiGroups: [''], resources: [donuts], verbs: ['*']"), ""),
        ("URLs of a cluster", permissions("clusterPermissions", "nonResourceURLs: [/osbs], verbs: [get]"), ""),
        (
            "URLs of a namespace",
            permissions("permissions", "nonResourceURLs: [/osbs], verbs: [get]"),
            "csv-permissions",
        ),
        (
            "resources and URLs",
            permissions("clusterPermissions", "apiGroups: [''], resources: [a], nonResourceURLs: [/b], verbs: [get]"),
            "csv-permissions",
        ),
    ]);
}

#[test]
fn settings_of_the_unpacker() {
    let groups = |all: &[(&str, &str)]| -> Files {
        let one = |(name, annotations): &(&str, &str)| {
            format!(
                "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {{name: {name}, namespace: a, annotations: {{{annotations}}}}}\n"
            )
        };
        let texts: Vec<String> = all.iter().map(one).collect();
        vec![("objects.yaml".to_owned(), texts.join("---\n"))]
    };
    let timeout = |text: &str| format!("operatorframework.io/bundle-unpack-timeout: {text}");
    let interval = |text: &str| format!("operatorframework.io/bundle-unpack-min-retry-interval: {text}");
    assert_rules(&[
        ("two groups", groups(&[("og1", ""), ("og2", "")]), "og-several"),
        ("no settings", groups(&[("og", "")]), ""),
        ("a timeout", groups(&[("og", &timeout("1m"))]), ""),
        ("an invalid timeout", groups(&[("og", &timeout("invalid"))]), "unpack-timeout"),
        // Upstream accepts it. Below the recommended five minutes, a warning is reported.
        ("a short interval", groups(&[("og", &interval("1m"))]), "unpack-timeout"),
        ("an interval", groups(&[("og", &interval("10m"))]), ""),
        ("an invalid interval", groups(&[("og", &interval("invalid"))]), "unpack-timeout"),
    ]);
}

/// SHA-256 of the pulled reference, truncated to 63 characters.
const HASH_OF_TAG: &str = "195e02d9c3a64b64444ff569fbc629fb9d91628c45b5b8338300d5cd33b7a8e";
const HASH_OF_DIGEST: &str = "984915bb62da8144bb4c0a7a98b3c660d3202762179e679e25fa7b5b22449c0";

#[test]
fn jobs_of_the_unpacker() {
    let job = |image: &str, name: &str| -> Files {
        let containers = "initContainers: [{name: util, image: util}, {name: pull, image: 'IMAGE'}], containers: [{name: extract, image: opm}]";
        let pod =
            format!("{{restartPolicy: Never, serviceAccountName: {name}, {}}}", containers.replace("IMAGE", image));
        let text = format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: {name}, namespace: a, labels: {{operatorframework.io/bundle-unpack-ref: {name}}}}}\nspec: {{backoffLimit: 3, activeDeadlineSeconds: 600, template: {{spec: {pod}}}}}\n"
        );
        vec![("objects.yaml".to_owned(), text)]
    };
    let digest = "bundle-path@sha256:54d626e08c1c802b305dad30b7e54a82f102390cc92c7d4db112048935236e9c";
    assert_rules(&[
        ("of a tag", job("bundle-path", HASH_OF_TAG), ""),
        ("of a digest", job(digest, HASH_OF_DIGEST), ""),
        ("of another image", job("bundle-path", HASH_OF_DIGEST), "unpack-job"),
    ]);
}
