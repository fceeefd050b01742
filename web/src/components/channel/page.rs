//! The page of a channel: facts, and its entries as a table or a graph.

use crate::prelude::*;
use olmkit_api::{ChannelTable, Diagnostic, RailRow, RailStranded, Semantics, Severity};
use olmkit_collections::SortedSet;
use olmkit_text::counted;

use crate::components::channel::empty::EmptyActions;
use crate::components::channel::entries::Entries;
use crate::components::channel::filter::{EntryFilter, Filter};
use crate::components::channel::menu::ChannelMenu;
use crate::components::channel::stranded::FixAllStranded;
use crate::components::graph::page::{GraphPage, GraphTools};
use crate::components::graph::viewport::Viewport;
use crate::components::problems::problem::{Heading, Problem};
use crate::live::{Show, live, memo};
use crate::state::{AppState, View};

/// The maximum number of errors that are shown above the entries.
const MAX: usize = 3;
/// How the codes of rules about the text begin.
const YAML: &str = "YML";
/// The rule that reports a channel without entries.
const EMPTY: &str = "ch-empty";

#[component]
pub fn ChannelPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    provide_context(Viewport::new(app));
    let at = memo(move |_| {
        app.channel.table.with(|table| table.as_ref().map(|table| (table.package.clone(), table.channel.clone())))
    });
    view! {
        {live(move || at.get().map(|(package, channel)| {
            provide_context(Filter::default());
            view! {
            <div class="page" inert=move || app.is_behind() aria-busy=move || app.is_behind().to_string() class:is-graph=move || app.channel.view.get() == View::Graph>
                <ChannelHead package channel />
                <ChannelErrors />
                <ViewTabs />
                <Show when=move || app.channel.is_stale.get()>
                    <p class="notice is-alarm">"The text does not contain this channel now, or it cannot be read. This is its last readable state."</p>
                </Show>
                <Show when=move || app.channel.view.get() == View::Graph fallback=Entries>
                    <GraphPage />
                </Show>
            </div>
            }
        }))}
    }
}

/// Facts about a channel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct About {
    is_default: bool,
    deprecation: Option<String>,
    entries: usize,
    heads: Vec<String>,
    /// The number of upgrades of the longest path from an entry to the head.
    longest: usize,
    /// The number of entries that cannot reach the head.
    stranded: usize,
    /// The number of versions that cannot reach the head and are not in the channel.
    gone: usize,
}

impl About {
    fn of(table: &ChannelTable) -> Self {
        let names = |is_meant: fn(&&RailRow) -> bool| {
            table.rail.rows.iter().filter(is_meant).map(|row| row.name.as_str()).collect::<SortedSet<_>>().len()
        };
        About {
            is_default: table.is_default,
            deprecation: table.deprecation.clone(),
            entries: table.entries.len(),
            heads: table.entries.iter().filter(|entry| entry.is_head).map(|entry| entry.name.clone()).collect(),
            longest: table.rail.rows.iter().flat_map(|row| row.steps).flatten().max().unwrap_or_default(),
            stranded: names(|row| row.entry.is_some() && row.stranded.is_some()),
            gone: names(|row| row.entry.is_none() && row.steps.contains(&None)),
        }
    }
}

/// Errors of the channel that no row shows, with their fixes.
#[component]
fn ChannelErrors() -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = memo(move |_| {
        if app.is_behind() {
            return Vec::new();
        }
        let place = app.selected.place.get();
        let rows: SortedSet<String> = app.channel.table.with(|table| {
            let rows = table.iter().flat_map(|table| &table.rail.rows);
            rows.map(|row| row.name.clone()).collect()
        });
        app.catalog.report.with(|report| {
            let own = report.diagnostics.iter().enumerate().filter(|(_, one)| {
                // The text of a document that cannot be read is of no channel.
                let is_here = match &one.channel {
                    Some(channel) => *channel == place.channel,
                    None => one.code.starts_with(YAML),
                };
                // The table of an empty channel shows it.
                let is_shown = one.rule == EMPTY && app.channel.view.get() == View::Table;
                one.severity == Severity::Error
                    && !is_shown
                    && one.package.as_ref() == Some(&place.package)
                    && is_here
                    && !one.entry.as_ref().is_some_and(|entry| rows.contains(entry))
            });
            own.take(MAX).map(|(at, one)| (at, one.clone())).collect::<Vec<_>>()
        })
    });
    let problem = |(at, diagnostic): (usize, Diagnostic)| {
        let act = (diagnostic.rule == EMPTY).then(|| view! { <EmptyActions /> }.into_any());
        view! { <Problem at diagnostic heading=Heading::Rule act /> }
    };
    view! {
        // A release that is being prepared may fix them.
        <Show when=move || !app.dialogs.releasing.get() && found.with(|found| !found.is_empty())>
            <ul class="channel-problems" aria-label="Errors of the channel">{live(move || found.get().into_iter().map(problem).collect_view())}</ul>
        </Show>
    }
}

#[component]
fn ViewTabs() -> impl IntoView {
    let app = expect_context::<AppState>();
    let tab = move |view: View, label: &'static str, icon: &'static str| {
        view! {
            <button type="button" class=format!("icon-text {icon}") aria-pressed=move || (app.channel.view.get() == view).to_string() on:click=move |_| app.show(view)>{label}</button>
        }
    };
    view! {
        <div class="graph-bar">
            <span class="switch" role="group" aria-label="Channel view">{tab(View::Table, "Entries", "i-table")}{tab(View::Graph, "Graph", "i-graph")}</span>
            <Show when=move || app.channel.view.get() == View::Graph fallback=|| view! { <EntryFilter /><RailLegend /> }><GraphTools /></Show>
        </div>
    }
}

