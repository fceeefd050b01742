//! Compares two catalogs, or two states of one: the impact on clusters first, then the texts.

use std::mem::take;

use crate::prelude::*;
use olmkit_api::{CatalogsComparison, ChangedPackage, ImpactCluster, ImpactKind, RemovedPlace};
use olmkit_diagnostics::alike::{Alike, Problem, alike};
use olmkit_text::counted;

use crate::bridge::Refusal;
use crate::bridge::catalogs::{comparable, compare_catalogs};
use crate::bridge::types::{CatalogState, Comparison};
use crate::components::changes::diff::{Diff, heading, lines, not_listed};
use crate::components::parts::modal::Modal;
use crate::components::problems::alike::others;
use crate::components::problems::problem::without_package;
use crate::live::{effect, live};
use crate::state::{AppState, fetched_anew};
use crate::text::{first_sentence, spans, with_reason};

#[component]
pub fn CompareDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let states = rw_signal(Vec::<CatalogState>::new());
    let sides = rw_signal((String::new(), String::new()));
    let is_open = app.dialogs.comparing;
    effect(move || {
        if !is_open.get() {
            return;
        }
        let all = comparable().unwrap_or_default();
        let id_of = |is_shown: bool| all.iter().rfind(|state| state.is_shown == is_shown).map(|state| state.id.clone());
        sides.set((id_of(false).unwrap_or_default(), id_of(true).unwrap_or_default()));
        states.set(all);
    });
    let found = fetched_anew(move || {
        let (from, to) = sides.get();
        let is_asked = is_open.get() && !from.is_empty();
        async move { if is_asked { Some(compare(&from, &to).await) } else { None } }
    });
    let files = rw_signal(Vec::new());
    effect(move || {
        found.track();
        let texts = found.try_update_untracked(|found| Some(take(&mut found.as_mut()?.as_mut().ok()?.files)));
        files.set(texts.flatten().unwrap_or_default());
    });
    view! {
        <Modal open=is_open close=Callback::new(move |()| is_open.set(false)) class="save review" label="compare-title">
            <div class="review-what">
                <h2 id="compare-title">"Compare catalogs"</h2>
                <div class="compare-sides">
                    {side("From", states, sides, |sides| &sides.0, |sides, id| sides.0 = id)}
                    {side("To", states, sides, |sides| &sides.1, |sides, id| sides.1 = id)}
                </div>
                <div class="review-body" tabindex="0" role="region" aria-label="Impact" aria-live="polite">
                    {live(move || match found.get() {
                        None => view! { <p class="facts">"Analyzing impact…"</p> }.into_any(),
                        Some(Err(reason)) => view! {
                            <div class="notice is-alarm" role="alert"><span>{spans(&with_reason("The catalogs cannot be compared", &reason))}</span>
                                <button type="button" on:click=move |_| sides.update(|_| {})>"Try again"</button></div>
                        }.into_any(),
                        Some(Ok(Comparison { found, .. })) => view! { <Compared found /> }.into_any(),
                    })}
                </div>
            </div>
            <div class="review-text">
                <p class="facts">{live(move || found.with(Option::is_some).then(|| counted(files.with(Vec::len), "file differs", "files differ")))}</p>
                <Diff files emptied=" (removed)" />
            </div>
            <div class="actions"><button type="button" on:click=move |_| is_open.set(false)>"Back"</button></div>
        </Modal>
    }
}

/// Compares two states.
async fn compare(from: &str, to: &str) -> Result<Comparison, Refusal> {
    compare_catalogs(from, to).await.unwrap_or_else(|_| Err(Refusal::stopped()))
}

/// The ids of the compared states: from, to.
type Sides = (String, String);

/// The choice of a state.
fn side(
    label: &'static str,
    states: RwSignal<Vec<CatalogState>>,
    sides: RwSignal<Sides>,
    get: fn(&Sides) -> &String,
    set: fn(&mut Sides, String),
) -> impl IntoView {
    view! {
        <label class="field">{label}
            <select on:change=move |event| sides.update(|sides| set(sides, event_target_value(&event)))>
                {live(move || states.get().into_iter().map(|state| {
                    let id = state.id.clone();
                    let is_chosen = move || sides.with(|sides| *get(sides) == id);
                    view! { <option value=state.id selected=is_chosen>{state.name}</option> }
                }).collect_view())}
            </select>
        </label>
    }
}

