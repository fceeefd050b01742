//! The findings about the selected entry.

use crate::prelude::*;
use olmkit_api::Diagnostic;

use crate::components::channel::stranded::is_rejected;
use crate::components::problems::addition::add_bundle;
use crate::live::{live, memo};
use crate::state::AppState;
use crate::text::spans;

/// The upgrades that do not reach the channel head from this entry, why, and their fix.
#[component]
pub fn StrandedNotes(entry: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = memo(move |_| {
        app.channel.stranded.with(|all| all.iter().filter(|one| one.entry == entry).cloned().collect::<Vec<_>>())
    });
    view! {
        {live(move || found.get().into_iter().map(|one| view! {
            <div class="stranded-note" class:is-rejected=is_rejected(app, &one.entry)>
                <p><strong>{format!("⚠ Stranded under OLM {}. ", one.semantics.name())}</strong>{spans(&app.shortened(&one.message))}</p>
                <p>{spans(&app.shortened(&one.help))}</p>
                <p class="actions">{one.fixes.into_iter().map(|fix| { let own = fix.clone(); view! {
                    <button type="button" on:click=move |_| app.preview_stranded_fix((*own).clone())>{format!("Preview fix: {}", app.shortened(&fix.title))}</button>
                } }).collect_view()}</p>
            </div>
        }).collect_view())}
    }
}

#[component]
pub fn Findings(package: String, channel: String, entry: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let concerns = move |found: &Diagnostic| {
        found.stranded.is_none()
            && found.package.as_deref() == Some(package.as_str())
            && found.channel.as_deref().is_none_or(|name| name == channel)
            && found.entry.as_deref() == Some(entry.as_str())
    };
    let found = memo(move |_| {
        app.catalog.report.with(|report| {
            let numbered = report.diagnostics.iter().enumerate();
            numbered.filter(|(_, found)| concerns(found)).map(|(at, found)| (at, found.clone())).collect::<Vec<_>>()
        })
    });
    view! {
        <ul class="findings">
            {live(move || found.get().into_iter().map(|(at, found)| view! {
                <li class=format!("is-{}", found.severity.name())>
                    <button type="button" class="quiet link" on:click=move |_| app.show_problem(at)>{spans(&app.shortened(&found.message))}</button>
                    {add_bundle(app, &found)}
                    {found.fixes.first().cloned().map(|fix| view! { <button type="button" on:click=move |_| app.preview_fix(fix.clone())>"Preview fix"</button> })}
                </li>
            }).collect_view())}
        </ul>
    }
}
