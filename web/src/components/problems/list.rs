//! All findings, by rule or in the order of the files.

use leptos::prelude::*;
use olmkit_api::Diagnostic;

use crate::components::parts::key::key_of;
use crate::components::problems::copy::CopyProblems;
use crate::components::problems::groups::Groups;
use crate::components::problems::problem::{Problem, fix_all, safe_fix};
use crate::preferences;
use crate::state::AppState;
use crate::state::fields::*;

/// More findings than this are counted, not listed.
const MOST: usize = 500;

#[component]
pub fn Problems() -> impl IntoView {
    let app = expect_context::<AppState>();
    let filter = RwSignal::new(String::new());
    let severity = RwSignal::new(String::new());
    let by_rule = RwSignal::new(preferences::get(BY_FILE).is_none());
    let fits = move |diagnostic: &Diagnostic| {
        let wanted = filter.get().to_lowercase();
        let level = severity.get();
        (level.is_empty() || diagnostic.severity.name() == level)
            && (wanted.is_empty()
                || [diagnostic.message.as_str(), &diagnostic.rule, &diagnostic.code, &diagnostic.path]
                    .iter()
                    .any(|text| text.to_lowercase().contains(&wanted)))
    };
    let shown = Memo::new(move |_| {
        app.catalog.report().with(|report| {
            let numbered = report.diagnostics.iter().cloned().enumerate();
            numbered.filter(|(_, diagnostic)| fits(diagnostic)).take(MOST).collect::<Vec<_>>()
        })
    });
    let safe =
        Memo::new(move |_| app.catalog.report().with(|report| report.diagnostics.iter().filter_map(safe_fix).count()));
    let total = move || app.catalog.report().with(|report| report.diagnostics.len());
    let order = move |is_by_rule: bool, label: &'static str| {
        let choose = move |_| {
            by_rule.set(is_by_rule);
            preferences::set_or_remove(BY_FILE, (!is_by_rule).then_some("true"));
        };
        view! { <button type="button" aria-pressed=move || (by_rule.get() == is_by_rule).to_string() on:click=choose>{label}</button> }
    };
    view! {
        <section class="problems" aria-label="Problems">
            <div class="problems-head">
                <div>
                <h2>"Problems"</h2>
                <span class="facts" role="status">{move || format!("{} shown of {}", shown.with(Vec::len), total())}</span>
                {move || {
                    let all = safe.get();
                    (all > 1).then(|| view! { <button type="button" class="primary icon-text i-fix at-end" on:click=move |_| fix_all(app, None)>{format!("Apply {all} safe fixes")}</button> })
                }}
                </div>
                <div>
                <span class="switch" role="group" aria-label="Order of the problems">{order(true, "By rule")}{order(false, "By file")}</span>
                <label class="field">"Severity"
                    <select on:change=move |event| severity.set(event_target_value(&event))>
                        <option value="">"all"</option><option value="error">"errors"</option>
                        <option value="warning">"warnings"</option><option value="info">"infos"</option>
                    </select>
                </label>
                <input type="search" aria-label="Filter the problems" placeholder="Filter: text, rule, file" on:input=move |event| filter.set(event_target_value(&event)) />
                <Show when=move || !shown.with(Vec::is_empty)><CopyProblems shown /></Show>
                </div>
            </div>
            <Show when=move || app.catalog.is_checked().get() && total() == 0>
                <p class="empty">"No problems found."</p>
            </Show>
            <Show when=move || by_rule.get() fallback=move || view! {
                <ol class="problem-list">
                    <For each=move || shown.get() key=key_of
                        children=move |(at, diagnostic)| view! { <Problem at diagnostic /> } />
                </ol>
            }><Groups shown /></Show>
        </section>
    }
}

/// Set where findings are listed in the order of files.
const BY_FILE: &str = "problems-by-file";
