//! All references to a package, channel or bundle.

use crate::prelude::*;
use olmkit_api::{OlmSymbol, Related};
use olmkit_text::counted;

use crate::components::parts::modal::Modal;
use crate::live::live;
use crate::state::{AppState, Pane};
use crate::text::spans;

/// The maximum number of listed places. Further ones are only counted.
const MAX: usize = 500;

#[component]
pub fn References() -> impl IntoView {
    let app = expect_context::<AppState>();
    let close = Callback::new(move |()| app.dialogs.references.set(None));
    view! {
        <Modal open=Signal::derive(move || app.dialogs.references.with(Option::is_some)) close class="reading" label="references-title">
            {live(move || app.dialogs.references.get().map(|symbol| view! { <Places symbol /> }))}
            <p class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></p>
        </Modal>
    }
}

#[component]
fn Places(symbol: OlmSymbol) -> impl IntoView {
    let app = expect_context::<AppState>();
    let renamed = symbol.clone();
    let OlmSymbol { schema, name, known, mentions, .. } = symbol;
    let total = mentions.len();
    let files = mentions.chunk_by(|a, b| a.path == b.path).count();
    let go = move |place: &Related| {
        app.dialogs.references.set(None);
        app.workbench.pane.set(Pane::Code);
        app.go_to(&place.path, place.range, true);
    };
    view! {
        <h2 id="references-title" tabindex="-1" autofocus="">{name}</h2>
        {known.into_iter().map(|line| view! { <p class="facts">{spans(&line)}</p> }).collect_view()}
        <h3>{format!("{} in {}", counted(total, "place", "places"), counted(files, "file", "files"))}</h3>
        <ol class="references">
            {mentions.into_iter().take(MAX).map(|place| {
                let shown = format!("{}:{}:{}", place.path, place.range.start.line, place.range.start.column);
                let what = place.message.clone();
                view! { <li><button type="button" class="row" on:click=move |_| go(&place)>
                    <span class="name">{what}</span><span class="meta">{shown}</span>
                </button></li> }
            }).collect_view()}
        </ol>
        {(schema != "olm.package").then(|| view! {
            <p class="actions"><button type="button" on:click=move |_| { app.dialogs.references.set(None); app.rename(renamed.clone()); }>"Rename it"</button></p>
        })}
    }
}
