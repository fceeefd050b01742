//! Test cases of operator-framework/api for package manifests and good practices, and of RukPak, rewritten.

use crate::cases;
use crate::cases::{EARLIER, Files, assert_rules, changed, csv};
use olmkit_bundle::{Bundle, check, sample};
use olmkit_diagnostics::Suite;

/// A package of two versions with this manifest.
fn package(text: &str) -> Files {
    let mut files = vec![("foo.package.yaml".to_owned(), text.to_owned())];
    for version in ["bar", "baz"] {
        let csv = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n";
        files.push((format!("{version}/csv.yaml"), format!("{csv}metadata: {{name: {version}}}\nspec: {{}}\n")));
    }
    files
}

#[test]
fn package_manifests() {
    let (bar, baz) = ("{name: foo, currentCSV: bar}", "{name: foo2, currentCSV: baz}");
    let of = |channels: &str, default: &str| {
        package(&format!("packageName: test\nchannels: [{channels}]\ndefaultChannel: '{default}'\n"))
    };
    let both = format!("{bar}, {baz}");
    let twice = format!("{bar}, {}", baz.replace("foo2", "foo"));
    assert_rules(
        Suite::Package,
        &[
            ("one channel, the default", of(bar, "foo"), ""),
            ("one channel, no default", of(bar, ""), ""),
            ("two channels, one the default", of(&both, "foo2"), ""),
            ("two channels, no default", of(&both, ""), "pkg-default"),
            ("a default that is not a channel", of(bar, "baz"), "pkg-default"),
            ("no channels", of("", "baz"), "pkg-channels"),
            ("a channel without a CSV", of("{name: foo}", "foo"), "pkg-channels"),
            ("a channel without a name", of("{currentCSV: bar}", ""), "pkg-channels"),
            ("a channel twice", of(&twice, "foo"), "pkg-channels"),
            ("no name", package(&format!("packageName: ''\nchannels: [{bar}]\n")), "pkg-name"),
        ],
    );
}

#[test]
fn good_practices() {
    let permissions = |rule: &str| {
        let more = format!(
            "    spec:\n      permissions: [{{serviceAccountName: foo, rules: [{{{rule}}}]}}]\n      deployments:\n"
        );
        csv("    spec:\n      deployments:\n", &more)
    };
    let crds = |resource: &str, verb: &str| {
        permissions(&format!("apiGroups: [apiextensions.k8s.io], resources: ['{resource}'], verbs: ['{verb}']"))
    };
    let channels = |names: &str| {
        let old = "channels.v1: stable\n  operators.operatorframework.io.bundle.channel.default.v1: stable\n";
        changed(&[(sample::ANNOTATIONS, old, &format!("channels.v1: '{names}'\n"))])
    };
    let requests = "                resources:\n                  requests:\n                    cpu: 10m\n                    memory: 64Mi\n";
    assert_rules(
        Suite::GoodPractices,
        &[
            ("each container says what it needs", sample::files(), ""),
            ("a container does not", csv(requests, ""), "gp-requests"),
            ("no deployments", csv("      deployments:\n", "      others:\n"), "gp-no-deployments"),
            ("an owned CRD without a description", csv("      description: A foo\n", ""), "gp-crd-description"),
            ("channels of the convention", channels("fast,candidate"), ""),
            ("a channel of none", channels("mychannel-4.5"), "gp-channels"),
            ("one invalid channel of several", channels("alpha,fast-v2.1,candidate-v2.2"), "gp-channels"),
            ("permissions for something else", permissions("apiGroups: [''], resources: [pods], verbs: ['*']"), ""),
            ("everything with all of the group", crds("*", "*"), "gp-crd-rbac"),
            ("everything with CRDs", crds("customresourcedefinitions", "*"), "gp-crd-rbac"),
            ("CRDs are created", crds("customresourcedefinitions", "create"), "gp-crd-rbac"),
            ("CRDs are patched", crds("customresourcedefinitions", "patch"), "gp-crd-rbac"),
            ("CRDs are read", crds("customresourcedefinitions", "list"), ""),
        ],
    );
}

/// All objects have a name and an API version. An old loader of RukPak requires only the kind, but an object without a
/// name cannot be installed.
#[test]
fn plain_bundles() {
    let object = |kind: &str| format!("apiVersion: v1\nkind: {kind}\nmetadata: {{name: a}}\n");
    let (one, two) = (object("Mine"), object("Yours"));
    let json = "{\"apiVersion\": \"v1\", \"kind\": \"Mine\", \"metadata\": {\"name\": \"a\"}}";
    let items = "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: a}}\n- {apiVersion: v1, kind: B, metadata: {name: a}}\n";
    let plain = |files: &[(&str, &str)]| -> Files {
        let says = "annotations: {operators.operatorframework.io.bundle.mediatype.v1: plain+v0}\n";
        let says = [("metadata/annotations.yaml", says)];
        files.iter().chain(&says).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    };
    assert_rules(
        Suite::Rukpak,
        &[
            ("no manifests", plain(&[]), "plain-no-manifests"),
            ("no files", plain(&[("manifests/", "")]), "plain-empty"),
            ("a file without objects", plain(&[("manifests/a.yaml", "")]), "plain-empty"),
            ("a text", plain(&[("manifests/a.yaml", &one), ("manifests/b.yaml", "not;valid")]), "plain-parse"),
            ("no kind", plain(&[("manifests/a.yaml", &one), ("manifests/b.yaml", "almost: valid")]), "plain-parse"),
            ("an object", plain(&[("manifests/a.yaml", &one)]), ""),
            ("an object in JSON", plain(&[("manifests/a.yaml", json)]), ""),
            ("one in JSON, one in YAML", plain(&[("manifests/a.yaml", json), ("manifests/b.yaml", &one)]), ""),
            ("a directory", plain(&[("manifests/a.yaml", &one), ("manifests/b/a.yaml", &one)]), "plain-subdir"),
            ("two objects in a file", plain(&[("manifests/a.yaml", &format!("{one}---\n{two}"))]), ""),
            ("a list", plain(&[("manifests/a.yaml", items)]), ""),
        ],
    );
}

