//! Flat values as encoding/json decodes them.

use olmkit_yaml::{NodeRef, decode};

use super::problem::{Problem, ProblemKind};

/// The string fields of a flat value such as `{packageName, versionRange}`; unknown keys are ignored, null is empty.
///
/// # Errors
/// When the value is not an object, or a field not a string. `owner` is the Go type that upstream names.
pub fn strings<const N: usize>(node: NodeRef<'_>, owner: &str, names: [&str; N]) -> Result<[String; N], Problem> {
    let found = decode::strings(node, "", owner, names).map_err(|misfit| {
        if misfit.path.is_empty() {
            return Problem::mismatch(node, owner, "", owner);
        }
        let message = format!("`{}` must be a string", misfit.path);
        Problem { kind: ProblemKind::Type, upstream: misfit.text, message, range: misfit.node.range() }
    })?;
    Ok(found.map(|text| text.map(|(text, _)| text.into_owned()).unwrap_or_default()))
}
