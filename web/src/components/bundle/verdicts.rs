//! Which tools accept the bundle, and what each tool reports.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use olmkit_api::{Report, Severity};
use wasm_bindgen::JsCast;

use super::{Section, part};
use crate::components::parts::text::{count, spans};
use crate::state::AppState;
use crate::state::fields::*;

/// What one tool says: messages with severity and the number of the finding among all.
type Said = BTreeMap<String, Vec<(Severity, String, usize)>>;

fn by_tool(report: &Report, prefix: &str) -> Said {
    let mut found = Said::new();
    let own = report.diagnostics.iter().enumerate().filter(|(_, one)| one.path.starts_with(prefix));
    for (at, one) in own {
        for tool in &one.tools {
            found.entry(tool.name.clone().into_owned()).or_default().push((tool.severity, one.message.clone(), at));
        }
    }
    found
}

#[component]
pub fn Verdicts() -> impl IntoView {
    let app = expect_context::<AppState>();
    let verdict = part(app, |bundle| bundle.report.bundle.clone().unwrap_or_default());
    let said = Memo::new(move |_| {
        let prefix = app.bundles.open().with(|bundle| bundle.as_ref().map(|bundle| bundle.prefix.clone()));
        prefix.map(|prefix| app.catalog.report().with(|report| by_tool(report, &prefix))).unwrap_or_default()
    });
    let opened = RwSignal::new(BTreeSet::new());
    let total = Signal::derive(move || said.with(|said| said.len()));
    view! {
        <ul class="bundle-verdicts" aria-label="Verdicts">
            {move || verdict.get().map(|verdict| view! {
                {verdict.opm.map(|accepts| view! { <Verdict tool="opm alpha bundle validate" accepts /> })}
                {verdict.sdk.map(|accepts| view! { <Verdict tool="operator-sdk bundle validate" accepts /> })}
                {verdict.api.map(|accepts| view! { <Verdict tool="operator-framework/api" accepts /> })}
                <li class="tag">{verdict.media_type.into_owned()}</li>
            })}
        </ul>
        <Section title="Findings by tool" count=total open=true>
            {move || said.get().into_iter().map(|(tool, found)| view! { <Tool tool found opened /> }).collect_view()}
            {move || verdict.get().filter(|verdict| !verdict.not_checked.is_empty()).map(|verdict| {
                let rows = verdict.not_checked.into_iter();
                view! {
                    <details class="not-checked">
                        <summary>"Not checked"</summary>
                        <ul>{rows.map(|one| view! { <li><strong>{one.tool.into_owned()}</strong>": "{one.what.into_owned()}</li> }).collect_view()}</ul>
                    </details>
                }
            })}
            {move || said.with(BTreeMap::is_empty).then(|| view! { <p class="facts">"No tool finds anything."</p> })}
        </Section>
    }
}

#[component]
fn Verdict(tool: &'static str, accepts: bool) -> impl IntoView {
    let (sign, word) = if accepts { ("✓", "accepts it") } else { ("✕", "rejects it") };
    view! { <li class="verdict" class:is-bad=!accepts><span aria-hidden="true">{sign}</span>{format!(" {tool} {word}")}</li> }
}

#[component]
fn Tool(
    tool: String,
    found: Vec<(Severity, String, usize)>,
    /// The tools that are unfolded; they stay so when the bundle is checked again.
    opened: RwSignal<BTreeSet<String>>,
) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = tool.clone();
    let was_open = opened.with_untracked(|opened| opened.contains(&tool));
    let toggle = move |event: web_sys::Event| {
        let is_open = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_open = is_open.is_some_and(|element| element.has_attribute("open"));
        opened.update_untracked(|opened| {
            if is_open {
                opened.insert(name.clone())
            } else {
                opened.remove(&name)
            };
        });
    };
    let errors = found.iter().filter(|(severity, ..)| *severity == Severity::Error).count();
    let rest = found.len().saturating_sub(errors);
    let counts = [(errors, "error", "errors"), (rest, "warning", "warnings")];
    let counts = counts.iter().filter(|(number, ..)| *number > 0);
    let counts = counts.map(|(number, one, many)| count(*number, one, many)).collect::<Vec<_>>().join(", ");
    view! {
        <details class="deprecate" open=was_open on:toggle=toggle>
            <summary><strong>{tool}</strong>{format!(": {counts}")}</summary>
            <ul class="findings">
                {found.into_iter().map(|(severity, message, at)| view! {
                    <li class=format!("is-{}", severity.name())><span class="visually-hidden">{severity.name()}</span>
                        <button type="button" class="quiet link" on:click=move |_| app.show_problem(at)>{spans(&message)}</button></li>
                }).collect_view()}
            </ul>
        </details>
    }
}
