//! Selectable fields of a CRD: the only rule that looks into schemas.

use std::collections::BTreeSet;

use olmkit_syntax::Value;

use crate::field_error::{FieldError, Kind};
use crate::rule::rule;
use crate::sample::CRD;
use crate::view::View;

use super::Internal;

rule! {
    RULE, "crd-selectable", "BDL071", "Bad selectable field of a CRD",
    says: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A selectable field that is empty, doubled, below `metadata`, not in the schema, or no string, boolean or \
integer; or more than eight of them.",
    why: "The API server refuses the CRD.",
    fix: "Name simple fields of the schema: `.spec.color`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "    served: true\n", "    served: true\n    selectableFields: [{jsonPath: .spec.x}]\n")],
    good: [(CRD, "        type: object\n", "        type: object\n        properties: {spec: {type: object, properties: \
{x: {type: string}}}}\n    selectableFields: [{jsonPath: .spec.x}]\n")],
}

const MOST: usize = 8;

pub(crate) fn check(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    for (view, path) in crd.each("selectableFields") {
        let version = crd.versions.iter().find(|version| {
            let own = version.view.and_then(|own| own.get("selectableFields"));
            own.is_some_and(|own| own.node.range() == view.node.range())
        });
        let versioned =
            version.and_then(|version| version.view).and_then(|version| version.path(&["schema", "openAPIV3Schema"]));
        let schema = versioned.or_else(|| crd.spec.and_then(|spec| spec.path(&["validation", "openAPIV3Schema"])));
        fields(view, &path, schema, errors);
    }
}

fn fields(view: View<'_>, path: &str, schema: Option<View<'_>>, errors: &mut Vec<FieldError>) {
    let mut seen = BTreeSet::new();
    for (at, item) in view.items().into_iter().enumerate() {
        let own = format!("{path}[{at}].jsonPath");
        let (text, place) = (item.string("jsonPath").into_owned(), item.place_at("jsonPath"));
        if text.is_empty() {
            errors.push(FieldError::required(&RULE, own, place));
            continue;
        }
        let Some(found) = schema.and_then(|schema| lookup(schema, &text)) else {
            let detail = "is an invalid path: does not refer to a valid field";
            errors.push(FieldError::invalid(&RULE, own, &text, detail, place));
            continue;
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
    if seen.len() > MOST {
        let error = FieldError::new(&RULE, Kind::TooMany, path, view.place());
        errors.push(error.value(seen.len().to_string()).detail(format!("must have at most {MOST} items")));
    }
}

/// The schema of a field: `.spec.color`.
fn lookup<'d>(schema: View<'d>, path: &str) -> Option<View<'d>> {
    path.strip_prefix('.')?.split('.').try_fold(schema, |schema, name| {
        if name.is_empty() || name.contains(['[', ']']) {
            return None;
        }
        let property = schema.get("properties").and_then(|properties| {
            let entries = properties.entries();
            entries.into_iter().find(|(key, _, _)| key == name).map(|(_, value, _)| value)
        });
        let more = schema.get("additionalProperties").filter(|view| view.node.value() == Value::Mapping);
        property.or(more)
    })
}
