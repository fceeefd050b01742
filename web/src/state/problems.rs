//! Findings: navigation, fixes, rules.

use crate::prelude::*;
use olmkit_api::Diagnostic;
use olmkit_collections::SortedSet;
use olmkit_diagnostics::alike::Problem;

use super::selection::SELECTED_NAME;
use super::view::focused_in;
use super::{AppState, Pane, Selection};
use crate::bridge;

/// The index of a problem that was at index `at` in an earlier report.
fn index_of(all: &[Diagnostic], at: usize, chosen: &Diagnostic) -> Option<usize> {
    let is_it = |one: &Diagnostic| one.path == chosen.path && Problem::from(one) == Problem::from(chosen);
    if all.get(at).is_some_and(is_it) { Some(at) } else { all.iter().position(is_it) }
}

impl AppState {
    /// Goes to a problem: to its channel in the table, and to its position in the text.
    pub fn show_problem(self, at: usize) {
        let report = self.catalog.report.get_untracked();
        let Some(diagnostic) = report.diagnostics.get(at) else { return };
        self.choose_problem(at);
        let of_bundle = self.bundles.open.with_untracked(|bundle| {
            let inside = diagnostic.path.strip_prefix(bundle.as_ref()?.prefix.as_str())?;
            Some(inside.is_empty())
        });
        // A finding about a whole bundle has no position in a text.
        if of_bundle == Some(true) {
            return self.show_bundle_overview();
        }
        let is_bundle = of_bundle.is_some();
        self.bundles.is_shown.set(is_bundle);
        if let Some(package) = diagnostic.package.as_ref().filter(|_| !is_bundle) {
            let channel = diagnostic.channel.clone().unwrap_or_default();
            let selection = Selection { package: package.clone(), channel };
            if self.selected.place.get_untracked() != selection {
                self.channel.chosen.set(SortedSet::new());
                self.selected.place.set(selection);
                self.load_table();
            }
        }
        let entry = diagnostic.entry.clone().filter(|_| !is_bundle);
        self.selected.entry.set(entry.clone());
        if let Some(name) = &entry {
            self.simulate(name);
        }
        // In the table, the next key is for the row: it must not change the text.
        let is_in_table = entry.is_some() && focused_in(".entries") == Some(true);
        if !is_in_table {
            self.workbench.pane.set(Pane::Code);
        }
        self.go_to(&diagnostic.path, diagnostic.range, !is_in_table);
        if is_in_table {
            spawn_local(async move {
                self.load_channel().await;
                bridge::focus_row(SELECTED_NAME);
            });
        }
    }

    /// Selects a problem.
    pub fn choose_problem(self, at: usize) {
        let found = self.catalog.report.with_untracked(|report| report.diagnostics.get(at).cloned());
        self.selected.problem.set(found.map(|found| (at, found)));
    }

    /// The index of the selected problem in the report, if it is still found.
    pub fn problem(self) -> Option<usize> {
        self.selected.problem.with(|problem| {
            let (at, chosen) = problem.as_ref()?;
            self.catalog.report.with(|report| index_of(&report.diagnostics, *at, chosen))
        })
    }

    /// Selects a problem in the list. The text follows.
    pub fn select_problem(self, at: usize) {
        self.choose_problem(at);
        let found = self.catalog.report.with_untracked(|report| report.diagnostics.get(at).cloned());
        if let Some(found) = found {
            self.follow_problem(&found);
            self.go_to(&found.path, found.range, false);
        }
        bridge::show_row(".problem[aria-current]");
    }

    /// Shows the location of a problem of the list in the tree and the status line.
    pub fn follow_problem(self, found: &Diagnostic) {
        let Some(package) = found.package.clone() else { return };
        let selection = Selection { package, channel: found.channel.clone().unwrap_or_default() };
        if self.selected.place.get_untracked() == selection {
            return;
        }
        self.clear_chosen();
        self.selected.entry.set(None);
        self.selected.simulation.set(None);
        // The list stays visible, so do not add a step to the browser's history.
        self.workbench.is_leaving.set(true);
        self.selected.place.set(selection);
        self.load_table();
    }

