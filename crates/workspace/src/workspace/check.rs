//! The check of the open files, and the texts that it needs.

use std::rc::Rc;

use olmkit_catalog::{Catalog, Report as Findings, Suppressed, check_since};

use super::Workspace;
use crate::api::Report;
use crate::check_stage::CheckStage;
use crate::convert::Converter;
use crate::file::Source;
use crate::fixes::{CheckSettings, FixChecker, Goal, assess};

/// A report, and the untried fixes that a rule declares safe: indices of finding and fix.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) report: Rc<Report>,
    pub(super) untried: Vec<(usize, usize)>,
    /// The findings that comments suppress.
    suppressed: Vec<Suppressed>,
}

/// Returns the findings if they are kept for the next check.
type Keep = fn(&Findings, &[Source]) -> Option<Findings>;

impl Workspace {
    /// Checks the files if they have changed. Calls `ended` at the end of each stage.
    pub fn check_in_stages(&mut self, ended: &mut dyn FnMut(CheckStage)) {
        // A function, so that hosts that do not call this method do not contain the copying of findings.
        let keep: Keep = |found, sources| sources.iter().any(Source::is_released).then(|| found.clone());
        self.report = self.report.take().or_else(|| Some(self.check(ended, keep)));
    }

    pub(super) fn checked(&mut self) -> &Checked {
        let checked = self.report.take().unwrap_or_else(|| self.check(&mut |_| {}, |_, _| None));
        self.report.insert(checked)
    }

    fn findings(&self, catalog: &Catalog<'_>, base: Option<&Catalog<'_>>) -> Findings {
        let mut found = check_since(catalog, base, self.severities.options());
        self.severities.apply_overrides(&self.files, &mut found.diagnostics);
        // If opm rejects it, the reason explains why there is no document.
        if self.expects_documents && catalog.docs.is_empty() && found.verdict.accepted {
            found.diagnostics.extend(self.severities.empty());
        }
        found
    }

    fn check(&mut self, ended: &mut dyn FnMut(CheckStage), keep: Keep) -> Checked {
        self.apply_ignore();
        let known = self.found.take();
        let catalog = Catalog::new(&self.files).within(&self.folder);
        if let Some(base) = &mut self.base {
            base.apply_ignore();
        }
        let base = self.base.as_ref().map(|base| base.files.as_slice());
        let base_catalog = base.map(Catalog::new);
        ended(CheckStage::Model);
        let mut found = known.unwrap_or_else(|| self.findings(&catalog, base_catalog.as_ref()));
        self.found = keep(&found, &self.sources);
        let suppressed = std::mem::take(&mut found.suppressed);
        let mut report = Converter::new(&self.files, &self.sources).report(&catalog, found);
        ended(CheckStage::Rules);
        self.advise(&mut report);
        if report.diagnostics.iter().all(|found| found.fixes.is_empty()) {
            return Checked { report: Rc::new(report), untried: Vec::new(), suppressed };
        }
        let settings = CheckSettings { folder: &self.folder, base, options: self.severities.for_fix_checks() };
        let mut checker = FixChecker::new(&self.files, &self.sources, settings);
        let untried =
            assess(&mut report.diagnostics, &mut |(rule, message), fix| checker.of(Goal::Finding(rule, message), fix));
        ended(CheckStage::Fixes);
        Checked { report: Rc::new(report), untried, suppressed }
    }

    /// Returns the findings that comments suppress in the last report.
    pub(crate) fn suppressed(&self) -> &[Suppressed] {
        self.report.as_ref().map_or(&[], |checked| &checked.suppressed)
    }

    /// Returns the report in comparison with another base.
    pub(crate) fn report_since(&mut self, base: &mut Option<Box<Workspace>>) -> Rc<Report> {
        if base.is_none() && self.base.is_none() {
            return self.report();
        }
        std::mem::swap(&mut self.base, base);
        self.forget_report();
        let report = self.report();
        self.forget_report();
        std::mem::swap(&mut self.base, base);
        report
    }

    pub(super) fn forget_report(&mut self) {
        self.report = None;
        self.found = None;
    }

    /// Returns the files that were opened without their text, although the report or a result needed it.
    pub fn wanted(&mut self) -> Vec<String> {
        self.report();
        let all = self.files.iter().zip(&self.sources);
        all.filter(|(_, source)| source.is_wanted()).map(|(file, _)| file.path.clone()).collect()
    }

    /// Sets the text of a file that was opened without it. If the file has changed meanwhile, the new content replaces it
    /// and is checked. Otherwise the next report does not run the rules again.
    pub fn give_text(&mut self, path: &str, text: Vec<u8>) {
        let mut source = Source::new(text);
        let documents = source.read(self.read);
        let at = self.find(path).ok();
        let file = at.and_then(|at| self.files.get(at).zip(self.sources.get_mut(at)));
        let Some((_, own)) = file.filter(|(file, _)| file.documents == documents) else {
            return self.open(path, source.into_text());
        };
        *own = source;
        self.report = None;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::Options;

    const HEADS: &str = "schema: olm.channel\npackage: a\nname: b\nentries:\n- name: a.v1\n- name: a.v2\n";

    /// A checked catalog of one file without its text.
    fn checked() -> Workspace {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open_released("c.yaml", olmkit_catalog::documents(HEADS.as_bytes()));
        workspace.check_in_stages(&mut |_| {});
        assert_eq!(workspace.wanted(), ["c.yaml"]);
        workspace
    }

    fn json(workspace: &mut Workspace) -> String {
        serde_json::to_string_pretty(&*workspace.report()).unwrap()
    }

    /// The report on a file with its text.
    fn expected(text: &str) -> String {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("c.yaml", text.as_bytes().to_vec());
        json(&mut workspace)
    }

    #[test]
    fn findings_are_kept_until_the_texts_are_there() {
        let mut workspace = checked();
        workspace.give_text("c.yaml", HEADS.as_bytes().to_vec());
        assert!(workspace.found.is_some());
        assert_eq!(json(&mut workspace), expected(HEADS));
        assert!(workspace.wanted().is_empty() && workspace.found.is_none());
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_checked_again() {
        for text in [HEADS.replace("a.v1", "a.v0"), format!("# c\n{HEADS}"), format!("{HEADS}  replaces: a.v1\n")] {
            let mut workspace = checked();
            workspace.give_text("c.yaml", text.as_bytes().to_vec());
            assert!(workspace.found.is_none());
            assert_eq!(json(&mut workspace), expected(&text));
        }
    }
}
