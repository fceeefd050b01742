//! Test cases of operator-framework/api for its validators, rewritten.

use crate::cases::{Files, changed, csv, inputs};
use olmkit_bundle::{Bundle, CheckOptions, check, sample};
use olmkit_diagnostics::{Severity, Suite};

/// The findings of one tool as `E rule` or `W rule`, including repetitions.
fn messages(files: &[(String, String)], options: &CheckOptions, suite: Suite) -> Vec<String> {
    let report = check(&Bundle::new(&inputs(files)).with_options(options.clone()));
    let mut found = Vec::new();
    for finding in &report.findings {
        let reports = finding.tool_reports.iter().filter(|tool| tool.suite == suite);
        let letter = |severity| if severity == Severity::Error { 'E' } else { 'W' };
        found.extend(reports.map(|tool| format!("{} {}", letter(tool.severity), finding.rule.id)));
    }
    found.sort();
    found
}

fn assert_rules_with(suite: Suite, rows: &[(&str, Files, CheckOptions, &str)]) {
    let found = rows
        .iter()
        .map(|(case, files, options, expected)| (case, messages(files, options, suite).join(", "), expected));
    let wrong: Vec<_> = found.filter(|(_, found, expected)| found != *expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn assert_rules(suite: Suite, rows: &[(&str, Files, &str)]) {
    let rows: Vec<_> =
        rows.iter().map(|(case, files, expected)| (*case, files.clone(), CheckOptions::default(), *expected)).collect();
    assert_rules_with(suite, &rows);
}

fn object(text: &str) -> Files {
    changed(&[(sample::OBJECT, "", text)])
}

/// A bundle that violates all OperatorHub cases at once.
fn unfit_for_the_hub() -> Files {
    changed(&[
        (sample::CSV, "    name: acme\n", "    url: https://ex.com\n"),
        (sample::CSV, "  - name: a\n    email: a@ex.com\n", "  - {name: a}\n  - {name: b, email: maintainer}\n"),
        (
            sample::CSV,
            "  - name: home\n    url: https://ex.com\n",
            "  - {name: home}\n  - {name: docs, url: https//ex.com}\n",
        ),
        (sample::CSV, "capabilities: Basic Install", "capabilities: It installs"),
        (sample::CSV, "categories: Database", "categories: Alchemy"),
        (sample::CSV, "  icon:\n", "  icon:\n  - {base64data: aGk=, mediatype: image/png}\n"),
        (sample::CSV, "  version: 1.0.0\n", ""),
    ])
}

#[test]
fn operatorhub() {
    let all = "E hub-icon-count, E hub-link-fields, E hub-link-url, E hub-maintainer-email, E hub-maintainer-fields, \
E hub-provider-name, E hub-version-set";
    let icon = "  icon:\n  - base64data: iVBORw0KGgo=\n    mediatype: image/png\n";
    assert_rules(
        Suite::OperatorHub,
        &[
            ("fit for the hub", sample::files(), ""),
            ("nothing fits", unfit_for_the_hub(), all),
            ("no icon", csv(icon, ""), "W hub-icon-missing"),
        ],
    );
    assert_rules(
        Suite::Capabilities,
        &[("known", sample::files(), ""), ("not one of the five levels", unfit_for_the_hub(), "E cap-invalid")],
    );
    assert_rules(
        Suite::Categories,
        &[("known", sample::files(), ""), ("not standard", unfit_for_the_hub(), "E cat-invalid")],
    );
}

#[test]
fn custom_categories() {
    let own = |names: &[&str]| CheckOptions {
        categories: names.iter().map(|name| (*name).to_owned()).collect(),
        ..CheckOptions::default()
    };
    let files = csv("categories: Database", "categories: 'Alchemy, Runes/Old & New'");
    assert_rules_with(
        Suite::Categories,
        &[
            ("custom categories, all known", files.clone(), own(&["Alchemy", "Runes/Old & New", "Herbs"]), ""),
            ("custom categories, one unknown", files.clone(), own(&["Alchemy"]), "E cat-invalid"),
            (
                "a standard category with custom categories configured",
                sample::files(),
                own(&["Alchemy"]),
                "E cat-invalid",
            ),
            ("an empty list of custom categories", files, own(&[]), "E cat-invalid, E cat-invalid"),
        ],
    );
}

#[test]
fn operator_groups() {
    let group = |annotation: &str| {
        let text = format!(
            "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {{name: a, annotations: {{{annotation}: Foo.v1.ex.com}}}}\n"
        );
        vec![("objects.yaml".to_owned(), text)]
    };
    let found = |annotation: &str| {
        let files = group(annotation);
        let inputs = inputs(&files);
        check(&Bundle::new(&inputs)).findings.iter().filter(|one| one.rule.id == "og-annotation-case").count()
    };
    assert_eq!(found("olm.providedAPIs"), 0);
    assert_eq!(found("olm.providedapis"), 1);
}

const OLD_CRD: (&str, &str, &str) = (sample::CRD, "apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n");

fn minimal(api: &str, kind: &str) -> String {
    format!("apiVersion: {api}\nkind: {kind}\nmetadata: {{name: a-{}}}\n", kind.to_lowercase())
}

#[test]
fn removed_apis() {
    let asked = |version: &str| CheckOptions { k8s_version: Some(version.to_owned()), ..CheckOptions::default() };
    let any = CheckOptions::default();
    let no_minimum = (sample::CSV, "  minKubeVersion: 1.20.0\n", "");
    let old = || changed(&[OLD_CRD, no_minimum]);
    let gone = |objects: &[(&str, &str, &str)]| {
        let texts: Vec<(String, String)> =
            objects.iter().map(|(file, api, kind)| (format!("manifests/{file}.yaml"), minimal(api, kind))).collect();
        let changes: Vec<(&str, &str, &str)> =
            texts.iter().map(|(path, text)| (path.as_str(), "", text.as_str())).chain([no_minimum]).collect();
        changed(&changes)
    };
    let of_25 = || {
        gone(&[("a", "autoscaling/v2beta1", "HorizontalPodAutoscaler"), ("b", "policy/v1beta1", "PodDisruptionBudget")])
    };
    let of_26 = || gone(&[("a", "autoscaling/v2beta2", "HorizontalPodAutoscaler")]);
    let others = gone(&[
        ("a", "rbac.authorization.k8s.io/v1beta1", "ClusterRole"),
        ("b", "rbac.authorization.k8s.io/v1beta1", "Role"),
        ("c", "scheduling.k8s.io/v1beta1", "PriorityClass"),
        ("d", "admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration"),
    ]);
    let minimum = |version: &str| {
        changed(&[OLD_CRD, (sample::CSV, "minKubeVersion: 1.20.0", &format!("minKubeVersion: {version}"))])
    };
    assert_rules_with(
        Suite::DeprecatedApis,
        &[
            ("nothing old", sample::files(), any.clone(), ""),
            ("old CRDs, no version asked for", old(), any.clone(), "W dep-1.22"),
            ("old CRDs, an old minimum", minimum("1.11.3"), any.clone(), "W dep-1.22"),
            ("old CRDs, a new minimum", minimum("1.22.0"), any.clone(), "E dep-1.22"),
            ("old CRDs, asked for where they are gone", old(), asked("1.22"), "E dep-1.22"),
            ("old CRDs, asked for before", old(), asked("1.21"), "W dep-1.22"),
            ("four other kinds", others, any.clone(), "W dep-1.22, W dep-1.22, W dep-1.22, W dep-1.22"),
            ("gone in 1.25, asked for it", of_25(), asked("1.25"), "E dep-1.25, E dep-1.25"),
            ("gone in 1.25, asked for nothing", of_25(), any.clone(), "W dep-1.25, W dep-1.25"),
            ("gone in 1.26, asked for it", of_26(), asked("1.26"), "E dep-1.26"),
            ("gone in 1.26, asked for nothing", of_26(), any.clone(), "W dep-1.26"),
            ("asked for what is not a valid version", old(), asked("invalid"), "E dep-k8s-option, W dep-1.22"),
            ("a minimum that is not a valid version", minimum("invalid"), any, "E dep-minkube, W dep-1.22"),
        ],
    );
}

#[test]
fn the_label_of_openshift_versions() {
    let ceiling = |value: &str| {
        let text = format!("    olm.properties: '[{{\"type\": \"{value}\"}}]'\n    capabilities: Basic Install\n");
        (sample::CSV, "    capabilities: Basic Install\n", text)
    };
    let max = |version: &str| ceiling(&format!("olm.maxOpenShiftVersion\", \"value\": \"{version}"));
    let other = ceiling("olm.invalid\", \"value\": \"4.9");
    let label = |value: &str| format!("FROM scratch\nLABEL com.redhat.openshift.versions={value}\n");
    let with = |labels: &str, ceiling: Option<&(&str, &str, String)>| {
        let mut changes = vec![OLD_CRD, ("bundle.Dockerfile", "", labels)];
        changes.extend(ceiling.map(|(path, old, new)| (*path, *old, new.as_str())));
        changed(&changes)
    };
    let index = CheckOptions { index: Some("bundle.Dockerfile".to_owned()), ..CheckOptions::default() };
    let missing = CheckOptions { index: Some("invalid".to_owned()), ..CheckOptions::default() };
    let (good, low) = (label("\"v4.6-v4.8\""), max("4.8"));
    let (exact, range, comma) = (label("\"=v4.9\""), label("\"v4.6-v4.9\""), label("\"v4.5,v4.6\""));
    assert_rules_with(
        Suite::Community,
        &[
            ("nothing old", sample::files(), index.clone(), ""),
            ("both say before 4.9", with(&good, Some(&low)), index.clone(), ""),
            ("no ceiling", with(&good, None), index.clone(), "E comm-maxocp"),
            ("another property", with(&good, Some(&other)), index.clone(), "E comm-maxocp"),
            ("a ceiling of 4.9", with(&good, Some(&max("4.9"))), index.clone(), "E comm-maxocp"),
            ("a ceiling with a patch version", with(&good, Some(&max("4.8.1"))), index.clone(), "W comm-maxocp"),
            ("labels not given", with(&good, Some(&low)), CheckOptions::default(), "W comm-index"),
            ("no such file", with(&good, Some(&low)), missing, "E comm-index"),
            ("no label", with("FROM scratch\n", Some(&low)), index.clone(), "E comm-index"),
            ("4.9 alone", with(&exact, Some(&low)), index.clone(), "E comm-index"),
            ("a range up to 4.9", with(&range, Some(&low)), index.clone(), "E comm-index"),
            ("versions with a comma, without an end", with(&comma, Some(&low)), index, "E comm-index"),
        ],
    );
}

#[test]
fn objects() {
    let spec = |api: &str, kind: &str, spec: &str| object(&format!("{}{spec}\n", minimal(api, kind)));
    let budget = |fields: &str| spec("policy/v1", "PodDisruptionBudget", &format!("spec: {{{fields}}}"));
    let class = |fields: &str| spec("scheduling.k8s.io/v1", "PriorityClass", fields);
    let role = |rule: &str| spec("rbac.authorization.k8s.io/v1", "Role", &format!("rules: [{{{rule}}}]"));
    let budgets =
        |verb: &str| role(&format!("apiGroups: [policy], resources: [poddisruptionbudgets], verbs: [{verb}]"));
    let sccs = |verb: &str| {
        let rule =
            "apiGroups: [security.openshift.io], resources: [securitycontextconstraints], resourceNames: [privileged]";
        role(&format!("{rule}, verbs: [{verb}]"))
    };
    assert_rules(
        Suite::Object,
        &[
            ("a budget", budget("maxUnavailable: 1"), ""),
            ("a budget that needs all", budget("minAvailable: 100%"), "E obj-pdb-min"),
            ("a budget that spares none", budget("maxUnavailable: 0"), "E obj-pdb-max"),
            ("a priority class", class("globalDefault: false"), ""),
            ("a priority class for all", class("globalDefault: true"), "E obj-priorityclass"),
            ("a role that reads budgets", budgets("get"), ""),
            ("a role that makes budgets", budgets("create"), "W obj-rbac-pdb"),
            ("a role that reads constraints", sccs("get"), ""),
            ("a role that changes a default one", sccs("update"), "E obj-rbac-scc"),
        ],
    );
}

const WEBHOOK: &str = "  webhookdefinitions:\n  - {type: ConversionWebhook, generateName: c.ex.com, deploymentName: foo, \
sideEffects: None, admissionReviewVersions: [v1], conversionCRDs: [foos.ex.com]}\n  customresourcedefinitions:\n";

#[test]
fn csvs() {
    let hook = (sample::CSV, "  customresourcedefinitions:\n", WEBHOOK);
    let modes = "  - type: AllNamespaces\n    supported: true\n";
    let own =
        (sample::CSV, modes, "  - {type: AllNamespaces, supported: true}\n  - {type: OwnNamespace, supported: true}\n");
    let annotations = "    olm.skiprange: '<1.0.0'\n    olm.operatorgroup: a\n    olm.operatornamespace: a\n    capabilities: Basic Install\n";
    let long = format!("name: {}.v999.999.999", "some-operator-with-a-name-that-does-not-want-to-come-to-its-end");
    let example = |text: &str| {
        csv("'[{\"apiVersion\": \"ex.com/v1\", \"kind\": \"Foo\", \"metadata\": {\"name\": \"x\"}}]'", text)
    };
    let no_annotations: String = {
        let files = sample::files();
        let text = files.iter().find(|(path, _)| path == sample::CSV).map(|(_, text)| text.clone()).unwrap();
        let (head, rest) = text.split_once("  annotations:\n").unwrap();
        format!("{head}spec:{}", rest.split_once("\nspec:").unwrap().1)
    };
    assert_rules(
        Suite::ApiCsv,
        &[
            ("a good one", sample::files(), ""),
            ("no install modes", csv(&format!("  installModes:\n{modes}"), ""), "E csv-installmodes-empty"),
            ("a conversion webhook, all namespaces", changed(&[hook]), ""),
            ("a conversion webhook, own namespace too", changed(&[hook, own]), "E csv-conversion-allns"),
            (
                "annotations in the wrong case",
                csv("    capabilities: Basic Install\n", annotations),
                "E csv-annotation-case, E csv-annotation-case, E csv-annotation-case",
            ),
            ("a long name", csv("name: foo.v1.0.0", &long), "E csv-name-format"),
            ("a comma too many in an example", example("'[{\"apiVersion\": \"ex.com/v1\",}]'"), "E ex-bad-json"),
            ("an empty example", example("''"), "W ex-lacking"),
            ("no annotations", changed(&[(sample::CSV, "", &no_annotations)]), "W ex-no-annotations"),
            (
                "properties in the CSV",
                csv("    capabilities: Basic Install\n", "    olm.properties: '[]'\n    capabilities: Basic Install\n"),
                "W csv-olm-properties",
            ),
            (
                "a minimum that is not a valid version",
                csv("minKubeVersion: 1.20.0", "minKubeVersion: invalid"),
                "E csv-minkube-invalid",
            ),
            ("no minimum", csv("  minKubeVersion: 1.20.0\n", ""), "W csv-minkube-missing"),
        ],
    );
    let number = csv("displayName: Foo", "replicas: 1\n  keywords: {a: b}\n  displayName: Foo").into_iter();
    let number: Files = number.map(|(path, text)| (path, text.replace("  keywords: [sample]\n", ""))).collect();
    assert_rules(Suite::ApiLoad, &[("a value of the wrong type", number, "E csv-typed-decode")]);
}

#[test]
fn crds() {
    let versions = "  - name: v1\n    served: true\n    storage: true\n";
    let version = |text: &str| changed(&[(sample::CRD, versions, text)]);
    let twice = format!("{versions}  - name: v1\n    served: true\n    storage: false\n");
    let deprecated = "  - {name: v1beta1, served: true, storage: true, deprecated: true}\n  - name: v1\n    served: true\n    storage: true\n";
    let old = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\n\
spec: {group: ex.com, scope: Namespaced, preserveUnknownFields: false, version: v1, names: {kind: Foo, plural: foos}}\n";
    let webhook =
        "  conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: a, namespace: b}}}}\n  scope:";
    assert_rules(
        Suite::ApiCrd,
        &[
            ("v1", sample::files(), ""),
            ("v1beta1", changed(&[(sample::CRD, "", old)]), ""),
            ("a version twice", version(&twice), "E crd-version-unique"),
            ("two versions stored", version(deprecated), "E crd-storage"),
            (
                "a webhook without review versions",
                changed(&[(sample::CRD, "  scope:", webhook)]),
                "E crd-conversion-reviewversions",
            ),
        ],
    );
}

#[test]
fn bundles() {
    let second = "  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n";
    let both = |more: &[(&'static str, &'static str, &'static str)]| {
        let crd = sample::files().into_iter().find(|(path, _)| path == sample::CRD).unwrap().1;
        let text = format!("{crd}{second}");
        let mut changes = vec![(sample::CRD, "", text.as_str())];
        changes.extend(more);
        changed(&changes)
    };
    let owned = "    - name: foos.ex.com\n      version: v1\n";
    let owned_both = "    - {name: foos.ex.com, version: v2, kind: Foo, description: A foo}\n    - name: foos.ex.com\n      version: v1\n";
    let copy = sample::files().into_iter().find(|(path, _)| path == sample::CRD).unwrap().1;
    let other = copy.replace("foos", "bars").replace("Foo", "Bar").replace("foo", "bar");
    let account = |api: &str, kind: &str, name: &str| {
        object(&format!("apiVersion: {api}\nkind: {kind}\nmetadata: {{name: {name}}}\n"))
    };
    assert_rules(
        Suite::ApiBundle,
        &[
            ("a good one", sample::files(), ""),
            ("several versions, all owned", both(&[(sample::CSV, owned, owned_both)]), ""),
            ("several versions, one owned", both(&[]), ""),
            ("an owned version that no CRD has", csv(owned, owned_both), "E crd-owned-missing"),
            ("a CRD without owner", changed(&[("manifests/bar.yaml", "", &other)]), "E crd-unowned"),
            ("a CRD twice", changed(&[("manifests/twice.yaml", "", &copy)]), "E bundle-crd-dup"),
            ("the account of a deployment", account("v1", "ServiceAccount", "foo"), "E bundle-sa-clash"),
            ("an account for the bundle", account("v1", "ServiceAccount", "bar"), ""),
            ("something else of that name", account("apps/v1", "Deployment", "foo"), ""),
        ],
    );
}

/// Only the checks that need no image. Upstream first reads the platforms of an image.
#[test]
fn multiarch() {
    let affinity = |keys: &str| {
        let terms = format!(
            "requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{{matchExpressions: [{keys}]}}]}}"
        );
        let new =
            format!("              serviceAccountName: foo\n              affinity: {{nodeAffinity: {{{terms}}}}}\n");
        csv("              serviceAccountName: foo\n", &new)
    };
    let key = |name: &str, value: &str| format!("{{key: kubernetes.io/{name}, operator: In, values: [{value}]}}");
    let both = format!("{}, {}", key("arch", "amd64, arm64"), key("os", "linux"));
    assert_rules(
        Suite::Multiarch,
        &[
            ("both architectures", affinity(&both), ""),
            ("no affinity", sample::files(), "W multiarch-affinity"),
            ("no operating system", affinity(&key("arch", "amd64")), "W multiarch-affinity"),
        ],
    );
}

/// Letters that gzip compresses to three quarters at best. Base64 restores the original size.
fn noise(length: usize) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
    let letter = |byte: u8| char::from(*LETTERS.get(usize::from(byte % 64)).unwrap());
    olmkit_testing::noise(1, length).into_iter().map(letter).collect()
}

#[test]
fn sizes() {
    let of = |length: usize| object(&format!("{}data: {{a: '{}'}}\n", minimal("v1", "ConfigMap"), noise(length)));
    assert_rules(
        Suite::ApiBundle,
        &[
            ("half of what fits", of(500_000), ""),
            ("close to what fits", of(950_000), "W bundle-size-near"),
            ("twice what fits", of(2_000_000), "E bundle-size-max"),
        ],
    );
}

/// Completes only if the annotation is not scanned again for each example.
#[test]
fn many_examples() {
    let one = r#"{"apiVersion": "ex.com/v2", "kind": "Foo", "metadata": {"name": "y"}}, "#;
    let files = changed(&[(sample::CSV, "alm-examples: '[", &format!("alm-examples: '[{}", one.repeat(10_000)))]);
    let found = messages(&files, &CheckOptions::default(), Suite::ApiCsv);
    assert_eq!(found.iter().filter(|found| *found == "E ex-unprovided").count(), 10_000);
}
