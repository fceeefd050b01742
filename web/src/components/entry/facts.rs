//! Facts about the selected entry.

use crate::prelude::*;
use olmkit_api::{EntryChange, EntryRow};
use olmkit_collections::{SortedMap, order};
use olmkit_text::natural;

use crate::bridge;
use crate::components::channel::names::EntryAt;
use crate::components::channel::stranded::is_rejected;
use crate::live::{Show, live, memo};
use crate::state::{AppState, fetched};
use crate::text::short_image;

/// The maximum number of versions that are listed from which the entry is reached, newest first.
const MAX: usize = 12;

/// The channels of the package that contain the entry, in the order of the overview.
fn channels(app: AppState, at: StoredValue<EntryAt>) -> RwSignal<Option<String>> {
    fetched(move || {
        app.catalog.outline.track();
        let (package, _, name) = at.get_value();
        async move {
            let matrix = bridge::matrix(&package).await.ok()??;
            let row = matrix.rows.into_iter().find(|row| row.name == name)?;
            let named = row.cells.iter().filter_map(|cell| matrix.channels.get(cell.channel));
            Some(named.map(|channel| channel.name.clone()).collect::<Vec<_>>().join(", "))
        }
    })
}

#[component]
pub fn EntryFacts(at: StoredValue<EntryAt>, row: Memo<EntryRow>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let channels = channels(app, at);
    let skipped_by = memo(move |_| {
        app.channel.table.with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let names = at.with_value(|(_, _, own)| {
                let skippers = entries.iter().filter(|entry| entry.skips.contains(own));
                skippers.map(|entry| app.short(&entry.name)).collect::<Vec<_>>()
            });
            names.join(", ")
        })
    });
    // The versions that upgrade to this entry, and their edges.
    let reached = move || {
        row.with(|row| {
            let mut from = SortedMap::<&str, Vec<&str>>::new();
            row.replaces.iter().for_each(|name| from.entry(name).or_default().push("replaces"));
            row.skips.iter().for_each(|name| from.entry(name).or_default().push("skips"));
            let mut from: Vec<_> = from.iter().collect();
            order::sort_by(&mut from, |(a, _), (b, _)| natural(b, a));
            let more = from.len().saturating_sub(MAX);
            let more = (more > 0).then(|| view! { <span class="from">{format!("and {more} more")}</span> });
            let each = from.iter().take(MAX).map(|(name, edges)| {
                view! { <span class="from"><code title=(*name).to_owned()>{app.short(name)}</code>" "{edges.join(", ")}</span> }
            });
            let range = row.skip_range.clone().map(|range| view! { <span class="from"><code>{range}</code>" skipRange"</span> });
            let none = (row.replaces.is_none() && row.skips.is_empty() && row.skip_range.is_none()).then_some("no version");
            view! { {each.collect_view()}{more}{range}{none} }
        })
    };
    let fact = |label: &'static str, value: Signal<String>| {
        view! { <Show when=move || value.with(|value| !value.is_empty())><dt>{label}</dt><dd>{value}</dd></Show> }
    };
    let bundle =
        move || row.with(|row| if row.has_bundle { row.name.clone() } else { "not in the catalog".to_owned() });
    let image = memo(move |_| row.with(|row| row.image.clone().unwrap_or_default()));
    view! {
        <dl class="entry-facts">
            <dt>"Reached from"</dt><dd>{live(reached)}</dd>
            {fact("Skipped by", skipped_by.into())}
            <dt>"Bundle"</dt><dd><code>{live(bundle)}</code></dd>
            <Show when=move || image.with(|image| !image.is_empty())><dt>"Image"</dt><dd><code title=image>{live(move || image.with(|image| short_image(image)))}</code><button type="button" class="quiet icon i-copy" aria-label="Copy image" title="Copy the whole reference of the image" on:click=move |_| bridge::copy_text(&image.get_untracked())></button></dd></Show>
            {fact("Channels", Signal::derive(move || channels.get().unwrap_or_default()))}
            {fact("Deprecated", Signal::derive(move || row.with(|row| row.deprecation.clone().unwrap_or_default())))}
        </dl>
    }
}

/// The states of an entry, as the table shows them.
#[component]
pub fn StateTags(at: StoredValue<EntryAt>, row: Memo<EntryRow>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_skipped = move || {
        app.channel.table.with(|table| {
            let rows = table.as_ref().map(|table| table.rail.rows.as_slice()).unwrap_or_default();
            at.with_value(|(_, _, own)| rows.iter().any(|row| row.name == *own && row.is_skipped))
        })
    };
    let is_stranded =
        move || app.channel.stranded.with(|all| at.with_value(|(_, _, own)| all.iter().any(|one| one.entry == *own)));
    let tags = move || {
        let changed = row.with(|row| row.change).map(|change| match change {
            EntryChange::New => "new",
            EntryChange::Changed => "changed",
        });
        let row = row.get();
        [
            row.is_head.then_some(("head", "is-head")),
            is_skipped().then_some(("skipped", "")),
            changed.map(|text| (text, "is-changed")),
            row.deprecation.is_some().then_some(("deprecated", "")),
            is_stranded().then(|| {
                ("stranded", if at.with_value(|(_, _, own)| is_rejected(app, own)) { "is-bad" } else { "is-warning" })
            }),
            (!row.has_bundle).then_some(("no bundle", "is-bad")),
        ]
        .into_iter()
        .flatten()
        .map(|(text, class)| view! { <span class=format!("tag {class}")>{text}</span> })
        .collect_view()
    };
    view! { <span class="tags">{live(tags)}</span> }
}
