//! The editing session: what the page's JavaScript keeps, and what it tells.

use reactive_stores::Store;

use super::Notice;
use crate::bridge::types::{Draft, PageState, Progress, RecentFolder};

#[derive(Debug, Clone, Default, Store)]
pub struct Session {
    pub state: PageState,
    /// Whether something is open.
    pub is_loaded: bool,
    pub progress: Option<Progress>,
    pub notice: Option<Notice>,
    /// Folders that were opened before.
    pub recent: Vec<RecentFolder>,
    /// Changes that are kept and not saved.
    pub drafts: Vec<Draft>,
    /// Whether a newer version of the page is ready.
    pub has_update: bool,
}
