//! What only clusters reject and no validator reports: the behavior of OLM v0 and OLM v1 when they install a bundle.

pub mod group;
pub mod group_apis;
pub mod install;
pub mod properties;
pub mod requirements;
pub mod v1;
pub mod webhooks;
pub mod webhooks_v1;

use crate::model::{Bundle, Loaded};
use crate::rules::bundle::owned;
use crate::rules::csv::{min_kube, names};
use crate::rules::olm::Resource;
use crate::sink::Sink;
use crate::target::Target;
use olmkit_diagnostics::Suite;

/// Checks a bundle that operator-framework/api can load.
pub(crate) fn check(bundle: &Loaded<'_>, sink: &mut Sink) {
    webhooks::check(bundle, &mut Target::new(sink, Suite::OlmV0));
    webhooks::check_conversion(bundle, &mut Target::new(sink, Suite::OlmV0));
    install::check(bundle, &mut Target::new(sink, Suite::OlmV0));
    names::check_itself(&bundle.csv, &mut Target::new(sink, Suite::OlmV0));
    min_kube::check_installed(&bundle.csv, &mut Target::new(sink, Suite::OlmV0));
    owned::check_served(bundle, &mut Target::new(sink, Suite::OlmV0));
    let mut to = Target::new(sink, Suite::OlmV1);
    v1::check(bundle, &mut to);
    webhooks_v1::check(bundle, &mut to);
    webhooks::check_conversion(bundle, &mut to);
    install::check(bundle, &mut to);
}

/// Checks a bundle together with the other objects of the input.
pub(crate) fn check_beside(bundle: &Loaded<'_>, resources: &[Resource<'_>], sink: &mut Sink) {
    group::check(bundle, resources, &mut Target::new(sink, Suite::OlmV0));
    group_apis::check(bundle, resources, &mut Target::new(sink, Suite::OlmV0));
}

/// Checks the files in `metadata`.
pub(crate) fn check_metadata(bundle: &Bundle<'_>, sink: &mut Sink) {
    properties::check(bundle, &mut Target::new(sink, Suite::OlmV0));
    let object = bundle.files_in("manifests").filter_map(|file| file.object().ok()).find(crate::api_load::is_csv);
    let csv = object.map(|object| object.view.with(crate::go::Mode::Coerce));
    requirements::check_ceiling(bundle, csv, &mut Target::new(sink, Suite::OlmV0));
    requirements::check_v1(bundle, csv, &mut Target::new(sink, Suite::OlmV1));
    requirements::check_meaning(bundle, &mut Target::new(sink, Suite::Olmkit));
}
