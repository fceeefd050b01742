//! Which tools accept the bundle, and where OLM installs it.

use crate::prelude::*;
use olmkit_api::bundle::BundleMode;
use olmkit_api::{Diagnostic, Severity, Tool};

use super::shown::{BundleTool, Shown, TOOLS, V0, counts, found, is_reported_by};
use super::{described, part};
use crate::live::{live, memo};
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
    // The tool's own severity decides. The counts are those of the list that the tile opens.
    let worst = memo(move |_| {
        let own = |one: &Tool| one.name.starts_with(tool.family).then_some(one.severity);
        all.with(|all| all.iter().flat_map(|(_, one)| one.tools.iter().filter_map(own)).max())
    });
    let listed = memo(move |_| {
        let is_own = |(_, one): &&(usize, Diagnostic)| is_reported_by(one, tool.family);
        all.with(|all| counts(all.iter().filter(is_own).map(|(_, one)| one.severity)))
    });
    let decided = move || verdict.get().as_ref().and_then(tool.verdict);
    let is_bad = move || decided().map_or_else(|| worst.get() == Some(Severity::Error), |accepts| !accepts);
    let is_warning = move || !is_bad() && decided().is_none() && worst.get() == Some(Severity::Warning);
    let says = move || {
        let own = match decided() {
            Some(true) => "accepts".to_owned(),
            Some(false) => "rejects".to_owned(),
            None if is_bad() => "does not install it".to_owned(),
            None if tool.family == V0 => modes.with(|modes| installs(modes)),
            None => "supports it".to_owned(),
        };
        let rest = listed.get();
        if rest.is_empty() { own } else { format!("{own}, {rest}") }
    };
    let class = move || match (is_bad(), is_warning()) {
        (true, _) => "is-bad",
        (_, true) => "is-warning",
        _ => "is-good",
    };
    view! {
        <li><button type="button" class=class title=format!("Findings of {}", tool.name) on:click=move |_| shown.show_tool(tool.family)>
            <b class="icon-text">{tool.name}</b><span>{live(says)}</span>
        </button></li>
    }
}

/// Where OLM v0 installs the bundle, by its install modes.
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
