//! Text of the page: with `code` in it, and numbers with their nouns.

use leptos::prelude::*;

/// Text with `code` in it. Everything is a text node.
pub fn spans(text: &str) -> Vec<AnyView> {
    let part = |(at, part): (usize, &str)| {
        let part = part.to_owned();
        if at % 2 == 1 { view! { <code>{part}</code> }.into_any() } else { view! { <span>{part}</span> }.into_any() }
    };
    text.split('`').enumerate().map(part).collect()
}

/// A name with dots that may break after each of them.
pub fn dotted(name: &str) -> Vec<AnyView> {
    name.split_inclusive('.').map(|part| view! { {part.to_owned()}<wbr /> }.into_any()).collect()
}

/// "1 file", "2 files".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
