//! Documents from which no name of a package can be read, and their problems.

use crate::prelude::*;
use olmkit_api::{Diagnostic, PackageSummary, Severity};

use crate::components::problems::problem::{Heading, Problem};
use crate::live::{Show, live, memo};
use crate::state::AppState;

/// The maximum number of errors that are shown.
const MAX: usize = 5;

/// Whether nothing of a package can be read. Its file is among those with problems.
pub fn is_unreadable(package: &PackageSummary) -> bool {
    package.name.is_empty() && package.channels.is_empty()
}

/// The errors that concern no package.
#[component]
pub fn Unreadable() -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = memo(move |_| {
        app.catalog.report.with(|report| {
            let own = report.diagnostics.iter().enumerate().filter(|(_, one)| {
                one.severity == Severity::Error
                    && one.package.as_deref().is_none_or(str::is_empty)
                    && one.tools.is_empty()
            });
            own.take(MAX).map(|(at, one)| (at, one.clone())).collect::<Vec<_>>()
        })
    });
    let problem = |(at, diagnostic): (usize, Diagnostic)| view! { <Problem at diagnostic heading=Heading::Rule /> };
    view! {
        <Show when=move || found.with(|found| !found.is_empty())>
            <ul class="channel-problems is-of-files" aria-label="Errors outside packages">{live(move || found.get().into_iter().map(problem).collect_view())}</ul>
        </Show>
    }
}
