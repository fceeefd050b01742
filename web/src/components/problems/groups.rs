//! Findings under their rules.

use leptos::prelude::*;
use olmkit_api::{Diagnostic, Severity};

use crate::bridge;
use crate::components::parts::key::key_of;
use crate::components::problems::problem::{Problem, Sign, fix_all, safe_fix};
use crate::state::fields::*;
use crate::state::{AppState, fetched};

/// Findings with their numbers in the report.
type Shown = Memo<Vec<(usize, Diagnostic)>>;

/// A rule and how severe the worst of its findings is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RuleGroup {
    severity: Severity,
    rule: String,
    code: String,
}

/// The rules of the findings: the most severe first, then in the order in which they are met.
fn groups(found: &[(usize, Diagnostic)]) -> Vec<RuleGroup> {
    let mut groups: Vec<RuleGroup> = Vec::new();
    for (_, diagnostic) in found {
        match groups.iter_mut().find(|group| group.rule == diagnostic.rule) {
            Some(group) => group.severity = group.severity.max(diagnostic.severity),
            None => groups.push(RuleGroup {
                severity: diagnostic.severity,
                rule: diagnostic.rule.to_string(),
                code: diagnostic.code.to_string(),
            }),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.severity));
    groups
}

/// The findings under their rules.
#[component]
pub fn Groups(shown: Shown) -> impl IntoView {
    let groups = Memo::new(move |_| shown.with(|shown| groups(shown)));
    // The titles of all rules; an answer that another catalog came before is asked for again.
    let app = expect_context::<AppState>();
    let rules = fetched(move || {
        app.catalog.is_checked().track();
        async { bridge::rules().await.ok() }
    });
    let title = move |id: &str| {
        rules.with(|list| {
            let found = list.iter().flat_map(|list| &list.rules).find(|rule| rule.id == id);
            found.map_or_else(|| id.to_owned(), |rule| rule.title.to_string())
        })
    };
    view! {
        <For each=move || groups.get() key=RuleGroup::clone children=move |group| {
            let id = group.rule.clone();
            let title = Memo::new(move |_| title(&id));
            view! { <Group group shown title /> }
        } />
    }
}

#[component]
fn Group(group: RuleGroup, shown: Shown, title: Memo<String>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let id = group.rule.clone();
    let own = Memo::new(move |_| {
        shown.with(|shown| shown.iter().filter(|(_, found)| found.rule == id).cloned().collect::<Vec<_>>())
    });
    let safe = Memo::new(move |_| own.with(|own| own.iter().filter(|(_, found)| safe_fix(found).is_some()).count()));
    let (explained, fixed) = (group.rule.clone(), group.rule.clone());
    view! {
        <section class=format!("problem-group is-{}", group.severity.name()) aria-label=title>
            <div class="group-head">
                <Sign severity=group.severity />
                <h3>{title}</h3>
                <span class="meta">{format!("{} {}", group.rule, group.code)}</span>
                <span class="badge">{move || own.with(Vec::len)}</span>
                <span class="more at-end">
                    {move || { let fixed = fixed.clone(); (safe.get() > 1).then(|| view! {
                        <button type="button" class="icon-text i-fix" on:click=move |_| fix_all(app, Some(fixed.clone()))>{format!("Fix all {}", safe.get())}</button>
                    }) }}
                    <button type="button" class="quiet link" title=format!("Explain {explained}") on:click=move |_| app.explain(explained.clone())>"Explain rule"</button>
                </span>
            </div>
            <ol class="problem-list">
                <For each=move || own.get() key=key_of children=move |(at, diagnostic)| view! { <Problem at diagnostic is_grouped=true /> } />
            </ol>
        </section>
    }
}