#[test]
fn a_directory_is_reported_at_a_file_in_it() {
    let object = "apiVersion: v1\nkind: Mine\nmetadata: {name: a}\n";
    let annotations = "annotations: {operators.operatorframework.io.bundle.mediatype.v1: plain+v0}\n";
    let paths = ["manifests/a.yaml", "manifests/a/b.yaml"].map(|path| (path.to_owned(), object.to_owned()));
    let files = [paths.to_vec(), vec![("metadata/annotations.yaml".to_owned(), annotations.to_owned())]].concat();
    let inputs = cases::inputs(&files);
    let bundle = Bundle::new(&inputs);
    let report = check(&bundle);
    let found = report.findings.iter().find(|finding| finding.rule.id == "plain-subdir").unwrap();
    assert_eq!(bundle.files[found.place.file.index()].path, "manifests/a/b.yaml");
}

#[test]
fn conversion_to_plain() {
    let object = |version: &str, kind: &str, more: &str| {
        let text = format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a{more}}}\n");
        changed(&[(sample::OBJECT, "", &text)])
    };
    assert_rules(
        Suite::RukpakRegistry,
        &[
            ("an object", object("v1", "Service", ""), ""),
            ("one with a namespace", object("v1", "Service", ", namespace: b"), ""),
            ("a cluster-scoped object", object("scheduling.k8s.io/v1", "PriorityClass", ""), ""),
            ("an object of an unsupported kind", object("v1", "Event", ""), "rukpak-registry"),
            (
                "not for all namespaces",
                csv("AllNamespaces\n    supported: true", "AllNamespaces\n    supported: false"),
                "rukpak-registry",
            ),
        ],
    );
}

#[test]
fn an_object_of_the_version_before_is_compared_and_not_checked() {
    let bundle = |repository: &str, directory: &str| {
        format!(
            "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {{name: b}}\nspec:\n  \
             provisionerClassName: core-rukpak-io-plain\n  source:\n    type: git\n    \
             git: {{repository: '{repository}', directory: '{directory}', ref: {{branch: main}}}}\n"
        )
    };
    let with = |before: String, now: String| {
        vec![(format!("{EARLIER}objects.yaml"), before), ("objects.yaml".to_owned(), now)]
    };
    let good = bundle("https://example.com/a", "manifests");
    assert_rules(
        Suite::Rukpak,
        &[
            ("as it was", with(good.clone(), good.clone()), ""),
            (
                "another repository",
                with(bundle("https://example.com/b", "manifests"), good.clone()),
                "rukpak-bundle-immutable",
            ),
            (
                "broken before, and fixed",
                with(bundle("https://example.com/a", "../x"), good.clone()),
                "rukpak-bundle-immutable",
            ),
            (
                "broken now",
                vec![("objects.yaml".to_owned(), bundle("https://example.com/a", "../x"))],
                "rukpak-src-git-dir",
            ),
        ],
    );
}

#[test]
fn shapes_of_deployments() {
    let deployment = |version: &str, spec: &str| {
        let text = format!(
            "apiVersion: core.rukpak.io/{version}\nkind: BundleDeployment\nmetadata: {{name: a}}\n\
             spec: {{provisionerClassName: p, {spec}}}\n"
        );
        vec![("objects.yaml".to_owned(), text)]
    };
    let source = "source: {type: image, image: {ref: x}}";
    let named = |length: usize| deployment("v1alpha2", &format!("installNamespace: {}, {source}", "n".repeat(length)));
    let template = |more: &str| {
        deployment("v1alpha1", &format!("template: {{{more}spec: {{provisionerClassName: p, {source}}}}}"))
    };
    assert_rules(
        Suite::Rukpak,
        &[
            ("a namespace", named(63), ""),
            ("a namespace that is too long", named(64), "rukpak-shape"),
            ("a template", template("metadata: {labels: {}}, "), ""),
            ("a template without metadata", template(""), "rukpak-shape"),
        ],
    );
}

#[test]
fn priorities_of_catalogs() {
    let catalog = |priority: &str| {
        let text = format!(
            "apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {{name: a}}\n\
             spec: {{priority: {priority}, source: {{type: Image, image: {{ref: 'q.io/x:1'}}}}}}\n"
        );
        vec![("objects.yaml".to_owned(), text)]
    };
    assert_rules(
        Suite::OlmV1Api,
        &[("of 32 bits", catalog("-2147483648"), ""), ("of 33 bits", catalog("2147483648"), "cat-source")],
    );
}

#[test]
fn groups_of_the_previous_version_are_not_counted_as_several() {
    let group = "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\n";
    let with = |path: &str| {
        let mut files = changed(&[]);
        files.push((
            path.to_owned(),
            format!("{group}metadata: {{name: old, namespace: b}}\nspec: {{targetNamespaces: [c, d]}}\n"),
        ));
        files.push(("objects.yaml".to_owned(), format!("{group}metadata: {{name: new, namespace: b}}\n")));
        files
    };
    let both = "og-install-mode og-several";
    assert_rules(
        Suite::OlmV0,
        &[
            ("previous version", with(&format!("{EARLIER}objects.yaml")), ""),
            ("same version", with("other.yaml"), both),
        ],
    );
}
