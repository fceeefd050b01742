//! The providers of the requirements of a package, drawn and listed.

use crate::prelude::*;
use olmkit_api::Diagnostic;
use olmkit_api::resolver::{CatalogName, Dependencies as Needs, Provider, Required, Requiring};
use olmkit_collections::SortedMap;
use olmkit_text::counted;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::live::live;
use crate::state::{AppState, Pane, fetched};
use crate::text::{number, spans};

#[component]
pub fn Dependencies(package: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = stored_value(package);
    let changed = rw_signal(0_u32);
    let found = fetched(move || {
        app.catalog.own_report.track();
        changed.track();
        let package = name.get_value();
        async move { bridge::bundle::dependencies(&package).await.ok() }
    });
    view! {
        <section class="package-needs" aria-label="Dependencies">
            {live(move || match found.get() {
                None => view! { <p class="facts" role="status">"Looking for providers"</p> }.into_any(),
                Some(found) => view! { <Catalogs catalogs=found.catalogs.clone() changed /><Answer found /> }.into_any(),
            })}
        </section>
    }
}

/// Additional catalogs to resolve against, with their priorities.
#[component]
fn Catalogs(catalogs: Vec<CatalogName>, changed: RwSignal<u32>) -> impl IntoView {
    let asked_again = move || changed.update(|count| *count = count.wrapping_add(1));
    let rows = catalogs.into_iter().skip(1).map(|catalog| {
        let (first, second) = (catalog.name.clone(), catalog.name.clone());
        let set = move |event: web_sys::Event| {
            bridge::bundle::set_priority(&first, number(&event_target_value(&event)).unwrap_or_default());
            asked_again();
        };
        let remove = move |_| {
            bridge::bundle::remove_catalog(&second);
            asked_again();
        };
        view! {
            <li>
                <strong>{catalog.name.clone()}</strong>
                <label class="field">{format!("Priority of {}", catalog.name)}
                    <input type="number" step="1" value=catalog.priority.to_string() on:change=set />
                </label>
                <button type="button" class="quiet icon i-close" aria-label=format!("Remove the catalog {}", catalog.name) on:click=remove></button>
            </li>
        }
    });
    let add = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) else {
            return;
        };
        spawn_local(async move {
            if bridge::bundle::add_catalog(input).await {
                asked_again();
            }
        });
    };
    view! {
        <ul class="bundle-form" aria-label="Other catalogs">{rows.collect_view()}</ul>
        <label class="field file-field">"Look for providers in another catalog too"
            <input type="file" multiple="" on:change=add />
        </label>
    }
}

#[component]
fn Answer(found: Needs) -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = rw_signal(newest(app, &found.bundles));
    let bundles = stored_value(found.bundles.clone());
    let is_empty = found.bundles.is_empty();
    let names: Vec<(usize, String)> = found.bundles.iter().map(|bundle| bundle.bundle.clone()).enumerate().collect();
    let choose = move |event: web_sys::Event| shown.set(event_target_value(&event).parse().unwrap_or_default());
    let bundle = move || bundles.with_value(|all| all.get(shown.get()).cloned());
    view! {
        {is_empty.then(|| view! { <p class="facts">"No bundle of the package requires anything."</p> })}
        {(!is_empty).then(|| view! {
            <label class="field">"Bundle"
                <select on:change=choose prop:value=move || shown.get().to_string()>
                    {names.into_iter().map(|(at, name)| view! { <option value=at.to_string() selected=at == shown.get_untracked()>{name}</option> }).collect_view()}
                </select>
            </label>
        })}
        {live(move || bundle().map(|bundle| view! { <Drawing bundle=bundle.clone() /><Listed bundle /> }))}
        <Notes found />
    }
}

/// The index of the head of the default channel, otherwise of the last bundle.
fn newest(app: AppState, bundles: &[Requiring]) -> usize {
    let head = app.catalog.outline.with_untracked(|outline| {
        let owner = bundles.first().map(|bundle| bundle.package.clone())?;
        let package = outline.packages.iter().find(|package| package.name == owner)?;
        let default = package.default_channel.as_ref()?;
        package.channels.iter().find(|channel| channel.name == *default)?.heads.first().cloned()
    });
    let found = bundles.iter().position(|bundle| Some(&bundle.bundle) == head.as_ref());
    found.unwrap_or_else(|| bundles.len().saturating_sub(1))
}

const ROW: usize = 44;
const BOX: usize = 30;

