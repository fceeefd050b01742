//! "Installed here": the upgrades of a version, or why there are none, in words.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::graph::SemanticsSwitch;
use super::words::spans;
use crate::bridge;
use crate::data::{PathQuestion, Way};
use crate::state::Desk;

#[component]
pub fn Simulate(package: String, channel: String, from: String) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let followed = RwSignal::new(channel.clone());
    let to = RwSignal::new(String::new());
    let of = StoredValue::new((package.clone(), from));
    Effect::new(move |_| {
        desk.report.track();
        let (package, from) = of.get_value();
        let to = Some(to.get()).filter(|to| !to.is_empty());
        let question =
            PathQuestion { package, channel: followed.get(), from, to, semantics: desk.semantics.get().key() };
        spawn_local(async move {
            let way = bridge::way(&question).await;
            if desk.entry.get_untracked().as_ref() == Some(&question.from) {
                desk.way.set(Some(way));
            }
        });
    });
    on_cleanup(move || desk.way.set(None));
    let channels = desk.outline.with_untracked(|outline| {
        let found = outline.packages.iter().find(|found| found.name == package);
        found
            .map(|found| found.channels.iter().map(|channel| channel.name.clone()).collect::<Vec<_>>())
            .unwrap_or_default()
    });
    let targets = desk.table.with_untracked(|table| {
        table.as_ref().map(|table| table.entries.iter().take(500).map(|entry| entry.name.clone()).collect::<Vec<_>>())
    });
    let own = channel;
    view! {
        <section class="way" aria-label="Upgrades from here">
            <div class="graph-bar">
                <h4>"Installed here"</h4>
                <SemanticsSwitch />
                <label class="field">"follows"
                    <select aria-label="Channel to follow" on:change=move |event| { to.set(String::new()); followed.set(event_target_value(&event)); }>
                        {channels.into_iter().map(|name| { let selected = name == own; view! { <option value=name.clone() selected=selected>{name.clone()}</option> } }).collect_view()}
                    </select>
                </label>
                <label class="field">"to"
                    <select aria-label="Upgrade to" prop:value=to on:change=move |event| to.set(event_target_value(&event))>
                        <option value="">"the head"</option>
                        {targets.unwrap_or_default().into_iter().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
                    </select>
                </label>
            </div>
            <div aria-live="polite">{move || desk.way.get().map(|way| view! { <Steps way /> })}</div>
        </section>
    }
}

#[component]
fn Steps(way: Way) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let to = way.to.clone().unwrap_or_else(|| "a head".to_owned());
    let count = way.steps.len();
    let summary = match (&way.problem, way.reaches, count) {
        (Some(problem), ..) => problem.clone(),
        (None, true, 0) => format!("This is {to}: there is nothing newer to reach."),
        (None, true, 1) => format!("Reaches {to} in 1 upgrade."),
        (None, true, _) => format!("Reaches {to} in {count} upgrades."),
        (None, false, 0) => format!("Never reaches {to}: there is no upgrade from here."),
        (None, false, _) => format!(
            "Never reaches {to}: its upgrades end at {}.",
            way.steps.last().map(|step| step.to.clone()).unwrap_or_default()
        ),
    };
    let is_bad = way.problem.is_some() || !way.reaches;
    view! {
        <p class="way-summary" class:is-bad=is_bad><span aria-hidden="true">{if is_bad { "⚠ " } else { "✓ " }}</span>{summary}</p>
        {way.stops_because.map(|why| view! { <p>{spans(&why)}</p> })}
        <ol class="steps-list">
            {way.steps.into_iter().map(|step| {
                let name = step.to.clone();
                view! { <li><button type="button" class="quiet link" on:click=move |_| desk.select_entry(&name)>{step.to}</button>" by "{step.edge}</li> }
            }).collect_view()}
        </ol>
    }
}
