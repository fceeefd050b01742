//! One finding, with what can be done about it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{Diagnostic, Fix, Safety, Severity};

use crate::bridge;
use crate::bridge::types::{ProposedChange, SafeFixes};
use crate::components::parts::text::{count, spans};
use crate::components::problems::suppress::Suppress;
use crate::state::AppState;
use crate::state::fields::*;

pub fn safe_fix(diagnostic: &Diagnostic) -> Option<&Fix> {
    diagnostic.fixes.iter().find(|fix| fix.safety == Safety::Safe)
}

/// Shows all fixes, or those of a rule, that are safe together as one change.
pub fn fix_all(app: AppState, rule: Option<String>) {
    spawn_local(async move {
        let Ok(SafeFixes { fixed, edits }) = bridge::plan_fixes(rule).await else { return };
        if edits.is_empty() {
            return app.tell("No safe fix can be applied together with the others.");
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

/// The severity of a finding, as a sign and as a word.
#[component]
pub fn Sign(severity: Severity) -> impl IntoView {
    let sign = match severity {
        Severity::Error => "✕",
        Severity::Warning => "!",
        Severity::Info => "i",
    };
    view! {
        <span class="sign" aria-hidden="true">{sign}</span>
        <span class="visually-hidden">{severity.name()}</span>
    }
}

#[component]
pub fn Problem(at: usize, diagnostic: Diagnostic, #[prop(optional)] is_grouped: bool) -> impl IntoView {
    let app = expect_context::<AppState>();
    let rule = diagnostic.rule.clone();
    let place = format!(":{}:{}", diagnostic.range.start.line, diagnostic.range.start.column);
    // The head of the group has the rule.
    let name = if is_grouped { String::new() } else { format!("{} {}", diagnostic.code, diagnostic.rule) };
    view! {
        <li class=format!("problem is-{}", diagnostic.severity.name()) data-rule=diagnostic.rule.to_string()>
            <button type="button" class="problem-main" on:click=move |_| app.show_problem(at)>
                <Sign severity=diagnostic.severity />
                <span class="problem-text">{spans(&diagnostic.message)}</span>
                <span class="meta">{name}{tools(&diagnostic)}</span>
                <span class="meta">{diagnostic.path.clone()}<span class="whole">{place}</span></span>
            </button>
            {(!diagnostic.help.is_empty()).then(|| view! { <p class="help"><span>{spans(&diagnostic.help)}</span></p> })}
            <div class="more">
                {(!is_grouped).then(|| view! { <button type="button" class="quiet link" title=format!("Explain {rule}") on:click=move |_| app.explain(rule.clone().into_owned())>"Explain rule"</button> })}
                {(diagnostic.severity != Severity::Error && diagnostic.tools.is_empty()).then(|| view! { <Suppress diagnostic=diagnostic.clone() /> })}
                {diagnostic.related.iter().map(|related| {
                    let (path, range) = (related.path.clone(), related.range);
                    view! { <button type="button" class="quiet" on:click=move |_| app.go_to(&path, range, true)>{format!("{} (line {})", related.message, related.range.start.line)}</button> }
                }).collect_view()}
                {diagnostic.fixes.iter().map(|fix| {
                    let own = fix.clone();
                    let hint = if fix.safety == Safety::Safe { "Fix" } else { "Suggested fix" };
                    view! { <button type="button" on:click=move |_| app.preview_fix(own.clone())>{format!("{hint}: {}", fix.title)}</button> }
                }).collect_view()}
            </div>
        </li>
    }
}
