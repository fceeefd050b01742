//! Which tools accept the bundle, and where OLM installs it.

use leptos::prelude::*;
use olmkit_api::Severity;
use olmkit_api::bundle::BundleMode;

use super::shown::{BundleTool, Shown, TOOLS, V0, counts, found, is_said_by};
use super::{described, part};
use crate::live::memo;
use crate::state::AppState;

#[component]
pub fn Verdicts(shown: Shown) -> impl IntoView {
    view! { <ul class="tiles bundle-verdicts" aria-label="Verdicts">{TOOLS.map(|tool| view! { <Verdict tool shown /> }).into_iter().collect_view()}</ul> }
}

#[component]
fn Verdict(tool: BundleTool, shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let all = found(app);
    let verdict = part(app, |bundle| bundle.report.bundle.clone().unwrap_or_default());
    let modes = described(app, |found| found.install_modes.clone());
    let severities = memo(move |_| {
        let said = |tools: &[olmkit_api::Tool]| {
            tools.iter().filter(|one| one.name.starts_with(tool.family)).map(|one| one.severity).max()
        };
        all.with(|all| {
            all.iter()
                .filter(|(_, one)| is_said_by(one, tool.family))
                .filter_map(|(_, one)| said(&one.tools))
                .collect::<Vec<_>>()
        })
    });
    let worst = move || severities.with(|all| all.iter().copied().max());
    let decided = move || verdict.get().as_ref().and_then(tool.verdict);
    let is_bad = move || decided().map_or_else(|| worst() == Some(Severity::Error), |accepts| !accepts);
    let is_warning = move || !is_bad() && decided().is_none() && worst() == Some(Severity::Warning);
    let says = move || {
        let own = match decided() {
            Some(true) => "accepts".to_owned(),
            Some(false) => "rejects".to_owned(),
            None if is_bad() => "does not install it".to_owned(),
            None if tool.family == V0 => modes.with(|modes| installs(modes)),
            None => "supports it".to_owned(),
        };
        let rest = severities.with(|all| counts(all.iter().copied()));
        if rest.is_empty() { own } else { format!("{own}, {rest}") }
    };
    let class = move || match (is_bad(), is_warning()) {
        (true, _) => "is-bad",
        (_, true) => "is-warning",
        _ => "is-good",
    };
    let sign = move || match class() {
        "is-bad" => "✕",
        "is-warning" => "!",
        _ => "✓",
    };
    view! {
        <li><button type="button" class=class title=format!("Findings of {}", tool.name) on:click=move |_| shown.show_tool(tool.family)>
            <b><span aria-hidden="true">{sign}</span>" "{tool.name}</b><span>{says}</span>
        </button></li>
    }
}

/// Where OLM v0 installs it, by the install modes.
fn installs(modes: &[BundleMode]) -> String {
    let has = |name: &str| modes.iter().any(|mode| mode.supported && mode.name == name);
    let places = [
        ("AllNamespaces", "for all namespaces"),
        ("OwnNamespace", "in its own namespace"),
        ("SingleNamespace", "for another namespace"),
        ("MultiNamespace", "for several namespaces"),
    ];
    match places.into_iter().find(|(name, _)| has(name)) {
        Some((_, place)) => format!("installs {place}"),
        None => "no install mode".to_owned(),
    }
}
