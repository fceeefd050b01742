//! Which parts of the page are shown.

use crate::prelude::*;

use crate::components::problems::detail::has_problem;
use crate::state::{AppState, Pane};

/// Whether a bundle, a package or the whole catalog is shown. Their text is hidden until it is requested.
pub fn is_overview(app: AppState) -> bool {
    if app.bundles.is_shown.get() {
        return app.workbench.pane.get() == Pane::Channel;
    }
    !has_problem(app)
        && app.selected.place.with(|place| {
            place.channel.is_empty()
                && app.catalog.outline.with(|outline| {
                    let mut named = outline.packages.iter().filter(|package| !package.name.is_empty());
                    let package = named.find(|package| package.name == place.package);
                    // If no channel can be read, the text is shown, so that the user can work with it.
                    package.map_or(outline.packages.len() > 1, |package| {
                        package.channels.iter().any(|one| !one.name.is_empty())
                    })
                })
        })
        && app.selected.entry.with(Option::is_none)
        && !matches!(app.workbench.pane.get(), Pane::Code | Pane::History)
}
