//! What a bundle may do, and what it runs.

use leptos::prelude::*;
use olmkit_api::bundle::{BundleImage, BundlePermission, PermissionRule};

use super::{Section, ToText, described};
use crate::components::parts::facts::{Cell, Facts, Row};
use crate::components::parts::text::count as counted;
use crate::state::AppState;

#[component]
pub fn Permissions() -> impl IntoView {
    let app = expect_context::<AppState>();
    let given = described(app, |found| found.permissions.clone());
    let count = Signal::derive(move || given.with(|given| given.iter().map(|one| one.rules.len()).sum()));
    view! {
        <Show when=move || count.get() != 0>
            <Section title="Permissions" count>
                {move || given.get().into_iter().map(|one| view! { <Account one /> }).collect_view()}
            </Section>
        </Show>
    }
}

#[component]
fn Account(one: BundlePermission) -> impl IntoView {
    let scope = if one.is_cluster_wide { "in the whole cluster" } else { "in its namespaces" };
    let risky = one.rules.iter().filter(|rule| rule.risk.is_some()).count();
    view! {
        <div class="bundle-api">
            <p><strong>{one.service_account.clone()}</strong>" "<span class="meta">{scope}</span>" "<ToText spot=one.spot label="Show in the text" />
                {(risky > 0).then(|| view! { <span class="tag is-bad">{format!("⚠ {}", counted(risky, "rule gives much", "rules give much"))}</span> })}
            </p>
            <Facts label=format!("Rules of {}", one.service_account) heads=&["API groups", "Resources", "Verbs", "Note"] rows=one.rules.into_iter().map(rule).collect() />
        </div>
    }
}

fn rule(rule: PermissionRule) -> Row {
    let groups = rule.groups.iter().map(|group| if group.is_empty() { "core".to_owned() } else { group.clone() });
    let groups = groups.collect::<Vec<_>>().join(", ");
    let mut resources = [rule.resources.clone(), rule.urls.clone()].concat().join(", ");
    if !rule.names.is_empty() {
        resources = format!("{resources}: only {}", rule.names.join(", "));
    }
    let is_risky = rule.risk.is_some();
    let risk = rule.risk.map(|risk| format!("⚠ {risk}")).unwrap_or_default();
    Row { cells: [groups, resources, rule.verbs.join(", "), risk].map(Cell::text).into(), is_risky }
}

#[component]
pub fn Images() -> impl IntoView {
    let app = expect_context::<AppState>();
    let images = described(app, |found| found.images.clone());
    let count = Signal::derive(move || images.with(Vec::len));
    view! {
        <Show when=move || count.get() != 0>
            <Section title="Images" count>
                {move || view! { <Facts label="Images" heads=&["Image", "Name", "Run by", "Note"] rows=images.get().into_iter().map(image).collect() /> }}
            </Section>
        </Show>
    }
}

fn image(image: BundleImage) -> Row {
    let notes = [
        (!image.is_related).then_some("not in relatedImages: not mirrored"),
        (!image.is_pinned).then_some("by tag, not by digest"),
    ];
    let notes = notes.into_iter().flatten().collect::<Vec<_>>().join("; ");
    Row::new([Cell::code(image.image), Cell::text(image.name), Cell::text(image.used_by.join(", ")), Cell::text(notes)])
}
