//! Files and documents that opm does not load, and definitions that occur more than once. Query results do not include them.

use std::borrow::Cow;

use olmkit_catalog::{Catalog, FILE_UNREADABLE, repeated_definitions, unreadable};
use olmkit_diagnostics::{FileId, Place, Severity, TextRange};

use crate::api::LoadProblem;
use crate::convert::Converter;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the files and documents that opm does not load, in load order, each with its first problem.
    pub fn load_problems(&mut self) -> Vec<LoadProblem> {
        let mut found = Vec::new();
        let (files, sources) = self.contents();
        let mut converter = Converter::new(files, sources);
        for (id, file) in files.iter().enumerate() {
            let whole =
                file.problem.as_ref().map(|problem| (TextRange::default(), unreadable(problem), &FILE_UNREADABLE));
            let documents = file.documents.iter().filter_map(|document| {
                let first = document.facts.refusal()?;
                let range = first.range.checked_add(document.range.start()).unwrap_or(document.range);
                Some((range, first.message.clone(), first.rule))
            });
            for (range, message, rule) in whole.into_iter().chain(documents) {
                let at = converter.range(Place { file: FileId::new(id), range }).start;
                found.push(LoadProblem { path: file.path.clone(), at, message, rule: Cow::Borrowed(rule.id) });
            }
        }
        found
    }

    /// Returns the packages, channels and bundles that are defined more than once, at their later definitions. Query
    /// results contain the first definition only.
    pub fn repeated_definitions(&mut self) -> Vec<LoadProblem> {
        let (files, sources) = self.contents();
        let mut converter = Converter::new(files, sources);
        let repeated = repeated_definitions(&Catalog::new(files)).into_iter().map(|found| {
            let path = files.get(found.place.file.index()).map_or_else(String::new, |file| file.path.clone());
            let at = converter.range(found.place).start;
            LoadProblem { path, at, message: found.message, rule: Cow::Borrowed(found.rule.id) }
        });
        repeated.collect()
    }

    /// Returns the first file or document that opm does not load.
    pub fn first_load_problem(&mut self) -> Option<LoadProblem> {
        let mut all = self.load_problems();
        (!all.is_empty()).then(|| all.swap_remove(0))
    }

    /// Whether there is a base, but the rule that compares with it, `versions-removed`, is off in all files.
    #[must_use]
    pub fn ignores_base(&self) -> bool {
        let rule = olmkit_catalog::rules::upgrades::versions_removed::RULE.id;
        self.base.is_some() && self.severities.options().severities.get(rule) == Some(&Severity::Off)
    }

    /// Returns the first file or document of the base that opm does not load. Rules that compare with the base cannot
    /// find what was removed from it.
    pub fn base_load_problem(&mut self) -> Option<LoadProblem> {
        self.base.as_mut()?.first_load_problem()
    }
}
