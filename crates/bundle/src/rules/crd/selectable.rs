//! Selectable fields of a CRD. This is the only CRD rule that reads schemas.

use olmkit_collections::SortedSet;

use olmkit_yaml::Value;

use crate::field_error::{FieldError, Kind};
use crate::sample::CRD;
use crate::view::View;
use olmkit_diagnostics::rule;

use super::Internal;

rule! {
    RULE, "crd-selectable", "BDL071", "Invalid selectable field of a CRD",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A selectable field that is empty, a duplicate, below `metadata`, missing from the schema, or not a \
string, boolean or integer; or more than eight selectable fields.",
    why: "The API server rejects the CRD.",
    fix: "Use simple fields of the schema, such as `.spec.color`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "    served: true\n", "    served: true\n    selectableFields: [{jsonPath: .spec.x}]\n"),
        (CRD, "    schema:\n      openAPIV3Schema:\n        properties: {spec: {type: object}}\n        type: object\n", "    selectableFields: [{jsonPath: .spec.x}]\n")],
    good: [(CRD, "        type: object\n", "        type: object\n        properties: {spec: {type: object, properties: \
{x: {type: string}}}}\n    selectableFields: [{jsonPath: .spec.x}]\n")],
}

const MAX: usize = 8;

pub(crate) fn check(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    let lists: Vec<_> = crd.each("selectableFields").into_iter().filter(|(view, _)| !view.items().is_empty()).collect();
    if lists.is_empty() {
        return;
    }
    // The schemas are at the position that `each` returns: in the spec if all versions have the same one.
    let (key, top) = if crd.beta { ("validation", "spec.validation") } else { ("schema", "spec.schema") };
    let schemas = crd.each(if crd.beta { "schema" } else { key });
    let hoisted = if crd.beta {
        crd.spec.and_then(|spec| spec.get(key))
    } else {
        schemas.iter().find(|(_, path)| path == top).map(|(view, _)| *view)
    };
    for (view, path) in lists {
        let version = path.strip_suffix("selectableFields").filter(|before| *before != "spec.");
        let validation = match version {
            None => hoisted,
            Some(before) => {
                let own = format!("{before}schema");
                let found = schemas.iter().find(|(_, path)| *path == own).map(|(view, _)| *view);
                found.filter(|schema| schema.get("openAPIV3Schema").is_some())
            }
        };
        let Some(validation) = validation else {
            let detail = match version {
                None => "selectableFields may only be set when validations.schema is included",
                Some(_) => "selectableFields may only be set when version.schema.openAPIV3Schema is not included",
            };
            let message = "The CRD has selectable fields, but no schema for them.";
            errors.push(FieldError::invalid(&RULE, path, "", detail, view.place()).message(message));
            continue;
        };
        let schema = validation.get("openAPIV3Schema").filter(|schema| is_structural(*schema));
        fields(view, &path, schema, errors);
    }
}

/// Whether the API server can convert a schema to a structural one: no part of it has a keyword that structural schemas
/// do not know.
fn is_structural(schema: View<'_>) -> bool {
    const UNKNOWN: [&str; 7] =
        ["patternProperties", "definitions", "dependencies", "additionalItems", "id", "$schema", "$ref"];
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        let items = schema.get("items");
        let has_list = items.is_some_and(|items| items.node.value() == Value::Sequence);
        if has_list || UNKNOWN.iter().any(|keyword| is_set(schema, keyword)) {
            return false;
        }
        waiting.extend(items);
        waiting.extend(["additionalProperties", "not"].into_iter().filter_map(|keyword| schema.get(keyword)));
        waiting.extend(["allOf", "anyOf", "oneOf"].into_iter().flat_map(|keyword| schema.list(keyword)));
        let properties = schema.get("properties").map(View::entries).unwrap_or_default();
        waiting.extend(properties.into_iter().map(|(_, value, _)| value));
    }
    true
}

/// Whether a keyword of a schema has a value other than the zero value of its Go type.
fn is_set(schema: View<'_>, keyword: &str) -> bool {
    let Some(value) = schema.get(keyword) else { return false };
    match value.node.value() {
        Value::Mapping => keyword == "additionalItems" || value.node.members().next().is_some(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}

fn fields(view: View<'_>, path: &str, schema: Option<View<'_>>, errors: &mut Vec<FieldError>) {
    let mut seen = SortedSet::new();
    for (at, item) in view.items().into_iter().enumerate() {
        let own = format!("{path}[{at}].jsonPath");
        let (text, place) = (item.string("jsonPath").into_owned(), item.place_at("jsonPath"));
        if text.is_empty() {
            errors.push(FieldError::required(&RULE, own, place));
            continue;
        }
        let found = match lookup(schema, &text) {
            Ok(found) => found,
            Err(why) => {
                errors.push(FieldError::invalid(&RULE, own, &text, format!("is an invalid path: {why}"), place));
                continue;
            }
        };
        if text.split('.').nth(1) == Some("metadata") {
            let detail = "must not point to fields in metadata";
            errors.push(FieldError::invalid(&RULE, &own, &text, detail, place));
        }
        if !matches!(&*found.string("type"), "string" | "boolean" | "integer") {
            let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
            errors.push(FieldError::invalid(&RULE, &own, &text, detail, place));
        }
        if !seen.insert(text.clone()) {
            errors.push(FieldError::new(&RULE, Kind::Duplicate, own, place).value(text));
        }
    }
    if seen.len() > MAX {
        let error = FieldError::new(&RULE, Kind::TooMany, path, view.place());
        errors.push(error.value(seen.len().to_string()).detail(format!("must have at most {MAX} items")));
    }
}

/// Why a path does not name a field. The messages are those of the API server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum PathError {
    #[error("does not refer to a valid field")]
    NoField,
    #[error("unexpected end of JSON path")]
    End,
    #[error("array notation is not allowed")]
    Array,
    #[error("expected [ or . but got: {0}")]
    Token(String),
}

/// The schema of the field at a path such as `.spec.color`.
fn lookup<'d>(schema: Option<View<'d>>, path: &str) -> Result<View<'d>, PathError> {
    let mut schema = schema.ok_or(PathError::NoField)?;
    let mut tokens = path.split_inclusive(['.', '[', ']']).flat_map(|part| {
        let at = part.len().saturating_sub(usize::from(part.ends_with(['.', '[', ']'])));
        [part.get(..at).unwrap_or_default(), part.get(at..).unwrap_or_default()]
    });
    while let Some(token) = tokens.next() {
        match token {
            "" => {}
            "." => {
                let name = tokens.next().filter(|name| !name.is_empty()).or_else(|| tokens.next());
                let name = name.filter(|name| !name.is_empty()).ok_or(PathError::End)?;
                let properties = schema.get("properties");
                let more = schema.get("additionalProperties").filter(|view| view.node.value() == Value::Mapping);
                let named = properties.and_then(|properties| {
                    properties.entries().into_iter().find(|(key, _, _)| key == name).map(|(_, value, _)| value)
                });
                schema = if properties.is_some() { named } else { more }.ok_or(PathError::NoField)?;
            }
            "[" => return Err(PathError::Array),
            other => return Err(PathError::Token(other.to_owned())),
        }
    }
    Ok(schema)
}
