//! What OLM v0 reports for a bundle's requirements and for its own objects: cases of its tests for phases of a CSV,
//! OperatorGroups, install plans, the unpacker, subscriptions and catalogs, rewritten.

use crate::cases;
use crate::cases::{Files, changed, csv};
use olmkit_bundle::sample;
use olmkit_diagnostics::Suite;

/// Asserts what OLM v0 reports.
fn assert_rules(rows: &[(&str, Files, &str)]) {
    cases::assert_rules(Suite::OlmV0, rows);
}

/// Only objects, without a bundle.
fn objects(all: &[&str]) -> Files {
    vec![("objects.yaml".to_owned(), all.join("---\n"))]
}

/// The sample and additional objects.
fn beside(all: &[&str]) -> Files {
    changed(&[("objects.yaml", "", &all.join("---\n"))])
}

/// An object of OLM v0: kind, metadata, and the rest.
fn object(kind: &str, metadata: &str, rest: &str) -> String {
    let version = if kind == "OperatorGroup" { "v1" } else { "v1alpha1" };
    format!("apiVersion: operators.coreos.com/{version}\nkind: {kind}\nmetadata: {{{metadata}}}\n{rest}\n")
}

#[test]
fn requirements_of_a_csv() {
    let kube = |version: &str| csv("minKubeVersion: 1.20.0", &format!("minKubeVersion: {version}"));
    let invalid = "csv-minkube-invalid";
    assert_rules(&[
        ("no version of Kubernetes", csv("  minKubeVersion: 1.20.0\n", ""), ""),
        ("the lowest version", kube("0.0.0"), ""),
        ("no version", kube("a.b.c"), invalid),
        ("a version with `v`, which goes", kube("v1.20.0"), ""),
        ("two `v`, of which one goes", kube("vv1.20.0"), invalid),
        ("two numbers", kube("'1.20'"), invalid),
        ("leading zeros, a pre-release and a build", kube("01.20.0-rc.1+x"), ""),
    ]);
    let crd = |old: &str, new: &str| changed(&[(sample::CRD, old, new)]);
    let required = "  customresourcedefinitions:\n    required: [{name: bars.ex.com, version: v1, kind: Bar}]\n";
    let rights = "      permissions: [{serviceAccountName: foo, rules: [{apiGroups: [''], resources: [pods], verbs: [get]}]}]\n      clusterPermissions: [{serviceAccountName: foo, rules: [{apiGroups: ['ex.com'], resources: [foos], verbs: ['*']}]}]\n      deployments:\n";
    let versions = |list: &str| {
        let owned: String =
            list.split(' ').map(|name| format!("    - {{name: foos.ex.com, version: {name}, kind: Foo}}\n")).collect();
        changed(&[
            (sample::CRD, "  versions:\n", "  versions:\n  - {name: v2, served: false, storage: false}\n"),
            (
                sample::CSV,
                "    - name: foos.ex.com\n      version: v1\n      kind: Foo\n      description: A foo\n",
                &owned,
            ),
        ])
    };
    assert_rules(&[
        ("two versions, the last of them served: only that counts", versions("v2 v1"), ""),
        ("two versions, the last of them not served", versions("v1 v2"), "crd-owned-unserved"),
        ("rights of a namespace and of the cluster", csv("      deployments:\n", rights), ""),
        ("a CRD that another operator brings", csv("  customresourcedefinitions:\n", required), ""),
        ("an owned CRD that no file has", csv("    - name: foos.ex.com", "    - name: bars.ex.com"), ""),
        ("a version that is not served", crd("served: true", "served: false"), "crd-owned-unserved"),
        ("a version that the CRD does not have", crd("- name: v1\n", "- name: v1beta1\n"), "crd-owned-missing"),
        (
            "more versions, of which one is not served",
            crd("  versions:\n", "  versions:\n  - {name: v2, served: false, storage: false}\n"),
            "",
        ),
        ("replaces another one", csv("  version: 1.0.0", "  version: 1.0.0\n  replaces: foo.v0.9.0"), ""),
        ("replaces itself", csv("  version: 1.0.0", "  version: 1.0.0\n  replaces: foo.v1.0.0"), "csv-replaces-itself"),
    ]);
}

