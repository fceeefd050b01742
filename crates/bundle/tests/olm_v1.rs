//! Test cases of operator-controller, rewritten: what OLM v1 rejects in a bundle and in its own objects.

use olmkit_bundle::{Bundle, Input, check, sample};
use olmkit_diagnostics::{Severity, Suite};

type Files = Vec<(String, String)>;

/// The rules by which OLM v1 rejects the files, except those that other cases cover.
fn refused(files: &Files) -> Vec<&'static str> {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect();
    let report = check(&Bundle::new(&inputs));
    let of_v1 = |suite| matches!(suite, Suite::OlmV1 | Suite::OlmV1Api);
    let mut rules: Vec<&'static str> = Vec::new();
    for finding in &report.findings {
        if finding.tool_reports.iter().any(|tool| of_v1(tool.suite) && tool.severity == Severity::Error) {
            rules.push(finding.rule.id);
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn changed(changes: &[(&'static str, &str, &str)]) -> Files {
    let mut files = sample::files();
    for (path, old, new) in changes {
        match files.iter_mut().find(|(known, _)| known == path) {
            Some((_, text)) => {
                assert!(text.contains(old), "{old}");
                *text = text.replacen(old, new, 1);
            }
            None => files.push(((*path).to_owned(), (*new).to_owned())),
        }
    }
    files
}

fn assert_rules(rows: &[(&str, Files, &str)]) {
    let mut wrong = Vec::new();
    for (case, files, expected) in rows {
        let found = refused(files).join(" ");
        if found != *expected {
            wrong.push(format!("{case}: expected `{expected}`, found `{found}`"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const CSV: &str = sample::CSV;
const DEPLOYMENTS: &str = "      deployments:\n";
const OWNED: &str = "  customresourcedefinitions:\n";

fn deployment(name: &str) -> String {
    let labels = "{app: b}";
    format!(
        "{DEPLOYMENTS}      - {{name: {name}, spec: {{selector: {{matchLabels: {labels}}}, template: {{metadata: {{labels: {labels}}}, spec: {{containers: [{{name: b, image: b}}]}}}}}}}}\n"
    )
}

fn hook(kind: &str, name: &str, more: &str) -> String {
    format!(
        "  - {{type: {kind}, generateName: {name}, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]{more}}}\n"
    )
}

fn hooks(hooks: &[String]) -> Files {
    changed(&[(CSV, OWNED, &format!("  webhookdefinitions:\n{}{OWNED}", hooks.concat()))])
}

fn more_modes(mut files: Files, modes: &[&str]) -> Files {
    let list: String = modes.iter().map(|mode| format!("  - type: {mode}\n    supported: true\n")).collect();
    let all = "  - type: AllNamespaces\n    supported: true\n";
    for (_, text) in files.iter_mut().filter(|(path, _)| path == CSV) {
        *text = text.replacen(all, &list, 1);
    }
    files
}

#[test]
fn reading_a_bundle() {
    let without = |start: &str| sample::files().into_iter().filter(|(path, _)| !path.starts_with(start)).collect();
    let properties = "metadata/properties.yaml";
    let annotation = |text: &str| changed(&[(CSV, "    support: acme\n", &format!("    olm.properties: '{text}'\n"))]);
    assert_rules(&[
        ("all is there", sample::files(), ""),
        ("no CSV", without(CSV), "layout-no-csv"),
        ("no annotations", changed(&[(sample::ANNOTATIONS, "annotations:", "annotation:")]), "oc-package-empty"),
        (
            "another name of the annotations",
            {
                let mut files: Files = without("metadata/");
                files.push(("metadata/annotations.yml".to_owned(), "annotations: {}\n".to_owned()));
                files
            },
            "ann-file-missing",
        ),
        (
            "annotations that cannot be read",
            changed(&[(sample::ANNOTATIONS, "annotations:", "annotations: [")]),
            "ann-file-missing",
        ),
        ("no metadata", without("metadata/"), "layout-metadata-dir"),
        ("no manifests", without("manifests/"), "layout-manifests-dir"),
        (
            "a directory among the manifests",
            changed(&[("manifests/more/a.yaml", "", "kind: Secret\n")]),
            "layout-nested-dir",
        ),
        ("a text among the manifests", changed(&[("manifests/README.md", "", "Foo\n")]), "layout-decode-api"),
        ("properties", changed(&[(properties, "", "properties: [{type: a, value: b}]\n")]), ""),
        ("properties that cannot be read", changed(&[(properties, "", "properties: {a: b}\n")]), "deps-file-broken"),
        ("properties of the CSV", annotation("[{\"type\": \"a\", \"value\": \"b\"}]"), ""),
        ("properties of the CSV that cannot be read", annotation("{"), "csv-olm-properties"),
    ]);
}

#[test]
fn deployments_definitions_and_package() {
    let named = |name: &str| changed(&[(CSV, DEPLOYMENTS, &deployment(name))]);
    let crd = sample::files().into_iter().find(|(path, _)| path == sample::CRD).unwrap().1;
    assert_rules(&[
        ("deployments with names of their own", named("bar"), ""),
        ("two of the same name", named("foo"), "oc-deployment-name"),
        ("a name that starts with a dash", named("-bad-name"), "oc-deployment-name"),
        ("one that ends with a dash", named("bad-"), "oc-deployment-name"),
        ("a name of 253 characters", named(&"a".repeat(253)), ""),
        ("a name of 254 characters", named(&"a".repeat(254)), "oc-deployment-name"),
        ("a CRD twice", changed(&[("manifests/second.yaml", "", &crd)]), "oc-crds"),
        ("a CRD that is not owned", changed(&[("manifests/second.yaml", "", &crd.replace("foo", "bar"))]), ""),
        ("a missing owned CRD", changed(&[(CSV, "foos.ex.com", "bars.ex.com")]), "oc-crds"),
        ("no owned CRDs", changed(&[(CSV, "    owned:\n", "    owned: []\n    more:\n")]), ""),
        (
            "an empty package",
            changed(&[(sample::ANNOTATIONS, "package.v1: foo", "package.v1: ''")]),
            "oc-package-empty",
        ),
    ]);
}

#[test]
fn kinds_of_objects() {
    let object = |version: &str, kind: &str| {
        changed(&[(sample::OBJECT, "", &format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\n"))])
    };
    let rbac = "rbac.authorization.k8s.io/v1";
    let good = [("v1", "Secret"), ("v1", "ConfigMap"), ("v1", "ServiceAccount"), ("v1", "Service")];
    let good =
        good.into_iter().chain(["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"].map(|kind| (rbac, kind)));
    let bad = [("apps/v1", "Deployment"), ("apps/v1", "StatefulSet"), ("batch/v1", "Job"), ("v1", "Event")];
    let mut rows: Vec<(&str, Files, &str)> = good.map(|(version, kind)| (kind, object(version, kind), "")).collect();
    rows.extend(bad.map(|(version, kind)| (kind, object(version, kind), "obj-kind-unsupported")));
    assert_rules(&rows);
}

#[test]
fn webhooks() {
    const CONVERSION: &str = "ConversionWebhook";
    const VALIDATING: &str = "ValidatingAdmissionWebhook";
    const MUTATING: &str = "MutatingAdmissionWebhook";
    let converts = |name: &str, crd: &str| hook(CONVERSION, name, &format!(", conversionCRDs: [{crd}]"));
    let rule =
        |kind: &str, rule: &str| hooks(&[hook(kind, "a", &format!(", rules: [{{{rule}, operations: [CREATE]}}]"))]);
    let protects = |resource: &str| {
        rule(
            VALIDATING,
            &format!("apiGroups: ['', admissionregistration.k8s.io], apiVersions: [v1], resources: ['{resource}']"),
        )
    };
    let of_group = |kind: &str, group: &str| {
        rule(kind, &format!("apiGroups: [foo.io, '{group}'], apiVersions: [v1], resources: [a]"))
    };
    let every = ["AllNamespaces", "OwnNamespace"];
    let without_all = ["OwnNamespace", "SingleNamespace"];
    let good = converts("a", "foos.ex.com");
    let mut rows = vec![
        ("a conversion, for all namespaces", hooks(std::slice::from_ref(&good)), ""),
        (
            "a conversion, for own namespaces too",
            more_modes(hooks(std::slice::from_ref(&good)), &every),
            "oc-conversion",
        ),
        (
            "a conversion, not for all namespaces",
            more_modes(hooks(std::slice::from_ref(&good)), &without_all),
            "oc-conversion",
        ),
        ("a validation, in other modes", more_modes(hooks(&[hook(VALIDATING, "a", "")]), &without_all), ""),
        ("a mutation, in other modes", more_modes(hooks(&[hook(MUTATING, "a", "")]), &every), ""),
        ("two conversions of one CRD", hooks(&[good.clone(), converts("b", "foos.ex.com")]), "oc-conversion"),
        ("a conversion of a CRD that is not owned", hooks(&[converts("a", "bars.ex.com")]), "oc-conversion"),
        ("the same name, other types", hooks(&[good, hook(VALIDATING, "a", ""), hook(MUTATING, "a", "")]), ""),
        ("names of their own", hooks(&[hook(VALIDATING, "a", ""), hook(VALIDATING, "b", "")]), ""),
        ("no rules", hooks(&[hook(VALIDATING, "a", "")]), ""),
        ("webhooks without configurations", protects("validatingadmissionpolicies"), ""),
        ("an ordinary group, validated", of_group(VALIDATING, "bar.io"), ""),
        ("an ordinary group, mutated", of_group(MUTATING, "bar.io"), ""),
        (
            "rules of a conversion",
            {
                let any = ", conversionCRDs: [foos.ex.com], rules: [{apiGroups: ['*'], apiVersions: [v1], operations: ['*'], resources: ['*']}]";
                hooks(&[hook(CONVERSION, "a", any)])
            },
            "",
        ),
    ];
    for kind in [VALIDATING, MUTATING, CONVERSION] {
        let crds = if kind == CONVERSION { ", conversionCRDs: [foos.ex.com]" } else { "" };
        let one = |name: &str| hook(kind, name, crds);
        let twice = if kind == CONVERSION { "oc-conversion oc-webhook" } else { "oc-webhook" };
        rows.push((kind, hooks(&[one("a").replace("deploymentName: foo", "deploymentName: bar")]), "oc-webhook"));
        rows.push((kind, hooks(&[one("a"), one("a")]), twice));
        rows.push((kind, hooks(&[one("-bad-name")]), "oc-webhook"));
        rows.push((kind, hooks(&[one(&"a".repeat(254))]), "oc-webhook"));
    }
    for kind in [VALIDATING, MUTATING] {
        rows.push((kind, of_group(kind, "*"), "oc-wh-rules"));
        rows.push((kind, of_group(kind, "olm.operatorframework.io"), "oc-wh-rules"));
    }
    let resources =
        ["*", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", "ValidatingWebhookConfiguration"];
    for resource in resources.into_iter().chain(["validatingwebhookconfigurations", "mutatingWebhookConfigurations"]) {
        rows.push((resource, protects(resource), "oc-wh-rules"));
    }
    assert_rules(&rows);
}

/// Successive versions of one object.
fn objects(kind: &str, specs: &[&str]) -> Files {
    let head = format!("apiVersion: olm.operatorframework.io/v1\nkind: {kind}\nmetadata: {{name: a}}\nspec: ");
    let text: Vec<String> = specs.iter().map(|spec| format!("{head}{spec}\n")).collect();
    vec![("objects.yaml".to_owned(), text.join("---\n"))]
}

const CATALOG: &str = "source: {sourceType: Catalog, catalog: {packageName: foo}}";

fn extension(more: &str) -> Files {
    objects("ClusterExtension", &[&format!("{{namespace: a, {CATALOG}{more}}}")])
}

fn of_catalog(more: &str) -> Files {
    let spec = format!("{{namespace: a, source: {{sourceType: Catalog, catalog: {{packageName: foo, {more}}}}}}}");
    objects("ClusterExtension", &[&spec])
}

fn assert_all(good: &[&str], bad: &[&str], rule: &str, make: &dyn Fn(&str) -> Files) {
    let rows = good.iter().map(|text| (*text, make(text), "")).chain(bad.iter().map(|text| (*text, make(text), rule)));
    assert_rules(&rows.collect::<Vec<_>>());
}

#[test]
fn names_in_an_extension() {
    let (longest, long) = ("a".repeat(253), "a".repeat(254));
    let package = |name: &str| {
        objects(
            "ClusterExtension",
            &[&format!("{{namespace: a, source: {{sourceType: Catalog, catalog: {{packageName: '{name}'}}}}}}")],
        )
    };
    let good = ["my-package", "hello-there.com", "1-hello", "hello.1", &longest];
    let bad = [
        "",
        "-hello",
        "hello-",
        ".hello",
        "hello.",
        "Hello",
        "foo bar",
        "hello_there",
        "hello..bar",
        "a,b",
        "@#$%",
        &long,
    ];
    assert_all(&good, &bad, "ext-package", &package);
    let channel = |name: &str| of_catalog(&format!("channels: ['{name}']"));
    let good = ["hello", "hello-world", "hello.world", "v1.0", &longest];
    let bad = ["", "-hello", "hello-", "Hello", "foo bar", "hello_there", "a.", ".a", "$(whoami)", &long];
    assert_all(&good, &bad, "ext-channels", &channel);
    let namespace = |name: &str| objects("ClusterExtension", &[&format!("{{namespace: '{name}', {CATALOG}}}")]);
    let (longest, long) = ("a".repeat(63), "a".repeat(64));
    let bad = ["", "-a", "a-", "A", "foo bar", "a_b", "a.b", "a.", "$", &long];
    assert_all(&["hello", "hello-1", "1-hello", "123", &longest], &bad, "ext-namespace", &namespace);
    let account = |name: &str| extension(&format!(", serviceAccount: {{name: '{name}'}}"));
    let (longest, long) = ("a".repeat(253), "a".repeat(254));
    let bad = ["", "-a", "a-", "A", "foo bar", "a_b", "a.", "$", &long];
    assert_all(&["hello", "hello-1", "hello.there", "1-hello", &longest], &bad, "ext-install", &account);
    assert_rules(&[
        ("no channels", of_catalog("channels: []"), ""),
        ("several channels", of_catalog("channels: [a, b]"), ""),
        ("one invalid channel of several", of_catalog("channels: [a, B]"), "ext-channels"),
        ("no name of an account", extension(", serviceAccount: {}"), "ext-install"),
    ]);
}

#[test]
fn versions_of_an_extension() {
    let version = |text: &str| of_catalog(&format!("version: '{text}'"));
    let good = [
        "1.2.3",
        "v1.2.3",
        "1",
        "1.2",
        "0.0.0",
        "1.2.3-alpha",
        "1.2.3-alpha.1+build.5",
        ">=1.2.3, <2.0.0",
        ">1.2.3 <2.0.0",
        "=1.2.3",
        "!=1.2.3",
        "=>1.2.3",
        "<=1.2",
        "=<1.2",
        "~1.2.3",
        "~>1.2",
        "^1.2.3",
        "1.2.x",
        "1.X",
        "1.*",
        "x",
        "*",
        "1.2.3 || 2.0.0",
        ">=1.2, <3.0 || >=4.2",
        "1.0.0||2.0.0",
        ">= 1.2",
        "  1.2.3  ",
        "1.2.3-rc1",
        "^0.0.3",
    ];
    let bad = [
        "",
        "latest",
        "1.2.3.4",
        "01.2.3",
        "1.02.3",
        "1.2.03",
        ">",
        ">=",
        "==1.2",
        "!1.2",
        "> > 1.2",
        "1.2.3,",
        ",1.2.3",
        "1.2.3 ||",
        "|| 1.2.3",
        "1.2.3-",
        "1.2.3+",
        "1.2.3-al_pha",
        "1.0.0 - 2.0.0",
        "1.2.3;2.0.0",
        "1.a.3",
        "vv1.2.3",
    ];
    assert_all(&good, &bad, "ext-version", &version);
    let long = format!("1.2.3-{}", "a".repeat(59));
    assert_rules(&[
        ("64 characters", version(&long[..64]), ""),
        ("65 characters", version(&long), "ext-version"),
        ("none", of_catalog("channels: []"), ""),
    ]);
}

#[test]
fn source_and_settings_of_an_extension() {
    let source = |text: &str| objects("ClusterExtension", &[&format!("{{namespace: a, source: {text}}}")]);
    let catalog = "{packageName: foo}";
    assert_rules(&[
        ("a catalog", source(&format!("{{sourceType: Catalog, catalog: {catalog}}}")), ""),
        ("no catalog", source("{sourceType: Catalog}"), "ext-source"),
        ("no type", source(&format!("{{catalog: {catalog}}}")), "ext-source"),
        ("a type that is not known", source("{sourceType: random}"), "ext-source"),
        ("nothing", source("{}"), "ext-source"),
        ("the policy of the catalog", of_catalog("upgradeConstraintPolicy: CatalogProvided"), ""),
        ("a valid policy", of_catalog("upgradeConstraintPolicy: SelfCertified"), ""),
        ("another policy", of_catalog("upgradeConstraintPolicy: Anything"), "ext-channels"),
    ]);
    let good = ["None", "Strict"]
        .map(|level| format!("install: {{preflight: {{crdUpgradeSafety: {{enforcement: {level}}}}}}}"));
    let good: Vec<&str> = good
        .iter()
        .map(String::as_str)
        .chain([
            "config: {configType: Inline, inline: {key: value}}",
            "config: {configType: Inline, inline: {key: {more: [1, 2]}}}",
            "progressDeadlineMinutes: 10",
            "progressDeadlineMinutes: 360",
            "progressDeadlineMinutes: 720",
        ])
        .collect();
    let bad = [
        "install: {}",
        "install: {preflight: {}}",
        "install: {preflight: {crdUpgradeSafety: {}}}",
        "install: {preflight: {crdUpgradeSafety: {enforcement: Some}}}",
        "config: {}",
        "config: {configType: Inline}",
        "config: {configType: Inline, inline: {}}",
        "config: {configType: Inline, inline: true}",
        "config: {configType: Other, inline: {key: value}}",
        "config: {inline: {key: value}}",
        "progressDeadlineMinutes: 9",
        "progressDeadlineMinutes: 721",
    ];
    // Use a key that the bundle supports, because this case is not about unknown keys.
    let make = |text: &str| {
        let mut files = extension(&format!(", {text}"));
        files.iter_mut().for_each(|(_, text)| *text = text.replace("key:", "deploymentConfig:"));
        files
    };
    assert_all(&good, &bad, "ext-install", &make);
}

#[test]
fn changes_of_an_extension() {
    let two = |old: &str, new: &str| objects("ClusterExtension", &[old, new]);
    let of = |namespace: &str, package: &str, more: &str| {
        format!(
            "{{namespace: {namespace}, source: {{sourceType: Catalog, catalog: {{packageName: {package}}}}}{more}}}"
        )
    };
    let account = |name: &str| of("a", "foo", &format!(", serviceAccount: {{name: {name}}}"));
    let plain = of("a", "foo", "");
    assert_rules(&[
        ("nothing changes", two(&plain, &plain), ""),
        ("the namespace", two(&plain, &of("b", "foo", "")), "ext-namespace"),
        ("the package", two(&plain, &of("a", "bar", "")), "ext-package"),
        ("the service account", two(&account("a"), &account("b")), "ext-install"),
        ("the service account is taken away", two(&account("a"), &plain), ""),
        ("the service account is added", two(&plain, &account("a")), ""),
    ]);
}

#[test]
fn configuration_and_bundle() {
    const ALL: &str = "AllNamespaces";
    const OWN: &str = "OwnNamespace";
    const SINGLE: &str = "SingleNamespace";
    const MULTI: &str = "MultiNamespace";
    // The install modes, and whether each `watchNamespace` is accepted: the own namespace, another one, none, null.
    let rows: [(&[&str], [bool; 4]); 9] = [
        (&[ALL], [false, false, true, false]),
        (&[ALL, MULTI], [false, false, true, false]),
        (&[OWN], [true, false, false, false]),
        (&[OWN, MULTI], [true, false, false, false]),
        (&[SINGLE], [false, true, false, false]),
        (&[OWN, SINGLE], [true, true, false, false]),
        (&[ALL, OWN], [true, false, true, true]),
        (&[ALL, SINGLE], [false, true, true, true]),
        (&[ALL, OWN, SINGLE, MULTI], [true, true, true, true]),
    ];
    let bundle = |modes: &[&str], inline: &str| {
        let config = if inline.is_empty() {
            String::new()
        } else {
            format!(", config: {{configType: Inline, inline: {inline}}}")
        };
        let mut files = more_modes(sample::files(), modes);
        files.extend(extension(&config));
        files
    };
    let mut cases = Vec::new();
    for (modes, good) in rows {
        let inlines = ["{watchNamespace: a}", "{watchNamespace: b}", "", "{watchNamespace: null}"];
        for (inline, good) in inlines.into_iter().zip(good) {
            cases.push((inline, bundle(modes, inline), if good { "" } else { "ext-inline-config" }));
        }
    }
    for inline in [
        "{watchNamespace: ''}",
        "{watchNamespace: bad-Namespace-}",
        "{watchNamespace: {a: b}}",
        "{watchNamespace: a, other: b}",
    ] {
        cases.push((inline, bundle(&[ALL, OWN, SINGLE], inline), "ext-inline-config"));
    }
    cases.push(("{deploymentConfig: {}}", bundle(&[ALL], "{deploymentConfig: {nodeSelector: {a: b}}}"), ""));
    assert_rules(&cases);
}

#[test]
fn catalogs() {
    const SHA: &str = "sha256:0123456789abcdef0123456789abcdef";
    let image = |text: &str| objects("ClusterCatalog", &[&format!("{{source: {{type: Image, image: {{{text}}}}}}}")]);
    let reference = |text: &str| image(&format!("ref: '{text}'"));
    let (longest, long) = (format!("q.io/x:{}", "a".repeat(127)), format!("q.io/x:{}", "a".repeat(128)));
    let good = [
        "my-subdomain.docker.io:8080/foo/bar:latest",
        "docker.io/foo/bar:latest-",
        &longest,
        &format!("docker.io/foo@{SHA}"),
    ];
    let bad = [
        "-quay+docker/foo/bar:latest",
        "docker.io/FOO/bar:latest",
        "docker.io:8080",
        "docker.io/foo",
        "docker.io/foo:-foo_bar-",
        &long,
        &format!("docker.io/foo@99-problems:{}", &SHA[7..]),
        "docker.io/foo@sha256:abcd",
        &format!("docker.io/foo@sha256:{}", "z".repeat(32)),
    ];
    assert_all(&good, &bad, "cat-source", &reference);
    assert_rules(&[
        ("a tag is asked again", image("ref: 'q.io/x:1', pollIntervalMinutes: 1"), ""),
        ("each zero minutes", image("ref: 'q.io/x:1', pollIntervalMinutes: 0"), "cat-source"),
        ("each minute before", image("ref: 'q.io/x:1', pollIntervalMinutes: -1"), "cat-source"),
        ("a digest is asked again", image(&format!("ref: 'q.io/x@{SHA}', pollIntervalMinutes: 1")), "cat-source"),
        ("no image", objects("ClusterCatalog", &["{source: {type: Image}}"]), "cat-source"),
        ("no type", objects("ClusterCatalog", &["{source: {image: {ref: 'q.io/x:1'}}}"]), "cat-source"),
        (
            "not served",
            objects(
                "ClusterCatalog",
                &["{availabilityMode: Unavailable, source: {type: Image, image: {ref: 'q.io/x:1'}}}"],
            ),
            "",
        ),
        (
            "another mode",
            objects("ClusterCatalog", &["{availabilityMode: '', source: {type: Image, image: {ref: 'q.io/x:1'}}}"]),
            "cat-source",
        ),
    ]);
}

#[test]
fn object_sets() {
    const HEAD: &str = "lifecycleState: Active, revision: 1, collisionProtection: Prevent";
    const ONE: &str = "{object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}";
    let set = |text: &str| objects("ClusterObjectSet", &[&format!("{{{text}}}")]);
    let more = |text: &str| set(&format!("{HEAD}, {text}"));
    let phase = |name: &str| format!("{{name: '{name}', objects: [{ONE}]}}");
    let many = |count: usize| (0..count).map(|at| phase(&format!("p{at}"))).collect::<Vec<_>>().join(", ");
    let full = |count: usize| format!("phases: [{{name: a, objects: [{}]}}]", [ONE].repeat(count).join(", "));
    let probes =
        |count: usize| format!("progressionProbes: [{}]", ["{assertions: [{type: A}]}"].repeat(count).join(", "));
    let name = |name: &str| format!("phases: [{}]", phase(name));
    let (longest, long) = (name(&"a".repeat(63)), name(&"a".repeat(64)));
    let (phases, too_many) = (format!("phases: [{}]", many(20)), format!("phases: [{}]", many(21)));
    let texts = [full(50), probes(1), probes(20), name("1-a"), name("a")];
    let mut good: Vec<&str> = texts.iter().map(String::as_str).collect();
    good.extend([
        longest.as_str(),
        &phases,
        "phases: []",
        "progressDeadlineMinutes: 10",
        "progressDeadlineMinutes: 720",
    ]);
    good.extend(["phases: [{name: a, objects: [{ref: {name: a, key: b}, collisionProtection: None}], collisionProtection: IfNoController}]"]);
    let texts = [full(51), probes(0), probes(21), name(""), name("A"), name("a-"), name("a.b")];
    let mut bad: Vec<&str> = texts.iter().map(String::as_str).collect();
    bad.extend([long.as_str(), &too_many, "progressDeadlineMinutes: 9", "progressDeadlineMinutes: 721"]);
    bad.extend([
        "phases: [{name: a, objects: [{}]}]",
        "phases: [{name: a, objects: [{object: {kind: A}, ref: {name: a}}]}]",
        "phases: [{name: a, objects: []}, {name: a, objects: []}]",
        "phases: [{name: a, collisionProtection: Never, objects: []}]",
        "progressionProbes: [{assertions: []}]",
    ]);
    assert_all(&good, &bad, "object-set", &more);
    let heads = [
        "revision: 1, collisionProtection: Prevent",
        "lifecycleState: Active, collisionProtection: Prevent",
        "lifecycleState: Active, revision: 0, collisionProtection: Prevent",
        "lifecycleState: Active, revision: -1, collisionProtection: Prevent",
        "lifecycleState: Active, revision: 1",
        "lifecycleState: Active, revision: 1, collisionProtection: Never",
        "lifecycleState: Paused, revision: 1, collisionProtection: Prevent",
    ];
    assert_all(&[HEAD, &HEAD.replace("Prevent", "None")], &heads, "object-set", &set);
}

#[test]
fn changes_of_object_sets() {
    let of = |state: &str, revision: u8, collision: &str, phases: &str| {
        format!("{{lifecycleState: {state}, revision: {revision}, collisionProtection: {collision}{phases}}}")
    };
    let two = |old: &str, new: &str| objects("ClusterObjectSet", &[old, new]);
    let plain = of("Active", 1, "Prevent", "");
    let with = |phases: &str| of("Active", 1, "Prevent", &format!(", phases: [{phases}]"));
    let (one, other) = ("{name: a, objects: [{object: {kind: A}}]}", "{name: b, objects: [{object: {kind: A}}]}");
    assert_rules(&[
        ("it is put away", two(&plain, &of("Archived", 1, "Prevent", "")), ""),
        ("it comes back", two(&of("Archived", 1, "Prevent", ""), &plain), "object-set"),
        ("its revision", two(&plain, &of("Active", 2, "Prevent", "")), "object-set"),
        ("its protection", two(&plain, &of("Active", 1, "None", "")), "object-set"),
        ("phases are set", two(&plain, &with(one)), ""),
        ("no phases become some", two(&with(""), &with(one)), ""),
        ("phases stay", two(&with(one), &with(one)), ""),
        ("a phase is renamed", two(&with(one), &with(other)), "object-set"),
        ("a phase is added", two(&with(one), &with(&format!("{one}, {other}"))), "object-set"),
    ]);
}
