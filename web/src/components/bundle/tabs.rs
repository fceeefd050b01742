//! The tabs of the page of a bundle.

use crate::prelude::*;
use olmkit_api::bundle::BundleDescription;

use super::described;
use super::shown::{Shown, Tab, found};
use crate::bridge;
use crate::live::live;
use crate::state::AppState;

const TABS: [(Tab, &str); 7] = [
    (Tab::Overview, "Overview"),
    (Tab::Findings, "Findings"),
    (Tab::Apis, "APIs"),
    (Tab::Permissions, "Permissions"),
    (Tab::Images, "Images"),
    (Tab::Metadata, "Metadata"),
    (Tab::Files, "Files"),
];

/// The number of items of a tab. `None` if it is not a list.
fn size(found: &BundleDescription, tab: Tab) -> Option<usize> {
    Some(match tab {
        Tab::Overview | Tab::Findings => return None,
        Tab::Apis => found.provided.len().saturating_add(found.required.len()),
        Tab::Permissions => found.permissions.iter().map(|one| one.rules.len()).sum(),
        Tab::Images => found.images.len(),
        Tab::Metadata => {
            found.annotations.len().saturating_add(found.dependencies.len()).saturating_add(found.properties.len())
        }
        Tab::Files => found.manifests.len(),
    })
}

#[component]
pub fn Tabs(shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let sizes = described(app, |found| TABS.map(|(tab, _)| size(found, tab)).to_vec());
    let findings = found(app);
    let keys = move |event: web_sys::KeyboardEvent| {
        let at = TABS.iter().position(|(tab, _)| *tab == shown.tab.get_untracked()).unwrap_or_default();
        let last = TABS.len().saturating_sub(1);
        let to = match event.key().as_str() {
            "ArrowRight" if at >= last => 0,
            "ArrowRight" => at.saturating_add(1),
            "ArrowLeft" => at.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        if let Some((tab, _)) = TABS.get(to) {
            shown.show(*tab);
            bridge::focus_on(".bundle-tabs [aria-selected=true]");
        }
    };
    let tab = move |(at, (tab, label)): (usize, (Tab, &'static str))| {
        let is_shown = move || shown.tab.get() == tab;
        let size = move || match tab {
            Tab::Findings => Some(findings.with(Vec::len)),
            _ => sizes.with(|sizes| sizes.get(at).copied().flatten()),
        };
        view! {
            <button type="button" role="tab" aria-controls="bundle-part" aria-selected=move || is_shown().to_string()
                tabindex=move || if is_shown() { "0" } else { "-1" } on:click=move |_| shown.show(tab)>
                {label}{live(move || size().map(|size| view! { " "<span class="meta">{size}</span> }))}
            </button>
        }
    };
    view! {
        <div class="bundle-tabs" role="tablist" aria-label="Parts of the bundle" on:keydown=keys>
            {TABS.into_iter().enumerate().map(tab).collect_view()}
        </div>
    }
}
