//! Edits that are made one after the other, and given as edits of the first texts.

use std::collections::BTreeMap;

use super::batch::{self, Composed};
use crate::api::{Edit, StrandedFixQuestion, StrandedFixes, StrandedQuestion, StrandedReport};
use crate::convert::Converter;
use crate::counts::counted;
use crate::workspace::{State, Workspace};

/// Fixes in one series at most: one fix may make or remove the place of the next.
const STEPS: usize = 50;

/// The texts before a series of edits, and what the edits make of them.
#[derive(Default)]
pub(crate) struct Series {
    originals: BTreeMap<usize, State>,
    composed: BTreeMap<usize, Composed>,
}

impl Series {
    /// Remembers files before the first edit of theirs.
    pub(crate) fn remember(&mut self, workspace: &Workspace, files: impl Iterator<Item = usize>) {
        for file in files {
            if let Some(state) = workspace.state(file) {
                self.originals.entry(file).or_insert(state);
            }
        }
    }

    /// Takes note of edits of the texts as they are, ordered by path and position.
    pub(crate) fn add(&mut self, workspace: &Workspace, edits: &[&Edit]) {
        for of_file in edits.chunk_by(|a, b| a.path == b.path) {
            let file = of_file.first().and_then(|edit| workspace.find(&edit.path).ok());
            self.composed.entry(file.unwrap_or_default()).or_default().add(&batch::splices(of_file));
        }
    }

    /// Gives the workspace its texts back. What comes back are all edits, as edits of those.
    pub(crate) fn end(self, workspace: &mut Workspace) -> Vec<Edit> {
        workspace.restore(&self.originals);
        let mut converter = Converter::new(&workspace.files, &workspace.sources);
        let edits = self.composed.iter().flat_map(|(file, composed)| composed.edits(*file));
        edits.map(|edit| converter.edit(edit)).collect()
    }
}

/// Who is stranded where.
fn key(found: &crate::api::Stranded) -> (&str, &str, crate::api::Semantics) {
    (&found.channel, &found.entry, found.semantics)
}

fn refused(reason: &str) -> StrandedFixes {
    StrandedFixes::Refused { ok: false, reason: reason.to_owned() }
}

impl Workspace {
    /// Every proved fix of stranded versions of a package, one after the other, proved once more as a whole: no other
    /// version is stranded by it, and opm accepts what it accepted. Nothing is applied.
    pub fn fix_all_stranded(&mut self, question: &StrandedFixQuestion) -> StrandedFixes {
        let whole = StrandedQuestion { package: Some(question.package.clone()), ..StrandedQuestion::default() };
        let asked =
            StrandedQuestion { channel: question.channel.clone(), semantics: question.semantics, ..whole.clone() };
        let before = self.stranded(&whole);
        let was_accepted = self.report().opm.accepted;
        let mut series = Series::default();
        let steps = self.fix_each(&asked, &mut series);
        let after = self.stranded(&whole);
        let is_accepted = self.report().opm.accepted;
        let edits = series.end(self);
        if steps.is_empty() {
            return refused("no fix could be proved for any of them");
        }
        if (was_accepted && !is_accepted) || has_more(&before, &after) {
            return refused("each fix helps alone, together they do not");
        }
        let fixed = before.stranded.len().saturating_sub(after.stranded.len());
        let title = format!(
            "Fix {} in {}",
            counted(fixed, "stranded version", "stranded versions"),
            counted(steps.len(), "step", "steps")
        );
        StrandedFixes::Edits { ok: true, title, steps, left: after.stranded.len(), edits }
    }

    /// Makes the first fix that there is, again and again. What comes back says what each does.
    fn fix_each(&mut self, question: &StrandedQuestion, series: &mut Series) -> Vec<String> {
        let mut steps = Vec::new();
        while steps.len() < STEPS {
            let found = self.stranded(question);
            let Some(fix) = found.stranded.into_iter().find_map(|one| one.fixes.into_iter().next()) else { break };
            let edits = batch::edits_of(std::iter::once(&fix));
            series.remember(self, self.files_of(std::slice::from_ref(&fix)));
            series.add(self, &edits);
            self.make(&edits);
            steps.push(fix.title.clone());
        }
        steps
    }
}

/// Whether anything is stranded that was not.
fn has_more(before: &StrandedReport, after: &StrandedReport) -> bool {
    let known: Vec<_> = before.stranded.iter().map(key).collect();
    after.stranded.iter().any(|found| !known.contains(&key(found)))
}
