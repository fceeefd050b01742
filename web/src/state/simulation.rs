//! The simulation of the upgrades of an installed version.

use crate::prelude::*;
use olmkit_api::{PathQuery, Report, Semantics};

use super::{AppState, Selection, SimulatedPath, Simulation, fetched};
use crate::bridge;

impl AppState {
    /// Simulates the upgrades of an entry of the shown channel.
    pub fn simulate(self, name: &str) {
        let Selection { package, channel } = self.selected.place.get_untracked();
        let is_simulated = self.selected.simulation.with_untracked(|simulation| {
            simulation.as_ref().is_some_and(|simulation| {
                simulation.from == name && simulation.channel == channel && simulation.package == package
            })
        });
        if !is_simulated {
            self.selected.simulation.set(Some(Simulation {
                package,
                from: name.to_owned(),
                channel,
                to: String::new(),
            }));
        }
    }

    /// Makes the simulated version follow another channel, and shows that channel.
    pub fn switch_channel(self, channel: &str) {
        let Some(simulation) = self.selected.simulation.get_untracked() else { return };
        self.select(&simulation.package, channel);
        self.selected.simulation.set(Some(Simulation { channel: channel.to_owned(), to: String::new(), ..simulation }));
    }
}

/// Queries the upgrade path of the simulation, again whenever the simulation changes.
pub(super) fn path(
    report: RwSignal<Report>,
    semantics: RwSignal<Semantics>,
    simulation: RwSignal<Option<Simulation>>,
) -> RwSignal<SimulatedPath> {
    fetched(move || {
        report.track();
        let semantics = semantics.get();
        let query = simulation.get().map(|simulation| PathQuery {
            package: simulation.package,
            channel: Some(simulation.channel),
            from: simulation.from,
            to: Some(simulation.to).filter(|to| !to.is_empty()),
            semantics,
        });
        async move { bridge::upgrade_path(&query?).await.ok() }
    })
}
