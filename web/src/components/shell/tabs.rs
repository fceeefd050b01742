//! The tabs of the open catalogs, if there are several.

use crate::prelude::*;
use olmkit_text::counted;

use crate::bridge;
use crate::bridge::types::CatalogTab;
use crate::live::{Show, live, memo};
use crate::state::AppState;

#[component]
pub fn CatalogTabs() -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = memo(move |_| app.session.state.with(|page| (page.catalogs.clone(), page.catalog.clone())));
    let applicable = memo(move |_| app.session.state.with(|page| page.applicable.clone()));
    let tab = |tab: CatalogTab, shown: &str| {
        let CatalogTab { root, name, changed } = tab;
        let own = name.clone();
        let what = (changed > 0).then(|| counted(changed, "changed file", "changed files"));
        let title = what.clone();
        view! {
            <button type="button" class="quiet" aria-current=(root == shown).then_some("page") title=title on:click=move |_| bridge::catalogs::show_catalog(&own)>
                {name}{what.map(|what| view! { <span class="changed-dot"><span class="visually-hidden">{what}</span></span> })}
            </button>
        }
    };
    view! {
        <Show when=move || state.with(|(tabs, _)| !tabs.is_empty())>
            <nav class="catalog-tabs" aria-label="Catalogs">
                {live(move || { let (tabs, shown) = state.get(); tabs.into_iter().map(|one| tab(one, &shown)).collect_view() })}
                {live(move || Some(applicable.get()).filter(|label| !label.is_empty()).map(|label| {
                    let title = label.clone();
                    view! { <button type="button" class="apply-to-others" title=title on:click=move |_| app.dialogs.applying.set(Some(label.clone()))>"Apply to other catalogs"</button> }
                }))}
                <button type="button" class="compare" on:click=move |_| app.dialogs.comparing.set(true)>"Compare"</button>
            </nav>
        </Show>
    }
}
