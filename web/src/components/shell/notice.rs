//! Messages. Some disappear automatically, others stay until they are closed or their cause is fixed.

use crate::prelude::*;
use gloo::timers::callback::Timeout;

use crate::bridge;
use crate::bridge::types::DraftState;
use crate::live::{effect, live, memo};
use crate::state::{AppState, Crash, Notice as Message, Offer};
use crate::text::spans;

/// How long a message without an action is shown.
const SHOWN: u32 = 10_000;

/// Milliseconds. A message younger than this is kept when another page is shown, because its action leads there.
const JUST_NOW: f64 = 2000.0;

/// Whether a message is for information only and has no action.
fn ends(message: &Message) -> bool {
    !message.alarm && message.offer.is_none() && message.crash.is_none()
}

/// Removes a message later, unless the pointer or the focus is on it.
fn end_later(app: AppState, message: Message) {
    let end = move || {
        if app.session.notice.with_untracked(|now| now.as_ref() != Some(&message)) {
            return;
        }
        let page = web_sys::window().and_then(|window| window.document());
        let held = page.and_then(|page| page.query_selector(".notice-place:is(:hover, :focus-within)").ok().flatten());
        match held {
            Some(_) => end_later(app, message),
            None => app.session.notice.set(None),
        }
    };
    Timeout::new(SHOWN, end).forget();
}

#[component]
pub fn Notice() -> impl IntoView {
    let app = expect_context::<AppState>();
    // A list, such as that of the problems, stays the same page when it selects another place.
    let page = memo(move |_| {
        let pane = app.workbench.pane.get();
        ((!pane.is_page()).then(|| app.selected.place.get()), pane)
    });
    let shown = stored_value((page.get_untracked(), None, 0.0));
    // Remove a message later, or when another page is shown.
    effect(move || {
        let (at, message) = (page.get(), app.session.notice.get().filter(ends));
        let (before, last, since) = shown.get_value();
        let now = js_sys::Date::now();
        // A message that comes with the page is about that page.
        let is_new = message != last;
        let is_left = at != before;
        shown.set_value((at, message.clone(), if is_new { now } else { since }));
        match message {
            Some(message) if is_new => end_later(app, message),
            Some(_) if is_left && now - since > JUST_NOW => app.session.notice.set(None),
            _ => {}
        }
    });
    let unkept = memo(move |_| {
        app.session.state.with(|page| match &page.draft {
            DraftState::NotKept { reason } if app.session.is_loaded.get() => Some(reason.clone()),
            _ => None,
        })
    });
    let message = move |alarm: bool| {
        live(move || {
            app.session.notice.get().filter(|notice| notice.alarm == alarm).map(|notice| view! {
            <p class="notice" class:is-alarm=alarm>
                <span>{spans(&notice.text)}</span>
                <span class="actions">
                    {notice.crash.map(|crash| view! { <CrashButtons crash /> })}
                    {notice.offer.map(|offer| view! { <OfferButton offer /> })}
                    <button class="quiet icon i-close" type="button" aria-label="Close" on:click=move |_| app.session.notice.set(None)></button>
                </span>
            </p>
        })
        })
    };
    view! {
        <div class="notice-place">
            <div aria-live="assertive">
                {live(move || unkept.get().map(|reason| view! {
                    <p class="notice is-alarm"><span>{format!("No draft is kept: {reason}. Your changes are lost when you close this tab, unless you save them.")}</span></p>
                }))}
                {message(true)}
            </div>
            <div aria-live="polite">
                {live(move || app.session.has_update.get().then(|| view! {
                    <p class="notice"><span>"A new version of the editor is ready. Unsaved changes are restored as a draft."</span>
                        <span class="actions">
                            <button type="button" on:click=move |_| bridge::take_update()>"Reload"</button>
                            <button class="quiet" type="button" on:click=move |_| app.session.has_update.set(false)>"Later"</button>
                        </span>
                    </p>
                }))}
                {message(false)}
            </div>
        </div>
    }
}

#[component]
fn OfferButton(offer: Offer) -> impl IntoView {
    let app = expect_context::<AppState>();
    match offer {
        Offer::Preview(change) => {
            let title = change.title.clone();
            view! { <button type="button" on:click=move |_| app.dialogs.preview.set(Some(change.clone()))>{title}</button> }.into_any()
        }
        Offer::Copy(command) => {
            view! { <button type="button" on:click=move |_| bridge::copy_text(&command)>"Copy the command"</button> }.into_any()
        }
        Offer::Paste => {
            view! { <button type="button" on:click=move |_| bridge::opening::open_clipboard()>"Paste the text"</button> }.into_any()
        }
    }
}

#[component]
fn CrashButtons(crash: Crash) -> impl IntoView {
    let message = crash.message;
    view! {
        {crash.given_up.then(|| view! { <button type="button" on:click=move |_| bridge::restart_engine()>"Restart"</button> })}
        <button type="button" title="Error details with hashes of the files, without their content"
            on:click=move |_| bridge::copy_crash_report(message.clone())>"Copy report"</button>
    }
}
