//! What the page's JavaScript tells.

use std::collections::BTreeSet;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::{AppState, Offer, Selection};
use crate::bridge;
use crate::data::{ChannelView, Outline, Progress, Report};
use crate::order::natural;

impl AppState {
    /// Connects the page's JavaScript. The callback lives as long as the page.
    pub fn connect(self) {
        let callback =
            Closure::<dyn Fn(String, JsValue)>::new(move |kind: String, detail: JsValue| self.receive(&kind, detail));
        bridge::start(&callback);
        callback.forget();
    }

    pub(super) fn receive(self, kind: &str, detail: JsValue) {
        match kind {
            "state" => self.page.set(bridge::from_js(detail).unwrap_or_default()),
            "progress" => {
                let progress: Option<Progress> = bridge::from_js(detail);
                self.progress.set(progress.filter(|progress| progress.done < progress.total));
            }
            "opening" => {
                self.begin();
                self.progress.set(Some(Progress { done: 0.0, total: 1.0, label: "files".to_owned() }));
            }
            "opened" => {
                self.progress.set(None);
                self.select_first();
                self.checked.set(true);
                self.opened(&bridge::from_js(detail).unwrap_or_default());
            }
            "checked" => self.checked(&detail),
            "dragged" => self.dragged(&bridge::from_js(detail).unwrap_or_default()),
            "bundle" => self.bundle_checked(detail),
            "bundle-opened" => self.bundle_opened(),
            "bundles-found" => self.several.set(bridge::from_js(detail)),
            "references" => self.references.set(bridge::from_js(detail)),
            "rename" => self.renaming.set(bridge::from_js(detail)),
            "stepped" => self.stepped(&bridge::from_js(detail).unwrap_or_default()),
            "said" => self.tell(&message(&detail).unwrap_or_default()),
            "config" => self.config.set(bridge::from_js(detail).unwrap_or_default()),
            "recent" => self.recent.set(bridge::from_js(detail).unwrap_or_default()),
            "drafts" => self.drafts.set(bridge::from_js(detail).unwrap_or_default()),
            "update" => self.update.set(true),
            "restart" => self.restarted(bridge::from_js(detail).unwrap_or_default()),
            "failed" => {
                self.progress.set(None);
                let offer = text(&detail, "offer").filter(|offer| offer == "paste").map(|_| Offer::Paste);
                self.alarm_with(&message(&detail).unwrap_or_else(|| "Something failed.".to_owned()), offer);
            }
            _ => {}
        }
    }

    /// Another catalog is opened: nothing that was shown, asked or prepared for the one before is left.
    fn begin(self) {
        self.loaded.set(true);
        self.catalog.update(|catalog| *catalog = catalog.wrapping_add(1));
        self.checked.set(false);
        self.close_dialogs();
        self.catalog_report.set(Report::default());
        self.merge_reports();
        self.on_bundle.set(false);
        self.outline.set(Outline::default());
        self.notice.set(None);
        self.selection.set(Selection::default());
        self.entry.set(None);
        self.chosen.set(BTreeSet::new());
        self.trial.set(None);
        self.way.set(None);
        self.linking.set(None);
        self.problem.set(0);
        self.show_channel(ChannelView::default());
    }

    fn close_dialogs(self) {
        self.several.set(None);
        self.fix.set(None);
        self.rule.set(None);
        self.references.set(None);
        self.renaming.set(None);
        self.choice.set(None);
        for open in [self.saving, self.sharing, self.pasting, self.releasing, self.palette, self.opm] {
            open.set(false);
        }
    }

    pub(super) fn checked(self, detail: &JsValue) {
        let part = |name: &str| js_sys::Reflect::get(detail, &name.into()).unwrap_or(JsValue::UNDEFINED);
        if let Some(report) = bridge::from_js::<Report>(part("report")) {
            self.catalog_report.set(report);
            self.merge_reports();
        }
        if let Some(mut outline) = bridge::from_js::<Outline>(part("outline")) {
            for package in &mut outline.packages {
                package.channels.sort_by_cached_key(|channel| natural(&channel.name));
            }
            self.outline.set(outline);
        }
        self.load_table();
    }
}

fn message(detail: &JsValue) -> Option<String> {
    text(detail, "message")
}

fn text(detail: &JsValue, name: &str) -> Option<String> {
    js_sys::Reflect::get(detail, &name.into()).ok()?.as_string()
}
