//! The state of the page as signals, and the actions on it, with one file for each subject.

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

use std::ops::Deref;

use crate::prelude::*;
use olmkit_api::PathReport;

use bundle::Bundles;
use catalog::Catalog;
use channel::Channel;
use dialogs::Dialogs;
pub use dialogs::{Alternative, Alternatives, Position};
pub use fetched::{fetched, fetched_anew};
pub use notices::{Crash, Notice, Offer};
use place::Selected;
pub use place::{Named, Selection, Simulation, Tool};
pub use selection::SELECTED_NODE;
use session::Session;
use view::Workbench;
pub use view::{Layout, PackageTab, Pane, Part, View, set_if_changed};

/// The upgrade path of the simulation, or why it cannot be computed. `None` without a simulation.
pub type SimulatedPath = Option<Result<PathReport, crate::bridge::Refusal>>;

/// The state that all components share. Cheap to copy.
#[derive(Clone, Copy)]
pub struct AppState(&'static Shared);

/// The signals, by subject.
pub struct Shared {
    pub catalog: Catalog,
    pub bundles: Bundles,
    pub channel: Channel,
    pub selected: Selected,
    pub dialogs: Dialogs,
    pub session: Session,
    pub workbench: Workbench,
    /// Updated when the simulation, the semantics or the report changes.
    pub path: RwSignal<SimulatedPath>,
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        self.0
    }
}

impl AppState {
    /// Creates the state. It lives as long as the page: closures that capture it copy a reference, not its signals.
    pub fn new() -> Self {
        let (catalog, channel, selected) = (Catalog::default(), Channel::default(), Selected::default());
        let path = simulation::path(catalog.report, channel.semantics, selected.simulation);
        AppState(Box::leak(Box::new(Shared {
            catalog,
            bundles: Bundles::default(),
            channel,
            selected,
            dialogs: Dialogs::default(),
            session: Session::default(),
            workbench: Workbench::stored(),
            path,
        })))
    }
}
