//! The permissions of a bundle and the images that it runs.

use crate::prelude::*;
use olmkit_api::bundle::{BundleImage, BundlePermission, PermissionRule};
use olmkit_collections::order;
use olmkit_text::counted;

use super::shown::{Shown, Tab};
use super::{Section, ToText, described};
use crate::components::parts::facts::{Cell, Facts, Row};
use crate::live::{Show, live, memo};
use crate::state::AppState;

/// The number of rules or images that the overview lists.
const FEW: usize = 8;

/// Verbs of Kubernetes, by what they do.
const READS: [&str; 3] = ["get", "list", "watch"];
const WRITES: [&str; 3] = ["create", "update", "patch"];
const DELETES: [&str; 2] = ["delete", "deletecollection"];

/// The order of the kinds of verbs. Other verbs follow.
const KINDS: [&str; 4] = ["all", "read", "write", "delete"];

/// The kinds of verbs of a rule: "read, write, delete, escalate".
fn summary(verbs: &[String]) -> String {
    let kind = |verb: &String| match verb.as_str() {
        "*" => "all".to_owned(),
        verb if READS.contains(&verb) => "read".to_owned(),
        verb if WRITES.contains(&verb) => "write".to_owned(),
        verb if DELETES.contains(&verb) => "delete".to_owned(),
        verb => verb.to_owned(),
    };
    let mut kinds: Vec<String> = Vec::new();
    for kind in verbs.iter().map(kind) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    order::sort_by_key(&mut kinds, |kind| KINDS.iter().position(|known| known == kind).unwrap_or(KINDS.len()));
    kinds.join(", ")
}

/// The cluster-wide or the namespaced rules, strongest first.
fn rules(given: &[BundlePermission], is_cluster_wide: bool) -> Vec<PermissionRule> {
    let accounts = given.iter().filter(|one| one.is_cluster_wide == is_cluster_wide);
    let mut rules: Vec<PermissionRule> = accounts.flat_map(|one| one.rules.iter().cloned()).collect();
    order::sort_by_key(&mut rules, |rule| rule.risk.is_none());
    rules
}

#[component]
pub fn PermissionsCard(shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let given = described(app, |found| found.permissions.clone());
    let number = move |wide| given.with(|given| rules(given, wide).len());
    let wanted = rw_signal(true);
    // If there are only rules of one scope, show that scope.
    let is_wide = memo(move |_| match (number(true), number(false)) {
        (0, _) => false,
        (_, 0) => true,
        _ => wanted.get(),
    });
    let own = move || given.with(|given| rules(given, is_wide.get()));
    let count = Signal::derive(move || given.with(|given| given.iter().map(|one| one.rules.len()).sum()));
    let choice = move |label: &'static str, wide: bool| {
        view! { <button type="button" disabled=move || number(wide) == 0 aria-pressed=move || (is_wide.get() == wide).to_string() on:click=move |_| wanted.set(wide)>{label}</button> }
    };
    view! {
        <Show when=move || count.get() != 0>
            <Section title="Permissions" count>
                <div class="switch card-switch" role="group" aria-label="Scope of the permissions">{choice("Cluster", true)}{choice("Namespace", false)}</div>
                <table class="card-table" aria-label="Permissions, strongest first">
                    <tbody>{live(move || own().into_iter().take(FEW).map(rule_line).collect_view())}</tbody>
                </table>
                <Show when=move || { own().len().min(FEW) < count.get() }>
                    <button type="button" class="quiet link card-more" on:click=move |_| shown.show(Tab::Permissions)>{live(move || format!("All {}", counted(count.get(), "rule", "rules")))}</button>
                </Show>
            </Section>
        </Show>
    }
}

fn rule_line(rule: PermissionRule) -> impl IntoView {
    let what = [rule.resources.clone(), rule.urls.clone()].concat().join(", ");
    let groups = groups(&rule);
    let note = match rule.risk {
        Some(risk) => view! { <span class="tag is-warning">{risk.into_owned()}</span> }.into_any(),
        None => view! { <span class="meta">{groups}</span> }.into_any(),
    };
    view! { <tr><th scope="row" title=what.clone()>{what.clone()}</th><td title=rule.verbs.join(", ")>{summary(&rule.verbs)}</td><td>{note}</td></tr> }
}

