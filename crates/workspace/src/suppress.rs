//! Adds a comment with a reason that suppresses a finding. The comment is tried before it is offered: it must hide this
//! finding and change nothing else.

use std::rc::Rc;

use olmkit_catalog::facts::Body;
use olmkit_diagnostics::alike::Problem;
use olmkit_diagnostics::{FileId, Place, TextEdit, TextRange};
use olmkit_text::{line_end, line_start};
use olmkit_yaml::Format;

use crate::api::{Diagnostic, Plan, Report, SuppressQuery};
use crate::convert::Converter;
use crate::file::State;
use crate::workspace::Workspace;

/// Whether two findings are the same, independent of their places.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.path == other.path && Problem::from(one) == Problem::from(other)
}

impl Workspace {
    /// Returns the edit that adds a comment above the line of a finding or at its end, or the reason why no comment
    /// suppresses it.
    pub fn suppress(&mut self, query: &SuppressQuery) -> Plan {
        let reason = query.reason.split_whitespace().collect::<Vec<_>>().join(" ");
        if reason.is_empty() {
            return Plan::refused("a comment needs a reason");
        }
        let report = self.report();
        let Some(found) = self.finding(&report, query) else {
            return Plan::refused("this line has no such finding");
        };
        let Some((file, start)) = self.find(&query.path).ok().zip(usize::try_from(found.range.start.offset).ok())
        else {
            return Plan::refused("the file is not open");
        };
        if found.rejects {
            return Plan::refused("findings that make opm reject the catalog cannot be suppressed");
        }
        if self.is_json(file, start) {
            return Plan::refused(
                "JSON does not support comments; add the rule to `ignore` or `overrides` in olmkit.yaml",
            );
        }
        let comment = format!("# olmkit-ignore {}: {reason}", query.rule);
        let mut hides_more = false;
        for edit in self.comments(file, start, &comment) {
            let plan = Plan::Edits {
                ok: true,
                label: format!("Suppress {}, with a reason", query.rule),
                edits: vec![Converter::new(&self.files, &self.sources).edit(edit)],
                creates: Vec::new(),
                notes: Vec::new(),
            };
            let after = self.report_after(file, &plan);
            // Both are in the same order, so what is left of one is searched once for the other.
            let (mut rest, mut left) = (report.diagnostics.iter(), after.diagnostics.iter());
            if !after.diagnostics.iter().any(|one| is_same(one, found))
                && left.all(|one| rest.any(|other| is_same(one, other)))
            {
                if after.diagnostics.len().saturating_add(1) == report.diagnostics.len() {
                    return plan;
                }
                hides_more = true;
            }
        }
        if hides_more {
            return Plan::refused("a comment on this line also suppresses other findings of the rule");
        }
        Plan::refused("a comment on this line does not suppress it")
    }

    /// Returns the finding on the line. A finding about several entries of a channel is on the line of one of them, and
    /// also belongs to the lines of the others.
    fn finding<'r>(&self, report: &'r Report, query: &SuppressQuery) -> Option<&'r Diagnostic> {
        let own = || report.diagnostics.iter().filter(|found| found.rule == query.rule && found.path == query.path);
        own().find(|found| found.range.start.line == query.line).or_else(|| {
            let entries = self.entries_on(&query.path, query.line);
            own().find(|found| {
                let is_of = |[package, channel, name]: &[&str; 3]| {
                    found.package.as_deref() == Some(*package)
                        && found.channel.as_deref() == Some(*channel)
                        && found.bundles.iter().any(|other| other == name)
                };
                entries.iter().any(is_of)
            })
        })
    }

    /// Returns package, channel and name of the entries whose names are on a line.
    fn entries_on(&self, path: &str, line: u32) -> Vec<[&str; 3]> {
        let Ok(at) = self.find(path) else { return Vec::new() };
        let (Some(source), Some(file)) = (self.sources.get(at), self.files.get(at)) else { return Vec::new() };
        let places = source.places(&file.documents);
        let range = TextRange::new(places.offset_in_line(line, 1), places.offset_in_line(line, u32::MAX));
        let mut found = Vec::new();
        for document in &file.documents {
            let Body::Channel(channel) = &document.facts.body else { continue };
            let names = channel.entries.iter().filter_map(|entry| entry.name.as_ref());
            let on_line = names.filter(|name| {
                let start = name.range.start().checked_add(document.range.start());
                start.is_some_and(|start| range.contains(start))
            });
            let (package, own) = (document.facts.package_name(), document.facts.own_name());
            found.extend(on_line.map(|name| [package, own, name.value.as_str()]));
        }
        found
    }

    fn is_json(&self, file: usize, at: usize) -> bool {
        let documents = self.files.get(file).map_or(&[][..], |file| &file.documents);
        let document = documents.iter().rev().find(|document| usize::from(document.range.start()) <= at);
        document.is_some_and(|document| document.format == Format::Json)
    }

    /// Returns the comment in two variants: on a line of its own above, and at the end of the line.
    fn comments(&self, file: usize, at: usize, comment: &str) -> Vec<TextEdit> {
        let text = self.sources.get(file).map_or(&[][..], crate::file::Source::text);
        let (begin, end) = (line_start(text, at), line_end(text, at));
        let line = text.get(begin..end).unwrap_or_default();
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        let has_return = text.get(end..).is_some_and(|rest| rest.starts_with(b"\r"));
        let line_break = if has_return { "\r\n" } else { "\n" };
        let insert = |at: usize, text: String| {
            let offset = u32::try_from(at).unwrap_or(u32::MAX).into();
            let place = Place { file: FileId::new(file), range: TextRange::empty(offset) };
            TextEdit { place, text }
        };
        vec![insert(begin, format!("{}{comment}{line_break}", " ".repeat(indent))), insert(end, format!(" {comment}"))]
    }

    /// Returns the report after applying a plan. Restores the texts.
    fn report_after(&mut self, file: usize, plan: &Plan) -> Rc<Report> {
        let states: Vec<(usize, State)> = self.state(file).map(|state| (file, state)).into_iter().collect();
        // If it cannot be applied, the finding remains.
        let _ = self.apply_plan(plan);
        let report = self.report();
        self.restore(&states);
        report
    }
}
