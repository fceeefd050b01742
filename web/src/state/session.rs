//! The editing session: the state that the page's JavaScript keeps and reports.

use crate::prelude::*;

use super::Notice;
use crate::bridge::types::{Draft, PageState, Progress, RecentFolder};

#[derive(Debug, Default)]
pub struct Session {
    pub state: RwSignal<PageState>,
    /// Whether something is open.
    pub is_loaded: RwSignal<bool>,
    pub progress: RwSignal<Option<Progress>>,
    pub notice: RwSignal<Option<Notice>>,
    /// The number of messages so far.
    pub notices: RwSignal<u32>,
    /// Folders that were opened before.
    pub recent: RwSignal<Vec<RecentFolder>>,
    /// Unsaved changes that are stored in this browser.
    pub drafts: RwSignal<Vec<Draft>>,
    /// Whether a newer version of the page is ready.
    pub has_update: RwSignal<bool>,
}