const ALL: [&str; 4] = ["OwnNamespace", "SingleNamespace", "MultiNamespace", "AllNamespaces"];

/// The sample with only these install modes supported, and additional objects.
fn with_modes(modes: &[&str], all: &[&str]) -> Files {
    let one = |mode: &&str| format!("  - {{type: {mode}, supported: {}}}\n", modes.contains(mode));
    let list: String = ALL.iter().map(one).collect();
    changed(&[
        (sample::CSV, "  - type: AllNamespaces\n    supported: true\n", &list),
        ("objects.yaml", "", &all.join("---\n")),
    ])
}

#[test]
fn the_group_of_a_csv() {
    let group = |name: &str, rest: &str| object("OperatorGroup", &format!("name: {name}, namespace: ns"), rest);
    let status =
        |list: &str| group("og", &format!("status: {{namespaces: [{list}], lastUpdated: '2026-01-01T00:00:00Z'}}"));
    let (own, every, two) = (status("ns"), status("''"), status("ns, ns-2"));
    let only = "  - {type: SingleNamespace, supported: false}\n";
    let denied =
        changed(&[(sample::CSV, "  - type: AllNamespaces\n    supported: true\n", only), ("objects.yaml", "", &own)]);
    let other = group("og-2", "status: {namespaces: [ns]}");
    assert_rules(&[
        ("all modes, its own namespace", with_modes(&ALL, &[&own]), ""),
        ("all modes, with a namespace that comes", with_modes(&ALL, &[&two]), ""),
        ("all modes, all namespaces", with_modes(&ALL, &[&every]), ""),
        ("all modes, a namespace by its name", with_modes(&ALL, &[&group("og", "spec: {targetNamespaces: [ns]}")]), ""),
        ("one mode, denied", denied, "og-install-mode"),
        ("all namespaces, which are denied", with_modes(&ALL[..3], &[&every]), "og-install-mode"),
        ("its own namespace, which is denied", with_modes(&ALL[1..], &[&own]), "og-install-mode"),
        ("no longer two", with_modes(&ALL, &[&own]), ""),
        ("two groups", with_modes(&ALL, &[&own, &other]), "og-several"),
        ("APIs that stay, and no operator's", objects(&[&group("og", "spec: {staticProvidedAPIs: true}")]), ""),
    ]);
}

#[test]
fn the_service_account_of_a_group() {
    let group = |rest: &str| object("OperatorGroup", "name: og, namespace: ns", rest);
    let named = "spec: {targetNamespaces: [ns], serviceAccountName: sa}\n";
    let status = |rest: &str| group(&format!("{named}status: {{namespaces: [ns]{rest}}}"));
    let condition = |kind: &str, status: &str| format!(", conditions: [{{type: {kind}, status: '{status}'}}]");
    let found = ", serviceAccountRef: {kind: ServiceAccount, name: sa, namespace: ns}";
    let kind = "OperatorGroupServiceAccount";
    assert_rules(&[
        ("none, and no status", objects(&[&group("spec: {targetNamespaces: [ns]}")]), ""),
        ("none", objects(&[&group("spec: {targetNamespaces: [ns]}\nstatus: {namespaces: [ns]}")]), ""),
        ("one, not yet looked for", objects(&[&group(named)]), ""),
        ("one that is there", objects(&[&status(found)]), ""),
        ("a missing account", objects(&[&status("")]), "og-service-account"),
        ("one that is gone", objects(&[&status(&format!("{found}{}", condition(kind, "True")))]), "og-service-account"),
        ("one that is back", objects(&[&status(&format!("{found}{}", condition(kind, "False")))]), ""),
    ]);
}

/// An OperatorGroup: namespace, selected namespaces, provided APIs.
fn providing(namespace: &str, selects: &str, apis: &str, rest: &str) -> String {
    let annotations =
        if apis.is_empty() { String::new() } else { format!(", annotations: {{olm.providedAPIs: '{apis}'}}") };
    let metadata = format!("name: og-{namespace}, namespace: {namespace}{annotations}");
    object("OperatorGroup", &metadata, &format!("spec: {{{rest}}}\nstatus: {{namespaces: [{selects}]}}"))
}

