//! A dialog over the page.

use leptos::prelude::*;

/// The content stays mounted; what it shows depends on signals of its own.
#[component]
pub fn Modal(
    /// Whether it is open.
    #[prop(into)]
    open: Signal<bool>,
    /// What closing does, by whatever means.
    close: Callback<()>,
    class: &'static str,
    /// Id of the heading that names it.
    label: &'static str,
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (open.get(), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    view! {
        <dialog class=class node_ref=dialog aria-labelledby=label on:close=move |_| close.run(())>{children()}</dialog>
    }
}
