//! Findings: going to them, their fixes, their rules.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::Diagnostic;

use super::fields::*;
use super::{AppState, Pane, Selection};
use crate::bridge;

impl AppState {
    /// Goes to a problem: its channel in the table, its place in the text.
    pub fn show_problem(self, at: usize) {
        let report = self.catalog.report().get_untracked();
        let Some(diagnostic) = report.diagnostics.get(at) else { return };
        self.selected.problem().set(Some(at));
        let is_bundle = self.bundles.open().with_untracked(|bundle| {
            bundle.as_ref().is_some_and(|bundle| diagnostic.path.starts_with(bundle.prefix.as_str()))
        });
        self.bundles.is_shown().set(is_bundle);
        if let Some(package) = diagnostic.package.as_ref().filter(|_| !is_bundle) {
            let channel = diagnostic.channel.clone().unwrap_or_default();
            let selection = Selection { package: package.clone(), channel };
            if self.selected.place().get_untracked() != selection {
                self.channel.chosen().set(BTreeSet::new());
                self.selected.place().set(selection);
                self.load_table();
            }
        }
        let entry = diagnostic.entry.clone().filter(|_| !is_bundle);
        self.selected.entry().set(entry.clone());
        if let Some(name) = &entry {
            self.simulate(name);
        }
        self.workbench.pane().set(Pane::Code);
        self.go_to(&diagnostic.path, diagnostic.range, true);
    }

    /// Selects a problem in the list; the text follows.
    pub fn select_problem(self, at: usize) {
        self.selected.problem().set(Some(at));
        let place = self
            .catalog
            .report()
            .with_untracked(|report| report.diagnostics.get(at).map(|found| (found.path.clone(), found.range)));
        if let Some((path, range)) = place {
            self.go_to(&path, range, false);
        }
        bridge::show_row(".problem[aria-current]");
    }

    /// F8 and Shift-F8: in the list if that is shown, else in the channel and the text.
    pub fn next_problem(self, back: bool) {
        let count = self.catalog.report().with_untracked(|report| report.diagnostics.len());
        let Some(last) = count.checked_sub(1) else { return };
        let next = match self.selected.problem().get_untracked() {
            None => 0,
            Some(now) if back => now.checked_sub(1).unwrap_or(last),
            Some(now) if now >= last => 0,
            Some(now) => now.saturating_add(1),
        };
        if self.workbench.pane().get_untracked() == Pane::Problems {
            self.select_problem(next);
        } else {
            self.show_problem(next);
        }
    }

    /// Shows the list of all problems.
    pub fn show_problems(self) {
        self.workbench.is_focused().set(false);
        self.workbench.pane().set(Pane::Problems);
    }

    /// Opens the fix of the problem that was gone to last.
    pub fn preview_current_fix(self) {
        let at = self.selected.problem().get_untracked().unwrap_or_default();
        let fix = self
            .catalog
            .report()
            .with_untracked(|report| report.diagnostics.get(at).and_then(|found| found.fixes.first().cloned()));
        match fix {
            Some(fix) => self.preview_fix(fix),
            None => self.tell("No fix is available for this problem."),
        }
    }

    /// Opens the page of a rule, which begins with the problem that it is asked for.
    pub fn explain(self, rule: String, problem: Option<Diagnostic>) {
        self.dialogs.explained().set(problem);
        spawn_local(async move {
            match bridge::explain(&rule).await {
                Ok(Some(info)) => self.dialogs.rule().set(Some(info)),
                Ok(None) => self.alarm(&format!("No page exists for {rule}.")),
                Err(_) => {}
            }
        });
    }
}
