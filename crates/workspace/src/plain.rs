//! Findings about whole files and directories.

use olmkit_diagnostics::Rule;

use crate::api::{self, Diagnostic};

/// Creates a finding about a whole file or directory.
pub(crate) fn plain(rule: &Rule, severity: api::Severity, (message, help): (String, String), path: &str) -> Diagnostic {
    Diagnostic {
        rule: rule.id.into(),
        code: rule.code.into(),
        severity,
        message,
        help,
        docs: rule.url(),
        path: path.to_owned(),
        previous: false,
        range: api::Range::default(),
        package: None,
        entry: None,
        channel: None,
        field: None,
        stranded: None,
        catalog: None,
        bundles: Vec::new(),
        tools: Vec::new(),
        upstream: Vec::new(),
        decides: false,
        related: Vec::new(),
        fixes: Vec::new(),
    }
}
