//! The files of a folder without OLM documents, with the findings about its templates.

use crate::prelude::*;
use olmkit_api::{Diagnostic, FileSummary, Range, Severity};
use olmkit_collections::SortedMap;

use crate::bridge;
use crate::components::parts::badge::Badge;
use crate::live::live;
use crate::state::{AppState, Pane, fetched};
use crate::text::spans;

#[component]
pub fn Files() -> impl IntoView {
    let app = expect_context::<AppState>();
    // The engine of the page does not check templates. The other one is loaded only for files without OLM documents.
    let found = fetched(move || {
        app.catalog.report.track();
        let is_wanted = app.lacks_documents() && app.catalog.outline.with(|outline| !outline.files.is_empty());
        async move {
            if !is_wanted {
                return Some(Vec::new());
            }
            Some(bridge::catalogs::check_templates().await.ok()?.ok()?.diagnostics)
        }
    });
    let list = move || {
        let found = found.get().unwrap_or_default();
        let files = app.catalog.outline.with(|outline| outline.files.clone());
        let mut by_file: SortedMap<String, Vec<Diagnostic>> = SortedMap::new();
        for one in found {
            by_file.entry(one.path.clone()).or_default().push(one);
        }
        let mut own = |file: &FileSummary| by_file.remove(&file.path).unwrap_or_default();
        files.into_iter().map(|file| view! { <File found=own(&file) path=file.path /> }).collect_view()
    };
    view! {
        <p class="empty">{live(move || if app.lacks_documents() { "None of these files has an OLM document. olmkit checks the templates among them." } else { "No package was found." })}</p>
        <h3 class="small-heading">"Files"</h3>
        <ul class="files">{live(list)}</ul>
    }
}

#[component]
fn File(path: String, found: Vec<Diagnostic>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let own = path.clone();
    let open = move |range: Option<Range>| {
        app.workbench.pane.set(Pane::Code);
        match range {
            Some(range) => app.go_to(&own, range, true),
            None => bridge::show_file(&own),
        }
    };
    let count = |severity| found.iter().filter(|one| one.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let finding = {
        let open = open.clone();
        move |one: Diagnostic| {
            let open = open.clone();
            let at = format!("Line {}: ", one.range.start.line);
            view! { <li><button type="button" class="quiet link" on:click=move |_| open(Some(one.range))>{at}{spans(&one.message)}</button></li> }
        }
    };
    let findings = found.into_iter().map(finding).collect_view();
    view! {
        <li>
            <button type="button" class="row" on:click=move |_| open(None)><span class="name">{path}</span><Badge errors warnings /></button>
            <ul class="file-findings">{findings}</ul>
        </li>
    }
}
