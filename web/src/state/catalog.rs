//! The open catalog.

use crate::prelude::*;
use olmkit_collections::SortedMap;

use olmkit_api::{Outline, Report};

use super::AppState;
use crate::bridge::types::{Config, Origins, PackageView, UnrelatedFiles};

#[derive(Debug, Default)]
pub struct Catalog {
    /// All findings, of the catalog and of the bundle.
    pub report: RwSignal<Report>,
    /// The findings of the catalog.
    pub own_report: RwSignal<Report>,
    /// The documents that its fixes are for.
    pub origins: RwSignal<Origins>,
    /// Files of the folder that are not part of the catalog.
    pub unrelated: RwSignal<Option<UnrelatedFiles>>,
    pub outline: RwSignal<Outline>,
    /// What the overview shows of packages that have been visible.
    pub package_views: RwSignal<SortedMap<String, PackageView>>,
    /// Incremented when another catalog is opened. Results for an earlier generation are not shown.
    pub generation: RwSignal<u32>,
    /// Whether what is open has been checked at least once.
    pub is_checked: RwSignal<bool>,
    pub config: RwSignal<Config>,
}

impl AppState {
    /// Whether opm finds nothing to check in the open files, such as in a folder of templates.
    pub fn lacks_documents(self) -> bool {
        let is_bundle = self.bundles.open.with(Option::is_some);
        self.catalog.is_checked.get()
            && self.catalog.own_report.with(|report| {
                let found = report.summary;
                let documents = [found.packages, found.channels, found.entries, found.bundles];
                report.opm.accepted && documents == [0; 4] && !(is_bundle && found.files == 0)
            })
    }
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
