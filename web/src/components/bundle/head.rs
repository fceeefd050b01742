//! The identity of the bundle: its heading and facts.

use crate::prelude::*;
use olmkit_api::bundle::BundleDescription;

use super::add::AddButton;
use super::{Section, ToText, described, part};
use crate::components::parts::icon::{IconImage, letters};
use crate::live::{Show, live};
use crate::state::AppState;

#[component]
pub fn Head() -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = described(app, Clone::clone);
    let icon = part(app, |bundle| bundle.icon.clone());
    let media_type = part(app, |bundle| bundle.report.bundle.clone().unwrap_or_default().media_type.into_owned());
    let name = move || shown.with(title);
    let facts = move || {
        let mut facts = shown.with(|found| {
            let kubernetes = &found.min_kube_version;
            let kubernetes =
                if kubernetes.is_empty() { String::new() } else { format!("Kubernetes {kubernetes} or newer") };
            vec![found.provider.clone(), places(app, found), kubernetes]
        });
        facts.push(media_type.get().unwrap_or_default());
        facts.retain(|fact| !fact.is_empty());
        facts.into_iter().map(|fact| view! { <span>{fact}</span> }).collect_view()
    };
    let csv = move || shown.with(|found| found.csv.clone());
    view! {
        <header class="bundle-head">
            {live(move || match icon.get().flatten() {
                Some(icon) => view! { <IconImage icon alt="Icon of the operator" /> }.into_any(),
                None => view! { <span class="bundle-icon is-letters" aria-hidden="true">{letters(&name())}</span> }.into_any(),
            })}
            <div class="bundle-title">
                <p><h2 tabindex="-1">{live(name)}</h2>" "<span class="bundle-version">{live(move || shown.with(|found| found.version.clone()))}</span></p>
                <p class="facts">{live(facts)}</p>
            </div>
            <div class="actions">
                {live(move || csv().map(|location| view! { <ToText location label="Show in the text" /> }))}
                <AddButton />
            </div>
        </header>
    }
}

fn title(found: &BundleDescription) -> String {
    let names = [&found.display_name, &found.name];
    let known = names.into_iter().find(|name| !name.is_empty());
    known.cloned().unwrap_or_else(|| "No ClusterServiceVersion".to_owned())
}

/// The channels of the bundle. Whether it is the head of a channel is known only if its catalog is open.
fn places(app: AppState, found: &BundleDescription) -> String {
    let is_head = |channel: &String| {
        app.catalog.outline.with(|outline| {
            let package = outline.packages.iter().find(|package| package.name == found.package);
            let channel = package.and_then(|package| package.channels.iter().find(|one| one.name == *channel));
            channel.is_some_and(|channel| channel.heads.contains(&found.name))
        })
    };
    let default = found.default_channel.as_deref();
    let name = |channel: &String| {
        let notes = [
            (Some(channel.as_str()) == default && found.channels.len() > 1).then_some("default"),
            is_head(channel).then_some("its head"),
        ];
        let notes = notes.into_iter().flatten().collect::<Vec<_>>();
        if notes.is_empty() { channel.clone() } else { format!("{channel} ({})", notes.join(", ")) }
    };
    match found.channels.as_slice() {
        [] => String::new(),
        [one] => format!("channel {}", name(one)),
        all => format!("channels {}", all.iter().map(name).collect::<Vec<_>>().join(", ")),
    }
}

#[component]
pub fn ModesCard() -> impl IntoView {
    let app = expect_context::<AppState>();
    let modes = described(app, |found| found.install_modes.clone());
    view! {
        <Show when=move || modes.with(|modes| !modes.is_empty())>
            <Section title="Install modes">
                <ul class="bundle-modes">
                    {live(move || modes.get().into_iter().map(|mode| {
                        let (class, word) = if mode.supported { ("tag is-good", "supported") } else { ("tag", "not supported") };
                        view! { <li class=class title=word>{mode.supported.then_some(view! { <span aria-hidden="true">"✓ "</span> })}{mode.name}<span class="visually-hidden">{format!(" {word}")}</span></li> }
                    }).collect_view())}
                </ul>
            </Section>
        </Show>
    }
}

#[component]
pub fn AboutCard() -> impl IntoView {
    let app = expect_context::<AppState>();
    let about = described(app, about);
    let long = described(app, |found| found.description.clone());
    view! {
        <Section title="About">
            <dl class="bundle-facts">
                {live(move || about.get().into_iter().map(|(key, value)| view! { <dt>{key}</dt><dd>{value}</dd> }).collect_view())}
            </dl>
            {live(move || Some(long.get()).filter(|long| !long.trim().is_empty()).map(|long| view! {
                <details class="deprecate"><summary>"Description"</summary><pre class="bundle-text" tabindex="0">{long}</pre></details>
            }))}
        </Section>
    }
}

fn about(found: &BundleDescription) -> Vec<(&'static str, String)> {
    let linked = |all: &[olmkit_api::bundle::BundleLink]| {
        all.iter().map(|one| format!("{} {}", one.name, one.url)).collect::<Vec<_>>().join(", ")
    };
    let facts = [
        ("Name", found.name.clone()),
        ("Package", found.package.clone()),
        ("Maintainers", linked(&found.maintainers)),
        ("Links", linked(&found.links)),
        ("Maturity", found.maturity.clone()),
        ("Capabilities", found.capabilities.clone()),
        ("Categories", found.categories.join(", ")),
        ("Keywords", found.keywords.join(", ")),
    ];
    facts.into_iter().filter(|(_, value)| !value.trim().is_empty()).collect()
}
