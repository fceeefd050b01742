//! What the page shows, as signals, and what it can do.

mod bundle;
mod news;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;

use crate::address;
use crate::bridge;
use crate::choice::Choice;
use crate::data::bundle::BundleView;
use crate::data::{
    At, ChannelGraph, ChannelTable, ChannelView, Dragged, Fix, Intention, Outline, PackageSummary, PageState,
    PathQuestion, Plan, Progress, Range, Report, RuleInfo, Stranded, Way,
};

/// What is selected in the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    pub package: String,
    pub channel: String,
}

/// A message to the user; an alarm stays until it is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub alarm: bool,
    /// Why the engine died, where it did.
    pub crash: Option<Crash>,
}

/// The end of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crash {
    pub message: String,
    pub given_up: bool,
}

/// An installed version whose upgrades are looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trial {
    pub package: String,
    pub from: String,
    /// The channel that it follows.
    pub channel: String,
    /// Where to; empty for the head.
    pub to: String,
}

/// The part shown on a narrow screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    #[default]
    Packages,
    Channel,
    Code,
    Problems,
}

/// How a channel is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    #[default]
    Table,
    Graph,
}

/// Whose upgrades are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Semantics {
    #[default]
    V0,
    V1,
}

impl Semantics {
    /// Whether a rule is about the upgrades of this one, or of both.
    pub fn concerns(self, rule: &str) -> bool {
        let other = if self == Semantics::V0 { "v1" } else { "v0" };
        rule.split('-').all(|part| part != other)
    }

    pub fn key(self) -> &'static str {
        match self {
            Semantics::V0 => "v0",
            Semantics::V1 => "v1",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Semantics::V0 => "OLM v0",
            Semantics::V1 => "OLM v1",
        }
    }
}

/// Everything the components share. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Desk {
    /// Everything that was found, in the catalog and in the bundle.
    pub report: RwSignal<Report>,
    pub catalog_report: RwSignal<Report>,
    pub bundle: RwSignal<Option<BundleView>>,
    /// Whether the bundle is shown, not a package or channel.
    pub on_bundle: RwSignal<bool>,
    pub outline: RwSignal<Outline>,
    pub table: RwSignal<Option<ChannelTable>>,
    pub selection: RwSignal<Selection>,
    pub page: RwSignal<PageState>,
    pub progress: RwSignal<Option<Progress>>,
    pub notice: RwSignal<Option<Notice>>,
    pub pane: RwSignal<Pane>,
    pub saving: RwSignal<bool>,
    pub loaded: RwSignal<bool>,
    /// Whether what is open has been checked at least once.
    pub checked: RwSignal<bool>,
    /// Number of the problem that F8 went to last.
    pub problem: RwSignal<usize>,
    /// The entry that is selected in the table.
    pub entry: RwSignal<Option<String>>,
    /// The fix that is looked at.
    pub fix: RwSignal<Option<Fix>>,
    /// The rule that is read about.
    pub rule: RwSignal<Option<RuleInfo>>,
    pub palette: RwSignal<bool>,
    pub help: RwSignal<bool>,
    /// Whether a newer version of the page is ready.
    pub update: RwSignal<bool>,
    pub view: RwSignal<View>,
    pub semantics: RwSignal<Semantics>,
    /// Whether only findings about these upgrades, and about no upgrades, are shown.
    pub only: RwSignal<Option<Semantics>>,
    /// Who is stranded in the channel that is shown, under any semantics.
    pub stranded: RwSignal<Vec<Stranded>>,
    pub graph: RwSignal<Option<ChannelGraph>>,
    /// What is tried out, and its way.
    pub trial: RwSignal<Option<Trial>>,
    pub way: RwSignal<Option<Way>>,
    /// The change that is chosen from several ways.
    pub choice: RwSignal<Option<Choice>>,
    /// The entry that an edge is being drawn from by keyboard.
    pub linking: RwSignal<Option<String>>,
    /// Whether a new release is being made.
    pub releasing: RwSignal<bool>,
    /// Whether the channel is shown as it was when its text could be read last.
    pub stale: RwSignal<bool>,
    /// `system`, `light` or `dark`.
    pub theme: RwSignal<String>,
}

