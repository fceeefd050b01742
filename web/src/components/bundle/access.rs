//! What a bundle may do, and what it runs.

use leptos::prelude::*;

use super::super::words::count as counted;
use super::{Section, ToText, described};
use crate::data::bundle::{Permission, PermissionRule};
use crate::state::Desk;

#[component]
pub fn Permissions() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let given = described(desk, |found| found.permissions.clone());
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
fn Account(one: Permission) -> impl IntoView {
    let scope = if one.is_cluster_wide { "in the whole cluster" } else { "in its namespaces" };
    let risky = one.rules.iter().filter(|rule| rule.risk.is_some()).count();
    view! {
        <div class="bundle-api">
            <p><strong>{one.service_account.clone()}</strong>" "<span class="meta">{scope}</span>" "<ToText spot=one.spot label="Show in the text" />
                {(risky > 0).then(|| view! { <span class="tag is-bad">{format!("⚠ {}", counted(risky, "rule gives much", "rules give much"))}</span> })}
            </p>
            <div class="bundle-table" tabindex="0" role="region" aria-label=format!("Rules of {}", one.service_account)>
            <table>
                <thead><tr><th>"API groups"</th><th>"Resources"</th><th>"Verbs"</th><th>"Note"</th></tr></thead>
                <tbody>{one.rules.into_iter().map(|rule| view! { <Rule rule /> }).collect_view()}</tbody>
            </table>
            </div>
        </div>
    }
}

#[component]
fn Rule(rule: PermissionRule) -> impl IntoView {
    let groups = rule.groups.iter().map(|group| if group.is_empty() { "core".to_owned() } else { group.clone() });
    let groups = groups.collect::<Vec<_>>().join(", ");
    let mut resources = [rule.resources.clone(), rule.urls.clone()].concat().join(", ");
    if !rule.names.is_empty() {
        resources = format!("{resources}: only {}", rule.names.join(", "));
    }
    let is_risky = rule.risk.is_some();
    view! {
        <tr class:is-risky=is_risky><td>{groups}</td><td>{resources}</td><td>{rule.verbs.join(", ")}</td>
            <td>{rule.risk.map(|risk| format!("⚠ {risk}"))}</td></tr>
    }
}

#[component]
pub fn Images() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let images = described(desk, |found| found.images.clone());
    let count = Signal::derive(move || images.with(Vec::len));
    view! {
        <Show when=move || count.get() != 0>
            <Section title="Images" count>
                <div class="bundle-table" tabindex="0" role="region" aria-label="Images">
                <table>
                    <thead><tr><th>"Image"</th><th>"Name"</th><th>"Run by"</th><th>"Note"</th></tr></thead>
                    <tbody>{move || images.get().into_iter().map(|image| {
                        let notes = [(!image.is_related).then_some("not in relatedImages: not mirrored"), (!image.is_pinned).then_some("by tag, not by digest")];
                        let notes = notes.into_iter().flatten().collect::<Vec<_>>().join("; ");
                        view! { <tr><td class="bundle-image">{image.image}</td><td>{image.name}</td><td>{image.used_by.join(", ")}</td><td>{notes}</td></tr> }
                    }).collect_view()}</tbody>
                </table>
                </div>
            </Section>
        </Show>
    }
}
