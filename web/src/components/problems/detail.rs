//! The problem that is selected in the list: its explanation and its fix.

use std::iter;

use crate::prelude::*;
use olmkit_api::{Diagnostic, Fix, ImpactKind};

use crate::bridge;
use crate::components::changes::diff::{Analysis, Diff, Meaning, in_short, is_harmful};
use crate::components::changes::preview::{Impact, caution, must_wait};
use crate::components::problems::addition::add_bundle;
use crate::components::problems::problem::{Sign, fix_label, place_of, position, shown, tools, without_package};
use crate::components::problems::rail::ProblemRail;
use crate::components::problems::suppress::Suppress;
use crate::live::{live, memo};
use crate::state::{AppState, Pane};
use crate::text::{spans, with_reason};

/// The shown problem with its index in the report.
fn found(app: AppState) -> Option<(usize, Diagnostic)> {
    let at = shown(app)?;
    app.catalog.report.with(|report| Some((at, report.diagnostics.get(at)?.clone())))
}

/// Whether the list of problems is shown and not empty.
pub fn has_problem(app: AppState) -> bool {
    app.workbench.pane.get() == Pane::Problems && app.catalog.report.with(|report| !report.diagnostics.is_empty())
}

#[component]
pub fn ProblemPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = memo(move |_| found(app));
    let is_applying = rw_signal(false);
    view! {
        <section class="entry-page problem-page" class:is-asked=move || app.selected.problem.with(Option::is_some) aria-label="Problem">
            {live(move || match found.get() {
                Some((at, diagnostic)) => view! { <Detail at diagnostic is_applying /> }.into_any(),
                None if app.selected.problem.with(Option::is_some) => view! { <Ended /> }.into_any(),
                // The list is empty and shows the reason.
                None => ().into_any(),
            })}
        </section>
    }
}

/// Shown once the selected problem is no longer found. The next problem does not take its place: a second click on
/// "Apply" must not fix that one.
#[component]
fn Ended() -> impl IntoView {
    view! {
        <div class="channel-head"><h3>"Problem"</h3>{navigation("")}</div>
        <p class="problem-says" role="status">"This problem is no longer found."</p>
    }
}

/// The number of the problem, and the buttons that go to other problems.
fn navigation<V: IntoView>(number: V) -> impl IntoView {
    let app = expect_context::<AppState>();
    view! {
        <span class="actions at-end">
            <span class="facts">{number}</span>
            <button type="button" class="quiet icon i-up" aria-label="Previous problem" title="Shift F8" on:click=move |_| app.next_problem(true)></button>
            <button type="button" class="quiet icon i-down" aria-label="Next problem" title="F8" on:click=move |_| app.next_problem(false)></button>
            <button type="button" class="quiet icon i-close only-narrow" aria-label="Close the problem" on:click=move |_| app.selected.problem.set(None)></button>
        </span>
    }
}

