//! The status line: opm's verdict, the findings, the state of the draft, and opm's own output.

use crate::prelude::*;
use olmkit_text::counted;

use crate::bridge;
use crate::bridge::types::DraftState;
use crate::components::parts::modal::Modal;
use crate::components::problems::not_checked::not_checked;
use crate::live::{Show, live, memo};
use crate::state::{AppState, Pane};
use crate::text::stranded_under;

/// What the status says once the program that reads and writes the files has ended.
const ENDED: &str = "olmkit open has ended";

/// Whether opm rejects what is open.
pub fn is_rejected(app: AppState) -> bool {
    !bundle_is_accepted(app).unwrap_or_else(|| app.catalog.report.with(|report| report.opm.accepted))
}

/// Whether opm accepts the bundle that is open without a catalog.
fn bundle_is_accepted(app: AppState) -> Option<bool> {
    let has_catalog = app.catalog.own_report.with(|report| report.summary.files > 0);
    let verdict = app.bundles.open.with(|bundle| bundle.as_ref().and_then(|bundle| bundle.report.bundle.clone()));
    verdict.filter(|_| !has_catalog).map(|verdict| verdict.opm.unwrap_or(true))
}

/// The verdict on what is open, as a sentence: with the first rule for which opm rejects it.
pub fn verdict(app: AppState) -> String {
    with_rule(app, short_verdict(app))
}

/// The verdict on what is open, without a reason.
pub fn short_verdict(app: AppState) -> String {
    verdict_on(app, " this catalog")
}

fn with_rule(app: AppState, verdict: String) -> String {
    let is_of_catalog =
        app.session.is_loaded.get() && app.catalog.is_checked.get() && bundle_is_accepted(app).is_none();
    let rule = app.catalog.report.with(|report| report.opm.first.clone());
    match rule.filter(|_| is_of_catalog && is_rejected(app)) {
        Some(rule) => format!("{verdict}: {rule}"),
        None => verdict,
    }
}

fn verdict_on(app: AppState, catalog: &str) -> String {
    if !app.session.is_loaded.get() {
        return String::new();
    }
    if !app.catalog.is_checked.get() {
        "Checking".to_owned()
    } else if app.lacks_documents() {
        "No catalog".to_owned()
    } else if let Some(is_accepted) = bundle_is_accepted(app) {
        format!("opm {} this bundle", if is_accepted { "accepts" } else { "rejects" })
    } else {
        format!("opm {}{catalog}", if is_rejected(app) { "rejects" } else { "accepts" })
    }
}

/// The position of the cursor in the text, which follows the selection. Empty if the whole catalog is shown.
fn position(app: AppState) -> Option<String> {
    let is_selected = app.selected.place.with(|place| !place.package.is_empty());
    Some(app.workbench.cursor.get()).filter(|cursor| is_selected && !cursor.is_empty())
}

#[component]
pub fn Status() -> impl IntoView {
    let app = expect_context::<AppState>();
    let summary = move || app.catalog.report.with(|report| report.summary);
    let is_checked = app.catalog.is_checked;
    let counts = move || {
        if !is_checked.get() {
            return String::new();
        }
        let summary = summary();
        [
            counted(summary.errors, "error", "errors"),
            counted(summary.warnings, "warning", "warnings"),
            counted(summary.infos, "info", "infos"),
        ]
        .join(", ")
    };
    // The position of the cursor if something is selected, otherwise the size of the catalog.
    let place = move || {
        if app.bundles.is_shown.get() || !is_checked.get() {
            return String::new();
        }
        let summary = summary();
        position(app).unwrap_or_else(|| {
            [
                counted(summary.packages, "package", "packages"),
                counted(summary.channels, "channel", "channels"),
                counted(summary.bundles, "bundle", "bundles"),
            ]
            .join(", ")
        })
    };
    let stranded = move || {
        let stranded = app.catalog.outline.with(|outline| outline.stranded);
        (stranded.total != 0)
            .then(|| view! { <span class="is-stranded"><b>{format!("{} stranded", stranded.total)}</b><span class="only-wide">{format!(" ({})", stranded_under(stranded))}</span></span> })
    };
    view! {
        <footer class="status">
            <Show when=move || app.session.is_loaded.get()>
                <button type="button" class="quiet verdict" class:is-empty=move || app.lacks_documents() class:is-bad=move || app.catalog.is_checked.get() && is_rejected(app) title="Output of opm"
                    on:click=move |_| app.dialogs.opm.set(true)>{live(move || with_rule(app, verdict_on(app, "")))}</button>
                <span class="visually-hidden" role="status">{live(move || short_verdict(app))}</span>
                {stranded}
                {live(move || not_checked(app).into_iter().next().map(|text| view! { <span class="is-unchecked" title=text><b>"Not all checked"</b></span> }))}
                <span class="counts" role="status">{live(counts)}</span>
                {live(move || config(app))}
            </Show>
            <span class="at-place only-wide">{live(place)}</span>
            <Show when=move || app.session.is_loaded.get()><span class="profile only-wide">{live(move || format!("Profile: {}", app.catalog.config.with(|config| config.profile.clone())))}</span></Show>
            <span class="draft" class:is-saved=move || app.session.state.with(|page| page.changed == 0 && !page.ended)>{live(move || draft(app))}</span>
        </footer>
    }
}

