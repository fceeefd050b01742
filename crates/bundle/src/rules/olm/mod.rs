//! Objects of OLM itself: RukPak's, OLM v1's, and those that OLM v0 creates during installation.

pub mod catalog;
pub mod catalog_source;
pub mod config;
pub mod extension;
pub mod groups;
pub mod helm;
pub mod install_plan;
pub mod object_set;
pub mod plain;
pub mod rukpak;
pub mod stored;
pub mod unpack;
pub mod upgrade;

use olmkit_collections::HashMap;
use olmkit_yaml::to_json;

use crate::go::Mode;
use crate::input::{File, Part};
use crate::model::Bundle;
use crate::rules::csv;
use crate::sink::Sink;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::Suite;

/// An object of a cluster.
#[derive(Debug, Clone)]
pub(crate) struct Resource<'d> {
    pub(crate) view: View<'d>,
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) namespace: String,
}

/// The objects outside `manifests` and `metadata`.
#[derive(Debug, Default)]
pub(crate) struct Resources<'d> {
    /// The objects to check, including objects of a cluster.
    pub(crate) now: Vec<Resource<'d>>,
    /// The objects of the previous version, for comparison.
    pub(crate) before: Vec<Resource<'d>>,
}

impl<'d> Resource<'d> {
    fn read(view: View<'d>) -> Option<Self> {
        let text = |field: &str| view.get(field).and_then(View::text).map(String::from);
        let (kind, api_version) = (text("kind")?, text("apiVersion")?);
        let (group, version) = api_version.split_once('/').unwrap_or(("", &api_version));
        let metadata = view.get("metadata");
        let of = |field: &str| metadata.map(|metadata| metadata.string(field).into_owned()).unwrap_or_default();
        Some(Resource {
            view,
            group: group.to_owned(),
            version: version.to_owned(),
            kind,
            name: of("name"),
            namespace: of("namespace"),
        })
    }

    pub(crate) fn is(&self, group: &str, kind: &str) -> bool {
        self.group == group && self.kind == kind
    }

    /// What the versions of an object have in common. `None` without a name.
    fn identity(&self) -> Option<[&str; 4]> {
        (!self.name.is_empty()).then_some([&self.group, &self.kind, &self.namespace, &self.name])
    }

    /// A field below `spec`.
    pub(crate) fn spec(&self, path: &[&str]) -> Option<View<'d>> {
        self.view.get("spec").and_then(|spec| spec.path(path))
    }

    pub(crate) fn annotation(&self, key: &str) -> Option<View<'d>> {
        let map = self.view.path(&["metadata", "annotations"])?;
        map.entries().into_iter().find(|(name, _, _)| name == key).map(|(_, value, _)| value)
    }
}

/// Whether two values are equal as JSON.
pub(crate) fn same(a: Option<View<'_>>, b: Option<View<'_>>) -> bool {
    let json = |view: Option<View<'_>>| view.map_or_else(|| "null".to_owned(), |view| to_json(view.node));
    json(a) == json(b)
}

/// Whether a value is an integer between `least` and `most`, inclusive.
fn is_within(number: View<'_>, least: impl Into<i64>, most: impl Into<i64>) -> bool {
    number.node.scalar_text().parse().is_ok_and(|number: i64| (least.into()..=most.into()).contains(&number))
}

/// Returns every object outside `manifests`, `metadata` and `tests`. Lists are replaced by their items.
pub(crate) fn resources<'b>(bundle: &'b Bundle<'_>) -> Resources<'b> {
    let mut found = Resources::default();
    let is_own = |file: &File<'_>| {
        let starts = ["manifests/", "metadata/", "tests/"];
        file.part != Part::Cluster && starts.iter().any(|start| file.path.starts_with(start))
    };
    for file in bundle.files.iter().filter(|file| !is_own(file) && !file.name().starts_with('.')) {
        let into = if file.part == Part::Before { &mut found.before } else { &mut found.now };
        for view in file.roots() {
            let view = view.with(Mode::Converter);
            into.extend(view.objects().into_iter().filter_map(Resource::read));
        }
    }
    found
}

/// Whether these rules check the object.
pub(crate) fn is_olm(resource: &Resource<'_>) -> bool {
    matches!(resource.group.as_str(), "core.rukpak.io" | "olm.operatorframework.io")
        || resource.is("operators.coreos.com", "InstallPlan")
        || catalog_source::is_own(resource)
        || unpack::is_own(resource)
}

/// Checks the objects. If an object occurs twice, the later version must not change immutable fields of the earlier
/// one.
pub(crate) fn check(bundle: &Bundle<'_>, all: &Resources<'_>, sink: &mut Sink) {
    let resources = &all.now;
    let mut earlier: HashMap<[&str; 4], &Resource<'_>> =
        all.before.iter().filter_map(|resource| Some((resource.identity()?, resource))).collect();
    for (at, resource) in resources.iter().enumerate() {
        let before = resource.identity().and_then(|identity| earlier.insert(identity, resource));
        match (resource.group.as_str(), resource.kind.as_str()) {
            ("core.rukpak.io", "Bundle" | "BundleDeployment") => {
                rukpak::check(resource, before, resources, &mut Target::new(sink, Suite::Rukpak));
            }
            ("olm.operatorframework.io", "ClusterExtension") => {
                extension::check(resource, before, &mut Target::new(sink, Suite::OlmV1Api));
                config::check(bundle, resource, &mut Target::new(sink, Suite::OlmV1Api));
            }
            ("olm.operatorframework.io", "ClusterCatalog") => {
                catalog::check(resource, &mut Target::new(sink, Suite::OlmV1Api))
            }
            ("olm.operatorframework.io", "ClusterObjectSet") => {
                object_set::check(resource, before, &mut Target::new(sink, Suite::OlmV1Api));
            }
            ("operators.coreos.com", "InstallPlan") => {
                install_plan::check(resource, &mut Target::new(sink, Suite::OlmV0))
            }
            ("operators.coreos.com", "CatalogSource") => {
                catalog_source::check(resource, &mut Target::new(sink, Suite::OlmV0))
            }
            ("operators.coreos.com", "OperatorGroup") => {
                if let Some(map) = resource.view.path(&["metadata", "annotations"]) {
                    csv::annotations::check_group(&resource.name, map, &mut Target::new(sink, Suite::Object));
                }
                let mut to = Target::new(sink, Suite::OlmV0);
                groups::check(resource, resources.get(..at).unwrap_or_default(), &mut to);
                groups::check_account(resource, &mut to);
                unpack::check(resource, resources, &mut to);
            }
            _ => unpack::check(resource, resources, &mut Target::new(sink, Suite::OlmV0)),
        }
    }
    helm::check(bundle, &mut Target::new(sink, Suite::Rukpak));
    plain::check(bundle, &mut Target::new(sink, Suite::Rukpak));
    upgrade::check(bundle, &mut Target::new(sink, Suite::OlmV1));
    stored::check(bundle, all, &mut Target::new(sink, Suite::OlmV0));
}
