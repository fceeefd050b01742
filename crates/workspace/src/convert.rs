//! Converts findings to the JSON shapes: file numbers become paths, byte ranges become positions.

use std::cmp::Reverse;

use olmkit_catalog::edits::{self, EditPlan, Refused};
use olmkit_catalog::{Catalog, LoadedFile, Proposal};
use olmkit_collections::order;
use olmkit_diagnostics::{self as inner, FileId, Place, Suite};
#[cfg(feature = "bundle")]
use olmkit_text::LineIndex;
use olmkit_text::{Position, Segments, TextSize};

use crate::api::{
    self, Creation, Diagnostic, Edit, Fix, Opm, Plan, Range, Refusal, Related, Report, Safety, Summary, Tool,
};
use crate::file::Source;
use crate::incomplete::not_checked;

/// The files that places refer to, by number.
enum Files<'w> {
    /// The files of a workspace.
    Open(&'w [LoadedFile], &'w [Source]),
    /// Path and text.
    #[cfg(feature = "bundle")]
    Whole(Vec<(String, &'w [u8])>),
}

/// The lines of a file: of its documents, or of the whole file.
enum Lines<'w> {
    Documents(Segments<'w>),
    #[cfg(feature = "bundle")]
    Whole(&'w [u8], LineIndex),
}

impl Lines<'_> {
    fn position(&self, offset: TextSize) -> api::Position {
        shown(match self {
            Lines::Documents(segments) => segments.position(offset),
            #[cfg(feature = "bundle")]
            Lines::Whole(text, index) => index.position(text, offset),
        })
    }
}

/// Converts a position to its JSON shape.
pub(crate) fn shown(at: Position) -> api::Position {
    api::Position { line: at.line, column: at.column, offset: at.offset, utf16: at.utf16 }
}

/// Converts the places of findings into lines, columns and UTF-16 offsets. A file is measured on first use.
pub(crate) struct Converter<'w> {
    files: Files<'w>,
    lines: Vec<Option<Lines<'w>>>,
}

impl<'w> Converter<'w> {
    pub(crate) fn new(files: &'w [LoadedFile], sources: &'w [Source]) -> Self {
        Converter { files: Files::Open(files, sources), lines: files.iter().map(|_| None).collect() }
    }

    /// Creates a converter for files that are not in a workspace. Their numbers are their order.
    #[cfg(feature = "bundle")]
    pub(crate) fn whole(files: impl Iterator<Item = (String, &'w [u8])>) -> Self {
        let files: Vec<_> = files.collect();
        let lines = files.iter().map(|_| None).collect();
        Converter { files: Files::Whole(files), lines }
    }

    pub(crate) fn path(&self, file: FileId) -> String {
        let at = file.index();
        let path = match &self.files {
            Files::Open(files, _) => files.get(at).map(|file| file.path.as_str()),
            #[cfg(feature = "bundle")]
            Files::Whole(files) => files.get(at).map(|(path, _)| path.as_str()),
        };
        path.unwrap_or_default().to_owned()
    }

    pub(crate) fn range(&mut self, place: Place) -> Range {
        let Some(lines) = self.lines(place.file) else { return Range::default() };
        Range { start: lines.position(place.range.start()), end: lines.position(place.range.end()) }
    }

    fn lines(&mut self, file: FileId) -> Option<&Lines<'w>> {
        let at = file.index();
        let slot = self.lines.get_mut(at)?;
        if slot.is_none() {
            *slot = Some(match &self.files {
                Files::Open(files, sources) => Lines::Documents(sources.get(at)?.places(&files.get(at)?.documents)),
                #[cfg(feature = "bundle")]
                Files::Whole(files) => {
                    let text = files.get(at)?.1;
                    Lines::Whole(text, LineIndex::new(text))
                }
            });
        }
        slot.as_ref()
    }

    pub(crate) fn report(mut self, catalog: &Catalog<'_>, found: olmkit_catalog::Report) -> Report {
        let mut diagnostics = Vec::with_capacity(found.diagnostics.len());
        for diagnostic in found.diagnostics {
            let proposed: Vec<&Proposal> =
                diagnostic.proposals.iter().filter_map(|id| found.proposals.get(*id)).collect();
            let Some(mut shown) = self.diagnostic(diagnostic) else { continue };
            shown.fixes.extend(proposed.into_iter().filter_map(|proposal| self.proposed(catalog, proposal)));
            diagnostics.push(shown);
        }
        let verdict = found.verdict;
        let opm = Opm { accepted: verdict.accepted, first: verdict.first.map(Into::into), message: verdict.message };
        let summary = summary(catalog, &diagnostics);
        let not_checked = not_checked(catalog);
        Report { version: api::VERSION, opm, summary, bundle: None, dependencies: None, not_checked, diagnostics }
    }

