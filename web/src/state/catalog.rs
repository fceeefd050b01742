//! The catalog that is open.

use crate::prelude::*;
use olmkit_collections::SortedMap;

use olmkit_api::{Outline, Report};

use crate::bridge::types::{Config, Origins, PackageView, UnrelatedFiles};

#[derive(Debug, Default)]
pub struct Catalog {
    /// Everything that was found, in the catalog and in the bundle.
    pub report: RwSignal<Report>,
    /// What was found in the catalog.
    pub own_report: RwSignal<Report>,
    /// The documents that its fixes are for.
    pub origins: RwSignal<Origins>,
    /// Files of the folder that are not part of the catalog.
    pub unrelated: RwSignal<Option<UnrelatedFiles>>,
    pub outline: RwSignal<Outline>,
    /// What the packages of the overview show, as far as they were in sight.
    pub package_views: RwSignal<SortedMap<String, PackageView>>,
    /// Counts the catalogs that were opened: an answer about an earlier one is not shown.
    pub generation: RwSignal<u32>,
    /// Whether what is open has been checked at least once.
    pub is_checked: RwSignal<bool>,
    pub config: RwSignal<Config>,
}

impl Catalog {
    /// The names of the channels of a package.
    pub fn channels_of(&self, package: &str) -> Vec<String> {
        self.outline.with_untracked(|outline| {
            let found = outline.packages.iter().find(|found| found.name == package);
            let names = found.map(|found| found.channels.iter().map(|channel| channel.name.clone()).collect());
            names.unwrap_or_default()
        })
    }
}
