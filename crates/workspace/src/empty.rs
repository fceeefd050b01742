//! Catalogs without documents.

use crate::api::Diagnostic;
use crate::plain::plain;
use crate::workspace::Workspace;

impl Workspace {
    /// Whether no file has a document.
    pub fn is_empty(&mut self) -> bool {
        self.loaded().0.iter().all(|file| file.documents.is_empty())
    }

    /// Returns the finding for a catalog without documents at this path, if the options enable it.
    #[must_use]
    pub fn empty_finding(&self, path: &str) -> Option<Diagnostic> {
        let (rule, message, help) = olmkit_catalog::empty();
        let severity = self.severity(rule.id, path).of_finding()?;
        Some(plain(rule, severity, (message.to_owned(), help.to_owned()), path))
    }
}