impl Desk {
    pub fn new() -> Self {
        Desk {
            report: RwSignal::new(Report::default()),
            catalog_report: RwSignal::new(Report::default()),
            bundle: RwSignal::new(None),
            on_bundle: RwSignal::new(false),
            outline: RwSignal::new(Outline::default()),
            table: RwSignal::new(None),
            selection: RwSignal::new(Selection::default()),
            page: RwSignal::new(PageState::default()),
            progress: RwSignal::new(None),
            notice: RwSignal::new(None),
            pane: RwSignal::new(Pane::Packages),
            saving: RwSignal::new(false),
            loaded: RwSignal::new(false),
            checked: RwSignal::new(false),
            problem: RwSignal::new(0),
            entry: RwSignal::new(None),
            fix: RwSignal::new(None),
            rule: RwSignal::new(None),
            palette: RwSignal::new(false),
            help: RwSignal::new(false),
            update: RwSignal::new(false),
            view: RwSignal::new(View::default()),
            semantics: RwSignal::new(Semantics::default()),
            only: RwSignal::new(None),
            stranded: RwSignal::new(Vec::new()),
            graph: RwSignal::new(None),
            trial: RwSignal::new(None),
            way: RwSignal::new(None),
            choice: RwSignal::new(None),
            linking: RwSignal::new(None),
            releasing: RwSignal::new(false),
            stale: RwSignal::new(false),
            theme: RwSignal::new(String::new()),
        }
    }

    /// Connects the page's JavaScript. The callback lives as long as the page.
    pub fn connect(self) {
        let callback =
            Closure::<dyn Fn(String, JsValue)>::new(move |kind: String, detail: JsValue| self.receive(&kind, detail));
        bridge::start(&callback);
        callback.forget();
    }

