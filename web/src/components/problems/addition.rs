//! "Add bundle": what fixes a finding about a missing bundle.

use crate::prelude::*;
use olmkit_api::{Diagnostic, StrandedCause};

use crate::state::AppState;

/// The rule about entries without a bundle.
const ENTRY_WITHOUT_BUNDLE: &str = "entry-without-bundle";

/// The button that adds the missing bundle: that of the entry, or that of the entry to which stranded versions upgrade.
/// `None` if the finding is about something else.
pub fn add_bundle(app: AppState, found: &Diagnostic) -> Option<AnyView> {
    let is_stranding = found.cause == Some(StrandedCause::SuccessorWithoutBundle);
    if !is_stranding && found.rule != ENTRY_WITHOUT_BUNDLE {
        return None;
    }
    let found = found.clone();
    let add = move |_| {
        app.follow_problem(&found);
        app.dialogs.pasting.set(true);
    };
    Some(view! { <button type="button" on:click=add>"Add bundle"</button> }.into_any())
}
