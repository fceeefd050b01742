//! Rules about the consistency of a bundle's parts.

pub mod images;
pub mod names;
pub mod owned;
pub mod related_images;
pub mod service_accounts;
pub mod size;

use crate::go::Api;
use crate::model::{Bundle, Loaded};
use crate::target::Target;

/// The bundle validator of operator-framework/api.
pub(crate) fn check(files: &Bundle<'_>, bundle: &Loaded<'_>, to: &mut Target<'_>) {
    owned::check(bundle, to);
    service_accounts::check(bundle, to);
    size::check(files, bundle, bundle.csv.name_place(), to);
    if to.api() == Api::Newest {
        names::check(bundle, to);
        related_images::check(bundle, to);
    }
}