    fn receive(self, kind: &str, detail: JsValue) {
        match kind {
            "state" => self.page.set(bridge::from_js(detail).unwrap_or_default()),
            "progress" => {
                let progress: Option<Progress> = bridge::from_js(detail);
                self.progress.set(progress.filter(|progress| progress.done < progress.total));
            }
            "opening" => {
                self.loaded.set(true);
                self.checked.set(false);
                self.catalog_report.set(Report::default());
                self.merge_reports();
                self.on_bundle.set(false);
                self.outline.set(Outline::default());
                self.notice.set(None);
                self.selection.set(Selection::default());
                self.entry.set(None);
                self.only.set(None);
                self.show_channel(ChannelView::default());
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
            "update" => self.update.set(true),
            "restart" => self.restarted(bridge::from_js(detail).unwrap_or_default()),
            "failed" => {
                self.progress.set(None);
                let message = js_sys::Reflect::get(&detail, &"message".into()).ok().and_then(|text| text.as_string());
                self.alarm(&message.unwrap_or_else(|| "Something failed.".to_owned()));
            }
            _ => {}
        }
    }

    fn checked(self, detail: &JsValue) {
        let part = |name: &str| js_sys::Reflect::get(detail, &name.into()).unwrap_or(JsValue::UNDEFINED);
        if let Some(report) = bridge::from_js::<Report>(part("report")) {
            self.catalog_report.set(report);
            self.merge_reports();
        }
        if let Some(outline) = bridge::from_js::<Outline>(part("outline")) {
            self.outline.set(outline);
        }
        self.load_table();
    }

    /// Selects what the address names, else the first channel with a problem, else the first.
    fn select_first(self) {
        let outline = self.outline.get_untracked();
        let named = address::read();
        let wanted = outline.packages.iter().find(|package| package.name == named.package);
        let with = |is_wanted: fn(&PackageSummary) -> bool| outline.packages.iter().find(|package| is_wanted(package));
        let bad = with(|package| package.errors > 0).or_else(|| with(|package| package.warnings > 0));
        let Some(package) = wanted.or(bad).or(outline.packages.first()) else {
            if let Some(file) = outline.files.first() {
                bridge::show_file(&file.path);
            }
            return;
        };
        let has = |name: &str| package.channels.iter().any(|channel| channel.name == name);
        let default = package.default_channel.clone().filter(|name| has(name));
        let channel = Some(named.channel)
            .filter(|name| has(name))
            .or(default)
            .or(package.channels.first().map(|c| c.name.clone()));
        self.select(&package.name, &channel.unwrap_or_default());
    }

    pub fn select(self, package: &str, channel: &str) {
        let selection = Selection { package: package.to_owned(), channel: channel.to_owned() };
        address::write(&selection);
        self.on_bundle.set(false);
        self.entry.set(None);
        self.trial.set(None);
        self.linking.set(None);
        self.selection.set(selection);
        let outline = self.outline.get_untracked();
        let found = outline.packages.iter().find(|found| found.name == package);
        let place = found.and_then(|found| match found.channels.iter().find(|found| found.name == channel) {
            Some(channel) => Some((channel.path.clone(), channel.range)),
            None => found.path.clone().zip(found.range),
        });
        if let Some((path, range)) = place {
            bridge::go_to(&path, range.start.utf16, range.end.utf16, false);
            self.mark();
        }
        self.load_table();
    }

    /// Goes to a package, a channel or an entry.
    pub fn go_to_found(self, package: &str, channel: &str, entry: Option<String>) {
        self.pane.set(Pane::Channel);
        self.select(package, channel);
        let Some(name) = entry else { return };
        spawn_local(async move {
            self.load_channel().await;
            self.select_entry(&name);
        });
    }

    /// Selects a row, and its place in the text.
    pub fn select_entry(self, name: &str) {
        self.entry.set(Some(name.to_owned()));
        self.try_out(name);
        let place = self.table.with_untracked(|table| {
            let entry = table.as_ref()?.entries.iter().find(|entry| entry.name == name)?;
            Some((entry.path.clone(), entry.range))
        });
        if let Some((path, range)) = place {
            self.go_to(&path, range, false);
        }
        bridge::show_row(".entry-page");
    }

    /// The cursor was moved in the text: the table follows.
    pub fn follow_cursor(self, at: At) {
        let now = self.selection.get_untracked();
        let channel =
            at.channel.unwrap_or_else(|| if now.package == at.package { now.channel.clone() } else { String::new() });
        let selection = Selection { package: at.package, channel };
        let entry = at.entry.or(at.bundle);
        if selection != now {
            address::write(&selection);
            self.on_bundle.set(false);
            self.selection.set(selection);
            self.load_table();
        }
        if let Some(name) = entry {
            self.try_out(&name);
            self.entry.set(Some(name));
        }
    }

    /// The upgrades of an entry of the channel that is shown.
    pub fn try_out(self, name: &str) {
        let Selection { package, channel } = self.selection.get_untracked();
        let is_tried = self.trial.with_untracked(|trial| {
            trial
                .as_ref()
                .is_some_and(|trial| trial.from == name && trial.channel == channel && trial.package == package)
        });
        if !is_tried {
            self.trial.set(Some(Trial { package, from: name.to_owned(), channel, to: String::new() }));
        }
    }

    /// What is tried out follows another channel, and that one is shown.
    pub fn switch_channel(self, channel: &str) {
        let Some(trial) = self.trial.get_untracked() else { return };
        self.select(&trial.package, channel);
        self.trial.set(Some(Trial { channel: channel.to_owned(), to: String::new(), ..trial }));
    }

    /// Asks for the way of what is tried out; runs again when anything about it changes.
    pub fn follow_trial(self) {
        Effect::new(move |_| {
            self.report.track();
            let semantics = self.semantics.get();
            let Some(trial) = self.trial.get() else { return self.way.set(None) };
            let to = Some(trial.to.clone()).filter(|to| !to.is_empty());
            let question = PathQuestion {
                package: trial.package.clone(),
                channel: trial.channel.clone(),
                from: trial.from.clone(),
                to,
                semantics: semantics.key(),
            };
            spawn_local(async move {
                let way = bridge::way(&question).await;
                if self.trial.get_untracked().as_ref() == Some(&trial) && self.semantics.get_untracked() == semantics {
                    self.way.set(Some(way));
                }
            });
        });
    }

    /// An entry was dragged onto another one, or onto a channel.
    fn dragged(self, dragged: &Dragged) {
        if dragged.on_channel.is_empty() {
            self.choose_edge(&dragged.entry, &dragged.on_entry);
        } else {
            self.choose_promotion(&dragged.entry, &dragged.on_channel, dragged.r#move);
        }
    }

    /// The address was changed by hand or by going back.
    pub fn follow_address(self) {
        let named = address::read();
        if self.loaded.get_untracked() && !named.package.is_empty() && named != self.selection.get_untracked() {
            self.select(&named.package, &named.channel);
        }
    }

    /// Squiggles of the file that is shown.
    pub fn mark(self) {
        bridge::mark_problems(bridge::to_js(&self.report.get_untracked().diagnostics));
    }

    pub fn go_to(self, path: &str, range: Range, focus: bool) {
        bridge::go_to(path, range.start.utf16, range.end.utf16, focus);
        self.mark();
    }

    fn load_table(self) {
        spawn_local(self.load_channel());
    }

    /// Shows the selected channel as it is now.
    async fn load_channel(self) {
        let selection = self.selection.get_untracked();
        if selection.channel.is_empty() {
            self.show_channel(ChannelView::default());
            return;
        }
        let with_graph = self.view.get_untracked() == View::Graph;
        let semantics = self.semantics.get_untracked();
        let view = bridge::channel(&selection.package, &selection.channel, semantics.key(), with_graph).await;
        if self.selection.get_untracked() != selection {
            return;
        }
        // A channel that its text hides for the moment stays in the picture; one that is gone goes.
        let is_cut = view.table.as_ref().is_some_and(|table| table.is_cut);
        let is_hidden = (is_cut || view.table.is_none()) && self.is_broken(&selection);
        self.stale.set(is_hidden);
        if !is_hidden {
            self.show_channel(view);
        }
    }

    fn show_channel(self, view: ChannelView) {
        if view.table.is_none() {
            self.stale.set(false);
        }
        self.table.set(view.table);
        self.stranded.set(view.stranded);
        self.graph.set(view.graph);
    }

    /// Whether the file of the channel that is shown has errors that may hide the channel.
    fn is_broken(self, selection: &Selection) -> bool {
        let path = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            let fits = table.package == selection.package && table.channel == selection.channel;
            fits.then(|| table.path.clone())
        });
        let Some(path) = path else { return false };
        self.outline.with_untracked(|outline| outline.files.iter().any(|file| file.path == path && file.errors > 0))
    }

