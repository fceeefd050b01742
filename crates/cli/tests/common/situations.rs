//! Inputs of rules that no example can show: several files, generated content, directories and links.

use olmkit_bundle::sample;

use crate::common::Memory;

const BETA: &str = "apiextensions.k8s.io/v1beta1";
const REPLACES_MODE: (&str, &str) = ("operators/foo/ci.yaml", "updateGraph: replaces-mode\n");
const FBC: (&str, &str) = ("operators/foo/ci.yaml", "fbc: {enabled: true}\n");

const ONE_BUNDLE: &str = "A repository with a bundle, whose `metadata/annotations.yaml` states the package `foo` and the \
                          channel `stable`:";
const TWO_BUNDLES: &str = "A repository with two bundles, whose `metadata/annotations.yaml` state the package `foo` and \
                           the channel `stable`:";

/// An input that a rule reports.
#[derive(Default)]
pub(crate) struct Situation {
    pub(crate) rule: &'static str,
    /// The sentence that describes the input.
    pub(crate) input: &'static str,
    /// The command that reports the rule.
    pub(crate) command: &'static str,
    /// The files that the page shows after the sentence.
    pub(crate) shown: Vec<(String, String)>,
    /// The files that only the sentence describes. A path that ends with `/` is a directory.
    pub(crate) described: Vec<(String, Vec<u8>)>,
    /// Symbolic links without a target.
    pub(crate) broken_links: Vec<&'static str>,
}

impl Situation {
    fn new(rule: &'static str, command: &'static str, input: &'static str) -> Self {
        Situation { rule, input, command, ..Situation::default() }
    }

    fn show(mut self, files: &[(&str, &str)]) -> Self {
        self.shown.extend(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())));
        self
    }

    fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.described.push((path.to_owned(), content.into()));
        self
    }

    fn with_all(self, files: Vec<(String, String)>) -> Self {
        files.into_iter().fold(self, |input, (path, text)| input.with(&path, text))
    }

    fn link(mut self, path: &'static str) -> Self {
        self.broken_links.push(path);
        self
    }

    /// A bundle of the package `foo` in the channel `stable` of a repository. The page shows its CSV only.
    fn bundle(self, version: &str, csv: &str) -> Self {
        let root = format!("operators/foo/{version}");
        let annotations = "annotations:\n  operators.operatorframework.io.bundle.package.v1: foo\n  \
                           operators.operatorframework.io.bundle.channels.v1: stable\n";
        let csv = format!("kind: ClusterServiceVersion\n{csv}");
        self.with(&format!("{root}/metadata/annotations.yaml"), annotations)
            .show(&[(&format!("{root}/manifests/foo.clusterserviceversion.yaml"), &csv)])
    }

    /// A machine that has the files.
    pub(crate) fn machine(&self) -> Memory {
        let shown = self.shown.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes()));
        let files = shown.chain(self.described.iter().cloned()).collect();
        Memory { files, broken_links: self.broken_links.clone(), ..Memory::default() }
    }
}

/// All inputs, one for each rule.
pub(crate) fn all() -> Vec<Situation> {
    [catalogs(), layouts(), sizes(), plain_bundles(), graphs(), repositories()].into_iter().flatten().collect()
}

fn catalogs() -> Vec<Situation> {
    let (open, close) = ("[".repeat(10_001), "]".repeat(10_001));
    let object = "{\"schema\": \"example.com/notes\"}\n";
    vec![
        Situation::new(
            "catalog-empty",
            "olmkit validate --select catalog-empty catalog",
            "The directory `catalog` is empty.",
        )
        .with("catalog/", ""),
        Situation::new(
            "file-unreadable",
            "olmkit validate --select file-unreadable catalog",
            "`catalog/more.yaml` is a symbolic link whose target does not exist.",
        )
        .link("catalog/more.yaml"),
        Situation::new(
            "json-depth",
            "olmkit validate --select json-depth catalog",
            "The third object in `catalog/notes.json` contains 10,001 nested arrays.",
        )
        .with(
            "catalog/notes.json",
            format!("{object}{object}{{\"schema\": \"example.com/notes\",\n \"value\":\n{open}\n{close}}}\n"),
        ),
        Situation::new(
            "yaml-depth",
            "olmkit validate --select yaml-depth catalog",
            "`catalog/notes.yaml` contains 10,001 nested lists.",
        )
        .with("catalog/notes.yaml", format!("schema: example.com/notes\nvalue:\n  {open}\n  {close}\n")),
        Situation::new(
            "yaml-invalid-utf8",
            "olmkit validate --select yaml-invalid-utf8 catalog",
            "`catalog/package.yaml` is saved as ISO 8859-1: the `é` of `description: Café` is the byte E9.",
        )
        .with(
            "catalog/package.yaml",
            b"schema: olm.package\nname: foo\ndefaultChannel: stable\ndescription: Caf\xe9\n".to_vec(),
        ),
    ]
}

