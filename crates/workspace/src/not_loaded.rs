//! What opm does not load of a catalog: no answer takes account of what is in there.

use olmkit_diagnostics::{FileId, Place, TextRange};

use crate::api::Position;
use crate::convert::Converter;
use crate::workspace::Workspace;

/// A document or a file that opm does not load.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}:{column}: {message} ({rule})", line = at.line, column = at.column)]
pub struct NotLoaded {
    /// Its file.
    pub path: String,
    /// Where its first problem is.
    pub at: Position,
    /// What is wrong.
    pub message: String,
    /// The rule that reports it.
    pub rule: &'static str,
}

impl Workspace {
    /// The documents and files that opm does not load, in its order.
    pub fn not_loaded(&mut self) -> Vec<NotLoaded> {
        let mut found = Vec::new();
        let (files, sources) = self.contents();
        let mut converter = Converter::new(files, sources);
        for (id, file) in (0_u32..).zip(files) {
            let mut add = |range, message: String, rule| {
                let at = converter.range(Place { file: FileId(id), range }).start;
                found.push(NotLoaded { path: file.path.clone(), at, message, rule });
            };
            if let Some(problem) = &file.problem {
                add(TextRange::default(), olmkit_catalog::unreadable(problem), "file-unreadable");
            }
            for document in &file.documents {
                if let Some(first) = document.facts.findings.iter().find(|finding| finding.opm.is_some()) {
                    let range = first.range.checked_add(document.range.start()).unwrap_or(document.range);
                    add(range, first.message.clone(), first.rule.id);
                }
            }
        }
        found
    }

    /// What opm does not load of the base: rules that compare with it find nothing that was removed from there.
    pub fn base_not_loaded(&mut self) -> Option<NotLoaded> {
        self.base.as_mut()?.not_loaded().into_iter().next()
    }
}
