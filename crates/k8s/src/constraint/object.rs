//! Flat values, decoded as encoding/json does.

use olmkit_yaml::{NodeRef, decode};

use super::problem::{Problem, ProblemKind};

/// The string fields of a flat value such as `{packageName, versionRange}`. Unknown keys are ignored; null is the empty
/// string.
///
/// # Errors
/// The value is not an object, or a field is not a string. `owner` is the Go type that the upstream message names.
pub fn strings<const N: usize>(node: NodeRef<'_>, owner: &str, names: [&str; N]) -> Result<[String; N], Problem> {
    let found = decode::strings(node, "", owner, names).map_err(|mismatch| {
        if mismatch.path.is_empty() {
            return Problem::mismatch(node, owner, "", owner);
        }
        let message = format!("`{}` must be a string", mismatch.path);
        Problem { kind: ProblemKind::Type, upstream: mismatch.text, message, range: mismatch.node.range() }
    })?;
    Ok(found.map(|text| text.map(|(text, _)| text.into_owned()).unwrap_or_default()))
}