fn layouts() -> Vec<Situation> {
    let below = |folder: &str| -> Vec<(String, String)> {
        sample::files().into_iter().filter(|(path, _)| path.starts_with(folder)).collect()
    };
    vec![
        Situation::new(
            "layout-broken-link",
            "olmkit bundle validate --select layout-broken-link .",
            "In [the good bundle](README.md#the-good-bundle), `manifests/service.yaml` is a symbolic link whose target \
             does not exist.",
        )
        .with_all(sample::files())
        .link("manifests/service.yaml"),
        Situation::new(
            "layout-manifests-dir",
            "olmkit bundle validate --select layout-manifests-dir .",
            "[The good bundle](README.md#the-good-bundle) without its directory `manifests`.",
        )
        .with_all(below("metadata/")),
        Situation::new(
            "layout-manifests-empty",
            "olmkit bundle validate --select layout-manifests-empty .",
            "[The good bundle](README.md#the-good-bundle) without the files in `manifests`.",
        )
        .with_all(below("metadata/"))
        .with("manifests/", ""),
        Situation::new(
            "layout-metadata-dir",
            "olmkit bundle validate --select layout-metadata-dir .",
            "[The good bundle](README.md#the-good-bundle) without its directory `metadata`.",
        )
        .with_all(below("manifests/")),
        Situation::new(
            "dep-k8s-option",
            "olmkit bundle validate --k8s-version latest --select dep-k8s-option .",
            "[The good bundle](README.md#the-good-bundle) with a CRD of `apiextensions.k8s.io/v1beta1`.",
        )
        .with_all(
            sample::files()
                .into_iter()
                .map(|(path, text)| (path, text.replace("apiextensions.k8s.io/v1", BETA)))
                .collect(),
        ),
    ]
}

/// Random digits do not compress well: 3.3 bits each remain, and base64 turns three bytes into four.
fn sizes() -> Vec<Situation> {
    let large = |length: usize| {
        let digits: Vec<char> = olmkit_testing::noise(1, length)
            .into_iter()
            .filter_map(|byte| char::from_digit(u32::from(byte % 10), 10))
            .collect();
        let lines = digits.chunks(100).map(|line| format!("    {}\n", line.iter().collect::<String>()));
        let head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: foo\ndata:\n  digits: |\n";
        format!("{head}{}", lines.collect::<String>())
    };
    vec![
        Situation::new(
            "bundle-size-max",
            "olmkit bundle validate --select bundle-size-max .",
            "[The good bundle](README.md#the-good-bundle) with a ConfigMap in `manifests/object.yaml` that contains \
             2,200,000 random digits.",
        )
        .with_all(sample::files())
        .with(sample::OBJECT, large(2_200_000)),
        Situation::new(
            "bundle-size-near",
            "olmkit bundle validate --select bundle-size-near .",
            "[The good bundle](README.md#the-good-bundle) with a ConfigMap in `manifests/object.yaml` that contains \
             1,450,000 random digits.",
        )
        .with_all(sample::files())
        .with(sample::OBJECT, large(1_450_000)),
    ]
}

