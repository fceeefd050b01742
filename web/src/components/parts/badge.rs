//! Counts of problems, shown as icon, number and word, never by color alone.

use crate::prelude::*;
use olmkit_text::counted;

#[component]
pub fn Badge(errors: usize, warnings: usize, #[prop(optional)] infos: usize) -> impl IntoView {
    view! {
        {badge(errors, "is-error i-error", "error", "errors")}
        {badge(warnings, "is-warning i-problems", "warning", "warnings")}
        {badge(infos, "i-info", "info", "infos")}
    }
}

/// The count of one kind of problem with its noun. `None` if it is zero.
pub fn badge(
    number: usize,
    class: &'static str,
    one: &'static str,
    many: &'static str,
) -> Option<impl IntoView + use<>> {
    let label = counted(number, one, many);
    let title = label.clone();
    (number > 0).then(|| view! { <span class=format!("badge {class}") title=title><span aria-hidden="true">{number}</span><span class="visually-hidden">{label}</span></span> })
}