/// The impact of the change from one catalog to the other: figures, blocked upgrades, other differences.
#[component]
pub fn Compared(found: CatalogsComparison) -> impl IntoView {
    let CatalogsComparison { removed, clusters, changed, added, .. } = found;
    let lost = clusters.iter().find(|cluster| cluster.kind == ImpactKind::PathsLost).map_or(0, |cluster| cluster.count);
    let is_same = removed.is_empty() && clusters.is_empty() && changed.is_empty() && added.is_empty();
    if is_same {
        return view! { <p class="facts">"No changes to packages, channels, upgrades or findings. Other texts may differ, such as descriptions."</p> }.into_any();
    }
    let figure = |number: usize, class: &'static str, one: &'static str, many: &'static str| {
        view! { <li><b class=if number == 0 { "" } else { class }>{number}</b><span>{if number == 1 { one } else { many }}</span></li> }
    };
    let packages = removed.iter().filter(|place| place.channel.is_none()).count();
    let of = |kind: ImpactKind| clusters.iter().find(|cluster| cluster.kind == kind).cloned().map(card);
    view! {
        <ul class="figures">
            {figure(lost, "is-bad", "version loses its path", "versions lose their path")}
            {figure(packages, "is-bad", "package removed", "packages removed")}
            {figure(changed.len(), "", "package changed", "packages changed")}
            {figure(added.len(), "is-good", "package added", "packages added")}
        </ul>
        {(!removed.is_empty()).then(|| view! { <Removed removed /> })}
        {[ImpactKind::PathsLost, ImpactKind::Verdict, ImpactKind::NewProblems].map(of)}
        {(!changed.is_empty()).then(|| view! { <Changed changed /> })}
        {(!added.is_empty()).then(|| view! {
            <section class="cluster"><h3 class="icon-text i-plus">{counted(added.len(), "package added", "packages added")}</h3><ul><li>{added.join(", ")}</li></ul></section>
        })}
        {[ImpactKind::PathsGained, ImpactKind::Fixed, ImpactKind::Suppressed].map(of)}
    }
    .into_any()
}

fn card(cluster: ImpactCluster) -> impl IntoView {
    let (title, class) = heading(&cluster);
    let icon = match cluster.kind {
        ImpactKind::PathsLost => "i-error",
        ImpactKind::NewProblems => "i-problems",
        ImpactKind::Verdict => "i-verdict",
        ImpactKind::Suppressed => "i-changes",
        _ => "i-good",
    };
    let is_new = cluster.kind == ImpactKind::NewProblems && !cluster.problems.is_empty();
    let lines = if is_new { new_problems(&cluster) } else { lines(&cluster) };
    let lines = lines.into_iter().map(|line| view! { <li>{spans(&line)}</li> }).collect_view();
    view! { <section class=format!("cluster {class}")><h3 class=format!("icon-text {icon}")>{title}</h3><ul>{lines}</ul></section> }
}

/// The messages of new problems, each with its channel and the other places that have it.
fn new_problems(cluster: &ImpactCluster) -> Vec<String> {
    let all: Vec<Problem<'_>> = cluster.problems.iter().map(Problem::from).collect();
    let line = |found: &Alike| {
        let first = all.get(found.first)?;
        let place: Vec<&str> = first.package.into_iter().chain(first.channel).collect();
        let place = place.join(" / ");
        let text = first_sentence(&without_package(first.message, first.package.unwrap_or_default()));
        let start = if place.is_empty() { text } else { format!("{place}: {text}") };
        Some(format!("{start} {}", others(found, &all)).trim_end().to_owned())
    };
    let found = alike(all.iter().copied());
    found.iter().filter_map(line).chain(not_listed(cluster)).collect()
}

/// Packages and channels that were removed. Clusters that follow them get no more upgrades.
#[component]
fn Removed(removed: Vec<RemovedPlace>) -> impl IntoView {
    let (packages, channels): (Vec<_>, Vec<_>) = removed.into_iter().partition(|place| place.channel.is_none());
    let counts = [(packages.len(), "package", "packages"), (channels.len(), "channel", "channels")];
    let counts = counts.into_iter().filter(|(number, ..)| *number > 0);
    let counts = counts.map(|(number, one, many)| counted(number, one, many)).collect::<Vec<_>>().join(" and ");
    let rows = packages.into_iter().chain(channels).map(|place| {
        let channel = place.channel.map(|name| format!(" / {name}"));
        view! { <li>{place.package}<span class="facts">{channel}</span>{format!(", {}", counted(place.versions, "version", "versions"))}</li> }
    });
    view! {
        <section class="cluster is-bad">
            <h3 class="icon-text i-error"><span class="title">{format!("{counts} removed: clusters that follow them get no further upgrades")}</span></h3>
            <ul>{rows.collect_view()}</ul>
        </section>
    }
}

#[component]
fn Changed(changed: Vec<ChangedPackage>) -> impl IntoView {
    let title = counted(changed.len(), "package changed", "packages changed");
    let rows = changed.into_iter().map(|ChangedPackage { package, changes }| {
        let lines = changes.into_iter().map(|line| view! { <li>{spans(&line)}</li> }).collect_view();
        view! { <li><h4>{package}</h4><ul class="package-changes">{lines}</ul></li> }
    });
    view! { <section class="cluster"><h3 class="icon-text i-changes">{title}</h3><ul>{rows.collect_view()}</ul></section> }
}
