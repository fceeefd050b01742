//! An installed version whose upgrades are looked at.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::PathQuestion;

use super::{AppState, Selection};
use crate::bridge;

/// An installed version whose upgrades are looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Simulation {
    pub package: String,
    pub from: String,
    /// The channel that it follows.
    pub channel: String,
    /// Where to; empty for the head.
    pub to: String,
}

impl AppState {
    /// The upgrades of an entry of the channel that is shown.
    pub fn simulate(self, name: &str) {
        let Selection { package, channel } = self.selection.get_untracked();
        let is_tried = self.simulation.with_untracked(|simulation| {
            simulation.as_ref().is_some_and(|simulation| {
                simulation.from == name && simulation.channel == channel && simulation.package == package
            })
        });
        if !is_tried {
            self.simulation.set(Some(Simulation { package, from: name.to_owned(), channel, to: String::new() }));
        }
    }

    /// What is tried out follows another channel, and that one is shown.
    pub fn switch_channel(self, channel: &str) {
        let Some(simulation) = self.simulation.get_untracked() else { return };
        self.select(&simulation.package, channel);
        self.simulation.set(Some(Simulation { channel: channel.to_owned(), to: String::new(), ..simulation }));
    }

    /// Asks for the upgrade path of what is tried out; runs again when anything about it changes.
    pub fn follow_simulation(self) {
        Effect::new(move |_| {
            self.report.track();
            let catalog = self.catalog.get_untracked();
            let semantics = self.semantics.get();
            let Some(simulation) = self.simulation.get() else { return self.path.set(None) };
            let to = Some(simulation.to.clone()).filter(|to| !to.is_empty());
            let question = PathQuestion {
                package: simulation.package.clone(),
                channel: Some(simulation.channel.clone()),
                from: simulation.from.clone(),
                to,
                semantics,
            };
            spawn_local(async move {
                let Ok(path) = bridge::upgrade_path(&question).await else { return };
                let is_tried = self.simulation.with_untracked(|now| now.as_ref() == Some(&simulation));
                let is_now = self.catalog.get_untracked() == catalog && self.semantics.get_untracked() == semantics;
                if is_tried && is_now {
                    self.path.set(Some(path));
                }
            });
        });
    }
}
