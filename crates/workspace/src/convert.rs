//! Findings to the JSON shapes: file numbers become paths, byte ranges become positions.

use olmkit_catalog::edits::{self, EditPlan, Refused};
use olmkit_catalog::{Catalog, LoadedFile, Proposal};
use olmkit_diagnostics::{self as inner, FileId, Place};

use crate::api::{self, Diagnostic, Edit, Fix, Opm, Plan, Range, Related, Report, Safety, Severity, Summary};
use crate::file::Source;
use crate::options::shown;
use crate::places::Places;

/// Knows the places of all files, each from its first use on.
pub(crate) struct Converter<'w> {
    files: &'w [LoadedFile],
    sources: &'w [Source],
    places: Vec<Option<Places<'w>>>,
}

impl<'w> Converter<'w> {
    pub(crate) fn new(files: &'w [LoadedFile], sources: &'w [Source]) -> Self {
        Converter { files, sources, places: files.iter().map(|_| None).collect() }
    }

    pub(crate) fn path(&self, file: FileId) -> String {
        self.files.get(file.0 as usize).map_or_else(String::new, |file| file.path.clone())
    }

    pub(crate) fn range(&mut self, place: Place) -> Range {
        let at = place.file.0 as usize;
        let Some((slot, (file, source))) = self.places.get_mut(at).zip(self.files.get(at).zip(self.sources.get(at)))
        else {
            return Range::default();
        };
        let places = slot.get_or_insert_with(|| source.places(&file.documents));
        Range { start: places.position(place.range.start().into()), end: places.position(place.range.end().into()) }
    }

    pub(crate) fn report(mut self, catalog: &Catalog<'_>, found: olmkit_catalog::Report) -> Report {
        let mut diagnostics = Vec::with_capacity(found.diagnostics.len());
        for diagnostic in found.diagnostics {
            let proposed: Vec<&Proposal> =
                diagnostic.proposals.iter().filter_map(|at| found.proposals.get(*at)).collect();
            let Some(mut shown) = self.diagnostic(diagnostic) else { continue };
            shown.fixes.extend(proposed.into_iter().filter_map(|proposal| self.proposed(catalog, proposal)));
            diagnostics.push(shown);
        }
        let verdict = found.verdict;
        let opm = Opm { accepted: verdict.accepted, first: verdict.first.map(Into::into), message: verdict.message };
        Report { version: api::VERSION, opm, summary: summary(catalog, &diagnostics), bundle: None, diagnostics }
    }

    fn diagnostic(&mut self, found: inner::Diagnostic) -> Option<Diagnostic> {
        Some(Diagnostic {
            rule: found.rule.id.into(),
            code: found.rule.code.into(),
            severity: shown(found.severity)?,
            message: found.message,
            help: found.help,
            docs: found.rule.url(),
            path: self.path(found.place.file),
            range: self.range(found.place),
            package: found.subject.package,
            channel: found.subject.channel,
            entry: found.subject.entry,
            tools: Vec::new(),
            related: found.related.into_iter().map(|related| self.related(related)).collect(),
            fixes: found.fixes.into_iter().map(|fix| self.fix(fix)).collect(),
        })
    }

    fn related(&mut self, related: inner::Related) -> Related {
        let range = self.range(related.place);
        Related { path: self.path(related.place.file), range, message: related.message }
    }

    fn fix(&mut self, fix: inner::Fix) -> Fix {
        let safety = match fix.safety {
            inner::Safety::Safe => Safety::Safe,
            inner::Safety::Unsafe => Safety::Unsafe,
        };
        Fix { title: fix.title, safety, edits: fix.edits.into_iter().map(|edit| self.edit(edit)).collect() }
    }

    /// A fix as text edits. It was checked, but it changes which versions may upgrade to which, so a person has to agree.
    fn proposed(&mut self, catalog: &Catalog<'_>, proposal: &Proposal) -> Option<Fix> {
        let sources = self.sources;
        let text_of = |file: FileId| sources.get(file.0 as usize).map_or(&[][..], Source::text);
        let plan = edits::plan(catalog, &text_of, &proposal.intention).ok()?;
        Some(self.planned_fix(proposal.title.clone(), plan))
    }

    /// Planned edits as a fix.
    pub(crate) fn planned_fix(&mut self, title: String, plan: EditPlan) -> Fix {
        Fix { title, safety: Safety::Unsafe, edits: plan.edits.into_iter().map(|edit| self.edit(edit)).collect() }
    }

    pub(crate) fn plan(mut self, planned: Result<EditPlan, Refused>) -> Plan {
        match planned {
            Ok(plan) => Plan::Edits {
                ok: true,
                label: plan.label,
                edits: plan.edits.into_iter().map(|edit| self.edit(edit)).collect(),
                creates: Vec::new(),
                notes: plan.notes,
            },
            Err(refused) => Plan::Refused {
                ok: false,
                reason: refused.reason,
                path: refused.place.map(|place| self.path(place.file)),
                range: refused.place.map(|place| self.range(place)),
            },
        }
    }

    pub(crate) fn edit(&mut self, edit: inner::TextEdit) -> Edit {
        let range = self.range(edit.place);
        Edit { path: self.path(edit.place.file), range, text: edit.text }
    }
}

fn summary(catalog: &Catalog<'_>, diagnostics: &[Diagnostic]) -> Summary {
    let count = |severity| diagnostics.iter().filter(|found| found.severity == severity).count();
    Summary {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        infos: count(Severity::Info),
        files: catalog.files.iter().filter(|file| !file.ignored).count(),
        packages: catalog.package_docs.len(),
        channels: catalog.channel_docs.len(),
        entries: catalog.channel_docs.iter().map(|channel| channel.body.entries.len()).sum(),
        bundles: catalog.bundle_docs.len(),
    }
}