    /// The problem that was selected last, if the page still shows its location. The other value is the index that would
    /// follow it: once it is no longer found, its own.
    fn current_problem(self, all: &[Diagnostic]) -> Option<[usize; 2]> {
        let (at, found) = self.selected.problem.get_untracked()?;
        let index = index_of(all, at, &found);
        let (now, next) = index.map_or((at, at), |now| (now, now.saturating_add(1)));
        let Selection { package, channel } = self.selected.place.get_untracked();
        let is_here = |own: &Option<String>, shown: &str| own.as_ref().is_none_or(|own| own == shown);
        let is_shown = is_here(&found.package, &package) && is_here(&found.channel, &channel);
        is_shown.then_some([now, next])
    }

    /// The first problem of the selected entry, otherwise of the shown channel or package.
    fn problem_here(self, all: &[Diagnostic], back: bool) -> usize {
        let Selection { package, channel } = self.selected.place.get_untracked();
        let entry = self.selected.entry.get_untracked();
        let nearness = |found: &Diagnostic| {
            let is_package = !package.is_empty() && found.package.as_ref() == Some(&package);
            let is_channel = is_package && !channel.is_empty() && found.channel.as_ref() == Some(&channel);
            let is_entry = is_channel && entry.is_some() && found.entry == entry;
            [is_package, is_channel, is_entry].into_iter().filter(|is_near| *is_near).count()
        };
        let best = all.iter().map(nearness).max().unwrap_or_default();
        let mut nearest = all.iter().enumerate().filter(|(_, found)| nearness(found) == best).map(|(at, _)| at);
        let found = if back { nearest.next_back() } else { nearest.next() };
        found.unwrap_or_default()
    }

    /// Handles F8 and Shift-F8: moves within the list if it is shown, otherwise within the channel and the text.
    pub fn next_problem(self, back: bool) {
        let report = self.catalog.report.get_untracked();
        let all = report.diagnostics.as_slice();
        let next = || self.selected.listed.with_untracked(|listed| self.next_listed(listed, all, back));
        if self.workbench.pane.get_untracked() == Pane::Problems
            && let Some(next) = next()
        {
            return self.select_problem(next);
        }
        let Some(last) = all.len().checked_sub(1) else { return };
        let next = match self.current_problem(all) {
            None => self.problem_here(all, back),
            Some([now, _]) if back => now.checked_sub(1).unwrap_or(last).min(last),
            Some([_, next]) if next > last => 0,
            Some([_, next]) => next,
        };
        self.show_problem(next);
    }

    /// The problem before or after the selected one in the list, which continues at its other end. A problem that is no
    /// longer found is followed by the one at its index.
    fn next_listed(self, listed: &[usize], all: &[Diagnostic], back: bool) -> Option<usize> {
        let last = listed.len().checked_sub(1)?;
        let selected = self.selected.problem.get_untracked();
        let now = match &selected {
            None => Some(0),
            Some((at, found)) => index_of(all, *at, found).and_then(|at| listed.iter().position(|one| *one == at)),
        };
        let next = match now {
            Some(now) if back => now.checked_sub(1).unwrap_or(last),
            Some(now) if now < last => now.saturating_add(1),
            Some(_) => 0,
            None => selected.and_then(|(at, _)| listed.iter().position(|one| *one >= at)).unwrap_or(0),
        };
        listed.get(next).copied()
    }

    /// Shows the list of all problems.
    pub fn show_problems(self) {
        self.workbench.is_focused.set(false);
        self.workbench.pane.set(Pane::Problems);
    }

    /// Previews the fix of the problem that was selected last.
    pub fn preview_current_fix(self) {
        // The list shows the first problem until another is selected.
        let is_first = self.workbench.pane.get_untracked() == Pane::Problems
            && self.selected.problem.with_untracked(Option::is_none);
        let first = || self.selected.listed.with_untracked(|listed| listed.first().copied());
        let Some(at) = untrack(|| self.problem()).or_else(|| is_first.then(first).flatten()) else {
            return self.tell("Select a problem first.");
        };
        let fix = self
            .catalog
            .report
            .with_untracked(|report| report.diagnostics.get(at).and_then(|found| found.fixes.first().cloned()));
        match fix {
            Some(fix) => self.preview_fix(fix),
            None => self.tell("No fix is available for this problem."),
        }
    }

    /// Opens the page of a rule. It starts with the problem for which it was opened.
    pub fn explain(self, rule: String, problem: Option<Diagnostic>) {
        self.dialogs.explained.set(problem);
        spawn_local(async move {
            match bridge::explain(&rule).await {
                Ok(Some(info)) => self.dialogs.rule.set(Some(info)),
                Ok(None) => self.alarm(&format!("No page exists for {rule}.")),
                Err(_) => {}
            }
        });
    }
}