/// The sample with all install modes, a subscription in `ns`, its OperatorGroup, and others.
fn installed(group: &str, others: &[&str]) -> Files {
    let subscription =
        object("Subscription", "name: foo, namespace: ns", "spec: {name: foo, source: s, sourceNamespace: n}");
    let all: Vec<&str> = [group, &subscription].into_iter().chain(others.iter().copied()).collect();
    with_modes(&ALL, &all)
}

const FOO: &str = "Foo.v1.ex.com";
const BAR: &str = "Bar.v1.ex.com";
const CONFLICT: &str = "og-api-conflict";
const STATIC: &str = "og-static-apis";

/// A name; selected namespaces and APIs of our group, and of others; the expected rule if OLM can change the
/// annotation, and if it cannot.
type Row<'a> = (&'a str, (&'a str, &'a str), &'a [(&'a str, &'a str)], &'a str, &'a str);

/// Asserts rows, each with an annotation that OLM can change and with a static one.
fn assert_groups(rows: &[Row<'_>], change: &dyn Fn(Files) -> Files) {
    for (case, (selects, apis), others, free, fixed) in rows {
        let named =
            |(at, (selects, apis)): (usize, &(&str, &str))| providing(&format!("other-{at}"), selects, apis, "");
        let others: Vec<String> = others.iter().enumerate().map(named).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let of = |rest: &str| change(installed(&providing("ns", selects, apis, rest), &others));
        assert_rules(&[(case, of(""), free), (&format!("{case}, which stays"), of("staticProvidedAPIs: true"), fixed)]);
    }
}

/// Provided APIs of our group and of others.
#[test]
fn apis_of_groups() {
    let both = format!("{BAR},{FOO}");
    let spaced = format!("{BAR}, {FOO}");
    let (one, all) = ("ns-1", "''");
    assert_groups(
        &[
            ("no APIs, alone", (all, ""), &[], "", STATIC),
            ("another API, alone", (all, BAR), &[], "", STATIC),
            ("its API, alone", (all, FOO), &[], "", ""),
            ("its API and another, alone", (all, &both), &[], "", ""),
            ("with a blank between", (all, &spaced), &[], "", ""),
            ("its API, elsewhere too", (one, FOO), &[("ns-3", FOO)], "", ""),
            ("its API, another with another one", (one, FOO), &[(one, BAR)], "", ""),
            ("its API, two with others", (one, FOO), &[(one, BAR), ("ns", "Egret.v1.ex.com")], "", ""),
            ("its API for all, another with another one", (all, FOO), &[(one, BAR)], "", ""),
            ("its API, one for all with another one", (one, FOO), &[(all, BAR)], "", ""),
            ("its API for all, one for all with another one", (all, FOO), &[(all, BAR)], "", ""),
            ("its API, another without", (one, FOO), &[(one, "")], "", ""),
            ("another has it", (one, ""), &[(one, FOO)], CONFLICT, CONFLICT),
            ("for all, another has it", (all, ""), &[(one, FOO)], CONFLICT, CONFLICT),
            ("one for all has it", (one, ""), &[(all, FOO)], CONFLICT, CONFLICT),
            ("for all, one for all has it", (all, ""), &[(all, FOO)], CONFLICT, CONFLICT),
            ("one of two groups provides it, among others", (one, ""), &[(one, BAR), (one, &both)], CONFLICT, CONFLICT),
            ("one that selects our namespace has it", (one, ""), &[("ns", &both)], CONFLICT, CONFLICT),
            ("another API, another has it", (one, BAR), &[(one, &both)], CONFLICT, CONFLICT),
            ("one elsewhere has it", (one, ""), &[("ns-2", FOO)], "", STATIC),
            ("another has another one", (one, ""), &[(one, BAR)], "", STATIC),
            ("one that selects our namespace has another one", (one, ""), &[("ns", BAR)], "", STATIC),
            ("for all, two have others", (all, ""), &[(one, BAR), (one, "Egret.v1.ex.com,A.v1.b")], "", STATIC),
            ("two for all have others", (one, ""), &[(all, BAR), (all, "Egret.v1.ex.com,A.v1.b")], "", STATIC),
            ("its API, another has it too", (one, FOO), &[(one, FOO)], "", STATIC),
            ("its API for all, another has it too", (all, FOO), &[(one, FOO)], "", STATIC),
            ("its API for all, one for all has it too", (all, FOO), &[(all, FOO)], "", STATIC),
            ("its API, two have it too", (one, FOO), &[(one, FOO), ("ns", FOO)], "", STATIC),
            ("text that is not an API", (one, "Foo.v1"), &[(one, "Foo")], "", STATIC),
            ("text that is not an API, and an API", (one, &format!("Bar.v1,{FOO}")), &[(one, "Foo")], "", ""),
        ],
        &|files| files,
    );
}

#[test]
fn more_apis_than_one() {
    let change = |new: &str| {
        let new = new.to_owned();
        move |mut files: Files| {
            let (_, text) = files.iter_mut().find(|(path, _)| path == sample::CSV).unwrap();
            *text = text.replace("  customresourcedefinitions:\n", &new);
            files
        }
    };
    let service = "name: a1s, group: a1, version: v1, kind: A1, deploymentName: foo";
    let two = format!("  apiservicedefinitions: {{owned: [{{{service}}}]}}\n  customresourcedefinitions:\n");
    let both = format!("{FOO},A1.v1.a1");
    let (three, all) = ("ns-1, ns-2, ns-3", "''");
    assert_groups(
        &[
            ("both, elsewhere", (three, &both), &[("ns-4", FOO), ("ns-5", "A1.v1.a1"), (all, BAR)], "", ""),
            ("one group, with other APIs elsewhere", ("ns-1", FOO), &[(all, BAR), (all, "A.v1.b")], "", STATIC),
            ("both, of which another has one", (three, &both), &[("ns-4", FOO), ("ns-5, ns-3", FOO)], "", STATIC),
            ("one group, and another provides the service", (three, FOO), &[("ns-3", "A1.v1.a1")], CONFLICT, CONFLICT),
        ],
        &change(&two),
    );
    let none = "  customresourcedefinitions: {required: []}\n  notes:\n";
    assert_groups(&[("no APIs at all", ("ns", ""), &[("ns", FOO)], "", "")], &change(none));
}

#[test]
fn overlapping_namespaces() {
    let pair =
        |own: &str, other: &str| installed(&providing("ns", own, "", ""), &[&providing("other", other, FOO, "")]);
    assert_rules(&[
        ("all, and one", pair("''", "ns-2"), CONFLICT),
        ("one, and all", pair("ns-2", "''"), CONFLICT),
        ("all, and all", pair("''", "''"), CONFLICT),
        ("the same one", pair("ns-2", "ns-2"), CONFLICT),
        ("one, and another", pair("ns-2", "ns-3"), ""),
        ("no namespaces at all, whatever the other one", pair("", "''"), "og-install-mode"),
        ("one, and none at all", pair("ns-2", ""), "og-install-mode"),
        ("one namespace of several", pair("ns-2, ns-3", "ns-3, ns-4"), CONFLICT),
        ("several others", pair("ns-2, ns-3", "ns-4, ns-5"), ""),
        ("the namespace of our group, which counts", pair("ns-2", "ns"), CONFLICT),
        ("the namespace of the other group, which counts", pair("other, ns-2", "ns-3"), CONFLICT),
    ]);
    let (ours, theirs) = (providing("ns", "''", "", ""), providing("other", "other", FOO, ""));
    assert_rules(&[
        ("no subscription, one group has the API: it may be ours", with_modes(&ALL, &[&ours, &theirs]), ""),
        ("no group has the API", with_modes(&ALL, &[&ours, &providing("other", "other", "", "")]), ""),
        ("the group itself", installed(&ours, &[]), ""),
    ]);
    let second = object(
        "OperatorGroup",
        "name: og-second, namespace: ns, annotations: {olm.providedAPIs: Foo.v1.ex.com}",
        "status: {namespaces: [ns-2]}",
    );
    assert_rules(&[(
        "two of one namespace",
        installed(&providing("ns", "ns-1", "", ""), &[&second]),
        "og-api-conflict og-several",
    )]);
}

/// An InstallPlan with this status.
fn plan(status: &str) -> Files {
    objects(&[&object(
        "InstallPlan",
        "name: p, namespace: ns",
        &format!(
            "spec: {{clusterServiceVersionNames: [foo.v1.0.0], approval: Automatic, approved: true}}\nstatus: {{{status}}}"
        ),
    )])
}

#[test]
fn steps_of_a_plan() {
    let step = |kind: &str, status: &str, manifest: &str| {
        format!(
            "{{resolving: foo.v1.0.0, status: {status}, resource: {{group: g, version: v1, kind: {kind}, name: a, manifest: '{manifest}'}}}}"
        )
    };
    let steps = |all: &[&str]| plan(&format!("phase: Installing, plan: [{}]", all.join(", ")));
    let todo = |kind: &str| step(kind, "Unknown", "{\"kind\":\"x\"}");
    let one = |kind: &str| steps(&[&todo(kind)]);
    let account =
        |secrets: &str| step("ServiceAccount", "Unknown", &format!("{{\"kind\":\"ServiceAccount\"{secrets}}}"));
    assert_rules(&[
        ("no steps", steps(&[]), ""),
        ("a Service and a CSV", steps(&[&todo("Service"), &todo("ClusterServiceVersion")]), ""),
        ("an account", one("ServiceAccount"), ""),
        ("a ConfigMap", one("ConfigMap"), ""),
        ("a secret of the bundle", one("BundleSecret"), ""),
        ("one account twice", steps(&[&account(""), &account(",\"secrets\":[{\"name\":\"s\"}]")]), ""),
        ("one account with pull secrets twice", steps(&[&account(",\"imagePullSecrets\":[]"), &account("")]), ""),
        ("rules of prometheus", one("PrometheusRule"), ""),
        ("a CRD", one("CustomResourceDefinition"), ""),
        ("a kind of a console", one("ConsoleQuickStart"), ""),
        ("a budget of disruptions", one("PodDisruptionBudget"), ""),
        ("a policy of the network", one("NetworkPolicy"), ""),
        ("a kind of an old console, in other letters", one("ConsoleYamlSample"), "ip-step"),
        ("a kind that OLM does not know", one("UnsupportedKind"), "ip-step"),
        ("the same, to be made", steps(&[&step("UnsupportedKind", "NotPresent", "{}")]), "ip-step"),
        ("the same, made already", steps(&[&step("UnsupportedKind", "Created", "{}")]), ""),
        ("the same, there already", steps(&[&step("UnsupportedKind", "Present", "{}")]), ""),
        (
            "a step of an unsupported kind, as OLM says",
            steps(&[&step("Deployment", "UnsupportedResource", "{}")]),
            "ip-step",
        ),
        ("an invalid manifest", steps(&[&step("ConfigMap", "Unknown", "{")]), "ip-step"),
    ]);
}

#[test]
fn phases_of_a_plan() {
    let phase = |phase: &str| plan(&format!("phase: '{phase}'"));
    let installed = |phase: &str, status: &str| {
        let condition = format!("{{type: Installed, status: '{status}', reason: InstallComponentFailed, message: m}}");
        plan(&format!("phase: {phase}, conditions: [{condition}]"))
    };
    let lookup = |conditions: &str| {
        format!(
            "bundleLookups: [{{path: q.io/x/y, identifier: foo.v1.0.0, replaces: '', catalogSourceRef: {{name: c, namespace: ns}}, conditions: [{conditions}]}}]"
        )
    };
    let pending = |reason: &str, message: &str| {
        lookup(&format!("{{type: BundleLookupPending, status: 'True', reason: {reason}, message: '{message}'}}"))
    };
    let failed = lookup("{type: BundleLookupFailed, status: 'True', reason: DeadlineExceeded, message: m}");
    let pull = "unpack job not completed: Unpack pod(ns/a) container(pull) is pending. Reason: ErrImagePull, Message: back-off";
    assert_rules(&[
        ("no phase", phase(""), ""),
        ("still to be approved", phase("RequiresApproval"), ""),
        ("planning", phase("Planning"), ""),
        ("installing", phase("Installing"), ""),
        ("installing, with a step that failed and is tried again", installed("Installing", "False"), ""),
        ("complete", installed("Complete", "True"), ""),
        ("failed, without a word", phase("Failed"), "ip-failed"),
        ("failed", installed("Failed", "False"), "ip-failed"),
        ("a path, to be unpacked", plan(&format!("phase: Installing, {}", pending("JobNotStarted", "m"))), ""),
        ("a job that runs", plan(&pending("JobIncomplete", "unpack job not completed")), ""),
        ("a job whose image is not pulled yet", plan(&pending("JobIncomplete", pull)), ""),
        ("a missing catalog", plan(&pending("CatalogSourceMissing", "m")), "ip-lookup-failed"),
        ("a job that took too long", plan(&failed), "ip-lookup-failed"),
        ("the same, and the plan that failed by it", plan(&format!("phase: Failed, {failed}")), "ip-lookup-failed"),
        ("unpacked", plan(&lookup("")), ""),
    ]);
}

/// SHA-256 of the image, truncated to 63 characters.
const HASH: &str = "195e02d9c3a64b64444ff569fbc629fb9d91628c45b5b8338300d5cd33b7a8e";

#[test]
fn objects_of_an_unpack_job() {
    let job = |account: &str, deadline: u32| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: {HASH}, namespace: ns, labels: {{operatorframework.io/bundle-unpack-ref: {HASH}}}}}\nspec: {{activeDeadlineSeconds: {deadline}, template: {{spec: {{{account}initContainers: [{{name: util}}, {{name: pull, image: bundle-path}}], containers: [{{name: extract}}]}}}}}}\n"
        )
    };
    let role = |verbs: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {{name: {HASH}, namespace: ns}}\nrules: [{{apiGroups: [''], resources: [configmaps], resourceNames: [{HASH}], verbs: [{verbs}]}}]\n"
        )
    };
    let binding = |account: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {{name: {HASH}, namespace: ns}}\nsubjects: [{{kind: ServiceAccount, name: {account}, namespace: ns}}]\nroleRef: {{apiGroup: rbac.authorization.k8s.io, kind: Role, name: {HASH}}}\n"
        )
    };
    let (own, all) = (format!("serviceAccountName: {HASH}, "), role("create, get, update"));
    let map = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {HASH}, namespace: ns}}\n");
    let of = |job: &str, role: &str, binding: &str| objects(&[job, role, binding, &map]);
    assert_rules(&[
        ("the account of the namespace, as before 2026", of(&job("", 600), &all, &binding("default")), ""),
        ("a separate account", of(&job(&own, 600), &all, &binding(HASH)), ""),
        ("a custom deadline", of(&job("", 120), &all, &binding("default")), ""),
        ("no rights for the account of the namespace", of(&job("", 600), &all, &binding(HASH)), "unpack-job"),
        ("no rights for its own account", of(&job(&own, 600), &all, &binding("default")), "unpack-job"),
        ("another account", of(&job("serviceAccountName: x, ", 600), &all, &binding(HASH)), "unpack-job"),
        ("too few rights", of(&job(&own, 600), &role("get"), &binding(HASH)), "unpack-job"),
    ]);
}

