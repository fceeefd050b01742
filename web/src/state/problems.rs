//! Findings: going to them, their fixes, their rules.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::fields::*;
use super::{AppState, Pane, Selection};
use crate::address;
use crate::bridge;

impl AppState {
    /// Goes to a problem: its channel in the table, its place in the text.
    pub fn show_problem(self, at: usize) {
        let report = self.catalog.report().get_untracked();
        let Some(diagnostic) = report.diagnostics.get(at) else { return };
        self.selected.problem().set(at);
        let is_bundle = self.bundles.open().with_untracked(|bundle| {
            bundle.as_ref().is_some_and(|bundle| diagnostic.path.starts_with(bundle.prefix.as_str()))
        });
        self.bundles.is_shown().set(is_bundle);
        if let Some(package) = diagnostic.package.as_ref().filter(|_| !is_bundle) {
            let channel = diagnostic.channel.clone().unwrap_or_default();
            let selection = Selection { package: package.clone(), channel };
            if self.selected.place().get_untracked() != selection {
                address::write(&selection);
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

    /// F8 and Shift-F8.
    pub fn next_problem(self, back: bool) {
        let count = self.catalog.report().get_untracked().diagnostics.len();
        if count == 0 {
            return;
        }
        let now = self.selected.problem().get_untracked();
        let next = if back { now.checked_sub(1).unwrap_or(count.saturating_sub(1)) } else { now.saturating_add(1) };
        self.show_problem(if next >= count { 0 } else { next });
    }

    /// Opens the fix of the problem that was gone to last.
    pub fn preview_current_fix(self) {
        let at = self.selected.problem().get_untracked();
        let fix = self
            .catalog
            .report()
            .with_untracked(|report| report.diagnostics.get(at).and_then(|found| found.fixes.first().cloned()));
        match fix {
            Some(fix) => self.preview_fix(fix),
            None => self.tell("For this problem there is no ready fix."),
        }
    }

    /// Opens the page of a rule.
    pub fn explain(self, rule: String) {
        spawn_local(async move {
            match bridge::explain(&rule).await {
                Ok(Some(info)) => self.dialogs.rule().set(Some(info)),
                Ok(None) => self.alarm(&format!("There is no page for {rule}.")),
                Err(_) => {}
            }
        });
    }
}
