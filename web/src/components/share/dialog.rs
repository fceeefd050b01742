//! A link to the open catalog, and its exports as files.

use crate::prelude::*;
use olmkit_text::sentence;

use crate::bridge;
use crate::bridge::arguments::{CatalogExport, ReportExport};
use crate::bridge::export::{export_catalog, export_report, print_page, share_link};
use crate::bridge::types::Link;
use crate::components::parts::modal::Modal;
use crate::live::live;
use crate::state::{AppState, fetched_anew};
use crate::text::{spans, with_reason};

#[derive(Debug, Clone, Copy)]
enum Export {
    Catalog(CatalogExport),
    Report(ReportExport),
}

/// The exports of the catalog, and their names.
const CATALOGS: &[(Export, &str)] = &[
    (Export::Catalog(CatalogExport::Yaml), "YAML"),
    (Export::Catalog(CatalogExport::Json), "JSON"),
    (Export::Catalog(CatalogExport::Jsonl), "JSON lines"),
    (Export::Catalog(CatalogExport::Packages), "A file for each package"),
    (Export::Catalog(CatalogExport::Files), "The original files"),
];

/// The formats of the report, and their names.
const REPORTS: &[(Export, &str)] = &[
    (Export::Report(ReportExport::Html), "HTML"),
    (Export::Report(ReportExport::Markdown), "Markdown"),
    (Export::Report(ReportExport::Sarif), "SARIF"),
    (Export::Report(ReportExport::Json), "JSON"),
];

#[component]
pub fn ShareDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let problem = rw_signal(String::new());
    let link = fetched_anew(move || {
        let is_open = app.dialogs.sharing.get();
        problem.set(String::new());
        async move { if is_open { share_link().await.ok() } else { None } }
    });
    let export = move |kind: Export| {
        spawn_local(async move {
            problem.set(String::new());
            let exported = match kind {
                Export::Catalog(kind) => export_catalog(kind).await,
                Export::Report(format) => export_report(format).await,
            };
            if let Ok(Err(reason)) = exported {
                problem.set(sentence(reason.into_text()));
            }
        });
    };
    let buttons = move |kinds: &'static [(Export, &'static str)]| {
        let button = move |&(kind, name): &(Export, &'static str)| view! { <button type="button" on:click=move |_| export(kind)>{name}</button> };
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
                Some(Err(reason)) => view! { <p class="notice is-alarm" role="alert"><span>{spans(&with_reason("This catalog cannot be shared with a link", &reason))}</span></p> }.into_any(),
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
