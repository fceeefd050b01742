//! The stranded versions of a package and their fixes.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Fix, RailStranded, Semantics};
use olmkit_collections::order;
use olmkit_text::counted;

use crate::components::problems::addition::add_bundle;
use crate::components::problems::problem::{fix_label, without_package};
use crate::live::{Show, live, memo};
use crate::state::{AppState, Selection, View};
use crate::text::{first_sentence, spans};

/// The part of a stranded version that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StrandedFinding {
    channel: String,
    semantics: Semantics,
    entry: String,
    versions: usize,
    found: Diagnostic,
    fix: Option<Fix>,
}

fn stranded_finding(found: &Diagnostic, package: &str) -> Option<StrandedFinding> {
    let semantics = found.stranded?;
    if found.package.as_deref() != Some(package) {
        return None;
    }
    Some(StrandedFinding {
        channel: found.channel.clone()?,
        semantics,
        entry: found.entry.clone().unwrap_or_default(),
        versions: found.bundles.len(),
        found: found.clone(),
        fix: found.fixes.first().cloned(),
    })
}

/// The semantics under which an entry of the channel is stranded, such as "v0 and v1", and why. `only`: limits the
/// semantics.
pub fn stranded_under(app: AppState, entry: &str, only: Option<Semantics>) -> (String, String) {
    app.channel.stranded.with(|all| {
        let own = all.iter().filter(|one| one.entry == entry && only.is_none_or(|only| only == one.semantics));
        let (mut under, mut causes): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
        for one in own {
            under.push(one.semantics.name());
            causes.push(one.cause.name().replace('-', " "));
        }
        causes.dedup();
        (under.join(" and "), causes.join(", "))
    })
}

/// Whether opm rejects the channel because this entry is stranded. Other stranded entries affect only clusters.
pub fn is_rejected(app: AppState, entry: &str) -> bool {
    app.channel.table.with(|table| {
        let mut rows = table.iter().flat_map(|table| &table.rail.rows);
        rows.any(|row| row.name == entry && row.stranded == Some(RailStranded::Rejected))
    })
}

/// The button for stranded versions that no edge fixes: it adds the missing bundle of the entry that they upgrade to, or
/// else a release. `release` opens the form of the release.
pub fn addition(app: AppState, found: &Diagnostic, release: impl Fn() + 'static) -> AnyView {
    add_bundle(app, found).unwrap_or_else(|| {
        view! { <button type="button" on:click=move |_| release()>"New release"</button> }.into_any()
    })
}

/// Previews all fixes of the package as one change, if there are several.
#[component]
pub fn FixAllStranded() -> impl IntoView {
    let app = expect_context::<AppState>();
    let fixes = memo(move |_| {
        let package = app.selected.place.get().package;
        let is_fixable = |found: &&Diagnostic| {
            found.package.as_deref() == Some(&package) && found.stranded.is_some() && !found.fixes.is_empty()
        };
        app.catalog.report.with(|report| report.diagnostics.iter().filter(is_fixable).count())
    });
    view! {
        <Show when=move || { fixes.get() > 1 }>
            <button type="button" class="icon-text i-fix" title="Previews all checked fixes of the package as one change" on:click=move |_| app.fix_all_stranded()>"Fix all stranded"</button>
        </Show>
    }
}

#[component]
pub fn StrandedNotes() -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = memo(move |_| {
        let Selection { package, channel } = app.selected.place.get();
        app.catalog.report.with(|report| {
            let found = report.diagnostics.iter().filter_map(|found| stranded_finding(found, &package));
            let mut found: Vec<StrandedFinding> = found.collect();
            // The shown channel comes first.
            order::sort_by_key(&mut found, |finding| finding.channel != channel);
            found
        })
    });
    view! {
        <div class="stranded-list">
            {live(move || found.get().into_iter().map(|finding| view! { <StrandedNote finding /> }).collect_view())}
        </div>
    }
}

/// The number of stranded versions, why they are stranded, and their fix. Links to the first one, whose page explains
/// it.
#[component]
fn StrandedNote(finding: StrandedFinding) -> impl IntoView {
    let app = expect_context::<AppState>();
    let title = format!(
        "⚠ {} of {} never {} the head under OLM {}.",
        counted(finding.versions, "version", "versions"),
        finding.channel,
        if finding.versions == 1 { "reaches" } else { "reach" },
        finding.semantics.name()
    );
    let (channel, semantics, entry) = (finding.channel.clone(), finding.semantics, finding.entry.clone());
    let show = move |_| {
        let package = app.selected.place.get_untracked().package;
        app.channel.view.set(View::Graph);
        app.channel.semantics.set(semantics);
        app.channel.is_emphasized.set(true);
        app.workbench.is_beside_graph.set(true);
        app.go_to_found(&package, &channel, Some(entry.clone()).filter(|entry| !entry.is_empty()));
    };
    let channel = finding.channel;
    let release = move || {
        let selection = app.selected.place.get_untracked();
        if selection.channel != channel {
            app.select(&selection.package, &channel);
        }
        app.dialogs.releasing.set(true);
    };
    let act = match finding.fix {
        Some(fix) => {
            let title = fix_label(&fix);
            view! { <button type="button" class="icon-text i-fix" title=title on:click=move |_| app.preview_fix(fix.clone())>"Preview fix"</button> }.into_any()
        }
        None => addition(app, &finding.found, release),
    };
    let package = app.selected.place.with_untracked(|selection| selection.package.clone());
    let reason = first_sentence(&without_package(&finding.found.message, &package));
    view! {
        <div class="stranded-item">
            <p title=format!("{} {}", finding.found.message, finding.found.help)><strong>{title}</strong>" "{spans(&reason)}</p>
            <span class="actions">{act}<button type="button" class="quiet link" on:click=show>"Show"</button></span>
        </div>
    }
}