fn plain_bundles() -> Vec<Situation> {
    let annotations =
        ("metadata/annotations.yaml", "annotations:\n  operators.operatorframework.io.bundle.mediatype.v1: plain+v0\n");
    let namespace = ("manifests/namespace.yaml", "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: foo\n");
    let service = "apiVersion: v1\nkind: Service\nmetadata:\n  name: foo\n";
    vec![
        Situation::new(
            "plain-empty",
            "olmkit bundle validate --select plain-empty .",
            "The directory `manifests` is empty, and there is this file:",
        )
        .show(&[annotations])
        .with("manifests/", ""),
        Situation::new(
            "plain-no-manifests",
            "olmkit bundle validate --select plain-no-manifests .",
            "A bundle that consists of this file:",
        )
        .show(&[annotations]),
        Situation::new(
            "plain-parse",
            "olmkit bundle validate --select plain-parse .",
            "A bundle that consists of these files:",
        )
        .show(&[annotations, namespace, ("manifests/values.yaml", "replicas: 3\n")]),
        Situation::new(
            "plain-subdir",
            "olmkit bundle validate --select plain-subdir .",
            "A bundle that consists of these files:",
        )
        .show(&[annotations, namespace, ("manifests/services/foo.yaml", service)]),
    ]
}

fn graphs() -> Vec<Situation> {
    let csv =
        |version: &str, spec: &str| format!("metadata:\n  name: foo.v{version}\nspec:\n  version: {version}\n{spec}");
    let (first, second) = (csv("1.0.0", ""), csv("1.1.0", ""));
    let range = "metadata:\n  name: foo.v1.1.0\n  annotations:\n    olm.skipRange: '<1.1.0'\nspec:\n  version: 1.1.0\n";
    let (back, forth) = (csv("1.0.0", "  replaces: foo.v1.1.0\n"), csv("1.1.0", "  replaces: foo.v1.0.0\n"));
    vec![
        Situation::new("pipe-dangling", "olmkit bundle validate --select pipe-dangling .", TWO_BUNDLES)
            .bundle("1.0.0", &first)
            .bundle("1.1.0", &second)
            .show(&[REPLACES_MODE]),
        Situation::new("pipe-graph-loop", "olmkit bundle validate --select pipe-graph-loop .", TWO_BUNDLES)
            .bundle("1.0.0", &back)
            .bundle("1.1.0", &forth)
            .show(&[REPLACES_MODE]),
        Situation::new("pipe-pruned-graph", "olmkit bundle validate --select pipe-pruned-graph .", TWO_BUNDLES)
            .bundle("1.0.0", &first)
            .bundle("1.1.0", range)
            .show(&[REPLACES_MODE]),
        Situation::new("pipe-name-unique", "olmkit bundle validate --select pipe-name-unique .", TWO_BUNDLES)
            .bundle("1.0.0", &first)
            .bundle("1.1.0", &csv("1.1.0", "  replaces: foo.v1.0.0\n").replace("name: foo.v", "name: bar.v"))
            .show(&[REPLACES_MODE]),
    ]
}

fn repositories() -> Vec<Situation> {
    let csv = "metadata:\n  name: foo.v1.0.0\nspec:\n  version: 1.0.0\n";
    let catalog = "schema: olm.bundle\nname: foo.v1.0.0\npackage: foo\nimage: docker.io/ex/foo:v1.0.0\n";
    vec![
        Situation::new("pipe-marketplace", "olmkit bundle validate --select pipe-marketplace .", ONE_BUNDLE)
            .bundle("1.0.0", csv)
            .show(&[FBC, ("config.yaml", "organization: redhat-marketplace\n")]),
        Situation::new("pipe-release-config", "olmkit bundle validate --select pipe-release-config .", ONE_BUNDLE)
            .bundle("1.0.0", csv)
            .show(&[
                FBC,
                (
                    "operators/foo/1.0.0/release-config.yaml",
                    "catalog_templates:\n- template_name: semver.yaml\n  channels: [Stable]\n",
                ),
            ]),
        Situation::new(
            "pipe-catalog-registry",
            "olmkit bundle validate --select pipe-catalog-registry .",
            "A repository with a catalog:",
        )
        .show(&[
            ("config.yaml", "allowed_bundle_registries:\n- quay.io/\n"),
            ("catalogs/v4.18/foo/catalog.yaml", catalog),
        ]),
    ]
}