fn groups(rule: &PermissionRule) -> String {
    let name = |group: &String| if group.is_empty() { "core".to_owned() } else { group.clone() };
    rule.groups.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[component]
pub fn Permissions() -> impl IntoView {
    let app = expect_context::<AppState>();
    let given = described(app, |found| found.permissions.clone());
    view! {
        {live(move || match given.get() {
            given if given.is_empty() => view! { <p class="facts">"The operator requests no permissions."</p> }.into_any(),
            given => given.into_iter().map(|one| view! { <Account one /> }).collect_view().into_any(),
        })}
    }
}

#[component]
fn Account(one: BundlePermission) -> impl IntoView {
    let scope = if one.is_cluster_wide { "cluster-wide" } else { "in its namespaces" };
    let risky = one.rules.iter().filter(|rule| rule.risk.is_some()).count();
    view! {
        <section class="card" aria-label=format!("{} {scope}", one.service_account)>
            <header><h3>{one.service_account.clone()}</h3><span class="meta">{scope}</span>
                {(risky > 0).then(|| view! { <span class="tag is-warning">{counted(risky, "rule grants broad access", "rules grant broad access")}</span> })}
                <ToText location=one.location label="Show in the text" /></header>
            <Facts label=format!("Rules of {}", one.service_account) heads=&["API groups", "Resources", "Verbs", "Note"] rows=one.rules.into_iter().map(rule).collect() />
        </section>
    }
}

fn rule(rule: PermissionRule) -> Row {
    let groups = groups(&rule);
    let mut resources = [rule.resources.clone(), rule.urls.clone()].concat().join(", ");
    if !rule.names.is_empty() {
        resources = format!("{resources}: only {}", rule.names.join(", "));
    }
    let is_risky = rule.risk.is_some();
    let risk = rule.risk.map(|risk| format!("⚠ {risk}")).unwrap_or_default();
    Row { cells: [groups, resources, rule.verbs.join(", "), risk].map(Cell::text).into(), is_risky }
}

#[component]
pub fn ImagesCard(shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let images = described(app, |found| found.images.clone());
    let count = Signal::derive(move || images.with(Vec::len));
    view! {
        <Show when=move || count.get() != 0>
            <Section title="Images" count>
                <table class="card-table" aria-label="Images">
                    <tbody>{live(move || images.get().into_iter().take(FEW).map(image_line).collect_view())}</tbody>
                </table>
                <Show when=move || { count.get() > FEW }>
                    <button type="button" class="quiet link card-more" on:click=move |_| shown.show(Tab::Images)>{live(move || format!("All {}", counted(count.get(), "image", "images")))}</button>
                </Show>
            </Section>
        </Show>
    }
}

fn image_line(image: BundleImage) -> impl IntoView {
    let users = image.used_by.first().and_then(|user| user.rsplit('/').next()).unwrap_or_default();
    let name = if image.name.is_empty() { users.to_owned() } else { image.name.clone() };
    let (class, note) = if image.is_pinned { ("tag", "by digest") } else { ("tag is-warning", "by tag") };
    view! { <tr><th scope="row" title=name.clone()>{name.clone()}</th><td><code title=image.image.clone()>{image.image.clone()}</code></td><td><span class=class>{note}</span></td></tr> }
}

#[component]
pub fn Images() -> impl IntoView {
    let app = expect_context::<AppState>();
    let images = described(app, |found| found.images.clone());
    let count = Signal::derive(move || images.with(Vec::len));
    view! {
        <Section title="Images" count>
            {live(move || view! { <Facts label="Images" heads=&["Image", "Name", "Run by", "Note"] rows=images.get().into_iter().map(image).collect() /> })}
        </Section>
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
