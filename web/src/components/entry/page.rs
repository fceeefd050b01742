//! The entry that is selected: everything that can be done with it, and what was found at it.

use leptos::prelude::*;
use olmkit_api::{Diagnostic, EdgeField, EntryRow, Range};

use crate::components::channel::cells::{EdgeInput, EntryAt};
use crate::components::channel::deprecate::Deprecate;
use crate::components::channel::rows::placeless;
use crate::components::entry::contents::Contents;
use crate::components::entry::range::RangeBuilder;
use crate::components::entry::simulate::Simulate;
use crate::components::parts::narrow::is_narrow;
use crate::components::parts::pick::{Pick, reset};
use crate::components::parts::text::spans;
use crate::state::fields::*;
use crate::state::{AppState, Named, Pane};

/// The row of the entry that is selected.
fn row(app: AppState) -> Option<(String, String, EntryRow)> {
    let name = app.selected.entry().get()?;
    app.channel.table().with(|table| {
        let table = table.as_ref()?;
        let entry = table.entries.iter().find(|entry| entry.name == name)?;
        Some((table.package.clone(), table.channel.clone(), placeless(entry)))
    })
}

/// Whether there is something to say about what is selected.
pub fn has_page(app: AppState) -> bool {
    row(app).is_some() || app.selected.simulation().with(Option::is_some)
}

#[component]
pub fn EntryPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = Memo::new(move |_| row(app));
    // The simulated version need not be an entry of the channel that is shown.
    let simulated = Memo::new(move |_| {
        app.selected.simulation().with(|simulation| simulation.as_ref().map(|simulation| simulation.from.clone()))
    });
    view! {
        {move || shown.get().map(|(package, channel, entry)| view! { <Selected package channel entry /> })}
        {move || simulated.get().filter(|_| shown.with(Option::is_none)).map(|name| view! {
            <section class="entry-page" aria-label=format!("Version {name}")>
                <div class="channel-head"><h3>{name.clone()}</h3><CloseButton /></div>
                <Simulate />
            </section>
        })}
    }
}

#[component]
fn CloseButton() -> impl IntoView {
    let app = expect_context::<AppState>();
    view! { <button type="button" class="quiet close" aria-label="Close the entry" on:click=move |_| { app.selected.entry().set(None); app.selected.simulation().set(None); }>"✕"</button> }
}

#[component]
fn Selected(package: String, channel: String, entry: EntryRow) -> impl IntoView {
    let app = expect_context::<AppState>();
    let at = StoredValue::new((package.clone(), channel.clone(), entry.name.clone()));
    // In every channel and file, and the bundle with it, after a preview.
    let rename = move |_| {
        let (package, _, name) = at.get_value();
        app.dialogs.renaming().set(Some(Named { schema: "olm.bundle".to_owned(), package, name }));
    };
    // Its place is read when it is needed: it moves with every edit above it.
    let show = move |place: fn(EntryRow) -> Option<(String, Range)>| {
        let row = at.with_value(|(_, _, entry)| app.row_of(entry));
        if let Some((path, range)) = row.and_then(place) {
            app.workbench.pane().set(Pane::Code);
            app.go_to(&path, range, true);
        }
    };
    let ranged = channel.clone();
    view! {
        <section class="entry-page" aria-label=format!("Entry {}", entry.name)>
            <div class="channel-head">
                <h3>{entry.name.clone()}</h3>
                <button type="button" class="quiet link" on:click=move |_| show(|row| Some((row.path, row.range)))>"Show in the text"</button>
                {entry.has_bundle.then(|| view! {
                    <button type="button" class="quiet link" on:click=move |_| show(|row| row.bundle_path.zip(row.bundle_range))>"Show the bundle"</button>
                })}
                <CloseButton />
            </div>
            <StrandedNotes entry=entry.name.clone() />
            <Findings package=package.clone() channel entry=entry.name.clone() />
            {is_narrow().then(|| view! { <Edges at /> })}
            <div class="inline-form">
                <button type="button" on:click=rename>"Rename"</button>
                <Promote at />
                <TakeOver name=entry.name.clone() />
                <button type="button" on:click=move |_| at.with_value(|(_, _, entry)| app.choose_removal(entry))>"Remove"</button>
            </div>
            <Simulate />
            {entry.has_bundle.then(|| view! { <Contents entry=entry.name.clone() /> })}
            <RangeBuilder package=package.clone() channel=ranged entry=entry.name.clone() text=entry.skip_range.clone() />
            <Deprecate package schema="olm.bundle" name=Some(entry.name.clone()) message=entry.deprecation />
        </section>
    }
}

