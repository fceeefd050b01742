//! The simulation of an installed version's upgrades.

use leptos::prelude::*;
use olmkit_api::PathQuestion;
use reactive_stores::Store;

use super::catalog::Catalog;
use super::channel::Channel;
use super::fields::*;
use super::place::Selected;
use super::{AppState, Selection, SimulatedPath, Simulation, fetched};
use crate::bridge;

impl AppState {
    /// The upgrades of an entry of the channel that is shown.
    pub fn simulate(self, name: &str) {
        let Selection { package, channel } = self.selected.place().get_untracked();
        let is_simulated = self.selected.simulation().with_untracked(|simulation| {
            simulation.as_ref().is_some_and(|simulation| {
                simulation.from == name && simulation.channel == channel && simulation.package == package
            })
        });
        if !is_simulated {
            self.selected.simulation().set(Some(Simulation {
                package,
                from: name.to_owned(),
                channel,
                to: String::new(),
            }));
        }
    }

    /// The simulated version follows another channel, and that channel is shown.
    pub fn switch_channel(self, channel: &str) {
        let Some(simulation) = self.selected.simulation().get_untracked() else { return };
        self.select(&simulation.package, channel);
        self.selected.simulation().set(Some(Simulation {
            channel: channel.to_owned(),
            to: String::new(),
            ..simulation
        }));
    }
}

/// Asks for the upgrade path of the simulation, again when anything about it changes.
pub(super) fn path(
    catalog: Store<Catalog>,
    channel: Store<Channel>,
    selected: Store<Selected>,
) -> RwSignal<SimulatedPath> {
    fetched(move || {
        catalog.report().track();
        let semantics = channel.semantics().get();
        let question = selected.simulation().get().map(|simulation| PathQuestion {
            package: simulation.package,
            channel: Some(simulation.channel),
            from: simulation.from,
            to: Some(simulation.to).filter(|to| !to.is_empty()),
            semantics,
        });
        async move { bridge::upgrade_path(&question?).await.ok() }
    })
}
