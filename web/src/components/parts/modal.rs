//! A dialog over the page.

use crate::prelude::*;

use crate::live::effect;

/// The content stays mounted; what it shows depends on signals of its own.
#[component]
pub fn Modal(
    /// Whether it is open.
    #[prop(into)]
    open: Signal<bool>,
    /// What closing does, by whatever means.
    close: Callback<()>,
    class: &'static str,
    /// Whether it is beside the page, which can be used meanwhile.
    #[prop(optional)]
    is_docked: bool,
    /// Id of the heading that names it.
    label: &'static str,
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    effect(move || {
        let Some(dialog) = dialog.get() else { return };
        match (open.get(), dialog.open()) {
            (true, false) if is_docked => dialog.show(),
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    // The browser says later that the dialog was closed: it may be open again by then.
    let closed = move |_: web_sys::Event| {
        if dialog.get_untracked().is_some_and(|dialog| !dialog.open()) {
            close.run(());
        }
    };
    // A modal dialog is closed by the browser.
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