/// The bundle on the left, its requirements in the middle, and the provider that OLM prefers on the right.
#[component]
fn Drawing(bundle: Requiring) -> impl IntoView {
    let rows = bundle.requirements.len().max(1);
    let height = rows.saturating_mul(ROW);
    let middle = |at: usize| at.saturating_mul(ROW).saturating_add(ROW / 2);
    let start = height / 2;
    let label = format!("{} needs {}", bundle.bundle, counted(bundle.requirements.len(), "thing", "things"));
    let node = |x: usize, width: usize, y: usize, text: String, class: &'static str| {
        let (top, base, left) = (y.saturating_sub(BOX / 2), y.saturating_add(5), x.saturating_add(10));
        let short = shortened(&text, width.saturating_sub(20) / 7);
        view! { <g class=class><title>{text}</title><rect x=x.to_string() y=top.to_string() width=width.to_string() height=BOX.to_string() rx="6" /><text x=left.to_string() y=base.to_string()>{short}</text></g> }
    };
    let line = |x1: usize, y1: usize, x2: usize, y2: usize, is_met: bool| {
        let half = x1.midpoint(x2);
        let path = format!("M{x1} {y1}C{half} {y1} {half} {y2} {x2} {y2}");
        view! { <path d=path class:is-unmet=!is_met /> }
    };
    let requirements = bundle.requirements.iter().enumerate().map(|(at, need)| {
        let y = middle(at);
        let none = if need.unknown { "not known" } else { "not provided" };
        let provider = need.by.first().map_or_else(|| none.to_owned(), |by| by.place.bundle.clone());
        let may_be_met = need.met || need.unknown;
        let class = if may_be_met { "need-node" } else { "need-node is-unmet" };
        view! {
            {line(190, start, 220, y, true)}{line(550, y, 580, y, may_be_met)}
            {node(220, 330, y, need.needs.clone(), "need-node")}
            {node(580, 230, y, provider, class)}
        }
    });
    view! {
        <div class="needs-drawing" tabindex="0" role="img" aria-label=label>
            <svg style=format!("width:calc(820rem/16);height:calc({height}rem/16)") viewBox=format!("0 0 820 {height}") aria-hidden="true">
                {requirements.collect_view()}
                {node(10, 180, start, bundle.bundle.clone(), "need-node is-own")}
            </svg>
        </div>
    }
}

/// Shortens a text at its start, at a word boundary if possible: names and APIs differ at the end.
fn shortened(text: &str, most: usize) -> String {
    let Some(over) = text.chars().count().checked_sub(most).filter(|over| *over > 0) else { return text.to_owned() };
    let end: String = text.chars().skip(over).collect();
    let first = end.chars().next().map_or(0, char::len_utf8);
    let word = end.find(' ').map(|space| space.saturating_add(1)).filter(|word| *word < end.len() / 2);
    format!("…{}", end.get(word.unwrap_or(first)..).unwrap_or_default())
}

#[component]
fn Listed(bundle: Requiring) -> impl IntoView {
    view! {
        <ul class="needs-list" aria-label="Requirements">
            {bundle.requirements.into_iter().map(|need| view! { <Need need own=bundle.catalog.clone() /> }).collect_view()}
        </ul>
    }
}

#[component]
fn Need(need: Required, own: String) -> impl IntoView {
    let (sign, result) = match (need.met, need.unknown) {
        (true, _) => ("✓", ""),
        (_, true) => ("?", ": not known"),
        _ => ("✕", ": no bundle provides it"),
    };
    view! {
        <li class:is-error=!need.met && !need.unknown>
            <p><span aria-hidden="true">{sign}</span>" needs "<strong>{need.needs}</strong>{result}</p>
            {need.reason.map(|reason| view! { <p class="facts">{spans(&reason)}</p> })}
            <ol>{need.by.into_iter().take(MAX).map(|by| view! { <By by own=own.clone() /> }).collect_view()}</ol>
        </li>
    }
}

/// The maximum number of listed providers.
const MAX: usize = 12;

#[component]
fn By(by: Provider, own: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (package, channel, bundle) = (by.place.package.clone(), by.place.channel.clone(), by.place.bundle.clone());
    let other = by.candidates.saturating_sub(1);
    let is_here = by.place.catalog == own;
    let mut notes = vec![format!(
        "channel {}{}",
        by.place.channel,
        if by.is_default { ", the default" } else { ", not the default" }
    )];
    notes.push(format!("catalog {}", by.place.catalog));
    if other > 0 {
        notes.push(format!("{} more of this channel also match", other));
    }
    notes.extend(by.deprecated.map(|message| format!("⚠ deprecated: {message}")));
    view! {
        <li>{if is_here { view! { <button type="button" class="quiet link" on:click=move |_| app.go_to_found(&package, &channel, Some(bundle.clone()))>{by.place.bundle.clone()}</button> }.into_any() } else { view! { <strong>{by.place.bundle.clone()}</strong> }.into_any() }}
            " "<span class="meta">{notes.join("; ")}</span></li>
    }
}

/// The findings about the requirements.
#[component]
fn Notes(found: Needs) -> impl IntoView {
    let app = expect_context::<AppState>();
    // Show one line for a finding that several bundles share.
    let mut grouped: SortedMap<String, Diagnostic> = SortedMap::new();
    for one in found.diagnostics {
        grouped.entry(one.message.clone()).or_insert(one);
    }
    let findings = grouped.into_values().map(|one| {
        let (path, from, to) = (one.path.clone(), one.range.start.utf16, one.range.end.utf16);
        let show = move |_| {
            bridge::go_to(&path, from, to, true);
            app.workbench.pane.set(Pane::Code);
        };
        view! { <li class=format!("is-{}", one.severity.name())><button type="button" class="quiet link" on:click=show>{spans(&one.message)}</button>" "<span class="facts">{spans(&one.help)}</span></li> }
    });
    let cycles =
        found.cycles.into_iter().map(|cycle| view! { <li>{format!("A cycle: {}", cycle.join(" needs "))}</li> });
    let owners = found.owners.into_iter().map(|one| {
        view! { <li>{format!("{}/{} {} is provided by {}. OLM selects one of them", one.group, one.version, one.kind, one.packages.join(" and "))}</li> }
    });
    view! { <ul class="findings">{findings.collect_view()}{cycles.collect_view()}{owners.collect_view()}</ul> }
}
