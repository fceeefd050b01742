//! A channel: its entries as a table that can be edited.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::badge::Badge;
use super::deprecate::Deprecate;
use super::graph::{GraphPage, GraphTools, Sight};
use super::stuck::StuckNotes;
use super::words;
use crate::data::{ChannelTable, EntryRow, Intention, NewEntry};
use crate::state::{Desk, View};

/// Height of a row in pixels; the style sheet has the same number.
const ROW: f64 = 44.0;
/// Rows above and below the visible part.
const MARGIN: usize = 12;
/// Channels up to this length are shown whole.
const WHOLE: usize = 120;

#[component]
pub fn ChannelPage() -> impl IntoView {
    let desk = expect_context::<Desk>();
    provide_context(Sight::new(desk));
    let head = Memo::new(move |_| {
        desk.table.with(|table| {
            table.as_ref().map(|table| {
                let heads: Vec<String> = table.entries.iter().filter(|e| e.is_head).map(|e| e.name.clone()).collect();
                (
                    table.package.clone(),
                    table.channel.clone(),
                    table.is_default,
                    table.deprecation.clone(),
                    table.entries.len(),
                    heads,
                )
            })
        })
    });
    view! {
        {move || head.get().map(|(package, channel, is_default, deprecation, count, heads)| view! {
            <div class="page" class:is-graph=move || desk.view.get() == View::Graph>
                <ChannelHead package=package.clone() channel=channel.clone() is_default deprecation count heads=heads.clone() />
                <StuckNotes />
                <ViewTabs />
                <Show when=move || desk.stale.get()>
                    <p class="notice is-alarm">"The text of this channel cannot be read now. This is how it was."</p>
                </Show>
                <Show when=move || desk.view.get() == View::Graph fallback=Entries>
                    <GraphPage />
                </Show>
                <Show when=move || desk.view.get() == View::Table><AddEntry package=package.clone() channel=channel.clone() head=heads.first().cloned() /></Show>
            </div>
        })}
    }
}

#[component]
fn ViewTabs() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let tab = move |view: View, label: &'static str| {
        view! {
            <button type="button" aria-pressed=move || (desk.view.get() == view).to_string() on:click=move |_| desk.show(view)>{label}</button>
        }
    };
    let stranded = move || {
        let names = desk
            .stranded
            .with(|all| all.iter().map(|one| one.entry.clone()).collect::<std::collections::BTreeSet<_>>());
        (!names.is_empty()).then(|| view! { <span class="tag is-bad">{format!("⚠ {} stranded", names.len())}</span> })
    };
    view! {
        <div class="graph-bar">
            <span class="switch" role="group" aria-label="How the channel is shown">{tab(View::Table, "Table")}{tab(View::Graph, "Graph")}</span>
            <Show when=move || desk.view.get() == View::Graph><GraphTools /></Show>
            {stranded}
        </div>
    }
}

#[component]
fn ChannelHead(
    package: String,
    channel: String,
    is_default: bool,
    deprecation: Option<String>,
    count: usize,
    heads: Vec<String>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let name = RwSignal::new(channel.clone());
    let rename = {
        let (package, channel) = (package.clone(), channel.clone());
        move |event: web_sys::SubmitEvent| {
            event.prevent_default();
            let to = name.get_untracked().trim().to_owned();
            desk.intend(Intention::RenameChannel { package: package.clone(), channel: channel.clone(), to });
        }
    };
    let remove = {
        let (package, channel) = (package.clone(), channel.clone());
        move |_| desk.intend(Intention::RemoveChannel { package: package.clone(), channel: channel.clone() })
    };
    let make_default = {
        let (package, to) = (package.clone(), channel.clone());
        move |_| desk.intend(Intention::SetDefaultChannel { package: package.clone(), to: to.clone() })
    };
    let back = {
        let package = package.clone();
        move |_| desk.select(&package, "")
    };
    let unchanged = channel.clone();
    view! {
        <div class="channel-head">
            <p class="crumbs"><button type="button" class="quiet link" on:click=back>{package.clone()}</button><span aria-hidden="true">" / "</span></p>
            <h2>{channel.clone()}</h2>
            {is_default.then(|| view! { <span class="tag">"default channel"</span> })}
            {(heads.len() > 1).then(|| view! { <span class="tag is-bad">{format!("{} heads", heads.len())}</span> })}
            <span class="facts">{words::count(count, "entry", "entries")}</span>
            <span class="actions at-end">
                <button type="button" class="primary" on:click=move |_| desk.releasing.set(true)>"New release"</button>
                <button type="button" class="only-wide" aria-pressed=move || desk.full.get().to_string() title="The channel alone, with the entry beside it (F in the graph; Escape leaves)"
                    on:click=move |_| desk.full.update(|full| *full = !*full)>"Full view"</button>
            </span>
        </div>
        {deprecation.clone().map(|message| view! { <p class="deprecation">{format!("Deprecated: {message}")}</p> })}
        <form class="inline-form" on:submit=rename>
            <label class="field">"Name"
                <input required="" autocomplete="off" prop:value=name on:input=move |event| name.set(event_target_value(&event)) />
            </label>
            <button type="submit" disabled=move || name.get() == unchanged>"Rename"</button>
            {(!is_default).then(|| view! { <button type="button" on:click=make_default>"Make default"</button> })}
            <button type="button" on:click=remove>"Remove channel"</button>
        </form>
        <Deprecate package schema="olm.channel" name=Some(channel) message=deprecation />
    }
}

