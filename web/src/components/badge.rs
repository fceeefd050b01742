//! Counts of problems: a number and a word, never colour alone.

use leptos::prelude::*;

#[component]
pub fn Badge(errors: usize, warnings: usize) -> impl IntoView {
    let count = |number: usize, class: &'static str, sign: &'static str, word: &'static str| {
        (number > 0).then(|| {
            let label = format!("{number} {word}");
            view! { <span class=format!("badge {class}") title=label.clone()><span aria-hidden="true">{sign}</span>{number}<span class="visually-hidden">{word}</span></span> }
        })
    };
    view! {
        {count(errors, "is-error", "✕", "errors")}
        {count(warnings, "is-warning", "!", "warnings")}
    }
}
