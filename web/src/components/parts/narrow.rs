//! The layout of a narrow page.

use crate::prelude::*;
use crate::state::AppState;

/// How many columns the entries have beside the rail.
pub fn columns(app: AppState) -> &'static str {
    if app.workbench.is_narrow.get() { "3" } else { "7" }
}
