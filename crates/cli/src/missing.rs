//! Paths that do not exist.

use olmkit_text::{did_you_mean, near_miss};

use crate::host::{Failure, Host};

const NO_FILE: &str = "no such file or directory";

/// A path that does not exist, with a suggestion if there is one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {NO_FILE}{hint}")]
pub(crate) struct Missing {
    path: String,
    hint: String,
}

impl Missing {
    pub(crate) fn at(path: &str, host: &mut dyn Host) -> Self {
        let hint = near(path, host).map_or_else(String::new, |near| did_you_mean(&near));
        Missing { path: path.to_owned(), hint }
    }

    /// The path that does not exist.
    #[cfg(feature = "native")]
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The message without the path.
    #[cfg(feature = "native")]
    pub(crate) fn reason(&self) -> String {
        format!("{NO_FILE}{}", self.hint)
    }

    /// Whether there is a suggestion.
    pub(crate) fn has_hint(&self) -> bool {
        !self.hint.is_empty()
    }

    /// Refuses a path that does not exist.
    pub(crate) fn refuse(path: &str, host: &mut dyn Host) -> Result<(), Self> {
        match host.kind(path) {
            Err(Failure::Missing) => Err(Missing::at(path, host)),
            _ => Ok(()),
        }
    }
}

/// The path with its first missing component replaced by a similar existing name, if the resulting path exists.
fn near(path: &str, host: &mut dyn Host) -> Option<String> {
    let mut start = 0;
    for part in path.split_inclusive(['/', '\\']) {
        let name = part.trim_end_matches(['/', '\\']);
        let (before, rest) = (path.get(..start)?, path.get(start.checked_add(name.len())?..)?);
        start = start.checked_add(part.len())?;
        if name.is_empty() || host.kind(&format!("{before}{name}")).is_ok() {
            continue;
        }
        let entries = host.list(if before.is_empty() { "." } else { before }).ok()?;
        let near = near_miss(name, &mut entries.iter().map(|entry| entry.name.as_str()))?;
        let near = format!("{before}{near}{rest}");
        return host.kind(&near).is_ok().then_some(near);
    }
    None
}
