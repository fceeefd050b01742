//! Counts of problems: a number and a word, never color alone.

use crate::prelude::*;

use crate::text::count;

#[component]
pub fn Badge(errors: usize, warnings: usize) -> impl IntoView {
    let badge = |number: usize, class: &'static str, sign: &'static str, one: &'static str, many: &'static str| {
        (number > 0).then(|| {
            let label = count(number, one, many);
            let title = label.clone();
            view! { <span class=format!("badge {class}") title=title><span aria-hidden="true">{sign}{number}</span><span class="visually-hidden">{label}</span></span> }
        })
    };
    view! {
        {badge(errors, "is-error", "✕", "error", "errors")}
        {badge(warnings, "is-warning", "!", "warning", "warnings")}
    }
}
