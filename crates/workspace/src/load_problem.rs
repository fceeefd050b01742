//! Files and documents that opm does not load. Answers about a catalog do not include them.

use olmkit_catalog::{FILE_UNREADABLE, unreadable};
use olmkit_diagnostics::{FileId, Place, TextRange};

use crate::api::Position;
use crate::convert::Converter;
use crate::workspace::Workspace;

/// Why opm does not load a file or a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}:{column}: {message} ({rule})", line = at.line, column = at.column)]
pub struct LoadProblem {
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
    /// The files and documents that opm does not load, in load order, each with its first problem.
    pub fn load_problems(&mut self) -> Vec<LoadProblem> {
        let mut found = Vec::new();
        let (files, sources) = self.contents();
        let mut converter = Converter::new(files, sources);
        for (id, file) in (0_u32..).zip(files) {
            let mut add = |range, message: String, rule| {
                let at = converter.range(Place { file: FileId(id), range }).start;
                found.push(LoadProblem { path: file.path.clone(), at, message, rule });
            };
            if let Some(problem) = &file.problem {
                add(TextRange::default(), unreadable(problem), FILE_UNREADABLE.id);
            }
            for document in &file.documents {
                if let Some(first) = document.facts.refusal() {
                    let range = first.range.checked_add(document.range.start()).unwrap_or(document.range);
                    add(range, first.message.clone(), first.rule.id);
                }
            }
        }
        found
    }
}
