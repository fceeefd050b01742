//! Validation of `metadata` as apimachinery performs it when an object is created.

use olmkit_diagnostics::{Place, Rule};
use olmkit_yaml::{Value, quote_json_html};

use crate::field_error::{FieldError, Kind};
use crate::go::Mode;
use crate::view::View;
use olmkit_gostd::is_print;
use olmkit_k8s::apimachinery::{label_value, qualified};

/// Maximum total size of annotation keys and values, in bytes.
const MAX_ANNOTATIONS: usize = 256 * 1024;

/// Maximum length of a field manager, in bytes.
const MAX_MANAGER: usize = 128;

/// Maximum length of a subresource in managed fields, in bytes.
const MAX_SUBRESOURCE: usize = 256;

/// The rules that the errors belong to.
pub(crate) struct Rules {
    pub(crate) name: &'static Rule,
    pub(crate) namespace: &'static Rule,
    /// Why the object cannot set a namespace: a sentence.
    pub(crate) why_no_namespace: &'static str,
    pub(crate) rest: &'static Rule,
}

/// Returns the errors of an object's metadata. `names` validates a name.
pub(crate) fn errors(object: View<'_>, rules: &Rules, names: impl Fn(&str) -> Vec<String>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let start = object.start();
    let Some(metadata) = object.get("metadata") else {
        return vec![no_name(rules, start)];
    };
    let generate = metadata.string("generateName");
    if !generate.is_empty() {
        let place = metadata.place_at("generateName");
        let invalid = |error| FieldError::invalid(rules.rest, "metadata.generateName", &*generate, error, place);
        errors.extend(names(&generate).into_iter().map(invalid));
    }
    let name = metadata.string("name");
    if name.is_empty() {
        errors.push(no_name(rules, metadata.get("name").map_or_else(|| object.key_place("metadata"), View::place)));
    } else {
        let place = metadata.place_at("name");
        let invalid = |error| FieldError::invalid(rules.name, "metadata.name", &*name, error, place);
        errors.extend(names(&name).into_iter().map(invalid));
    }
    let namespace = metadata.string("namespace");
    if !namespace.is_empty() {
        let error =
            FieldError::new(rules.namespace, Kind::Forbidden, "metadata.namespace", metadata.key_place("namespace"));
        let message = format!("The object sets the namespace `{namespace}`. {}", rules.why_no_namespace);
        errors.push(error.detail("not allowed on this type").message(message));
    }
    if let Some(Value::Number(generation)) = metadata.get("generation").map(|view| view.node.value())
        && generation < 0.0
    {
        let place = metadata.place_at("generation");
        let detail = "must be greater than or equal to 0";
        let error = FieldError::invalid(rules.rest, "metadata.generation", generation.to_string(), detail, place);
        errors.push(error.plain());
    }
    labels(metadata, rules, &mut errors);
    annotations(metadata, rules, &mut errors);
    owners(metadata, rules, &mut errors);
    finalizers(metadata, rules, &mut errors);
    managed_fields(metadata, rules, &mut errors);
    errors
}

fn no_name(rules: &Rules, place: Place) -> FieldError {
    FieldError::required(rules.rest, "metadata.name", place)
        .detail("name or generateName is required")
        .message("The object has no `metadata.name`.")
}

/// A map of strings, in which null counts as an empty string. In an untyped object, a value of another type makes the
/// whole map empty.
fn strings<'d>(metadata: View<'d>, field: &str) -> Vec<(String, View<'d>, Place)> {
    let entries = metadata.get(field).map(View::entries).unwrap_or_default();
    let is_other = |value: View<'d>| !value.is_null() && value.text().is_none();
    let untyped = metadata.mode == Mode::Converter;
    if untyped && entries.iter().any(|(_, value, _)| is_other(*value)) { Vec::new() } else { entries }
}

