//! Objects as encoding/json meets them in a normalised value.

use olmkit_yaml::{NodeRef, Value};

pub use olmkit_yaml::Member as Field;

use olmkit_gostd::fold::names_field;

use crate::constraint::problem::{Problem, ProblemKind, go_kind};

/// The keys of a mapping in the order encoding/json meets them: sorted, and of equal keys the last.
#[must_use]
pub fn fields(node: NodeRef<'_>) -> Vec<Field<'_>> {
    node.sorted_members()
}

/// The text fields of a flat value such as `{packageName, versionRange}`; unknown keys are ignored, null is empty.
///
/// # Errors
/// When the value is not an object, or a field no text. `owner` is the Go type that upstream names.
pub fn strings<const N: usize>(node: NodeRef<'_>, owner: &str, names: [&str; N]) -> Result<[String; N], Problem> {
    let mut found = [const { String::new() }; N];
    match node.value() {
        Value::Mapping => {}
        Value::Null => return Ok(found),
        _ => return Err(Problem::mismatch(node, owner, "", owner)),
    }
    for field in fields(node) {
        let Some((slot, name)) = found.iter_mut().zip(names).find(|(_, name)| names_field(&field.key, name)) else {
            continue;
        };
        match field.value.value() {
            Value::Null => {}
            Value::String(text) => *slot = text.into_owned(),
            _ => {
                let kind = go_kind(field.value);
                let upstream =
                    format!("json: cannot unmarshal {kind} into Go struct field {owner}.{name} of type string");
                let message = format!("`{name}` must be a text");
                return Err(Problem { kind: ProblemKind::Type, upstream, message, range: field.value.range() });
            }
        }
    }
    Ok(found)
}
