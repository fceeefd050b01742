//! What a new visitor sees.

use leptos::prelude::*;

use crate::bridge;
use crate::components::open::recent::{Drafts, FromAddress, Recent};
use crate::components::shell::topbar::{OpenButtons, SAMPLES};

#[component]
pub fn Welcome() -> impl IntoView {
    view! {
        <main class="welcome" aria-labelledby="welcome">
            <h2 id="welcome">"Check and edit an operator catalog"</h2>
            <p>"Drop the folder of a file-based catalog here, paste YAML or JSON, or choose it. Every problem is shown at its place while you type, and what you save differs only where you changed it."</p>
            <p class="actions"><OpenButtons /></p>
            <p class="promise">"Nothing leaves this machine: the checker runs in this page. Files, folders and archives of up to 512 MiB can be opened."</p>
            <Drafts />
            <Recent />
            <FromAddress />
            <h3>"Or try a sample"</h3>
            <ul class="samples">
                {SAMPLES.iter().map(|(name, title)| view! {
                    <li><button type="button" on:click=move |_| bridge::open_sample((*name).to_owned())>{*title}</button></li>
                }).collect_view()}
            </ul>
        </main>
    }
}
