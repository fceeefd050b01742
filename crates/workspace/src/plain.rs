//! Findings about whole files and directories.

use olmkit_diagnostics::Rule;

use crate::api::{self, Diagnostic};

/// Creates a finding about a whole file or directory.
pub(crate) fn plain(rule: &Rule, severity: api::Severity, (message, help): (String, String), path: &str) -> Diagnostic {
    Diagnostic {
        rule: rule.id.into(),
        code: rule.code.into(),
        message,
        help,
        docs: rule.url(),
        ..Diagnostic::at(severity, path.to_owned(), api::Range::default())
    }
}
