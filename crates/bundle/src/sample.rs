//! A minimal valid bundle. The examples of the rules are changes to it.

use crate::input::{Input, Part};

/// Path of the CSV.
pub const CSV: &str = "manifests/foo.clusterserviceversion.yaml";
/// Path of the CRD.
pub const CRD: &str = "manifests/foo.crd.yaml";
/// Path of the annotations.
pub const ANNOTATIONS: &str = "metadata/annotations.yaml";
/// Path for a file with dependencies. The sample has none.
pub const DEPENDENCIES: &str = "metadata/dependencies.yaml";
/// Path for an additional object. The sample has none.
pub const OBJECT: &str = "manifests/object.yaml";
/// Path for objects of a cluster.
pub(crate) const OBJECTS: &str = "objects.yaml";

const CSV_TEXT: &str = r#"apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: foo.v1.0.0
  annotations:
    capabilities: Basic Install
    containerImage: quay.io/ex/foo:v1.0.0
    createdAt: '2026-01-31T12:00:00Z'
    description: A sample operator
    repository: https://ex.com/foo
    support: acme
    categories: Database
    alm-examples: '[{"apiVersion": "ex.com/v1", "kind": "Foo", "metadata": {"name": "x"}}]'
spec:
  version: 1.0.0
  displayName: Foo
  description: The operator that the examples of the rules change.
  keywords: [sample]
  minKubeVersion: 1.20.0
  provider:
    name: acme
  maintainers:
  - name: a
    email: a@ex.com
  links:
  - name: home
    url: https://ex.com
  installModes:
  - type: AllNamespaces
    supported: true
  icon:
  - base64data: iVBORw0KGgo=
    mediatype: image/png
  install:
    strategy: deployment
    spec:
      deployments:
      - name: foo
        spec:
          selector:
            matchLabels:
              app: foo
          template:
            metadata:
              labels:
                app: foo
            spec:
              serviceAccountName: foo
              containers:
              - name: manager
                image: quay.io/ex/foo:v1.0.0
                resources:
                  requests:
                    cpu: 10m
                    memory: 64Mi
  relatedImages:
  - name: foo
    image: quay.io/ex/foo:v1.0.0
  customresourcedefinitions:
    owned:
    - name: foos.ex.com
      version: v1
      kind: Foo
      description: A foo
"#;

const CRD_TEXT: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: foos.ex.com
spec:
  group: ex.com
  names:
    kind: Foo
    listKind: FooList
    plural: foos
    singular: foo
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        properties: {spec: {type: object}}
        type: object
";

const ANNOTATIONS_TEXT: &str = "annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: foo
  operators.operatorframework.io.bundle.channels.v1: stable
  operators.operatorframework.io.bundle.channel.default.v1: stable
  com.redhat.openshift.versions: v4.12
";

/// The files of the sample: path and text.
#[must_use]
pub fn files() -> Vec<(String, String)> {
    [(CSV, CSV_TEXT), (CRD, CRD_TEXT), (ANNOTATIONS, ANNOTATIONS_TEXT)]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .to_vec()
}

/// The sample after a change.
#[derive(Debug, Clone)]
pub struct Changed {
    /// The files: path and text.
    pub files: Vec<(String, String)>,
    /// Files of the previous version.
    pub earlier: Vec<(String, String)>,
}

impl Changed {
    /// All files as the input of the checks.
    #[must_use]
    pub fn inputs(&self) -> Vec<Input<'_>> {
        let own = self.files.iter().map(|(path, text)| Input::new(path, text.as_bytes()));
        let earlier = self.earlier.iter().map(|(path, text)| Input {
            part: Part::Before,
            root: "earlier/",
            path,
            bytes: text.as_bytes(),
        });
        own.chain(earlier).collect()
    }
}

/// Applies a change to the sample. `None` if the text to replace does not occur.
#[must_use]
pub fn changed(change: &olmkit_diagnostics::Change) -> Option<Changed> {
    if change.is_earlier {
        return Some(Changed { files: files(), earlier: vec![(change.path.to_owned(), change.new.to_owned())] });
    }
    let mut files = files();
    let at = files.iter().position(|(path, _)| path == change.path);
    match (at.and_then(|at| files.get_mut(at)), change.old) {
        (Some((_, text)), "") => change.new.clone_into(text),
        (Some((_, text)), old) if text.contains(old) => *text = text.replacen(old, change.new, 1),
        (None, "") => files.push((change.path.to_owned(), change.new.to_owned())),
        _ => return None,
    }
    Some(Changed { files, earlier: Vec::new() })
}