#[component]
fn Entries() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let top = RwSignal::new(0.0_f64);
    let height = RwSignal::new(600.0_f64);
    let count = Memo::new(move |_| desk.table.with(|table| table.as_ref().map_or(0, |table| table.entries.len())));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small and not negative")]
    let window = Memo::new(move |_| {
        let count = count.get();
        if count <= WHOLE {
            return (0, count);
        }
        let first = ((top.get() / ROW) as usize).saturating_sub(MARGIN).min(count);
        let last =
            first.saturating_add((height.get() / ROW) as usize).saturating_add(MARGIN.saturating_mul(2)).min(count);
        (first, last)
    });
    let place = NodeRef::<leptos::html::Div>::new();
    // The selected row is in sight.
    Effect::new(move |_| {
        let Some(name) = desk.entry.get() else { return };
        let at = desk.table.with(|table| table.as_ref()?.entries.iter().position(|entry| entry.name == name));
        let (Some(at), Some(element)) = (at, place.get()) else { return };
        bring_into_sight(&element, at);
    });
    let scrolled = move |event: web_sys::Event| {
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
            top.set(f64::from(element.scroll_top()));
            height.set(f64::from(element.client_height()));
        }
    };
    let rows = move || {
        let (first, last) = window.get();
        desk.table.with(|table| {
            let entries = table.as_ref().and_then(|table| table.entries.get(first..last.min(table.entries.len())));
            entries.map(<[EntryRow]>::to_vec).unwrap_or_default()
        })
    };
    #[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
    let pad = |rows: usize| format!("height:{}px", rows as f64 * ROW);
    let address = move || {
        desk.table.with(|table| table.as_ref().map(|t| (t.package.clone(), t.channel.clone())).unwrap_or_default())
    };
    view! {
        <div class="table-scroll" class:is-stale=move || desk.stale.get() tabindex="0" node_ref=place role="region" aria-label="Entries of the channel" on:scroll=scrolled>
            <datalist id="entry-names">
                {move || desk.table.with(|table| table.as_ref().map(|table: &ChannelTable| {
                    table.entries.iter().take(1000).map(|entry| view! { <option value=entry.name.clone()></option> }).collect_view()
                }))}
            </datalist>
            <table class="entries" aria-rowcount=move || count.get().to_string()>
                <thead><tr>
                    <th scope="col">"Entry"</th><th scope="col">"Version"</th><th scope="col">"Replaces"</th>
                    <th scope="col">"Skips"</th><th scope="col">"skipRange"</th><th scope="col"><span class="visually-hidden">"Actions"</span></th>
                </tr></thead>
                <tbody>
                    <tr class="pad" aria-hidden="true" style=move || pad(window.get().0)></tr>
                    <For each=rows key=|entry| format!("{entry:?}") children=move |entry| {
                        let (package, channel) = address();
                        view! { <Entry package channel entry /> }
                    } />
                    <tr class="pad" aria-hidden="true" style=move || pad(count.get().saturating_sub(window.get().1))></tr>
                </tbody>
            </table>
        </div>
    }
}

/// Scrolls only as far as needed. Heights are those of the style sheet.
#[allow(clippy::cast_possible_truncation, reason = "pixels")]
fn bring_into_sight(element: &web_sys::HtmlDivElement, row: usize) {
    const HEADER: i32 = 32;
    let row = i32::try_from(row).unwrap_or(0);
    let top = row.saturating_mul(ROW as i32);
    let bottom = top.saturating_add(ROW as i32).saturating_add(HEADER);
    let (from, height) = (element.scroll_top(), element.client_height());
    if top < from || bottom > from.saturating_add(height) {
        element.set_scroll_top(top.saturating_sub(height / 3).max(0));
    }
}

