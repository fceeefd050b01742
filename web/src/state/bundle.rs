//! The open bundle.

use crate::prelude::*;
use olmkit_api::bundle::{BundleIntention, BundleLocation};

use super::{AppState, Pane};
use crate::bridge;
use crate::bridge::types::{BundleView, SeveralBundles};
use crate::text::with_reason;

#[derive(Debug, Default)]
pub struct Bundles {
    /// The open bundle.
    pub open: RwSignal<Option<BundleView>>,
    /// Opened files that contain several bundles, until one is chosen.
    pub several: RwSignal<Option<SeveralBundles>>,
    /// Whether the bundle is shown instead of a package or channel.
    pub is_shown: RwSignal<bool>,
    /// The number of requests for the overview.
    pub overviews: RwSignal<u32>,
}

impl AppState {
    /// Handles the result of a check, or the closing of the bundle.
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

    /// Combines the findings of the catalog and of the bundle into one list.
    pub(super) fn merge_reports(self) {
        let mut report = self.catalog.own_report.get_untracked();
        self.bundles.open.with_untracked(|bundle| {
            let Some(bundle) = bundle else { return };
            report.diagnostics.extend(bundle.report.diagnostics.iter().cloned());
        });
        report.count_again();
        self.catalog.report.set(report);
    }

    /// Shows the page of the bundle.
    pub fn show_bundle(self) {
        self.bundles.is_shown.set(true);
        self.workbench.pane.set(Pane::Channel);
        self.show_csv();
    }

    /// Shows the overview of the bundle and focuses its heading.
    pub(super) fn show_bundle_overview(self) {
        self.bundles.overviews.update(|asked| *asked = asked.wrapping_add(1));
        self.show_bundle();
        bridge::focus_on(".bundle-page h2");
    }

    /// Shows the ClusterServiceVersion as the text beside the page of the bundle.
    fn show_csv(self) {
        self.selected.entry.set(None);
        let csv = self
            .bundles
            .open
            .with_untracked(|bundle| bundle.as_ref().and_then(|bundle| bundle.description.csv.clone()));
        if let Some(csv) = csv {
            self.go_to_location(&csv, false);
        }
    }

    /// Handles the opening of a bundle. Its page is shown with the first result of the check.
    pub(super) fn bundle_opened(self) {
        self.session.is_loaded.set(true);
        self.bundles.is_shown.set(true);
        self.workbench.pane.set(Pane::Channel);
    }

    /// Goes to a location of the bundle in its text.
    pub fn go_to_location(self, location: &BundleLocation, focus: bool) {
        let prefix = self.bundles.open.with_untracked(|bundle| bundle.as_ref().map(|bundle| bundle.prefix.clone()));
        let path = format!("{}{}", prefix.unwrap_or_default(), location.path);
        bridge::go_to(&path, location.from, location.to, focus);
        if focus {
            self.workbench.pane.set(Pane::Code);
        }
    }

    /// Applies a change of the bundle. Reports a refusal.
    pub fn bundle_intend(self, intention: BundleIntention) {
        self.bundle_intend_then(intention, |_| {});
    }

    /// Like [`AppState::bundle_intend`]. Calls `then` with whether something changed.
    pub fn bundle_intend_then(self, intention: BundleIntention, then: impl FnOnce(bool) + 'static) {
        spawn_local(async move {
            let answer = bridge::bundle::bundle_intend(&intention).await;
            if let Ok(Err(reason)) = &answer {
                self.alarm(&with_reason("Not changed", reason));
            }
            then(answer.is_ok_and(|done| done.is_ok_and(|done| done.edits > 0)));
        });
    }

    /// Applies a change that was entered in a field. If nothing changes, calls `restore`, which resets the field to the
    /// value of the text.
    pub fn bundle_intend_or(self, intention: BundleIntention, restore: impl FnOnce() + 'static) {
        self.bundle_intend_then(intention, |is_changed| {
            if !is_changed {
                restore();
            }
        });
    }
}
