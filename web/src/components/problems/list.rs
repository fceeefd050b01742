//! All findings.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{Diagnostic, Fix, Safety, Severity};

use crate::bridge;
use crate::bridge::types::{ProposedChange, SafeFixes};
use crate::components::parts::key::key_of;
use crate::components::parts::text::{count, spans};
use crate::components::problems::copy::CopyProblems;
use crate::components::problems::suppress::Suppress;
use crate::state::AppState;
use crate::state::fields::*;

/// More findings than this are counted, not listed.
const MOST: usize = 500;

#[component]
pub fn Problems() -> impl IntoView {
    let app = expect_context::<AppState>();
    let filter = RwSignal::new(String::new());
    let severity = RwSignal::new(String::new());
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
    view! {
        <section class="problems" aria-label="Problems">
            <div class="problems-head">
                <h2>"Problems"</h2>
                <span class="facts" role="status">{move || format!("{} shown of {}", shown.with(Vec::len), total())}</span>
                <label class="field">"Severity"
                    <select on:change=move |event| severity.set(event_target_value(&event))>
                        <option value="">"all"</option><option value="error">"errors"</option>
                        <option value="warning">"warnings"</option><option value="info">"infos"</option>
                    </select>
                </label>
                <label class="field">"Filter"
                    <input type="search" placeholder="text, rule or file" on:input=move |event| filter.set(event_target_value(&event)) />
                </label>
                <Show when=move || !shown.with(Vec::is_empty)><CopyProblems shown /></Show>
                {move || {
                    let all = safe.get();
                    (all > 1).then(|| view! { <button type="button" on:click=move |_| fix_all(app)>{format!("Fix all {all} that are safe")}</button> })
                }}
            </div>
            <Show when=move || app.catalog.is_checked().get() && total() == 0>
                <p class="empty">"No problems found."</p>
            </Show>
            <ol class="problem-list">
                <For each=move || shown.get() key=key_of
                    children=move |(at, diagnostic)| view! { <Problem at diagnostic /> } />
            </ol>
        </section>
    }
}

fn safe_fix(diagnostic: &Diagnostic) -> Option<&Fix> {
    diagnostic.fixes.iter().find(|fix| fix.safety == Safety::Safe)
}

/// Shows all fixes that are safe together as one change.
fn fix_all(app: AppState) {
    spawn_local(async move {
        let Ok(SafeFixes { fixed, edits }) = bridge::plan_fixes().await else { return };
        if edits.is_empty() {
            return app.tell("No safe fix holds together with the others.");
        }
        let title = format!("Apply {}", count(fixed, "safe fix", "safe fixes"));
        app.dialogs.preview().set(Some(ProposedChange { title, safety: Safety::Safe, edits, notes: Vec::new() }));
    });
}

/// The tools that say so, of a bundle.
fn tools(diagnostic: &Diagnostic) -> String {
    let names: Vec<&str> = diagnostic.tools.iter().map(|tool| tool.name.as_ref()).collect();
    match names.as_slice() {
        [] => String::new(),
        [first] => format!(" · {first}"),
        [first, rest @ ..] => format!(" · {first} and {} more", rest.len()),
    }
}

#[component]
fn Problem(at: usize, diagnostic: Diagnostic) -> impl IntoView {
    let app = expect_context::<AppState>();
    let sign = match diagnostic.severity {
        Severity::Error => "✕",
        Severity::Warning => "!",
        Severity::Info => "i",
    };
    let rule = diagnostic.rule.clone();
    let place = format!(":{}:{}", diagnostic.range.start.line, diagnostic.range.start.column);
    view! {
        <li class=format!("problem is-{}", diagnostic.severity.name())>
            <button type="button" class="problem-main" on:click=move |_| app.show_problem(at)>
                <span class="sign" aria-hidden="true">{sign}</span>
                <span class="visually-hidden">{diagnostic.severity.name()}</span>
                <span class="problem-text">{spans(&diagnostic.message)}</span>
                <span class="meta">{format!("{} {}", diagnostic.code, diagnostic.rule)}{tools(&diagnostic)}</span>
                <span class="meta">{diagnostic.path.clone()}<span class="whole">{place}</span></span>
            </button>
            {(!diagnostic.help.is_empty()).then(|| view! { <p class="help"><span>{spans(&diagnostic.help)}</span></p> })}
            <div class="more">
                <button type="button" class="quiet link" title=format!("Explain {}", diagnostic.rule) on:click=move |_| app.explain(rule.clone().into_owned())>"Explain rule"</button>
                {(diagnostic.severity != Severity::Error && diagnostic.tools.is_empty()).then(|| view! { <Suppress diagnostic=diagnostic.clone() /> })}
                {diagnostic.related.iter().map(|related| {
                    let (path, range) = (related.path.clone(), related.range);
                    view! { <button type="button" class="quiet" on:click=move |_| app.go_to(&path, range, true)>{format!("{} (line {})", related.message, related.range.start.line)}</button> }
                }).collect_view()}
                {diagnostic.fixes.iter().map(|fix| {
                    let own = fix.clone();
                    let hint = if fix.safety == Safety::Safe { "Fix" } else { "Try" };
                    view! { <button type="button" on:click=move |_| app.preview_fix(own.clone())>{format!("{hint}: {}", fix.title)}</button> }
                }).collect_view()}
            </div>
        </li>
    }
}
