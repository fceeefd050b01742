//! What no validator says, but clusters do: OLM v0 and OLM v1 as they install a bundle.

pub mod properties;
pub mod v1;
pub mod webhooks;
pub mod webhooks_v1;

use crate::model::{Bundle, Loaded};
use crate::sink::Sink;
use crate::suite::Suite;
use crate::target::Target;

/// Checks a bundle that operator-framework/api can load.
pub(crate) fn check(bundle: &Loaded<'_>, sink: &mut Sink) {
    webhooks::check(bundle, &mut target(sink, Suite::OlmV0));
    let mut to = target(sink, Suite::OlmV1);
    v1::check(bundle, &mut to);
    webhooks_v1::check(bundle, &mut to);
}

/// Checks what stands in `metadata`.
pub(crate) fn check_metadata(bundle: &Bundle<'_>, sink: &mut Sink) {
    properties::check(bundle, &mut target(sink, Suite::OlmV0));
}

fn target(sink: &mut Sink, suite: Suite) -> Target<'_> {
    Target { sink, suite, head: true }
}
