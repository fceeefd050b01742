//! The catalog that is open.

use std::collections::BTreeMap;

use olmkit_api::{Outline, Report};
use reactive_stores::Store;

use crate::bridge::types::{Config, Origins, PackageView, UnrelatedFiles};

#[derive(Debug, Clone, Default, Store)]
pub struct Catalog {
    /// Everything that was found, in the catalog and in the bundle.
    pub report: Report,
    /// What was found in the catalog.
    pub own_report: Report,
    /// The documents that its fixes are for.
    pub origins: Origins,
    /// Files of the folder that are not part of the catalog.
    pub unrelated: Option<UnrelatedFiles>,
    pub outline: Outline,
    /// What the packages of the overview show, as far as they were in sight.
    pub package_views: BTreeMap<String, PackageView>,
    /// Counts the catalogs that were opened: an answer about an earlier one is not shown.
    pub generation: u32,
    /// Whether what is open has been checked at least once.
    pub is_checked: bool,
    pub config: Config,
}