#[test]
fn sources_of_catalogs() {
    let source =
        |spec: &str| objects(&[&object("CatalogSource", "name: c, namespace: ns", &format!("spec: {{{spec}}}"))]);
    let polls = |poll: &str| {
        source(&format!("sourceType: grpc, image: q.io/x/y, updateStrategy: {{registryPoll: {{{poll}}}}}"))
    };
    let bad = "cs-source";
    assert_rules(&[
        ("an image", source("sourceType: grpc, image: q.io/x/y"), ""),
        ("an address", source("sourceType: grpc, address: 'c.ns.svc:50051'"), ""),
        ("a ConfigMap", source("sourceType: configmap, configMap: c"), ""),
        ("a ConfigMap as internal source", source("sourceType: internal, configMap: c"), ""),
        ("neither image nor address", source("sourceType: grpc"), bad),
        ("no ConfigMap", source("sourceType: configmap"), bad),
        ("an internal source without ConfigMap", source("sourceType: internal"), bad),
        ("an invalid type", source("sourceType: nope"), bad),
        ("no type", source("image: q.io/x/y"), bad),
        ("an interval", polls("interval: 45m"), ""),
        ("an invalid interval", polls("interval: 19mError Code"), bad),
        ("an empty interval", polls("interval: ''"), bad),
        ("no interval", polls(""), bad),
    ]);
    let lone = beside(&[&object("CatalogSource", "name: c, namespace: ns", "spec: {sourceType: grpc}")]);
    assert_rules(&[("an object beside a bundle", lone, bad)]);
}
