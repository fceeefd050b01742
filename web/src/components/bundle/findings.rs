//! The findings of all tools about the bundle.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Severity};

use super::shown::{Shown, TOOLS, Tab, counts, found, is_reported_by};
use super::{Section, part};
use crate::components::problems::problem::Sign;
use crate::live::{Show, live};
use crate::state::AppState;
use crate::text::spans;

const SEVERITIES: [(Severity, &str); 3] =
    [(Severity::Error, "tag is-bad"), (Severity::Warning, "tag is-warning"), (Severity::Info, "tag")];

/// The number of findings that the overview lists.
const FEW: usize = 6;

#[component]
pub fn FindingsCard(shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let all = found(app);
    let total = Signal::derive(move || all.with(Vec::len));
    let first = move || all.with(|all| all.iter().take(FEW).cloned().collect::<Vec<_>>());
    let tags = move || {
        let of = |severity| all.with(|all| all.iter().filter(|(_, one)| one.severity == severity).count());
        let tag = |(severity, class)| {
            let number = of(severity);
            (number > 0).then(|| view! { <span class=class>{counts(std::iter::repeat_n(severity, number))}</span> })
        };
        SEVERITIES.map(tag).into_iter().flatten().collect_view()
    };
    view! {
        <Section title="Findings" note=ViewFn::from(tags)>
            {live(move || list(app, first()))}
            <Show when=move || { total.get() > FEW }>
                <button type="button" class="quiet link card-more" on:click=move |_| shown.show(Tab::Findings)>{live(move || format!("All {} findings", total.get()))}</button>
            </Show>
        </Section>
    }
}

#[component]
pub fn Findings(shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let all = found(app);
    let of_tool = move || {
        let tool = shown.tool.get();
        all.with(|all| all.iter().filter(|(_, one)| tool.is_empty() || is_reported_by(one, tool)).cloned().collect())
    };
    let total = Signal::derive(move || all.with(Vec::len));
    let not_checked = part(app, |bundle| bundle.report.bundle.clone().unwrap_or_default().not_checked);
    let choice = move |label: &'static str, family: &'static str| {
        view! { <button type="button" aria-pressed=move || (shown.tool.get() == family).to_string() on:click=move |_| shown.tool.set(family)>{label}</button> }
    };
    view! {
        <div class="switch" role="group" aria-label="Findings of a tool">
            {choice("All", "")}
            {TOOLS.map(|tool| choice(tool.name, tool.family))}
        </div>
        <Section title="Findings" count=total>{live(move || list(app, of_tool()))}</Section>
        {live(move || not_checked.get().filter(|rest| !rest.is_empty()).map(|rest| view! {
            <details class="not-checked">
                <summary>"Not checked"</summary>
                <ul>{rest.into_iter().map(|one| view! { <li><strong>{one.tool.into_owned()}</strong>": "{one.what.into_owned()}</li> }).collect_view()}</ul>
            </details>
        }))}
    }
}

fn list(app: AppState, rows: Vec<(usize, Diagnostic)>) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="facts">"No findings."</p> }.into_any();
    }
    let rows = rows.into_iter().map(|(at, one)| row(app, at, one, None));
    view! { <ul class="bundle-findings">{rows.collect_view()}</ul> }.into_any()
}

/// A finding. `place`: a location in another bundle that is shown too.
pub fn row(app: AppState, at: usize, one: Diagnostic, place: Option<String>) -> AnyView {
    let tools = one.tools.iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>().join(", ");
    view! {
        <li class=format!("is-{}", one.severity.name())>
            <button type="button" class="quiet" on:click=move |_| app.show_problem(at)>
                <Sign severity=one.severity />
                <span class="finding"><span>{spans(&one.message)}</span><span class="meta">{tools}" · "<code>{one.rule.into_owned()}</code></span>
                    {place.map(|place| view! { <span class="meta">{place}</span> })}</span>
            </button>
        </li>
    }
    .into_any()
}
