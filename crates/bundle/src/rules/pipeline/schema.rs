//! The checks of which the schemas of the pipeline's files consist.

use olmkit_collections::SortedSet;
use olmkit_yaml::Value;

use crate::view::View;

/// Why a file does not match its schema.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum Violation {
    #[error("it is not a mapping")]
    NotMapping,
    #[error("`{0}` is not allowed here")]
    UnknownKey(String),
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("`{field}` must be {expected}")]
    Type { field: &'static str, expected: &'static str },
    #[error("`{field}` must be one of {}", allowed.join(", "))]
    Choice { field: &'static str, allowed: &'static [&'static str] },
    #[error("`{0}` must have at least one item")]
    EmptyList(&'static str),
    #[error("`{0}` contains a duplicate item")]
    Duplicate(&'static str),
}

/// The result of a check, with the value that is not valid.
pub(super) type Checked<'v, T = ()> = Result<T, (View<'v>, Violation)>;

pub(super) fn is_text(view: View<'_>) -> bool {
    view.node.is_string()
}

pub(super) fn is_bool(view: View<'_>) -> bool {
    view.node_flag().is_some()
}

/// Checks that a value is a mapping with only the allowed keys.
pub(super) fn only<'v>(view: View<'v>, allowed: &[&str]) -> Checked<'v> {
    if view.node.value() != Value::Mapping {
        return Err((view, Violation::NotMapping));
    }
    match view.entries().into_iter().find(|(key, _, _)| !allowed.contains(&key.as_str())) {
        Some((key, _, _)) => Err((view, Violation::UnknownKey(key))),
        None => Ok(()),
    }
}

/// Checks that a field has the right type, and that it is present if required.
pub(super) fn typed<'v>(
    view: View<'v>,
    field: &'static str,
    required: bool,
    fits: fn(View<'_>) -> bool,
    expected: &'static str,
) -> Checked<'v> {
    match view.get(field) {
        None if required => Err((view, Violation::Missing(field))),
        Some(value) if !fits(value) => Err((value, Violation::Type { field, expected })),
        _ => Ok(()),
    }
}

/// Checks that a field has one of the allowed values, and that it is present if required.
pub(super) fn one_of<'v>(
    view: View<'v>,
    field: &'static str,
    required: bool,
    allowed: &'static [&'static str],
) -> Checked<'v> {
    match view.get(field) {
        None if required => Err((view, Violation::Missing(field))),
        Some(value) if !allowed.contains(&&*value.string_of()) => Err((value, Violation::Choice { field, allowed })),
        _ => Ok(()),
    }
}

/// Checks that a field is a list of strings; with items, and without duplicates.
pub(super) fn texts<'v>(view: View<'v>, field: &'static str, required: bool) -> Checked<'v> {
    match list(view, field, required)?.into_iter().find(|item| !is_text(*item)) {
        Some(item) => Err((item, Violation::Type { field, expected: "a list of strings" })),
        None => Ok(()),
    }
}

/// The items of a list. The list must be non-empty and have no duplicates.
pub(super) fn list<'v>(view: View<'v>, field: &'static str, required: bool) -> Checked<'v, Vec<View<'v>>> {
    let Some(value) = view.get(field) else {
        return if required { Err((view, Violation::Missing(field))) } else { Ok(Vec::new()) };
    };
    let items = value.items();
    if value.node.value() != Value::Sequence || items.is_empty() {
        return Err((value, Violation::EmptyList(field)));
    }
    let mut known = SortedSet::new();
    if items.iter().any(|item| !known.insert(olmkit_yaml::to_json(item.node))) {
        return Err((value, Violation::Duplicate(field)));
    }
    Ok(items)
}
