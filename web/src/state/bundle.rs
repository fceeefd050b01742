//! The bundle that is open.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::bundle::{BundleIntention, Spot};

use super::{AppState, Pane};
use crate::bridge;
use crate::bridge::types::{BundleView, SeveralBundles};

#[derive(Debug, Default)]
pub struct Bundles {
    /// The bundle that is open.
    pub open: RwSignal<Option<BundleView>>,
    /// What was opened and contains several bundles, until one is chosen.
    pub several: RwSignal<Option<SeveralBundles>>,
    /// Whether the bundle is shown, not a package or channel.
    pub is_shown: RwSignal<bool>,
}

impl AppState {
    /// The bundle was checked, or closed.
    pub(super) fn bundle_checked(self, bundle: Option<BundleView>) {
        if bundle.is_none() {
            self.bundles.is_shown.set(false);
        }
        let id = |bundle: &Option<BundleView>| bundle.as_ref().map(|bundle| bundle.id);
        let is_new = self.bundles.open.with_untracked(id) != id(&bundle);
        self.bundles.open.set(bundle);
        self.merge_reports();
        if is_new && self.bundles.is_shown.get_untracked() {
            self.show_csv();
        }
    }

    /// All findings, of the catalog and of the bundle, are one list.
    pub(super) fn merge_reports(self) {
        let mut report = self.catalog.own_report.get_untracked();
        self.bundles.open.with_untracked(|bundle| {
            let Some(bundle) = bundle else { return };
            let (own, summary) = (&mut report.summary, bundle.report.summary);
            own.errors = own.errors.saturating_add(summary.errors);
            own.warnings = own.warnings.saturating_add(summary.warnings);
            own.infos = own.infos.saturating_add(summary.infos);
            report.diagnostics.extend(bundle.report.diagnostics.iter().cloned());
        });
        self.catalog.report.set(report);
    }

    /// Shows the page of the bundle.
    pub fn show_bundle(self) {
        self.bundles.is_shown.set(true);
        self.workbench.pane.set(Pane::Channel);
        self.show_csv();
    }

    /// The text beside the page of the bundle is its ClusterServiceVersion.
    fn show_csv(self) {
        self.selected.entry.set(None);
        let csv = self
            .bundles
            .open
            .with_untracked(|bundle| bundle.as_ref().and_then(|bundle| bundle.description.csv.clone()));
        if let Some(csv) = csv {
            self.go_to_spot(&csv, false);
        }
    }

    /// A bundle was opened: its page comes with the first answer of the checker.
    pub(super) fn bundle_opened(self) {
        self.session.is_loaded.set(true);
        self.bundles.is_shown.set(true);
        self.workbench.pane.set(Pane::Channel);
    }

    /// Goes to a place of the bundle in its text.
    pub fn go_to_spot(self, spot: &Spot, focus: bool) {
        let prefix = self.bundles.open.with_untracked(|bundle| bundle.as_ref().map(|bundle| bundle.prefix.clone()));
        let path = format!("{}{}", prefix.unwrap_or_default(), spot.path);
        bridge::go_to(&path, spot.from, spot.to, focus);
        if focus {
            self.workbench.pane.set(Pane::Code);
        }
    }

    /// Makes a change of the bundle; says why when it is refused.
    pub fn bundle_intend(self, intention: BundleIntention) {
        self.bundle_intend_then(intention, |_| {});
    }

    /// The same. `then` learns whether something was changed.
    pub fn bundle_intend_then(self, intention: BundleIntention, then: impl FnOnce(bool) + 'static) {
        spawn_local(async move {
            let answer = bridge::bundle::bundle_intend(&intention).await;
            if let Ok(Err(reason)) = &answer {
                self.alarm(&format!("Not changed: {reason}."));
            }
            then(answer.is_ok_and(|done| done.is_ok_and(|done| done.edits > 0)));
        });
    }

    /// Makes a change that was written in a field. When nothing is changed, `restore` shows the value of the text again.
    pub fn bundle_intend_or(self, intention: BundleIntention, restore: impl FnOnce() + 'static) {
        self.bundle_intend_then(intention, |is_changed| {
            if !is_changed {
                restore();
            }
        });
    }
}
