//! Rules about CustomResourceDefinitions: the validation of the Kubernetes API server on creation, without errors about
//! schemas and status, which operator-framework/api drops.

pub mod approval;
pub mod columns;
pub mod conversion;
pub mod naming;
pub mod selectable;
pub mod versions;

use crate::field_error::FieldError;
use crate::model::Crd;
use crate::target::Target;
use crate::view::View;

/// A CRD after defaulting and conversion to the internal type.
pub(crate) struct Internal<'d> {
    pub(crate) view: View<'d>,
    pub(crate) spec: Option<View<'d>>,
    pub(crate) beta: bool,
    /// The versions. In v1beta1 without any, the one that `spec.version` defines.
    pub(crate) versions: Vec<Version<'d>>,
    /// `spec.version` after conversion.
    pub(crate) version: String,
}

/// A version of the CRD.
#[derive(Clone, Copy)]
pub(crate) struct Version<'d> {
    /// The entry in `versions`. `None` for the version that `spec.version` defines.
    pub(crate) view: Option<View<'d>>,
    pub(crate) storage: bool,
}

impl<'d> Internal<'d> {
    pub(crate) fn new(crd: &Crd<'d>) -> Self {
        let spec = crd.view.get("spec");
        let list = spec.map(|spec| spec.list("versions")).unwrap_or_default();
        let own = spec.map(|spec| spec.string("version").into_owned()).unwrap_or_default();
        let mut versions: Vec<Version<'d>> = list
            .iter()
            .map(|&view| Version { view: Some(view), storage: view.flag("storage") == Some(true) })
            .collect();
        let first = list.first().map(|version| version.string("name").into_owned()).unwrap_or_default();
        let mut version = first.clone();
        if crd.beta {
            if !own.is_empty() {
                version = own;
            }
            if versions.is_empty() && !version.is_empty() {
                versions.push(Version { view: None, storage: true });
            }
        }
        Internal { view: crd.view, spec, beta: crd.beta, versions, version }
    }

    pub(crate) fn text(&self, field: &str) -> String {
        self.spec.map(|spec| spec.string(field).into_owned()).unwrap_or_default()
    }

    pub(crate) fn name(&self, field: &str) -> String {
        let names = self.spec.and_then(|spec| spec.get("names"));
        names.map(|names| names.string(field).into_owned()).unwrap_or_default()
    }

    /// The position of a field of the spec, or of its nearest existing parent.
    pub(crate) fn place(&self, path: &[&str]) -> olmkit_diagnostics::Place {
        let Some(mut view) = self.spec else { return self.view.start() };
        let mut place = self.view.key_place("spec");
        for field in path {
            let Some(next) = view.get(field) else { return place };
            place = view.key_place(field);
            view = next;
        }
        if matches!(view.node.resolved().kind(), olmkit_yaml::Kind::Scalar) { view.place() } else { place }
    }

    /// The name of a version.
    pub(crate) fn version_name(&self, version: &Version<'d>) -> String {
        version.view.map_or_else(|| self.version.clone(), |view| view.string("name").into_owned())
    }

    /// A field of every version with its path. In v1, the field moves to the spec if it is the same in all versions.
    pub(crate) fn each(&self, field: &str) -> Vec<(View<'d>, String)> {
        let found: Vec<Option<View<'d>>> =
            self.versions.iter().map(|version| version.view.and_then(|view| view.get(field))).collect();
        let mut list = Vec::new();
        if self.beta {
            let top = self.spec.and_then(|spec| spec.get(field));
            list.extend(top.map(|view| (view, format!("spec.{field}"))));
        } else if let Some(first) = same(field, &found) {
            return vec![(first, format!("spec.{field}"))];
        }
        let versions = found.into_iter().enumerate();
        list.extend(versions.filter_map(|(at, view)| Some((view?, format!("spec.versions[{at}].{field}")))));
        list
    }
}

/// The common value of a field if all versions have the same value.
fn same<'d>(field: &str, found: &[Option<View<'d>>]) -> Option<View<'d>> {
    let text = |view: &Option<View<'_>>| view.map(|view| typed(field, view)).filter(|text| text != "[]");
    let (first, rest) = found.split_first()?;
    let own = text(first);
    rest.iter().all(|other| text(other) == own).then_some(*first)?
}

/// A version's field as its Go type stores it: unknown keys are dropped, and absent equals empty.
fn typed(field: &str, view: View<'_>) -> String {
    let strings = |view: View<'_>, fields: &[&str]| -> Vec<String> {
        fields.iter().map(|field| view.string(field).into_owned()).collect()
    };
    match field {
        "additionalPrinterColumns" => {
            let column = |column: View<'_>| {
                let priority =
                    column.get("priority").map_or_else(|| "0".to_owned(), |it| olmkit_yaml::to_json(it.node));
                (strings(column, &["name", "type", "format", "description", "jsonPath"]), priority)
            };
            format!("{:?}", view.items().into_iter().map(column).collect::<Vec<_>>())
        }
        "selectableFields" => {
            format!("{:?}", view.items().into_iter().map(|item| strings(item, &["jsonPath"])).collect::<Vec<_>>())
        }
        "subresources" => {
            let scale = view.get("scale");
            let paths = scale.map(|scale| strings(scale, &["specReplicasPath", "statusReplicasPath"]));
            let selector = scale.and_then(|scale| scale.get("labelSelectorPath")).map(View::string_of);
            format!("{:?}", (view.get("status").is_some(), paths, selector))
        }
        _ => olmkit_yaml::to_json(view.node),
    }
}

/// The errors of a CRD.
pub(crate) fn errors(crd: &Crd<'_>) -> Vec<FieldError> {
    let internal = Internal::new(crd);
    let mut errors = Vec::new();
    naming::check(&internal, &mut errors);
    versions::check(&internal, &mut errors);
    naming::check_names(&internal, &mut errors);
    columns::check(&internal, &mut errors);
    selectable::check(&internal, &mut errors);
    conversion::check(&internal, &mut errors);
    approval::check(&internal, &mut errors);
    errors.retain(|error| !error.path.contains("openAPIV3Schema") && !error.path.contains("status"));
    errors
}

/// The CRD validator of operator-framework/api.
pub(crate) fn check(crd: &Crd<'_>, to: &mut Target<'_>) {
    for error in errors(crd) {
        error.report(to, error.entry());
    }
}
