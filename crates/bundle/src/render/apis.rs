//! The APIs that a bundle provides and requires, as the registry reads them.

use olmkit_collections::SortedSet;
use std::fmt;

use olmkit_yaml::Value;

use super::error::{RenderError, json_kind};
use crate::api_load::crd_type;
use crate::go::Mode;
use crate::input::Object;
use crate::view::View;

/// An API. The registry compares all four fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Api {
    pub(super) group: String,
    pub(super) version: String,
    pub(super) kind: String,
    plural: String,
}

impl fmt::Display for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{} ({})", self.group, self.version, self.kind, self.plural)
    }
}

/// The APIs of a bundle.
pub(super) struct Apis {
    /// Every version of every CRD in the bundle, whether served or owned or not, and the owned API services.
    pub(super) provided: SortedSet<Api>,
    /// Required CRDs and API services, or the error that the registry reports when it reads them.
    pub(super) required: Result<SortedSet<Api>, RenderError>,
}

impl Apis {
    /// Reads the APIs, and checks that every owned CRD is in the bundle.
    pub(super) fn new(spec: Option<View<'_>>, objects: &[Object<'_>]) -> Result<Self, RenderError> {
        let services = service_keys(spec).map_err(|error| error.in_step("error getting apiservice definitions"))?;
        let mut provided: SortedSet<Api> = objects.iter().flat_map(of_crd).collect();
        provided.extend(services.owned()?.into_iter().map(of_service));
        let crds = DefinitionKeys::new(spec, "customresourcedefinitions")?;
        for owned in crds.owned()? {
            let api = of_definition(owned)?;
            if !provided.contains(&api) {
                let found: Vec<String> = provided.iter().map(|api| format!("{api}:{{}}")).collect();
                let text = format!("couldn't find {api} in bundle. found: map[{}]", found.join(" "));
                return Err(RenderError::Other(text));
            }
        }
        let required = || -> Result<SortedSet<Api>, RenderError> {
            let mut required: SortedSet<Api> =
                crds.required()?.into_iter().map(of_definition).collect::<Result<_, _>>()?;
            required.extend(services.required()?.into_iter().map(of_service));
            Ok(required)
        };
        Ok(Apis { provided, required: required() })
    }
}

/// The lists `owned` and `required` of a field of the spec.
pub(crate) struct DefinitionKeys<'d> {
    view: Option<View<'d>>,
}

impl<'d> DefinitionKeys<'d> {
    /// Reads the field `which` of the spec. The registry matches keys of the spec exactly, and keys below it
    /// case-insensitively.
    ///
    /// # Errors
    /// Returns the error of `encoding/json` if a type is wrong.
    pub(crate) fn new(spec: Option<View<'d>>, which: &str) -> Result<Self, RenderError> {
        let spec = spec.ok_or_else(|| RenderError::other("unexpected end of JSON input"))?;
        if !matches!(spec.node.value(), Value::Mapping | Value::Null) {
            let found = json_kind(spec);
            return Err(RenderError::Other(format!(
                "json: cannot unmarshal {found} into Go value of type map[string]*json.RawMessage"
            )));
        }
        let Some(view) = spec.with(Mode::Converter).get(which) else { return Ok(DefinitionKeys { view: None }) };
        let view = view.with(Mode::Json);
        if view.node.value() != Value::Mapping {
            return Err(RenderError::Other(format!(
                "json: cannot unmarshal {} into Go value of type struct {{ Owned []*registry.DefinitionKey \
\"json:\\\"owned\\\"\"; Required []*registry.DefinitionKey \"json:\\\"required\\\"\" }}",
                json_kind(view)
            )));
        }
        for list in ["owned", "required"] {
            view.get(list).map_or(Ok(()), |keys| Self::check(keys, list))?;
        }
        Ok(DefinitionKeys { view: Some(view) })
    }

    fn check(keys: View<'_>, list: &str) -> Result<(), RenderError> {
        let wrong = |view: View<'_>, field: &str, kind: &str| {
            let found = json_kind(view);
            Err(RenderError::Other(format!(
                "json: cannot unmarshal {found} into Go struct field {field} of type {kind}"
            )))
        };
        if keys.node.value() != Value::Sequence {
            return wrong(keys, &format!(".{list}"), "[]*registry.DefinitionKey");
        }
        for key in keys.items() {
            match key.node.value() {
                Value::Null => continue,
                Value::Mapping => {}
                _ => return wrong(key, &format!(".{list}"), "registry.DefinitionKey"),
            }
            for field in ["group", "kind", "name", "version"] {
                if let Some(value) = key.get(field).filter(|value| value.text().is_none()) {
                    return wrong(value, &format!("DefinitionKey.{list}.{field}"), "string");
                }
            }
        }
        Ok(())
    }

    /// Returns the owned definitions.
    ///
    /// # Errors
    /// Returns [`RenderError::Crash`] if an item is null, because the registry crashes on it.
    pub(crate) fn owned(&self) -> Result<Vec<View<'d>>, RenderError> {
        self.list("owned")
    }

    fn required(&self) -> Result<Vec<View<'d>>, RenderError> {
        self.list("required")
    }

    fn list(&self, list: &str) -> Result<Vec<View<'d>>, RenderError> {
        let items = self.view.map(|view| view.list(list)).unwrap_or_default();
        if items.iter().any(|item| item.is_null()) { Err(RenderError::Crash) } else { Ok(items) }
    }
}

fn service_keys(spec: Option<View<'_>>) -> Result<DefinitionKeys<'_>, RenderError> {
    let keys = DefinitionKeys::new(spec, "apiservicedefinitions");
    let is_object = |spec: View<'_>| matches!(spec.node.value(), Value::Mapping | Value::Null);
    match keys {
        Err(error) if !spec.is_some_and(is_object) => Err(error.in_step("error unmarshaling into object map")),
        other => other,
    }
}

fn of_service(key: View<'_>) -> Api {
    let text = |field: &str| key.string(field).into_owned();
    Api { group: text("group"), version: text("version"), kind: text("kind"), plural: text("name") }
}

/// The API of an owned or required CRD. Its name contains the plural and the group.
fn of_definition(key: View<'_>) -> Result<Api, RenderError> {
    let name = key.string("name");
    let (plural, group) = name
        .split_once('.')
        .ok_or_else(|| RenderError::Other(format!("couldn't parse plural.group from crd name: {name}")))?;
    let text = |field: &str| key.string(field).into_owned();
    Ok(Api { group: group.to_owned(), version: text("version"), kind: text("kind"), plural: plural.to_owned() })
}

/// The APIs that an object defines if it is a CRD.
fn of_crd(object: &Object<'_>) -> Vec<Api> {
    let Some(kind) = crd_type(&object.api_version).filter(|_| object.kind == "CustomResourceDefinition") else {
        return Vec::new();
    };
    // The API server's decoder matches keys exactly.
    let Some(spec) = object.view.with(Mode::Exact).get("spec") else { return Vec::new() };
    let names = spec.get("names");
    let text = |field: &str| names.map(|names| names.string(field).into_owned()).unwrap_or_default();
    let mut versions: Vec<String> =
        spec.list("versions").iter().map(|version| version.string("name").into_owned()).collect();
    let single = spec.string("version");
    if kind == "CrdV1beta1" && !single.is_empty() {
        versions.push(single.into_owned());
    }
    let group = spec.string("group").into_owned();
    let api = |version| Api { group: group.clone(), version, kind: text("kind"), plural: text("plural") };
    versions.into_iter().map(api).collect()
}
