//! The upgrades of an installed version, also to another channel, or why there are none.

use crate::prelude::*;
use olmkit_api::{EdgeKind, PathReport};

use crate::components::graph::page::SemanticsSwitch;
use crate::components::parts::pick::{MAX, Pick};
use crate::installable::{Installable, installable};
use crate::live::{Show, live, memo};
use crate::state::{AppState, Simulation, View, fetched};
use crate::text::{lower, spans};

/// The versions of a package that may be installed.
fn known_of(app: AppState, package: Memo<Option<String>>) -> Memo<Vec<Installable>> {
    // Query again only when entries are added or removed, not at every key press.
    let shape = memo(move |_| {
        let package = package.get()?;
        let channels = app.catalog.outline.with(|outline| {
            let found = outline.packages.iter().find(|found| found.name == package)?;
            Some(found.channels.iter().map(|channel| (channel.name.clone(), channel.entries)).collect::<Vec<_>>())
        });
        Some((package, channels.unwrap_or_default()))
    });
    let asked = fetched(move || {
        let shape = shape.get();
        async move {
            let (package, _) = shape?;
            installable(&package).await.ok()
        }
    });
    memo(move |_| asked.get().unwrap_or_default())
}

/// The channel of an installed version, if it is not in the followed channel.
fn home_of(known: &[Installable], name: &str, followed: &str) -> Option<String> {
    let one = known.iter().find(|one| one.name == name)?;
    if one.channels.is_empty() {
        return Some("no longer in any channel; clusters may still run it".to_owned());
    }
    let is_elsewhere = one.channels.iter().all(|channel| channel != followed);
    is_elsewhere.then(|| format!("an entry of {}", one.channels.join(", ")))
}

fn change(app: AppState, change: impl FnOnce(&mut Simulation)) {
    app.selected.simulation.update(|simulation| {
        if let Some(simulation) = simulation {
            change(simulation);
        }
    });
}

#[component]
pub fn Simulate() -> impl IntoView {
    let app = expect_context::<AppState>();
    let package = memo(move |_| {
        app.selected.simulation.with(|simulation| simulation.as_ref().map(|simulation| simulation.package.clone()))
    });
    let known = known_of(app, package);
    let aim = Callback::new(move |to: String| change(app, |simulation| simulation.to = to));
    let simulation = move || app.selected.simulation.get().unwrap_or_default();
    let followed = memo(move |_| simulation().channel);
    let home = move || {
        let from = simulation().from;
        known.with(|known| followed.with(|followed| home_of(known, &from, followed)))
    };
    let targets = memo(move |_| {
        let channel = followed.get();
        known.with(|known| {
            let own = known.iter().filter(|one| one.channels.contains(&channel));
            own.map(|one| one.name.clone()).collect::<Vec<_>>()
        })
    });
    let aimed = Signal::derive(move || simulation().to);
    view! {
        <div class="simulation">
            <div class="inline-form">
                <Installed known />
                <label class="field">"Channel"
                    <select aria-label="Channel to follow" on:change=move |event| app.switch_channel(&event_target_value(&event))>
                        {live(move || app.catalog.channels_of(&package.get().unwrap_or_default()).into_iter().map(|name| {
                            let selected = name == followed.get();
                            view! { <option value=name.clone() selected=selected>{name.clone()}</option> }
                        }).collect_view())}
                    </select>
                </label>
                <label class="field">"Target"
                    <Pick label="Upgrade to" empty="the channel head" list="upgrade-names" names=targets value=aimed pick=aim />
                </label>
                <SemanticsSwitch />
            </div>
            {live(move || home().map(|text| view! { <p class="facts">{format!("{} is {text}.", simulation().from)}</p> }))}
            <div aria-live="polite">{live(move || app.path.get().map(|path| match path {
                Ok(path) => view! { <Steps path /> }.into_any(),
                Err(_) if app.channel.is_stale.get() => view! { <p class="facts">"Not known: the text cannot be read now."</p> }.into_any(),
                Err(problem) => view! { <p class="path-summary is-bad"><span aria-hidden="true">"⚠ "</span>{spans(problem.text())}</p> }.into_any(),
            }))}</div>
            <Show when=move || app.channel.view.get() == View::Table>
                <p><button type="button" class="quiet link" on:click=move |_| app.show(View::Graph)>"Show in the graph"</button></p>
            </Show>
        </div>
    }
}

/// The installed version, with suggestions.
#[component]
fn Installed(known: Memo<Vec<Installable>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let written = rw_signal(String::new());
    let offered = memo(move |_| {
        let wanted = lower(&written.get());
        let fits = |one: &&Installable| lower(&one.name).contains(&wanted);
        known.with(|known| known.iter().filter(fits).take(MAX).map(|one| one.name.clone()).collect::<Vec<_>>())
    });
    let install = move |event: web_sys::Event| {
        let name = event_target_value(&event).trim().to_owned();
        if !name.is_empty() {
            change(app, |simulation| simulation.from = name);
        }
    };
    let from = move || app.selected.simulation.get().unwrap_or_default().from;
    view! {
        <datalist id="installable">
            {live(move || offered.get().into_iter().map(|name| view! { <option value=name></option> }).collect_view())}
        </datalist>
        <label class="field wide">"Installed"
            <input list="installable" autocomplete="off" spellcheck="false" prop:value=from
                on:focus=move |_| written.set(String::new()) on:input=move |event| written.set(event_target_value(&event)) on:change=install />
        </label>
    }
}

/// The kind of an edge as a verb.
fn verb(edge: EdgeKind) -> &'static str {
    match edge {
        EdgeKind::Replaces => "which replaces it",
        EdgeKind::Skips => "which skips it",
        EdgeKind::SkipRange => "whose skipRange matches it",
        EdgeKind::SameVersion => "which has the same version",
    }
}

#[component]
fn Steps(path: PathReport) -> impl IntoView {
    let app = expect_context::<AppState>();
    let to = path.to.clone().unwrap_or_else(|| "a head".to_owned());
    let count = path.steps.len();
    let summary = match (path.reaches, count) {
        (true, 0) => format!("This is {to}, the newest version."),
        (true, 1) => format!("Reaches {to} in 1 upgrade."),
        (true, _) => format!("Reaches {to} in {count} upgrades."),
        (false, 0) => format!("Never reaches {to}: it has no upgrade."),
        (false, _) => format!(
            "Never reaches {to}: its upgrades end at {}.",
            path.steps.last().map(|step| step.to.clone()).unwrap_or_default()
        ),
    };
    let is_bad = !path.reaches;
    view! {
        <p class="path-summary" class:is-bad=is_bad><span aria-hidden="true">{if is_bad { "⚠ " } else { "✓ " }}</span>{summary}</p>
        {path.stops_because.map(|why| view! { <p>{spans(&why)}</p> })}
        <ol class="steps-list">
            {path.steps.into_iter().map(|step| {
                let name = step.to.clone();
                view! { <li>"to "<button type="button" class="quiet link" on:click=move |_| app.selected.entry.set(Some(name.clone()))>{step.to}</button>", "{verb(step.edge)}</li> }
            }).collect_view()}
        </ol>
    }
}