/// A list of values of one type. In an untyped object, an item of another type makes the whole list empty.
fn list<'d>(metadata: View<'d>, field: &str, is_item: impl Fn(View<'d>) -> bool) -> Vec<View<'d>> {
    let items = metadata.list(field);
    let untyped = metadata.mode == Mode::Converter;
    if untyped && !items.iter().all(|item| is_item(*item)) { Vec::new() } else { items }
}

fn labels(metadata: View<'_>, rules: &Rules, errors: &mut Vec<FieldError>) {
    let entries = strings(metadata, "labels");
    for (key, value, place) in entries {
        let invalid = |error| FieldError::invalid(rules.rest, "metadata.labels", &*key, error, place);
        errors.extend(qualified(&key).into_iter().map(invalid));
        let text = value.text().unwrap_or_default();
        let invalid = |error| FieldError::invalid(rules.rest, "metadata.labels", &*text, error, value.place());
        errors.extend(label_value(&text).into_iter().map(invalid));
    }
}

fn annotations(metadata: View<'_>, rules: &Rules, errors: &mut Vec<FieldError>) {
    let entries = strings(metadata, "annotations");
    let mut size = 0_usize;
    for (key, value, place) in entries {
        let text = value.text().unwrap_or_default();
        size = size.saturating_add(key.len()).saturating_add(text.len());
        let invalid = |error| FieldError::invalid(rules.rest, "metadata.annotations", &*key, error, place);
        errors.extend(qualified(&key.to_lowercase()).into_iter().map(invalid));
    }
    if size > MAX_ANNOTATIONS {
        let place = metadata.key_place("annotations");
        let error = FieldError::new(rules.rest, Kind::TooLong, "metadata.annotations", place);
        let message = format!("The annotations have {size} bytes; the maximum is {MAX_ANNOTATIONS}.");
        let detail = format!("may not be more than {MAX_ANNOTATIONS} bytes");
        errors.push(error.value("<value omitted>").detail(detail).message(message));
    }
}

fn finalizers(metadata: View<'_>, rules: &Rules, errors: &mut Vec<FieldError>) {
    const EXCLUSIVE: [&str; 2] = ["orphan", "foregroundDeletion"];
    let path = "metadata.finalizers";
    let mut names = Vec::new();
    for finalizer in list(metadata, "finalizers", |item| item.text().is_some()) {
        let name = finalizer.text().unwrap_or_default();
        let invalid = |error| FieldError::invalid(rules.rest, path, &*name, error, finalizer.place());
        errors.extend(qualified(&name).into_iter().map(invalid));
        names.push(name);
    }
    if EXCLUSIVE.iter().all(|wanted| names.iter().any(|name| name == wanted)) {
        let [orphan, foreground] = EXCLUSIVE;
        let detail = format!("finalizer {orphan} and {foreground} cannot be both set");
        let quoted: Vec<String> = names.iter().map(|name| quote_json_html(name)).collect();
        let place = metadata.key_place("finalizers");
        let error = FieldError::invalid(rules.rest, path, format!("[{}]", names.join(" ")), detail, place);
        errors.push(error.shown(format!("[{}]", quoted.join(","))));
    }
}

fn owners(metadata: View<'_>, rules: &Rules, errors: &mut Vec<FieldError>) {
    let mut first_controller: Option<String> = None;
    let owners = list(metadata, "ownerReferences", |item| item.node.value() == Value::Mapping);
    for owner in owners {
        let path = "metadata.ownerReferences";
        let version = owner.string("apiVersion");
        let bare = version.rsplit('/').next().unwrap_or_default().is_empty();
        if bare || version.matches('/').count() > 1 {
            let place = owner.place_at("apiVersion");
            let detail = "version must not be empty";
            errors.push(FieldError::invalid(rules.rest, format!("{path}.apiVersion"), &*version, detail, place));
        }
        for field in ["kind", "name", "uid"] {
            if owner.string(field).is_empty() {
                let place = owner.place_at(field);
                let detail = "must not be empty";
                errors.push(FieldError::invalid(rules.rest, format!("{path}.{field}"), "", detail, place));
            }
        }
        if owner.string("kind") == "Event" && version == "v1" {
            let detail = format!("{version}, Kind=Event is disallowed from being an owner");
            errors.push(FieldError::invalid(rules.rest, path, "", detail, owner.place()));
        }
        if owner.flag("controller") != Some(true) {
            continue;
        }
        let controller = format!("{}/{}", owner.string("kind"), owner.string("name"));
        let Some(first) = &first_controller else {
            first_controller = Some(controller);
            continue;
        };
        let detail = format!(
            "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {controller}"
        );
        errors.push(FieldError::invalid(rules.rest, path, "", detail, owner.place()));
    }
}

/// Checks `managedFields`, which `kubectl get --show-managed-fields` includes.
fn managed_fields(metadata: View<'_>, rules: &Rules, errors: &mut Vec<FieldError>) {
    let entries = list(metadata, "managedFields", |item| item.node.value() == Value::Mapping);
    for (at, entry) in entries.into_iter().enumerate() {
        let path = |field: &str| format!("metadata.managedFields[{at}].{field}");
        let mut invalid = |field: &str, detail: String| {
            let (value, place) = (entry.string(field), entry.place_at(field));
            errors.push(FieldError::invalid(rules.rest, path(field), &*value, detail, place));
        };
        if !matches!(&*entry.string("operation"), "Apply" | "Update") {
            invalid("operation", "must be `Apply` or `Update`".to_owned());
        }
        if !matches!(&*entry.string("fieldsType"), "" | "FieldsV1") {
            invalid("fieldsType", "must be `FieldsV1`".to_owned());
        }
        let manager = entry.string("manager");
        for (position, _) in manager.char_indices().filter(|(_, character)| !is_print(*character)) {
            invalid("manager", format!("should only contain printable characters (at position {position})"));
        }
        for (field, most) in [("manager", MAX_MANAGER), ("subresource", MAX_SUBRESOURCE)] {
            if entry.string(field).len() > most {
                let error = FieldError::new(rules.rest, Kind::TooLong, path(field), entry.place_at(field));
                errors.push(error.value("<value omitted>").detail(format!("may not be more than {most} bytes")));
            }
        }
    }
}
