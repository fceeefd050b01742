//! Rules about the ClusterServiceVersion.

pub mod annotations;
pub mod example_schema;
pub mod examples;
pub mod in_catalogs;
pub mod install_modes;
pub mod kind;
pub mod min_kube;
pub mod names;
pub mod required;

use crate::model::Csv;
use crate::rules::csv::examples::Examples;
use crate::target::Target;

/// The CSV validator of operator-framework/api.
pub(crate) fn check(csv: &Csv<'_>, examples: Option<&Examples<'_>>, to: &mut Target<'_>) {
    names::check(csv, to);
    kind::check(csv, to);
    examples::check(csv, examples, to);
    install_modes::check(csv, to);
    annotations::check(csv, to);
    required::check(csv, to);
    min_kube::check(csv, to);
}
