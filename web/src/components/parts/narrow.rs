//! The layout of a narrow page.

use crate::prelude::*;
use crate::state::AppState;

/// The number of columns of the entries beside the rail.
pub fn columns(app: AppState) -> &'static str {
    if app.workbench.is_narrow.get() { "3" } else { "7" }
}
