//! A link to the open catalog, and its exports as files.

use crate::prelude::*;

use crate::bridge;
use crate::bridge::export::{export_as, print_page, share_link};
use crate::bridge::types::Link;
use crate::components::parts::modal::Modal;
use crate::live::live;
use crate::state::{AppState, fetched_anew};

/// The kinds and names of exports of a catalog.
const CATALOGS: &[(&str, &str)] = &[
    ("yaml", "YAML"),
    ("json", "JSON"),
    ("jsonl", "JSON lines"),
    ("packages", "A file for each package"),
    ("files", "The original files"),
];

/// The kinds and names of reports.
const REPORTS: &[(&str, &str)] =
    &[("report-html", "HTML"), ("report-markdown", "Markdown"), ("report-sarif", "SARIF"), ("report-json", "JSON")];

#[component]
pub fn ShareDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let problem = rw_signal(String::new());
    let link = fetched_anew(move || {
        let is_open = app.dialogs.sharing.get();
        problem.set(String::new());
        async move { if is_open { share_link().await.ok() } else { None } }
    });
    let export = move |kind: &'static str| {
        spawn_local(async move {
            problem.set(String::new());
            if let Ok(Err(reason)) = export_as(kind).await {
                problem.set(reason.into_text());
            }
        });
    };
    let buttons = move |kinds: &'static [(&'static str, &'static str)]| {
        let button = move |&(kind, name): &(&'static str, &'static str)| view! { <button type="button" on:click=move |_| export(kind)>{name}</button> };
        kinds.iter().map(button).collect_view()
    };
    let print = move |_| {
        app.dialogs.sharing.set(false);
        print_page();
    };
    let close = Callback::new(move |()| app.dialogs.sharing.set(false));
    view! {
        <Modal open=app.dialogs.sharing close class="reading share" label="share-title">
            <h2 id="share-title" tabindex="-1" autofocus="">"Share and export"</h2>
            <h3>"A link"</h3>
            {live(move || match link.get() {
                None => view! { <p class="facts">"Creating the link…"</p> }.into_any(),
                Some(Ok(link)) => view! { <ShareLink link /> }.into_any(),
                Some(Err(reason)) => view! { <p class="notice is-alarm" role="alert"><span>{format!("This catalog cannot be shared with a link: {reason}.")}</span></p> }.into_any(),
            })}
            <h3>"The catalog"</h3>
            <p class="facts">"Written as opm writes it: in opm's order, without comments. The original files are unchanged."</p>
            <p class="actions" role="group" aria-label="The catalog">{buttons(CATALOGS)}</p>
            <h3>"The report"</h3>
            <p class="facts">"All problems, in the formats of the command line."</p>
            <p class="actions" role="group" aria-label="The report">{buttons(REPORTS)}
                <button type="button" on:click=print>"Print the channel and the problems"</button>
            </p>
            {live(move || Some(problem.get()).filter(|text| !text.is_empty()).map(|text| view! { <p class="notice is-alarm" role="alert"><span>{text}</span></p> }))}
            <p class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></p>
        </Modal>
    }
}

#[component]
fn ShareLink(link: Link) -> impl IntoView {
    let app = expect_context::<AppState>();
    let text = link.link.clone();
    let copy = move |_| {
        bridge::copy_text(&text);
        app.dialogs.sharing.set(false);
        app.tell("Copied the link.");
    };
    view! {
        <p class="facts">{link.note}</p>
        <p class="link-line">
            <input readonly aria-label="Link to this catalog" prop:value=link.link />
            <button type="button" class="primary" on:click=copy>"Copy the link"</button>
        </p>
    }
}
