//! Events of the page's JavaScript.

use crate::prelude::*;
use js_sys::Array;
use olmkit_api::{OlmSymbol, Outline, Report};
use olmkit_collections::{SortedMap, SortedSet};
use olmkit_text::natural;
use wasm_bindgen::prelude::*;

use super::{AppState, Named, Offer, Selection};
use crate::bridge;
use crate::bridge::events::HostEvent;
use crate::bridge::types::{ChannelView, Checked, Message, Origins, Progress};

impl AppState {
    /// Connects the page's JavaScript. The callbacks live as long as the page.
    pub fn connect(self) {
        bridge::report_to(move |text| self.alarm(text));
        let callback = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
            if let Ok(event) = bridge::decode("event", event) {
                self.receive(event);
            }
        });
        let judge = Closure::<dyn Fn(Array, bool) -> JsValue>::new(bridge::opening::required_for);
        let order = Closure::<dyn Fn(String, String) -> i32>::new(|a: String, b: String| natural(&a, &b) as i32);
        bridge::start(&callback, &judge, &order);
        callback.forget();
        judge.forget();
        order.forget();
    }

    fn receive(self, event: HostEvent) {
        match event {
            HostEvent::State(state) => self.session.state.set(state),
            HostEvent::Progress(progress) => {
                self.session.progress.set(Some(progress).filter(|progress| progress.done < progress.total));
            }
            HostEvent::Opening => {
                self.begin();
                self.session.progress.set(Some(Progress { done: 0.0, total: 1.0, label: "files".to_owned() }));
            }
            HostEvent::Opened(opened) => {
                self.session.progress.set(None);
                self.select_first();
                self.catalog.is_checked.set(true);
                self.opened(&opened);
            }
            HostEvent::Checked(checked) => self.checked(*checked),
            HostEvent::Dragged(dragged) => self.dragged(&dragged),
            HostEvent::Bundle(bundle) => self.bundle_checked(bundle.map(|bundle| *bundle)),
            HostEvent::BundleOpened => self.bundle_opened(),
            HostEvent::BundlesFound(several) => self.bundles.several.set(Some(several)),
            HostEvent::References(symbol) => self.dialogs.references.set(Some(symbol)),
            HostEvent::PackageViews(views) => self
                .catalog
                .package_views
                .update(|known| known.extend(views.into_iter().map(|view| (view.name.clone(), view)))),
            HostEvent::Rename(symbol) => self.rename(symbol),
            HostEvent::Stepped(step) => self.stepped(&step),
            HostEvent::Message(event) => self.tell(&event.message),
            HostEvent::Failed(failed) => self.failed(failed),
            HostEvent::Config(config) => self.catalog.config.set(config),
            HostEvent::Recent(recent) => self.session.recent.set(recent),
            HostEvent::Drafts(drafts) => self.session.drafts.set(drafts),
            HostEvent::Update => self.session.has_update.set(true),
            HostEvent::Restart(restart) => self.restarted(restart),
        }
    }

    fn failed(self, Message { message, offers_clipboard }: Message) {
        self.session.progress.set(None);
        let offer = offers_clipboard.then_some(Offer::Paste);
        self.alarm_with(&message, offer);
    }

    /// Opens the dialog that asks for a new name.
    pub fn rename(self, symbol: OlmSymbol) {
        let OlmSymbol { schema, package, name, .. } = symbol;
        self.dialogs.renaming.set(Some(Named { schema: schema.into_owned(), package, name }));
    }

    /// Resets what was shown, queried or prepared for the previous catalog.
    fn begin(self) {
        self.session.is_loaded.set(true);
        self.catalog.generation.update(|catalog| *catalog = catalog.wrapping_add(1));
        self.catalog.is_checked.set(false);
        self.workbench.pane_before.set(self.workbench.pane.get_untracked());
        self.close_dialogs();
        self.catalog.own_report.set(Report::default());
        self.catalog.origins.set(Origins::default());
        self.catalog.unrelated.set(None);
        self.merge_reports();
        self.bundles.is_shown.set(false);
        self.catalog.outline.set(Outline::default());
        self.catalog.package_views.set(SortedMap::new());
        self.session.notice.set(None);
        self.selected.place.set(Selection::default());
        self.selected.entry.set(None);
        self.channel.chosen.set(SortedSet::new());
        self.selected.simulation.set(None);
        self.channel.linking.set(None);
        self.selected.problem.set(None);
        self.show_channel(ChannelView::default());
    }

    pub(super) fn close_dialogs(self) {
        self.bundles.several.set(None);
        self.dialogs.preview.set(None);
        self.dialogs.rule.set(None);
        self.dialogs.references.set(None);
        self.dialogs.renaming.set(None);
        self.dialogs.alternatives.set(None);
        self.dialogs.applying.set(None);
        for open in [
            self.dialogs.sharing,
            self.dialogs.pasting,
            self.dialogs.packaging,
            self.dialogs.releasing,
            self.dialogs.palette,
            self.dialogs.help,
            self.dialogs.opm,
            self.dialogs.comparing,
        ] {
            open.set(false);
        }
    }

    fn checked(self, Checked { report, outline, origins, unrelated }: Checked) {
        self.catalog.own_report.set(report);
        self.catalog.origins.set(origins);
        self.catalog.unrelated.set(unrelated);
        self.merge_reports();
        self.catalog.outline.set(outline);
        self.load_table();
    }
}