/// Its edges, where the table has no room for their cells.
#[component]
fn Edges(at: StoredValue<EntryAt>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let row = Memo::new(move |_| {
        app.channel.table().with(|table| {
            let found = at.with_value(|(_, _, name)| table.as_ref()?.entries.iter().find(|entry| entry.name == *name));
            found.map(placeless).unwrap_or_default()
        })
    });
    let field = move |field: EdgeField, label: &'static str, value: fn(&EntryRow) -> String| {
        let value = Memo::new(move |_| row.with(value));
        view! { <label class="field">{label}<EdgeInput at field value label=label.to_owned() wrong=Signal::derive(|| None::<String>) /></label> }
    };
    view! {
        <div class="edge-fields">
            {field(EdgeField::Replaces, "replaces", |row| row.replaces.clone().unwrap_or_default())}
            {field(EdgeField::Skips, "skips", |row| row.skips.join(", "))}
            {field(EdgeField::SkipRange, "skipRange", |row| row.skip_range.clone().unwrap_or_default())}
        </div>
    }
}

/// A choice of the package's other channels.
#[component]
fn Promote(at: StoredValue<(String, String, String)>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (package, from, _) = at.get_value();
    let others = app.catalog.outline().with_untracked(|outline| {
        let found = outline.packages.iter().find(|found| found.name == package);
        let names = found.map(|found| found.channels.iter().map(|channel| channel.name.clone()).collect::<Vec<_>>());
        names.unwrap_or_default().into_iter().filter(|name| *name != from).collect::<Vec<_>>()
    });
    let promote = move |event: web_sys::Event| {
        let to = event_target_value(&event);
        reset(&event);
        at.with_value(|(_, _, entry)| app.choose_promotion(entry, &to, false));
    };
    (!others.is_empty()).then(|| {
        view! {
            <label class="field">"Promote to"
                <select class="promote" on:change=promote>
                    <option value="">"choose a channel"</option>
                    {others.into_iter().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
                </select>
            </label>
        }
    })
}

/// An edge without dragging, to or from another entry.
#[component]
fn TakeOver(name: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let own = StoredValue::new(name);
    let others = Signal::derive(move || {
        app.channel.table().with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let names = entries.iter().map(|entry| entry.name.clone());
            names.filter(|name| own.with_value(|own| own != name)).collect::<Vec<_>>()
        })
    });
    let draw = Callback::new(move |other: String| {
        if !other.is_empty() {
            own.with_value(|own| app.choose_edge(own, &other));
        }
    });
    view! {
        <label class="field">"Edge with"
            <Pick label="Edge with" class="take-over" empty="choose an entry" list="edge-names" names=others pick=draw />
        </label>
    }
}

/// Whose upgrades do not come to the head from here, why, and what fixes it.
#[component]
fn StrandedNotes(entry: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = Memo::new(move |_| {
        app.channel.stranded().with(|all| all.iter().filter(|one| one.entry == entry).cloned().collect::<Vec<_>>())
    });
    view! {
        {move || found.get().into_iter().map(|one| view! {
            <div class="stranded-note">
                <p><strong>{format!("⚠ Stranded under OLM {}. ", one.semantics.name())}</strong>{spans(&one.message)}</p>
                <p>{spans(&one.help)}</p>
                <p class="actions">{one.fixes.into_iter().map(|fix| { let own = fix.clone(); view! {
                    <button type="button" on:click=move |_| app.preview_stranded_fix(own.clone())>{format!("Preview fix: {}", fix.title)}</button>
                } }).collect_view()}</p>
            </div>
        }).collect_view()}
    }
}

#[component]
fn Findings(package: String, channel: String, entry: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let concerns = move |found: &Diagnostic| {
        !found.rule.starts_with("stranded-")
            && found.package.as_deref() == Some(package.as_str())
            && found.channel.as_deref().is_none_or(|name| name == channel)
            && found.entry.as_deref() == Some(entry.as_str())
    };
    let found = Memo::new(move |_| {
        app.catalog.report().with(|report| {
            let numbered = report.diagnostics.iter().enumerate();
            numbered.filter(|(_, found)| concerns(found)).map(|(at, found)| (at, found.clone())).collect::<Vec<_>>()
        })
    });
    view! {
        <ul class="findings">
            {move || found.get().into_iter().map(|(at, found)| view! {
                <li class=format!("is-{}", found.severity.name())>
                    <button type="button" class="quiet link" on:click=move |_| app.show_problem(at)>{spans(&found.message)}</button>
                    {found.fixes.first().cloned().map(|fix| view! { <button type="button" on:click=move |_| app.preview_fix(fix.clone())>"Preview fix"</button> })}
                </li>
            }).collect_view()}
        </ul>
    }
}
