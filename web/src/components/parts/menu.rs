//! A line of a menu.

use crate::prelude::*;

/// It closes its menu, which then gives the focus back.
#[component]
pub fn MenuItem(
    /// Id of the menu.
    of: &'static str,
    label: &'static str,
    /// The key that does the same.
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
