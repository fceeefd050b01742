//! Tools for the selected entry, shown below its facts.

use crate::prelude::*;
use olmkit_api::{EdgeField, EntryRow};
use wasm_bindgen::JsCast;

use crate::components::channel::cells::EdgeInput;
use crate::components::channel::deprecate::DeprecateForm;
use crate::components::channel::names::EntryAt;
use crate::components::channel::rows::placeless;
use crate::components::entry::contents::Contents;
use crate::components::entry::range::RangeBuilder;
use crate::components::entry::simulate::Simulate;
use crate::components::parts::act::ChooseAndAct;
use crate::live::{effect, live, memo};
use crate::state::{AppState, Tool};

/// The heading of the simulation.
pub const SIMULATE: &str = "Simulate upgrade: installed, channel, target";

fn title(tool: Tool) -> &'static str {
    match tool {
        Tool::Bundle => "Bundle",
        Tool::Simulate => SIMULATE,
        Tool::Promote => "Promote the entry",
        Tool::Edge => "Add an edge",
        Tool::Range => "Build a skipRange",
        Tool::Deprecate => "Deprecate bundle",
    }
}

/// The open tool.
#[component]
pub fn OpenTool(at: StoredValue<EntryAt>, row: Memo<EntryRow>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let tool = memo(move |_| app.tool());
    // The initial values of a form. Later changes of the entry do not affect what is typed into it.
    let first = move || row.get_untracked();
    let show = move |tool: Tool| {
        let (package, channel, entry) = at.get_value();
        match tool {
            Tool::Bundle => view! { <Contents entry /> }.into_any(),
            Tool::Simulate => view! { <Simulate /> }.into_any(),
            Tool::Promote => view! { <Promote at /> }.into_any(),
            Tool::Edge => view! { <TakeOver name=entry /> }.into_any(),
            Tool::Range => view! { <RangeBuilder package channel entry text=first().skip_range /> }.into_any(),
            Tool::Deprecate => {
                let done = Callback::new(move |()| app.selected.tool.set(None));
                let before = first().deprecation;
                let is_done = memo(move |_| row.with(|row| row.deprecation != before));
                effect(move || {
                    if is_done.get() {
                        done.run(());
                    }
                });
                view! { <DeprecateForm package schema="olm.bundle" name=Some(entry) message=first().deprecation done /> }
                    .into_any()
            }
        }
    };
    view! { {live(move || tool.get().map(|tool| view! { <ToolFrame title=title(tool)>{show(tool)}</ToolFrame> }))} }
}

/// A part of the inspector with a button that closes it. Escape closes it too.
#[component]
pub fn ToolFrame(title: &'static str, children: Children) -> impl IntoView {
    let app = expect_context::<AppState>();
    let opener = StoredValue::new_local(focused());
    let close = move || app.selected.tool.set(None);
    // However it is closed, the focus does not stay in a part that no longer exists.
    on_cleanup(move || {
        let is_inside = |element: web_sys::HtmlElement| element.closest(".entry-tool").is_ok_and(|tool| tool.is_some());
        let is_there = |element: &web_sys::HtmlElement| element.is_connected();
        if let Some(opener) = opener.try_get_value().flatten().filter(is_there)
            && focused().is_some_and(is_inside)
        {
            let _ = opener.focus();
        }
    });
    let keys = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            close();
        }
    };
    view! {
        <section class="entry-tool" aria-label=title on:keydown=keys>
            <div class="entry-tool-head"><h4 tabindex="-1">{title}</h4>
                <button type="button" class="quiet icon i-close" aria-label=format!("Close: {title}") on:click=move |_| close()></button></div>
            {children()}
        </section>
    }
}

/// The focused element.
fn focused() -> Option<web_sys::HtmlElement> {
    web_sys::window()?.document()?.active_element()?.dyn_into().ok()
}

/// The edges of the entry, if the table has no room for their cells.
#[component]
pub fn Edges(at: StoredValue<EntryAt>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let row = memo(move |_| {
        app.channel.table.with(|table| {
            let found = at.with_value(|(_, _, name)| table.as_ref()?.entries.iter().find(|entry| entry.name == *name));
            found.map(placeless).unwrap_or_default()
        })
    });
    let field = move |field: EdgeField, label: &'static str, value: fn(&EntryRow) -> String| {
        let value = memo(move |_| row.with(value));
        view! { <label class="field">{label}<span class="edge-value">
            <span class="shown" aria-hidden="true">{live(move || app.shortened(&value.get()))}</span>
            <EdgeInput at field value label=label.to_owned() wrong=Signal::derive(|| None) />
        </span></label> }
    };
    view! {
        <div class="edge-fields">
            {field(EdgeField::Replaces, "replaces", |row| row.replaces.clone().unwrap_or_default())}
            {field(EdgeField::Skips, "skips", |row| row.skips.join(", "))}
            {field(EdgeField::SkipRange, "skipRange", |row| row.skip_range.clone().unwrap_or_default())}
        </div>
    }
}

/// A choice of the other channels of the package.
#[component]
fn Promote(at: StoredValue<(String, String, String)>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (package, from, _) = at.get_value();
    let others = app.catalog.outline.with_untracked(|outline| {
        let found = outline.packages.iter().find(|found| found.name == package);
        let names = found.map(|found| found.channels.iter().map(|channel| channel.name.clone()).collect::<Vec<_>>());
        names.unwrap_or_default().into_iter().filter(|name| *name != from).collect::<Vec<_>>()
    });
    let promote =
        Callback::new(move |to: String| at.with_value(|(_, _, entry)| app.choose_promotion(entry, &to, false)));
    (!others.is_empty()).then(|| {
        view! { <ChooseAndAct label="Promote to" empty="select a channel" list="promotion-names" names=Signal::stored(others) button="Promote" act=promote /> }
    })
}

/// Creates an edge to or from another entry without dragging.
#[component]
fn TakeOver(name: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let own = stored_value(name);
    let others = Signal::derive(move || {
        app.channel.table.with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let names = entries.iter().map(|entry| entry.name.clone());
            names.filter(|name| own.with_value(|own| own != name)).collect::<Vec<_>>()
        })
    });
    let draw = Callback::new(move |other: String| own.with_value(|own| app.choose_edge(own, &other)));
    view! { <ChooseAndAct label="Edge with" empty="select an entry" list="edge-names" names=others button="Add edge" act=draw /> }
}
