//! The upgrade to the bundle: the edges that it declares, and what breaks for clusters with the previous version.

use crate::prelude::*;
use olmkit_collections::order;
use wasm_bindgen::JsCast;

use super::findings::row;
use super::{Section, described, part};
use crate::bridge;
use crate::bridge::types::{PreviousBundle, UpgradeFinding};
use crate::live::{Show, live, memo};
use crate::state::AppState;

#[component]
pub fn UpgradeCard() -> impl IntoView {
    let app = expect_context::<AppState>();
    let previous = part(app, |bundle| bundle.previous.clone());
    view! {
        <Section title="Upgrade">
            <Edges />
            <div class="previous-bundle takes-bundle" role="group" aria-label="Previous bundle">
                {live(move || match previous.get().flatten() {
                    Some(previous) => view! { <Compared previous /> }.into_any(),
                    None => view! { <NoPrevious /> }.into_any(),
                })}
            </div>
        </Section>
    }
}

/// The edges that the bundle itself declares.
#[component]
fn Edges() -> impl IntoView {
    let app = expect_context::<AppState>();
    let edges = described(app, |found| {
        (found.name.clone(), found.replaces.clone(), found.skips.clone(), found.skip_range.clone())
    });
    let has_edges =
        move || edges.with(|(_, replaces, skips, range)| replaces.is_some() || !skips.is_empty() || range.is_some());
    view! {
        <Show when=has_edges>
            {live(move || {
                let (name, replaces, skips, range) = edges.get();
                let from = |from: String, edge: &'static str| {
                    let to = name.clone();
                    view! { <li><code>{from}</code><span class="meta">{edge}" →"</span><code class="is-own">{to}</code></li> }
                };
                view! {
                    <ul class="bundle-edges">
                        {replaces.map(|name| from(name, "replaced by"))}
                        {skips.into_iter().map(|name| from(name, "skipped by")).collect_view()}
                        {range.map(|range| from(range, "skipRange of"))}
                    </ul>
                }
            })}
        </Show>
    }
}

#[component]
fn NoPrevious() -> impl IntoView {
    let refusal = rw_signal(String::new());
    let choose = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let Some(input) = input else { return };
        refusal.set(String::new());
        spawn_local(async move {
            if let Ok(Err(reason)) = bridge::bundle::choose_previous(&input).await {
                refusal.set(reason.into_text());
            }
        });
    };
    view! {
        <p class="facts">"Open the previous bundle, or drop it here, to check whether CRD changes break existing objects."</p>
        <p class="inline-form">
            <label class="button">"Open folder"<input class="visually-hidden" type="file" prop:webkitdirectory=true multiple=true on:change=choose /></label>
            <label class="button">"Open archive"<input class="visually-hidden previous-archive" type="file" on:change=choose /></label>
        </p>
        {live(move || Some(refusal.get()).filter(|reason| !reason.is_empty()).map(|reason| view! { <p role="alert" class="refusal">{format!("Not compared: {}.", reason.trim_end_matches('.'))}</p> }))}
    }
}

#[component]
fn Compared(previous: PreviousBundle) -> impl IntoView {
    let app = expect_context::<AppState>();
    let own = described(app, |found| (found.name.clone(), found.package.clone()));
    let PreviousBundle { name, package, version, findings } = previous;
    let known = if name.is_empty() { "a bundle without a ClusterServiceVersion".to_owned() } else { name.clone() };
    let warning = move || {
        let (own_name, own_package) = own.get();
        if package != own_package {
            Some(format!("It belongs to another package: {package}."))
        } else {
            (name == own_name).then(|| "It has the same name as the open bundle.".to_owned())
        }
    };
    let is_sound = findings.is_empty();
    view! {
        <p class="compared-with"><span>"Compared with "<code>{known}</code>" "<span class="meta">{version}</span></span>
            <button type="button" class="quiet icon i-close" aria-label="Remove the previous bundle" on:click=|_| bridge::bundle::drop_previous()></button></p>
        {live(move || warning().map(|text| view! { <p class="facts is-warning">{text}</p> }))}
        {is_sound.then(|| view! { <p class="facts"><span aria-hidden="true">"✓ "</span>"No CRD change breaks existing objects."</p> })}
        <UpgradeFindings findings />
    }
}

/// The findings about the upgrade, each with its location in the previous bundle.
#[component]
fn UpgradeFindings(findings: Vec<UpgradeFinding>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let rows = memo(move |_| {
        // The findings of the bundle come after those of the catalog.
        let count = app.bundles.open.with(|bundle| bundle.as_ref().map_or(0, |bundle| bundle.report.diagnostics.len()));
        app.catalog.report.with(|report| {
            let first = report.diagnostics.len().saturating_sub(count);
            let found = findings.iter().filter_map(|finding| {
                let at = first.saturating_add(finding.at);
                let place = format!("previous bundle: {}, line {}", finding.path, finding.line);
                Some((at, report.diagnostics.get(at)?.clone(), place))
            });
            let mut found: Vec<_> = found.collect();
            order::sort_by_key(&mut found, |(_, one, _)| std::cmp::Reverse(one.severity));
            found
        })
    });
    view! {
        <ul class="bundle-findings">
            {live(move || rows.get().into_iter().map(|(at, one, place)| row(app, at, one, Some(place))).collect_view())}
        </ul>
    }
}