#[component]
fn Detail(at: usize, diagnostic: Diagnostic, is_applying: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (place, channel) = place_of(&diagnostic);
    let short = |text: &str| without_package(text, &place);
    let stranded = diagnostic.stranded.map(|semantics| format!("stranded {}", semantics.name()));
    let is_stranded = stranded.is_some();
    let (message, help) = (short(&diagnostic.message), short(&diagnostic.help));
    let title = match (diagnostic.entry.as_deref().map(short), channel) {
        (Some(entry), Some(channel)) => format!("{entry}{} in {channel}", others_than_first(&diagnostic)),
        (Some(entry), None) => entry,
        (None, Some(channel)) => format!("{place} / {channel}"),
        (None, None) => place.clone(),
    };
    let number = move || {
        let place = app.selected.listed.with(|listed| Some((listed.iter().position(|one| *one == at)?, listed.len())));
        place.map(|(place, all)| format!("{} of {all}", place.saturating_add(1)))
    };
    let (rule, explained) = (diagnostic.rule.clone(), diagnostic.clone());
    let change = diagnostic.fixes.first().cloned();
    let others: Vec<Fix> = diagnostic.fixes.iter().skip(1).cloned().collect();
    // Findings about bundles, which have tools, cannot be suppressed by a comment.
    let can_be_suppressed = !diagnostic.rejects && diagnostic.tools.is_empty();
    view! {
        <div class="channel-head">
            <h3>{title}{stranded.map(|text| view! { <span class="tag is-warning">{text}</span> })}</h3>
            {navigation(live(number))}
        </div>
        {is_stranded.then(|| view! { <ProblemRail diagnostic=diagnostic.clone() /><h4>"Effect on clusters"</h4> })}
        <p class=format!("problem-says is-{}", diagnostic.severity.name())><Sign severity=diagnostic.severity /><span>{spans(&message)}</span></p>
        {(!help.is_empty()).then(|| view! { <p class="problem-help">{spans(&help)}</p> })}
        {change.map(|fix| { let title = short(&fix.title); view! { <FixCard at fix title is_applying /> } })}
        {(!others.is_empty()).then(|| view! { <h4>"Other fixes"</h4> })}
        <ul class="other-fixes">{others.into_iter().map(|fix| { let label = fix_label(&fix); view! {
            <li><button type="button" on:click=move |_| app.preview_fix(fix.clone())>{label}</button></li>
        } }).collect_view()}</ul>
        <ul class="related">{diagnostic.related.iter().map(|related| {
            let (path, range) = (related.path.clone(), related.range);
            view! { <li><button type="button" class="quiet link" on:click=move |_| app.go_to(&path, range, false)>{format!("{} (line {})", related.message, related.range.start.line)}</button></li> }
        }).collect_view()}</ul>
        {add_bundle(app, &diagnostic).map(|add| view! { <p class="actions">{add}</p> })}
        <p class="actions problem-links">
            <button type="button" class="quiet link" on:click=move |_| app.show_problem(at)>"Open in the channel"</button>
            <button type="button" class="quiet link" title=format!("Explain {rule}") on:click=move |_| app.explain(rule.clone().into_owned(), Some(explained.clone()))>"Explain rule"</button>
            {can_be_suppressed.then(|| view! { <Suppress diagnostic=diagnostic.clone() /> })}
        </p>
        <p class="facts"><span class="whole">{position(&diagnostic)}</span>{tools(&diagnostic)}</p>
    }
}

/// The number of other bundles that share the finding.
fn others_than_first(diagnostic: &Diagnostic) -> String {
    match diagnostic.bundles.len() {
        0 | 1 => String::new(),
        all => format!(" and {} more", all.saturating_sub(1)),
    }
}

/// The first fix, with the text that it changes.
#[component]
fn FixCard(at: usize, fix: Fix, title: String, is_applying: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let label = fix.title.clone();
    let change = memo(move |_| Some(app.change_of(fix.clone())));
    let Impact { files, meaning, retry } = Impact::of(change);
    let apply = move |_| {
        let Some(change) = change.get_untracked() else { return };
        app.choose_problem(at);
        is_applying.set(true);
        spawn_local(async move {
            bridge::apply_fix(&change).await;
            is_applying.set(false);
        });
    };
    view! {
        <section class="fix-card" aria-label=label>
            <div class="fix-head"><h4>{title}</h4><button type="button" class="primary" disabled=move || is_applying.get() || must_wait(change.get(), meaning) on:click=apply>"Apply"</button></div>
            {live(move || change.get().and_then(|change| caution(&change)))}
            <Diff files />
            {live(move || checked(meaning).map(|(is_bad, text)| view! { <p class="fix-checked" class:is-bad=is_bad role="status">{text}</p> }))}
            <details class="fix-effects"><summary>"All changes"</summary><Meaning lines=meaning retry /></details>
        </section>
    }
}

/// The impact of the fix in one line, and whether it is harmful. `None` while it is not known.
fn checked(meaning: RwSignal<Analysis>) -> Option<(bool, String)> {
    meaning.with(|found| {
        let clusters = match found.as_ref()? {
            Ok(clusters) => clusters,
            Err(reason) => return Some((true, with_reason("The impact is not known", reason))),
        };
        let (mut effects, verdicts) = in_short(clusters);
        if !clusters.iter().any(|cluster| cluster.kind == ImpactKind::Fixed) {
            effects.insert(0, "0 problems fixed".to_owned());
        }
        let checked = format!("Checked: {}.", effects.join(", "));
        Some((is_harmful(clusters), iter::once(checked).chain(verdicts).collect::<Vec<_>>().join(" ")))
    })
}
