//! The menu of a channel with less common actions.

use crate::prelude::*;
use olmkit_api::{EntryPosition, Intention, NewEntry};

use olmkit_page::replaceable::replaceable;

use crate::components::channel::deprecate::Deprecate;
use crate::components::parts::field::enter;
use crate::components::parts::menu::MenuItem;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, View};
use crate::text::spans;

const MENU: &str = "channel-menu";

#[component]
pub fn ChannelMenu(
    package: String,
    channel: String,
    is_default: Signal<bool>,
    deprecation: Memo<Option<String>>,
) -> impl IntoView {
    let app = expect_context::<AppState>();
    let at = stored_value((package.clone(), channel.clone()));
    let make_default = Callback::new(move |()| {
        let (package, to) = at.get_value();
        app.intend(Intention::SetDefaultChannel { package, to });
    });
    let paste = Callback::new(move |()| app.dialogs.pasting.set(true));
    let select = Callback::new(move |()| app.choose_entries());
    let focus = Callback::new(move |()| app.workbench.is_focused.update(|full| *full = !*full));
    let remove = Callback::new(move |()| app.choose_channel_removal());
    let is_focused = move || app.workbench.is_focused.get();
    let menu = NodeRef::<leptos::html::Div>::new();
    // The menu contains the forms, and closes when one of them has been submitted.
    let done = Callback::new(move |()| {
        if let Some(menu) = menu.get_untracked() {
            let _ = menu.hide_popover();
        }
    });
    view! {
        <div class="menu items channel-tools" id=MENU popover="" role="group" aria-label="Channel menu" node_ref=menu>
            <AddEntry at done />
            <MenuItem of=MENU label="Add rendered bundles" act=paste />
            <Show when=move || app.channel.view.get() == View::Table><MenuItem of=MENU label="Select entries" act=select /></Show>
            <hr />
            {live(move || view! { <MenuItem of=MENU label={if is_focused() { "Leave focus mode" } else { "Focus mode" }} keys={if app.channel.view.get() == View::Graph { "F" } else { "" }} act=focus class="only-wide" /> })}
            <hr />
            <Rename at />
            {live(move || view! { <Deprecate package=package.clone() schema="olm.channel" name=Some(channel.clone()) message=deprecation.get() done /> })}
            <Show when=move || !is_default.get()><MenuItem of=MENU label="Make default" act=make_default /></Show>
            <MenuItem of=MENU label="Remove channel" act=remove />
        </div>
    }
}

#[component]
fn Rename(at: StoredValue<(String, String)>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = rw_signal(at.with_value(|(_, channel)| channel.clone()));
    let is_same = move || at.with_value(|(_, channel)| name.with(|name| name == channel));
    let refused = rw_signal(None);
    // The form keeps the name for a user who goes back from the preview, which closes the menu.
    let rename = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let to = name.get_untracked().trim().to_owned();
        spawn_local(async move { refused.set(app.choose_channel_name(to).await) });
    };
    let typed = move |event: web_sys::Event| {
        name.set(event_target_value(&event));
        refused.set(None);
    };
    let cancel = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            name.set(at.with_value(|(_, channel)| channel.clone()));
            refused.set(None);
        }
    };
    view! {
        <details class="deprecate rename-channel" on:toggle=enter on:keydown=cancel>
            <summary>"Rename channel"</summary>
            <form class="inline-form" on:submit=rename>
                <label class="field">"Name"
                    <input required="" autocomplete="off" prop:value=name on:input=typed />
                </label>
                <button type="submit" disabled=is_same>"Rename"</button>
            </form>
            {live(move || refused.get().map(|reason| view! { <p class="facts" role="alert">{spans(&reason)}</p> }))}
        </details>
    }
}

/// The form of an entry without a release: its name, and what it replaces.
#[component]
fn AddEntry(at: StoredValue<(String, String)>, done: Callback<()>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = rw_signal(String::new());
    let replaces = rw_signal(String::new());
    let replaceable = memo(move |_| {
        app.channel.table.with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let prefix = table.as_ref().map_or("", |table| table.rail.prefix.as_str());
            name.with(|name| replaceable(entries, prefix, name.trim()))
        })
    });
    effect(move || replaces.set(replaceable.get().proposed));
    let warning = move || {
        let head = replaceable.get().newer_head?;
        let channel = at.with_value(|(_, channel)| channel.clone());
        let text = format!(
            "The head of `{channel}`, `{head}`, is not older than this entry, which would become a second head. Add it with New release, which inserts it below newer ones."
        );
        Some(view! { <p class="facts" role="status">{spans(&text)}</p> })
    };
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        done.run(());
        let (package, channel) = at.get_value();
        let entry = NewEntry {
            name: name.get_untracked().trim().to_owned(),
            replaces: Some(replaces.get_untracked().trim().to_owned()).filter(|text| !text.is_empty()),
            ..NewEntry::default()
        };
        app.intend(Intention::AddEntry {
            package,
            channel,
            entry,
            position: EntryPosition::default(),
            successor: None,
        });
        name.set(String::new());
    };
    view! {
        <details class="deprecate add-entry" on:toggle=enter>
            <summary>"Add an entry"</summary>
            <form class="inline-form" on:submit=add>
                <label class="field">"Entry name"
                    <input required="" autocomplete="off" spellcheck="false" prop:value=name on:input=move |event| name.set(event_target_value(&event)) />
                </label>
                <label class="field">"replaces"
                    <input list="entry-names" autocomplete="off" spellcheck="false" prop:value=replaces on:input=move |event| replaces.set(event_target_value(&event)) />
                </label>
                <button type="submit">"Add entry"</button>
            </form>
            {live(warning)}
        </details>
    }
}