/// Whether there are unsaved changes, and whether their draft is kept.
fn draft(app: AppState) -> AnyView {
    let page = app.session.state.get();
    let changed = format!("{} changed", page.changed);
    let kept = if page.draft == DraftState::Saved { ", draft kept" } else { "" };
    let (text, more) = match page.draft {
        DraftState::NotKept { reason } if page.changed > 0 => {
            (format!("{changed}, draft not kept: {reason}"), String::new())
        }
        _ if page.ended && page.changed > 0 => (ENDED.to_owned(), format!(", {changed}{kept}")),
        _ if page.ended => (ENDED.to_owned(), String::new()),
        _ if page.changed > 0 => (changed, kept.to_owned()),
        _ if page.folder => ("Saved".to_owned(), String::new()),
        _ => ("No changes".to_owned(), String::new()),
    };
    view! { {text}<span class="only-wide">{more}</span> }.into_any()
}

/// Opens the configuration of the catalog, if it has one.
fn config(app: AppState) -> Option<AnyView> {
    let found = app.catalog.config.get();
    let (path, broken) = (found.files.first().cloned()?, found.broken);
    let open = move |_| {
        app.workbench.pane.set(Pane::Code);
        bridge::show_file(&path);
    };
    let text = if broken { "olmkit.yaml cannot be used" } else { "olmkit.yaml is in effect" };
    Some(view! {
        <button type="button" class="quiet config" class:is-bad=broken title="Its severities, ignored rules and profile apply as on the command line" on:click=open>{text}</button>
    }.into_any())
}

/// The output of `opm validate` for the open catalog.
#[component]
pub fn OpmSays() -> impl IntoView {
    const COMMAND: &str = "olmkit validate --format opm .";
    let app = expect_context::<AppState>();
    let close = Callback::new(move |()| app.dialogs.opm.set(false));
    let verdict = memo(move |_| app.catalog.own_report.with(|report| report.opm.clone()));
    view! {
        <Modal open=app.dialogs.opm close class="reading" label="opm-title">
            <h2 id="opm-title" tabindex="-1" autofocus="">"Output of opm validate"</h2>
            {live(move || {
                let opm = verdict.get();
                if app.lacks_documents() {
                    return view! { <p>"It finds no document, prints nothing, and exits with 0."</p> }.into_any();
                }
                if opm.accepted {
                    return view! { <p>"It accepts this catalog, prints nothing, and exits with 0."</p> }.into_any();
                }
                let rule = opm.first.clone();
                let text = opm.message.clone();
                view! {
                    <p>"It rejects this catalog, exits with 1, and prints:"</p>
                    <pre tabindex="0">{opm.message}</pre>
                    <p class="actions">
                        <button type="button" on:click=move |_| bridge::copy_text(&text)>"Copy it"</button>
                        {rule.map(|rule| { let own = rule.clone(); view! {
                            <button type="button" class="quiet link" on:click=move |_| { app.dialogs.opm.set(false); app.explain(own.clone().into_owned(), None); }>{format!("About {rule}")}</button>
                        } })}
                    </p>
                }.into_any()
            })}
            <p class="facts">"The same on the command line: "<code>{COMMAND}</code>" "<button type="button" on:click=move |_| bridge::copy_text(COMMAND)>"Copy the command"</button></p>
            <p class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></p>
        </Modal>
    }
}
