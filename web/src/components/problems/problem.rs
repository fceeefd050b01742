//! A finding and its actions.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Fix, Safety, Severity};
use olmkit_text::counted;

use crate::bridge;
use crate::bridge::types::{ProposedChange, SafeFixes};
use crate::state::{AppState, Pane};
use crate::text::{first_sentence, spans, without};

pub fn safe_fix(diagnostic: &Diagnostic) -> Option<&Fix> {
    diagnostic.fixes.iter().find(|fix| fix.safety == Safety::Safe)
}

/// Previews all fixes that are safe together, or those of a rule, as one change.
pub fn fix_all(app: AppState, rule: Option<String>) {
    spawn_local(async move {
        let Ok(SafeFixes { fixed, edits }) = bridge::plan_fixes(rule).await else { return };
        if edits.is_empty() {
            return app.tell("No safe fix can be applied together with the others.");
        }
        let title = format!("Apply {}", counted(fixed, "safe fix", "safe fixes"));
        app.dialogs.preview.set(Some(ProposedChange { title, safety: Safety::Safe, edits, notes: Vec::new() }));
    });
}

/// The tools that report the finding. Empty for findings of a catalog.
pub fn tools(diagnostic: &Diagnostic) -> String {
    let names: Vec<&str> = diagnostic.tools.iter().map(|tool| tool.name.as_ref()).collect();
    match names.as_slice() {
        [] => String::new(),
        [first] => format!(" · {first}"),
        [first, rest @ ..] => format!(" · {first} and {} more", rest.len()),
    }
}

/// The index of the problem that is shown beside the list: the first one until another is selected. `None` if the
/// selected one is no longer found, or if the list is empty.
pub fn shown(app: AppState) -> Option<usize> {
    if app.selected.problem.with(Option::is_some) {
        return app.problem();
    }
    app.selected.listed.with(|listed| listed.first().copied())
}

/// Whether a problem is marked in the list: it is selected, or a wide page shows it beside the list.
fn is_marked(app: AppState, at: usize) -> bool {
    let is_beside = || app.workbench.pane.get() == Pane::Problems && !app.workbench.is_narrow.get();
    let is_shown = app.selected.problem.with(Option::is_some) || is_beside();
    is_shown && shown(app) == Some(at)
}

/// The severity of a finding, as an icon and as a word.
#[component]
pub fn Sign(severity: Severity) -> impl IntoView {
    let sign = match severity {
        Severity::Error => "sign i-error",
        Severity::Warning => "sign i-problems",
        Severity::Info => "sign i-info",
    };
    view! {
        <span class=sign aria-hidden="true"></span>
        <span class="visually-hidden">{severity.name()}</span>
    }
}

/// The location of a finding: its package and channel, otherwise its file.
pub fn place_of(diagnostic: &Diagnostic) -> (String, Option<String>) {
    match &diagnostic.package {
        Some(package) => (package.clone(), diagnostic.channel.clone()),
        None => (diagnostic.path.clone(), None),
    }
}

/// Removes the name of the package from the names in a text.
pub fn without_package(text: &str, package: &str) -> String {
    without(text, &format!("{package}.v"))
}

/// The file and the position in it; for a finding about a whole bundle, the folder of the bundle.
pub fn position(diagnostic: &Diagnostic) -> String {
    if diagnostic.path.is_empty() || diagnostic.path.ends_with('/') {
        return diagnostic.path.clone();
    }
    format!("{}:{}:{}", diagnostic.path, diagnostic.range.start.line, diagnostic.range.start.column)
}

/// The label of the button of a fix.
pub fn fix_label(fix: &Fix) -> String {
    format!("{}: {}", if fix.safety == Safety::Safe { "Fix" } else { "Suggested fix" }, fix.title)
}

/// What the heading of a group says. The problems below it do not repeat it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Heading {
    #[default]
    None,
    Rule,
    Package,
}

#[component]
pub fn Problem(
    at: usize,
    diagnostic: Diagnostic,
    #[prop(optional)] heading: Heading,
    /// What to offer in place of opening the place of a finding that has no fix.
    #[prop(default = None)]
    act: Option<AnyView>,
) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (package, channel) = place_of(&diagnostic);
    let (place, title) = (position(&diagnostic), position(&diagnostic));
    let text = without_package(&diagnostic.message, &package);
    let first = first_sentence(&text);
    let rest = text.get(first.len()..).unwrap_or_default().to_owned();
    let place_name = match (heading, channel) {
        (Heading::Package, channel) => view! { <span>{channel}</span> }.into_any(),
        (_, channel) => view! { <b>{package}</b>{channel.map(|channel| format!(" / {channel}"))} }.into_any(),
    };
    let (code, rule) = (diagnostic.code.to_string(), diagnostic.rule.to_string());
    let is_current = move || is_marked(app, at).then_some("true");
    let act = match diagnostic.fixes.first().cloned() {
        Some(fix) => {
            let title = fix_label(&fix);
            view! { <button type="button" class="icon-text i-fix" aria-label=title.clone() title=title on:click=move |_| app.preview_fix(fix.clone())>"Fix"</button> }
                .into_any()
        }
        None => act.unwrap_or_else(|| {
            view! { <button type="button" class="quiet" title="In the channel and the text" on:click=move |_| app.show_problem(at)>"Open"</button> }
                .into_any()
        }),
    };
    view! {
        <li class=format!("problem is-{}", diagnostic.severity.name()) data-rule=diagnostic.rule.to_string() data-at=at aria-current=is_current>
            <button type="button" class="problem-main" title=title on:click=move |_| app.select_problem(at)>
                <Sign severity=diagnostic.severity />
                <span class="problem-place">{place_name}</span>
                <span class="problem-text" title=diagnostic.message.clone()>{spans(&first)}<span class="only-print">{spans(&rest)}</span></span>
                {(heading != Heading::Rule).then(|| view! { <span class="meta" title=rule>{code}{tools(&diagnostic)}</span> })}
                <span class="meta whole only-print">{place}</span>
            </button>
            {act}
        </li>
    }
}
