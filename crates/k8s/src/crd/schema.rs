//! The schema of a version as a flat map from paths to fields.

use olmkit_collections::SortedMap;

use olmkit_yaml::{NodeRef, Value};

use super::object::named;
use super::{Break, Version, field};

/// Compares the schemas of two versions.
pub(crate) fn compare(old: &Version<'_>, new: &Version<'_>, found: &mut Vec<Break>) {
    let (before, after) = (flat(old.schema), flat(new.schema));
    for (path, schema) in &before {
        let mut report = |check: &'static str, message: String, range| {
            found.push(Break {
                check,
                version: new.name.clone(),
                from: old.name.clone(),
                field: path.clone(),
                message,
                range,
            });
        };
        let Some(now) = after.get(path) else {
            // Fields below a removed field are not reported again.
            if parent(path).is_none_or(|parent| after.contains_key(parent)) {
                let place = parent(path).and_then(|parent| after.get(parent)).map_or(new.place, |node| node.range());
                report("existingFieldRemoval", format!("{} was removed", named(path)), place);
            }
            continue;
        };
        field::compare(&named(path), *schema, *now, &mut report);
    }
}

/// The path of the enclosing field.
fn parent(path: &str) -> Option<&str> {
    if path.is_empty() {
        return None;
    }
    let inner = path.strip_suffix("[]").or_else(|| path.strip_suffix("{}"));
    Some(inner.unwrap_or_else(|| path.rsplit_once('.').map_or("", |(parent, _)| parent)))
}

/// All schemas by the path of their field: `spec.list[].name`, `spec.map{}`.
fn flat(root: Option<NodeRef<'_>>) -> SortedMap<String, NodeRef<'_>> {
    let mut found = SortedMap::new();
    let mut open: Vec<(String, NodeRef<'_>)> = root.map(|root| (String::new(), root)).into_iter().collect();
    while let Some((path, schema)) = open.pop() {
        for member in schema.get("properties").into_iter().flat_map(|all| all.members()) {
            let below = if path.is_empty() { member.key.into_owned() } else { format!("{path}.{}", member.key) };
            open.push((below, member.value));
        }
        for (key, end) in [("items", "[]"), ("additionalProperties", "{}")] {
            if let Some(inner) = schema.get(key).filter(|inner| inner.value() == Value::Mapping) {
                open.push((format!("{path}{end}"), inner));
            }
        }
        found.insert(path, schema);
    }
    found
}
