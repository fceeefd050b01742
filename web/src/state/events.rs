//! What the page's JavaScript tells.

use std::collections::BTreeSet;

use leptos::prelude::*;
use olmkit_api::{OlmSymbol, Outline, Report};
use wasm_bindgen::prelude::*;

use super::{AppState, Named, Offer, Selection};
use crate::bridge;
use crate::bridge::events::HostEvent;
use crate::bridge::types::{ChannelView, Checked, Message, Origins, Progress};
use crate::order::natural;

impl AppState {
    /// Connects the page's JavaScript. The callback lives as long as the page.
    pub fn connect(self) {
        bridge::report_to(move |text| self.alarm(text));
        let callback = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
            if let Ok(event) = bridge::decode("event", event) {
                self.receive(event);
            }
        });
        bridge::start(&callback);
        callback.forget();
    }

    fn receive(self, event: HostEvent) {
        match event {
            HostEvent::State(state) => self.page.set(state),
            HostEvent::Progress(progress) => {
                self.progress.set(Some(progress).filter(|progress| progress.done < progress.total));
            }
            HostEvent::Opening => {
                self.begin();
                self.progress.set(Some(Progress { done: 0.0, total: 1.0, label: "files".to_owned() }));
            }
            HostEvent::Opened(opened) => {
                self.progress.set(None);
                self.select_first();
                self.checked.set(true);
                self.opened(&opened);
            }
            HostEvent::Checked(checked) => self.checked(*checked),
            HostEvent::Dragged(dragged) => self.dragged(&dragged),
            HostEvent::Bundle(bundle) => self.bundle_checked(bundle.map(|bundle| *bundle)),
            HostEvent::BundleOpened => self.bundle_opened(),
            HostEvent::BundlesFound(several) => self.several.set(Some(several)),
            HostEvent::References(symbol) => self.references.set(Some(symbol)),
            HostEvent::Rename(symbol) => self.rename(symbol),
            HostEvent::Stepped(step) => self.stepped(&step),
            HostEvent::Said(said) => self.tell(&said.message),
            HostEvent::Failed(failed) => self.failed(failed),
            HostEvent::Config(config) => self.config.set(config),
            HostEvent::Recent(recent) => self.recent.set(recent),
            HostEvent::Drafts(drafts) => self.drafts.set(drafts),
            HostEvent::Update => self.update.set(true),
            HostEvent::Restart(restart) => self.restarted(restart),
        }
    }

    fn failed(self, Message { message, offer }: Message) {
        self.progress.set(None);
        let offer = offer.filter(|offer| offer == "paste").map(|_| Offer::Paste);
        self.alarm_with(&message, offer);
    }

    /// Asks for another name.
    pub fn rename(self, symbol: OlmSymbol) {
        let OlmSymbol { schema, package, name, .. } = symbol;
        self.renaming.set(Some(Named { schema: schema.into_owned(), package, name }));
    }

    /// Another catalog is opened: nothing that was shown, asked or prepared for the one before is left.
    fn begin(self) {
        self.loaded.set(true);
        self.catalog.update(|catalog| *catalog = catalog.wrapping_add(1));
        self.checked.set(false);
        self.close_dialogs();
        self.catalog_report.set(Report::default());
        self.catalog_origins.set(Origins::default());
        self.unrelated.set(None);
        self.merge_reports();
        self.on_bundle.set(false);
        self.outline.set(Outline::default());
        self.notice.set(None);
        self.selection.set(Selection::default());
        self.entry.set(None);
        self.chosen.set(BTreeSet::new());
        self.simulation.set(None);
        self.path.set(None);
        self.linking.set(None);
        self.problem.set(0);
        self.show_channel(ChannelView::default());
    }

    fn close_dialogs(self) {
        self.several.set(None);
        self.preview.set(None);
        self.rule.set(None);
        self.references.set(None);
        self.renaming.set(None);
        self.alternatives.set(None);
        for open in [self.saving, self.sharing, self.pasting, self.releasing, self.palette, self.opm] {
            open.set(false);
        }
    }

    fn checked(self, Checked { report, mut outline, origins, unrelated }: Checked) {
        self.catalog_report.set(report);
        self.catalog_origins.set(origins);
        self.unrelated.set(unrelated);
        self.merge_reports();
        for package in &mut outline.packages {
            package.channels.sort_by_cached_key(|channel| natural(&channel.name));
        }
        self.outline.set(outline);
        self.load_table();
    }
}
