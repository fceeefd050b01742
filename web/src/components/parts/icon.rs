//! An icon, or the reason why it is not shown.

use crate::prelude::*;

use crate::bridge::types::ShownIcon;
use crate::live::live;
use crate::text::upper;

/// Shown only as an image, in which scripts and links of an SVG do not work.
#[component]
pub fn IconImage(icon: ShownIcon, alt: &'static str) -> impl IntoView {
    let broken = rw_signal(icon.address.is_empty());
    let why = if icon.bytes == 0 {
        "The icon is not valid base64".to_owned()
    } else {
        format!("Not displayed: {} of {} bytes", icon.media_type, icon.bytes)
    };
    view! {
        {live(move || if broken.get() {
            view! { <p class="bundle-icon facts">{why.clone()}</p> }.into_any()
        } else {
            view! { <img class="bundle-icon" src=icon.address.clone() alt=alt width="64" height="64" on:error=move |_| broken.set(true) /> }.into_any()
        })}
    }
}

/// The initials of the first two words, used if there is no icon.
pub fn letters(name: &str) -> String {
    let words = name.split(['-', ' ', '.']).filter_map(|word| word.chars().next());
    upper(&words.take(2).collect::<String>())
}
