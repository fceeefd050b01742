//! A dialog over the page.

use crate::prelude::*;

use crate::bridge;
use crate::live::effect;

/// A dialog. Its content stays mounted and depends on its own signals.
#[component]
pub fn Modal(
    /// Whether it is open.
    #[prop(into)]
    open: Signal<bool>,
    /// Called when the dialog is closed by any means.
    close: Callback<()>,
    class: &'static str,
    /// Whether the dialog is docked beside the page, which remains usable.
    #[prop(optional)]
    is_docked: bool,
    /// The id of the heading that labels it.
    label: &'static str,
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    effect(move || {
        if let Some(dialog) = dialog.get() {
            bridge::show_dialog(&dialog, open.get(), is_docked);
        }
    });
    // The browser reports the closing of a dialog asynchronously: it may be open again by then.
    let closed = move |_: web_sys::Event| {
        if dialog.get_untracked().is_some_and(|dialog| !dialog.open()) {
            close.run(());
        }
    };
    // The browser closes modal dialogs itself.
    let keys = move |event: web_sys::KeyboardEvent| {
        if is_docked && event.key() == "Escape" {
            event.prevent_default();
            close.run(());
        }
    };
    view! {
        <dialog class=class class:is-docked=is_docked on:keydown=keys node_ref=dialog aria-labelledby=label on:close=closed>{children()}</dialog>
    }
}