#[component]
fn Entry(package: String, channel: String, entry: EntryRow) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let at = StoredValue::new((package, channel, entry.name.clone()));
    let optional = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let replaces = move |event: web_sys::Event| {
        let (package, channel, entry) = at.get_value();
        desk.intend(Intention::SetReplaces { package, channel, entry, to: optional(event_target_value(&event)) });
    };
    let skip_range = move |event: web_sys::Event| {
        let (package, channel, entry) = at.get_value();
        desk.intend(Intention::SetSkipRange { package, channel, entry, to: optional(event_target_value(&event)) });
    };
    let skips = move |event: web_sys::Event| {
        let (package, channel, entry) = at.get_value();
        let text = event_target_value(&event);
        let to =
            text.split([',', ' ', '\n']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        desk.intend(Intention::SetSkips { package, channel, entry, to });
    };
    let remove = move |_| at.with_value(|(_, _, entry)| desk.choose_removal(entry));
    let go = move |_| desk.select_entry(&at.with_value(|(_, _, entry)| entry.clone()));
    let is_selected =
        Memo::new(move |_| at.with_value(|(_, _, own)| desk.entry.with(|entry| entry.as_ref() == Some(own))));
    let stranded = move || {
        let found = at.with_value(|(_, _, own)| {
            desk.stranded.with(|all| all.iter().filter(|one| one.entry == *own).cloned().collect::<Vec<_>>())
        });
        let first = found.first()?;
        let whose = if found.len() > 1 { "stranded".to_owned() } else { format!("stranded {}", first.semantics) };
        let title = first.message.clone();
        Some(view! { <span class="tag is-bad" title=title>"⚠ "{whose}</span> })
    };
    let name = entry.name.clone();
    let label = move |what: &str| format!("{what} of {name}");
    let joined = entry.skips.join(", ");
    // What sets names apart is their end.
    let (stem, tail) = entry.name.split_at(entry.name.rfind(".v").unwrap_or(entry.name.len()));
    let (stem, tail) = (stem.to_owned(), tail.to_owned());
    view! {
        <tr data-drop-entry=entry.name.clone() class:is-deprecated=entry.deprecation.is_some() class:is-selected=is_selected>
            <th scope="row">
                <button type="button" class="quiet entry-name" data-drag=entry.name.clone() aria-expanded=move || is_selected.get().to_string() on:click=go title=entry.name.clone()><span class="stem">{stem}</span><span class="tail">{tail}</span></button>
                {entry.is_head.then(|| view! { <span class="tag" title="nothing replaces or skips it">"head"</span> })}
                {entry.deprecation.clone().map(|message| view! { <span class="tag" title=message>"deprecated"</span> })}
                {stranded}
                {(!entry.has_bundle).then(|| view! { <span class="tag is-bad">"no bundle"</span> })}
                <Badge errors=entry.errors warnings=entry.warnings />
            </th>
            <td class="version">{entry.version.clone().unwrap_or_default()}</td>
            <td><input aria-label=label("Replaces") list="entry-names" autocomplete="off" spellcheck="false"
                prop:value=entry.replaces.clone().unwrap_or_default() on:change=replaces /></td>
            <td><input aria-label=label("Skips") autocomplete="off" spellcheck="false" title=joined.clone()
                prop:value=joined.clone() on:change=skips /></td>
            <td><input aria-label=label("skipRange") autocomplete="off" spellcheck="false"
                prop:value=entry.skip_range.clone().unwrap_or_default() on:change=skip_range /></td>
            <td><button type="button" class="quiet" aria-label=label("Remove") title="Remove this entry" on:click=remove>"✕"</button></td>
        </tr>
    }
}

#[component]
fn AddEntry(package: String, channel: String, head: Option<String>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let name = RwSignal::new(String::new());
    let replaces = RwSignal::new(head.unwrap_or_default());
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        desk.intend(Intention::AddEntry {
            package: package.clone(),
            channel: channel.clone(),
            entry: NewEntry {
                name: name.get_untracked().trim().to_owned(),
                replaces: Some(replaces.get_untracked().trim().to_owned()).filter(|text| !text.is_empty()),
                ..NewEntry::default()
            },
            under: None,
        });
        name.set(String::new());
    };
    view! {
        <form class="inline-form" on:submit=add>
            <label class="field">"New entry"
                <input required="" autocomplete="off" spellcheck="false" prop:value=name on:input=move |event| name.set(event_target_value(&event)) />
            </label>
            <label class="field">"replaces"
                <input list="entry-names" autocomplete="off" spellcheck="false" prop:value=replaces on:input=move |event| replaces.set(event_target_value(&event)) />
            </label>
            <button type="submit">"Add entry"</button>
        </form>
    }
}
