//! All findings: by rule, by package, or in the order of the files.

use crate::prelude::*;
use olmkit_api::Diagnostic;
use olmkit_collections::SortedSet;
use olmkit_diagnostics::most_severe;
use olmkit_text::counted;

use crate::components::parts::key::key_of;
use crate::components::problems::copy::CopyProblems;
use crate::components::problems::groups::{By, Groups, listed};
use crate::components::problems::not_checked::NotChecked;
use crate::components::problems::problem::{Problem, fix_all, safe_fix};
use crate::components::shell::status::short_verdict;
use crate::live::{For, Show, effect, live, memo};
use crate::preferences;
use crate::state::AppState;
use crate::text::{lower, severities};

/// The number of findings that are listed first, and that a button adds.
const STEP: usize = 60;
/// The preference of the grouping.
const ORDER: &str = "problems-order";

#[component]
pub fn Problems() -> impl IntoView {
    let app = expect_context::<AppState>();
    let filter = rw_signal(String::new());
    let severity = rw_signal(String::new());
    let order = rw_signal(By::named(&preferences::get(ORDER).unwrap_or_default()));
    let limit = rw_signal(STEP);
    let matching = memo(move |_| {
        let (wanted, level) = (lower(&filter.get()), severity.get());
        app.catalog.report.with(|report| {
            let all = report.diagnostics.iter().enumerate();
            all.filter(|(_, one)| fits(one, &wanted, &level)).map(|(at, one)| (at, one.severity)).collect::<Vec<_>>()
        })
    });
    let shown = memo(move |_| {
        let listed = matching.with(|all| most_severe(all.iter().copied(), limit.get()));
        app.catalog.report.with(|report| {
            let found = listed.into_iter().filter_map(|at| Some((at, report.diagnostics.get(at)?.clone())));
            found.collect::<Vec<_>>()
        })
    });
    effect(move || app.selected.listed.set(shown.with(|shown| listed(shown, order.get()))));
    let safe = memo(move |_| app.catalog.report.with(|report| report.diagnostics.iter().filter_map(safe_fix).count()));
    let total = move || app.catalog.report.with(|report| report.diagnostics.len());
    let hidden = memo(move |_| matching.with(Vec::len).saturating_sub(shown.with(Vec::len)));
    let status = move || {
        let number = shown.with(Vec::len);
        if number < total() { format!("{number} shown of {}", total()) } else { summary(app) }
    };
    view! {
        <section class="problems" aria-label="Problems">
            <div class="problems-head">
                <div>
                <div class="problems-title"><h2>"Problems"</h2><p class="facts" role="status">{live(status)}</p></div>
                {live(move || {
                    let all = safe.get();
                    (all > 0).then(|| view! { <button type="button" class="primary icon-text i-fix at-end" on:click=move |_| fix_all(app, None)><span>{format!("Apply {}", counted(all, "safe fix", "safe fixes"))}</span></button> })
                })}
                </div>
                <div>
                <span class="switch" role="group" aria-label="Order of the problems">{choice(order, By::Rule, "By rule")}{choice(order, By::Package, "By package")}{choice(order, By::File, "By file")}</span>
                <input class="i-search" type="search" aria-label="Filter the problems" placeholder="Filter: text, rule, file" on:input=move |event| { limit.set(STEP); filter.set(event_target_value(&event)); } />
                <select class="quiet at-end" aria-label="Severity" on:change=move |event| severity.set(event_target_value(&event))>
                    <option value="">"All severities"</option><option value="error">"Errors"</option>
                    <option value="warning">"Warnings"</option><option value="info">"Infos"</option>
                </select>
                <Show when=move || !shown.with(Vec::is_empty)><CopyProblems matching /></Show>
                </div>
                <NotChecked />
            </div>
            <Show when=move || app.catalog.is_checked.get() && total() == 0>
                <p class="empty">"No problems found."</p>
            </Show>
            <Show when=move || total() != 0 && shown.with(Vec::is_empty)>
                <p class="empty">"No problem matches the filter."</p>
            </Show>
            <Show when=move || order.get() != By::File fallback=move || view! {
                <ol class="problem-list">
                    <For each=move || shown.get() key=key_of
                        children=move |(at, diagnostic)| view! { <Problem at diagnostic /> } />
                </ol>
            }><Groups matching shown order /></Show>
            <Show when=move || { hidden.get() > 0 }>
                <p class="facts">{live(move || format!("{} not shown, of the same or a lower severity. ", counted(hidden.get(), "more problem is", "more problems are")))}
                <button type="button" class="quiet" on:click=move |_| limit.update(|limit| *limit = limit.saturating_add(STEP))>{live(move || format!("Show {} more", hidden.get().min(STEP)))}</button></p>
            </Show>
        </section>
    }
}

/// Whether a finding has the severity and contains the text.
fn fits(diagnostic: &Diagnostic, wanted: &str, level: &str) -> bool {
    let texts = [diagnostic.message.as_str(), &diagnostic.rule, &diagnostic.code, &diagnostic.path];
    (level.is_empty() || diagnostic.severity.name() == level)
        && (wanted.is_empty() || texts.iter().any(|text| lower(text).contains(wanted)))
}

/// The button that selects a grouping.
fn choice(order: RwSignal<By>, by: By, label: &'static str) -> impl IntoView {
    let choose = move |_| {
        order.set(by);
        preferences::set(ORDER, by.name());
    };
    view! { <button type="button" aria-pressed=move || (order.get() == by).to_string() on:click=choose>{label}</button> }
}

/// "6 warnings, 5 infos in 5 packages · opm accepts this catalog".
fn summary(app: AppState) -> String {
    let (found, packages) = app.catalog.report.with(|report| {
        let packages: SortedSet<&str> = report.diagnostics.iter().filter_map(|one| one.package.as_deref()).collect();
        (report.summary, packages.len())
    });
    let parts = severities([found.errors, found.warnings, found.infos]);
    let place = if packages > 0 { format!(" in {}", counted(packages, "package", "packages")) } else { String::new() };
    let verdict = short_verdict(app);
    if parts.is_empty() { verdict } else { format!("{}{place} · {verdict}", parts.join(", ")) }
}