    /// Converts a finding; `None` if its severity is off.
    pub(crate) fn diagnostic(&mut self, found: inner::Diagnostic) -> Option<Diagnostic> {
        let rejects = found.rejects();
        let severity = found.severity.of_finding()?;
        Some(Diagnostic {
            rule: found.rule.id.into(),
            code: found.rule.code.into(),
            message: found.message,
            help: found.help,
            docs: found.rule.url(),
            package: found.subject.package,
            channel: found.subject.channel,
            entry: found.subject.entry,
            field: found.subject.field,
            stranded: found.subject.stranded,
            cause: found.subject.cause,
            rejects,
            catalog: found.subject.catalog,
            bundles: found.subject.bundles,
            tools: tools(found.tool_reports.iter().map(|tool| (tool.suite, tool.severity))),
            upstream: upstream(found.tool_reports),
            related: found.related.into_iter().map(|own| self.related(own.place, own.message)).collect(),
            fixes: found.fixes.into_iter().map(|fix| self.fix(fix)).collect(),
            ..Diagnostic::at(severity, self.path(found.place.file), self.range(found.place))
        })
    }

    /// Converts a position that explains something.
    pub(crate) fn related(&mut self, place: Place, message: String) -> Related {
        Related::at(self.path(place.file), self.range(place), message)
    }

    fn fix(&mut self, fix: inner::Fix) -> Fix {
        Fix { title: fix.title, safety: fix.safety, edits: fix.edits.into_iter().map(|edit| self.edit(edit)).collect() }
    }

    /// Converts a proposal to a fix with text edits. It is unsafe even if it was verified, because it changes which
    /// versions can upgrade to which, or the default channel; a user has to agree.
    fn proposed(&mut self, catalog: &Catalog<'_>, proposal: &Proposal) -> Option<Fix> {
        let text_of = |file: FileId| match &self.files {
            Files::Open(_, sources) => sources.get(file.index()).map_or(&[][..], Source::text),
            #[cfg(feature = "bundle")]
            Files::Whole(files) => files.get(file.index()).map_or(&[][..], |(_, text)| *text),
        };
        let plan = edits::plan(catalog, &text_of, &proposal.intention).ok()?;
        Some(self.planned_fix(proposal.title.clone(), plan))
    }

    /// Converts planned edits to a fix.
    pub(crate) fn planned_fix(&mut self, title: String, plan: EditPlan) -> Fix {
        Fix { title, safety: Safety::Unsafe, edits: plan.edits.into_iter().map(|edit| self.edit(edit)).collect() }
    }

    /// Converts planned edits and the files to create.
    pub(crate) fn plan(mut self, planned: Result<(EditPlan, Vec<Creation>), Box<Refused>>) -> Plan {
        match planned {
            Ok((plan, creates)) => Plan::Edits {
                ok: true,
                notes: plan.messages(),
                label: plan.label,
                edits: plan.edits.into_iter().map(|edit| self.edit(edit)).collect(),
                creates,
            },
            Err(refused) => Plan::Refused(Refusal {
                ok: false,
                reason: refused.reason,
                path: refused.place.map(|place| self.path(place.file)),
                range: refused.place.map(|place| self.range(place)),
                anchored: refused.anchored.map(|place| Box::new(self.range(place))),
                copy: refused.copy.map(|edit| Box::new(self.edit(edit))),
            }),
        }
    }

    pub(crate) fn edit(&mut self, edit: inner::TextEdit) -> Edit {
        let range = self.range(edit.place);
        Edit { path: self.path(edit.place.file), range, text: edit.text }
    }
}

/// Returns the tools that report a finding, each once with its highest severity.
pub(crate) fn tools(reports: impl Iterator<Item = (Suite, inner::Severity)>) -> Vec<Tool> {
    let mut worst = order::unique(reports.map(|(suite, severity)| (suite, Reverse(severity))));
    worst.dedup_by_key(|(suite, _)| *suite);
    let tool = |(suite, Reverse(severity)): (Suite, Reverse<inner::Severity>)| {
        Some(Tool { name: suite.title().into(), severity: severity.of_finding()? })
    };
    worst.into_iter().filter_map(tool).collect()
}

/// Returns the distinct messages of tools, in their order.
fn upstream(reports: Vec<inner::ToolReport>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for tool in reports {
        if !tool.text.is_empty() && !texts.contains(&tool.text) {
            texts.push(tool.text);
        }
    }
    texts
}

fn summary(catalog: &Catalog<'_>, diagnostics: &[Diagnostic]) -> Summary {
    Summary {
        files: catalog.files.iter().filter(|file| !file.ignored).count(),
        packages: catalog.package_docs.len(),
        channels: catalog.channel_docs.len(),
        entries: catalog.channel_docs.iter().map(|channel| channel.body.entries.len()).sum(),
        bundles: catalog.bundle_docs.len(),
        ..Summary::of(diagnostics)
    }
}
