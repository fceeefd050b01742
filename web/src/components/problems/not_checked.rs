//! A notice about rules that were not checked, because an unreadable document may contain what seems to be missing.

use crate::prelude::*;

use crate::live::{live, memo};
use crate::state::AppState;
use crate::text::spans;

/// The rules that are not checked, and the documents to repair first.
pub fn not_checked(app: AppState) -> Vec<String> {
    let text = |one: &olmkit_api::NotChecked| format!("Not checked: {}.", one.what);
    app.catalog.own_report.with(|report| report.not_checked.iter().map(text).collect())
}

#[component]
pub fn NotChecked() -> impl IntoView {
    let app = expect_context::<AppState>();
    let all = memo(move |_| not_checked(app));
    live(move || {
        let all = all.get().into_iter();
        all.map(|text| view! { <p class="notice is-warning" role="status"><span>{spans(&text)}</span></p> })
            .collect_view()
    })
}
