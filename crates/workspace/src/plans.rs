//! Plans several intentions as one change. Each is planned on the result of the previous ones, and all edits are
//! converted to edits of the open texts.

use olmkit_catalog::Catalog;
use olmkit_catalog::edits::{self, Intention, Note};
use olmkit_diagnostics::FileId;

use crate::api::{Creation, Edit, Fix, Plan, Refusal, Safety};
use crate::convert::Converter;
use crate::file::Source;
use crate::fixes::batch;
use crate::fixes::series::Series;
use crate::text::ChangeError;
use crate::workspace::Workspace;

/// The maximum number of aliases that an intention replaces.
const MAX_COPIES: usize = 100;

impl Workspace {
    /// Converts an intention to text edits and applies them.
    pub fn apply(&mut self, intention: &Intention) -> Plan {
        let plan = self.plan(intention);
        match self.apply_plan(&plan) {
            Ok(()) => plan,
            Err(error) => Plan::refused(error.to_string()),
        }
    }

    /// Applies a plan: its edits, and the files that it creates. A refused plan changes nothing.
    ///
    /// # Errors
    /// When an edit is out of range or overlaps another one. The edits of earlier files are applied.
    pub fn apply_plan(&mut self, plan: &Plan) -> Result<(), ChangeError> {
        let Plan::Edits { edits, creates, .. } = plan else { return Ok(()) };
        self.make(&edits.iter().collect::<Vec<_>>())?;
        for Creation { path, text } in creates {
            self.open(path, text.clone().into_bytes());
        }
        Ok(())
    }

    /// Returns the text edits of several intentions, applied one after the other; or the reason why one of them is
    /// refused. Omits notes that a later intention makes obsolete. Does not apply the edits.
    ///
    /// With `copies`, an alias that prevents an edit is replaced by a copy of its value.
    pub fn plan_all(&mut self, intentions: &[Intention], copies: bool) -> Plan {
        let mut series = Series::default();
        let mut notes = Vec::new();
        for intention in intentions {
            let mut planned = self.intend(&mut series, intention, &mut notes);
            for _ in 0..if copies { MAX_COPIES } else { 0 } {
                let Err(Refusal { copy: Some(copy), .. }) = planned else {
                    break;
                };
                self.step_of(&mut series, String::new(), vec![*copy]);
                planned = self.intend(&mut series, intention, &mut notes);
            }
            if let Err(refusal) = planned {
                self.end(series);
                return Plan::Refused(refusal);
            }
        }
        let notes = self.true_notes(&notes);
        Plan::Edits { ok: true, label: String::new(), edits: self.end(series), creates: Vec::new(), notes }
    }

    /// Returns the plan, and its notes with the conditions under which they hold.
    pub(crate) fn plan_with_notes(&mut self, intention: &Intention) -> (Plan, Vec<Note>) {
        self.apply_ignore();
        let catalog = Catalog::new(&self.files);
        let text_of = |file: FileId| self.sources.get(file.index()).map_or(&[][..], Source::text);
        let planned = edits::plan(&catalog, &text_of, intention);
        let notes = planned.as_ref().map(|plan| plan.notes.clone()).unwrap_or_default();
        (Converter::new(&self.files, &self.sources).plan(planned.map(|plan| (plan, Vec::new()))), notes)
    }

    /// Returns the notes that hold for the current catalog.
    pub(crate) fn true_notes(&mut self, notes: &[Note]) -> Vec<String> {
        self.apply_ignore();
        let catalog = Catalog::new(&self.files);
        notes.iter().filter(|note| note.applies(&catalog)).map(|note| note.text.clone()).collect()
    }

    /// Applies the edits of an intention as a step of a series, or returns why it is refused.
    pub(crate) fn intend(
        &mut self,
        series: &mut Series,
        intention: &Intention,
        notes: &mut Vec<Note>,
    ) -> Result<(), Refusal> {
        match self.plan_with_notes(intention) {
            (Plan::Edits { label, edits, .. }, more) => {
                self.step_of(series, label, edits);
                notes.extend(more);
                Ok(())
            }
            (Plan::Refused(refusal), _) => Err(refusal),
        }
    }

    /// Applies edits as a step of a series.
    pub(crate) fn step_of(&mut self, series: &mut Series, title: String, edits: Vec<Edit>) {
        self.step(series, &Fix { title, safety: Safety::Unsafe, edits });
    }

    /// Applies a fix as a step of a series. The edits are those of the current texts, so they are in range.
    pub(crate) fn step(&mut self, series: &mut Series, fix: &Fix) {
        let edits = batch::edits_of(std::iter::once(fix));
        self.save_state(series, std::slice::from_ref(fix));
        self.record_edits(series, &edits);
        let _ = self.make(&edits);
    }
}