    pub fn show(self, view: View) {
        self.view.set(view);
        self.load_table();
    }

    pub fn look_at(self, semantics: Semantics) {
        self.semantics.set(semantics);
        self.only.set(Some(semantics));
        self.load_table();
    }

    /// Makes a change through the engine; says why when it is refused.
    pub fn intend(self, intention: Intention) {
        spawn_local(async move {
            let answer = bridge::intend(bridge::to_js(&intention)).await;
            let plan: Plan = bridge::from_js(answer).unwrap_or_default();
            if !plan.ok {
                if !plan.reason.is_empty() {
                    self.alarm(&format!("Not changed: {}.", plan.reason));
                }
                // The form shows what is true again.
                self.table.update(|_| {});
                return;
            }
            self.follow(&intention);
            if plan.notes.is_empty() {
                self.notice.update(|notice| {
                    notice.take_if(|notice| notice.crash.is_none());
                });
            } else {
                self.tell(&format!("{}: {}.", plan.label, plan.notes.join("; ")));
            }
        });
    }

    fn follow(self, intention: &Intention) {
        match intention {
            Intention::RenameChannel { package, to, .. } | Intention::AddChannel { package, channel: to } => {
                self.select(package, to)
            }
            Intention::RemoveChannel { package, .. } => self.select(package, ""),
            Intention::RenameEntry { to, .. } => self.select_entry(to),
            Intention::AddEntry { entry, .. } => self.select_entry(&entry.name),
            _ => {}
        }
    }

    /// Opens the page of a rule.
    pub fn explain(self, rule: String) {
        spawn_local(async move {
            match bridge::explain(&rule).await {
                Some(info) => self.rule.set(Some(info)),
                None => self.alarm(&format!("There is no page for {rule}.")),
            }
        });
    }

    pub fn tell(self, text: &str) {
        self.notice.set(Some(Notice { text: text.to_owned(), alarm: false, crash: None }));
    }

    pub fn alarm(self, text: &str) {
        self.notice.set(Some(Notice { text: text.to_owned(), alarm: true, crash: None }));
    }

    /// Goes to a problem: its channel in the table, its place in the text.
    pub fn show_problem(self, at: usize) {
        let report = self.report.get_untracked();
        let Some(diagnostic) = report.diagnostics.get(at) else { return };
        self.problem.set(at);
        let is_bundle = self.bundle.with_untracked(|bundle| {
            bundle.as_ref().is_some_and(|bundle| diagnostic.path.starts_with(bundle.prefix.as_str()))
        });
        self.on_bundle.set(is_bundle);
        if let Some(package) = diagnostic.package.as_ref().filter(|_| !is_bundle) {
            let channel = diagnostic.channel.clone().unwrap_or_default();
            let selection = Selection { package: package.clone(), channel };
            if self.selection.get_untracked() != selection {
                self.selection.set(selection);
                self.load_table();
            }
        }
        let entry = diagnostic.entry.clone().filter(|_| !is_bundle);
        self.entry.set(entry.clone());
        if let Some(name) = &entry {
            self.try_out(name);
        }
        self.pane.set(Pane::Code);
        self.go_to(&diagnostic.path, diagnostic.range, true);
    }

    /// Opens the fix of the problem that was gone to last.
    pub fn look_at_fix(self) {
        let at = self.problem.get_untracked();
        let fix = self
            .report
            .with_untracked(|report| report.diagnostics.get(at).and_then(|found| found.fixes.first().cloned()));
        match fix {
            Some(fix) => self.fix.set(Some(fix)),
            None => self.tell("For this problem there is no ready fix."),
        }
    }

    /// F8 and Shift-F8.
    pub fn next_problem(self, back: bool) {
        let count = self.report.get_untracked().diagnostics.len();
        if count == 0 {
            return;
        }
        let now = self.problem.get_untracked();
        let next = if back { now.checked_sub(1).unwrap_or(count.saturating_sub(1)) } else { now.saturating_add(1) };
        self.show_problem(if next >= count { 0 } else { next });
    }
}
