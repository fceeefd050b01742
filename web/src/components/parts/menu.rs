//! An item of a menu.

use crate::prelude::*;

/// A button that closes its menu, which then restores the focus.
#[component]
pub fn MenuItem(
    /// The id of the menu.
    of: &'static str,
    label: &'static str,
    /// The key that has the same effect.
    #[prop(optional)]
    keys: &'static str,
    #[prop(optional)] class: &'static str,
    act: Callback<()>,
) -> impl IntoView {
    view! {
        <button type="button" class=format!("quiet {class}") popovertarget=of popovertargetaction="hide" on:click=move |_| act.run(())>{label}
            {(!keys.is_empty()).then(|| view! { <kbd>{keys}</kbd> })}</button>
    }
}
