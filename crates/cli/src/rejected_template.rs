//! Templates that opm rejects.

use olmkit_render::TemplateError;
use olmkit_workspace::template;

use crate::mistake::Mistake;

/// A template that opm rejects.
#[derive(Debug, thiserror::Error)]
#[error("{mistake}{}", reported(.mistake, .upstream))]
pub(crate) struct RejectedTemplate {
    /// The error in plain English, with its position.
    mistake: Mistake,
    /// opm's error.
    pub(crate) upstream: TemplateError,
}

impl RejectedTemplate {
    pub(crate) fn new(path: &str, text: &[u8], upstream: TemplateError) -> Self {
        let found = template::explanation(&upstream);
        let mistake = match upstream.offset() {
            Some(offset) => Mistake::at(path, text, offset, &found),
            None => Mistake::of(path, &found),
        };
        RejectedTemplate { mistake, upstream }
    }
}

/// A line with opm's message, unless the error is that message.
fn reported(mistake: &Mistake, upstream: &TemplateError) -> String {
    let text = upstream.to_string();
    if text.ends_with(&mistake.message) { String::new() } else { format!("\nopm reports: {text}") }
}