/// The number of stranded entries, and of the stranded versions that are rows of the table but not entries.
fn with_gone(entries: usize, whose: &str, gone: usize) -> Option<String> {
    match (entries, gone) {
        (0, 0) => None,
        (_, 0) => Some(format!("{entries} stranded{whose}")),
        (0, _) => Some(format!("{gone} stranded, not in channel")),
        _ => Some(format!("{entries} stranded{whose}, and {gone} not in channel")),
    }
}

/// The number of stranded versions: under the shown semantics, or under each if they differ. `gone`: the number of those
/// that are not in the channel.
fn stranded_label(app: AppState, shown: Option<Semantics>, gone: usize) -> Option<String> {
    let number = |of: Option<Semantics>| {
        app.channel.stranded.with(|all| {
            let own = all.iter().filter(|one| of.is_none_or(|of| one.semantics == of));
            own.map(|one| one.entry.clone()).collect::<SortedSet<_>>().len()
        })
    };
    let [total, v0, v1] = [shown, Some(Semantics::V0), Some(Semantics::V1)].map(number);
    let whose = match (shown, v0, v1) {
        // The switch beside it shows which one.
        (Some(_), ..) => String::new(),
        (None, v0, v1) if v0 == total && v1 == total => String::new(),
        (None, _, 0) => " under OLM v0".to_owned(),
        (None, 0, _) => " under OLM v1".to_owned(),
        (None, v0, v1) => format!(" ({v0} under OLM v0, {v1} under v1)"),
    };
    // The graph does not mark versions that are not in the channel.
    with_gone(total, &whose, if shown.is_some() { 0 } else { gone })
}

/// The head of the channel in the text, while the table shows it with a new release.
fn head_before(app: AppState) -> Option<String> {
    let place = app.selected.place.get();
    if !app.dialogs.releasing.get() {
        return None;
    }
    app.catalog.outline.with(|outline| {
        let package = outline.packages.iter().find(|package| package.name == place.package)?;
        let channel = package.channels.iter().find(|channel| channel.name == place.channel)?;
        channel.heads.first().cloned()
    })
}

/// The name of the channel, its facts, and its menu.
#[component]
pub fn ChannelHead(package: String, channel: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let about = memo(move |_| app.channel.table.with(|table| table.as_ref().map(About::of).unwrap_or_default()));
    let is_default = move || about.with(|about| about.is_default);
    let heads = move || about.with(|about| about.heads.len());
    let facts = move || {
        about.with(|about| {
            let entries = view! { <span>{counted(about.entries, "entry", "entries")}</span> };
            let before = head_before(app).filter(|before| !about.heads.contains(before));
            let before = before.map(|before| format!("{} → ", app.short(&before)));
            let head = match about.heads.as_slice() {
                [head] => Some(view! { <span>"head "<b>{before}{app.short(head)}</b></span> }),
                _ => None,
            };
            let longest = (about.longest > 0)
                .then(|| view! { <span class="only-wide" title="Maximum number of upgrades to the channel head">{format!("longest path {}", about.longest)}</span> });
            (entries, head, longest)
        })
    };
    let stranded = move || {
        let (previewed, gone) = about.with(|about| (about.stranded, about.gone));
        let class = || {
            if app.dialogs.releasing.get() && previewed == 0 && gone == 0 {
                return "";
            }
            let is_rejected =
                |table: &ChannelTable| table.rail.rows.iter().any(|row| row.stranded == Some(RailStranded::Rejected));
            if app.channel.table.with(|table| table.as_ref().is_some_and(is_rejected)) {
                "is-bad"
            } else {
                "is-warning"
            }
        };
        // While a release is being prepared, only the rail knows the stranded entries.
        let label = if app.dialogs.releasing.get() {
            with_gone(previewed, "", gone).or_else(|| Some("0 stranded".to_owned()))
        } else {
            stranded_label(app, app.semantics_of_graph(), gone)
        };
        label.map(|label| view! { <span class=class()>{label}</span> })
    };
    let deprecation = memo(move |_| about.with(|about| about.deprecation.clone()));
    view! {
        <div class="channel-head">
            <div class="channel-name">
                <h2 tabindex="-1">{channel.clone()}</h2>
                {live(move || is_default().then(|| view! { <span class="tag is-default">"default channel"</span> }))}
                {live(move || deprecation.get().map(|_| view! { <span class="tag is-warning">"deprecated"</span> }))}
                {live(move || (heads() > 1).then(|| view! { <span class="tag is-bad">{format!("{} heads", heads())}</span> }))}
            </div>
            <p class="facts">{live(facts)}{live(stranded)}<FixAllStranded /></p>
            <span class="actions">
                <button type="button" class="icon-text i-plus" on:click=move |_| app.dialogs.releasing.set(true)>"New release"</button>
                <button type="button" class="icon i-menu" aria-label="Channel menu" title="Add an entry, select, rename, deprecate, remove" popovertarget="channel-menu"></button>
            </span>
        </div>
        {live(move || deprecation.get().map(|message| view! { <p class="deprecation">{format!("Deprecated: {message}")}</p> }))}
        <ChannelMenu package channel is_default=Signal::derive(is_default) deprecation />
    }
}

/// The legend of the lines beside the entries.
#[component]
fn RailLegend() -> impl IntoView {
    view! {
        <span class="table-legend" aria-hidden="true"><span class="rail-legend">
            {["replaces", "skips", "skipRange", "skipped"].map(|edge| view! { <span><i class=format!("is-{edge}")></i>{edge}</span> })}
        </span></span>
    }
}
