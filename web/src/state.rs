//! What the page shows, as stores by subject, and what it can do: one file for each subject.

mod bundle;
mod catalog;
mod changes;
mod channel;
mod dialogs;
mod events;
mod fetched;
mod notices;
mod place;
mod problems;
mod selection;
mod session;
mod simulation;
mod view;

use leptos::prelude::*;
use olmkit_api::PathReport;
use reactive_stores::Store;

use bundle::Bundles;
use catalog::Catalog;
use channel::Channel;
use dialogs::Dialogs;
pub use dialogs::{Alternative, Alternatives};
pub use fetched::fetched;
pub use notices::{Crash, Notice, Offer};
use place::Selected;
pub use place::{Named, Selection, Simulation, Tool};
use session::Session;
use view::Workbench;
pub use view::{Layout, Pane, Part, View};

/// The fields of the stores.
pub mod fields {
    pub use super::bundle::BundlesStoreFields;
    pub use super::catalog::CatalogStoreFields;
    pub use super::channel::ChannelStoreFields;
    pub use super::dialogs::DialogsStoreFields;
    pub use super::place::SelectedStoreFields;
    pub use super::session::SessionStoreFields;
    pub use super::view::WorkbenchStoreFields;
}

/// The upgrade path of the simulation, or why there is no answer; `None` without a simulation.
pub type SimulatedPath = Option<Result<PathReport, String>>;

/// Everything the components share. Cheap to copy.
#[derive(Clone, Copy)]
pub struct AppState {
    pub catalog: Store<Catalog>,
    pub bundles: Store<Bundles>,
    pub channel: Store<Channel>,
    pub selected: Store<Selected>,
    pub dialogs: Store<Dialogs>,
    pub session: Store<Session>,
    pub workbench: Store<Workbench>,
    /// Follows the simulation, the semantics and the report.
    pub path: RwSignal<SimulatedPath>,
}

impl AppState {
    pub fn new() -> Self {
        let (catalog, channel, selected) = (Store::default(), Store::default(), Store::default());
        AppState {
            catalog,
            bundles: Store::default(),
            channel,
            selected,
            dialogs: Store::default(),
            session: Store::default(),
            workbench: Store::new(Workbench::stored()),
            path: simulation::path(catalog, channel, selected),
        }
    }
}
