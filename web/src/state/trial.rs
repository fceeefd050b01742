//! An installed version whose upgrades are looked at.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::PathQuestion;

use super::{AppState, Selection};
use crate::bridge;

/// An installed version whose upgrades are looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trial {
    pub package: String,
    pub from: String,
    /// The channel that it follows.
    pub channel: String,
    /// Where to; empty for the head.
    pub to: String,
}

impl AppState {
    /// The upgrades of an entry of the channel that is shown.
    pub fn try_out(self, name: &str) {
        let Selection { package, channel } = self.selection.get_untracked();
        let is_tried = self.trial.with_untracked(|trial| {
            trial
                .as_ref()
                .is_some_and(|trial| trial.from == name && trial.channel == channel && trial.package == package)
        });
        if !is_tried {
            self.trial.set(Some(Trial { package, from: name.to_owned(), channel, to: String::new() }));
        }
    }

    /// What is tried out follows another channel, and that one is shown.
    pub fn switch_channel(self, channel: &str) {
        let Some(trial) = self.trial.get_untracked() else { return };
        self.select(&trial.package, channel);
        self.trial.set(Some(Trial { channel: channel.to_owned(), to: String::new(), ..trial }));
    }

    /// Asks for the upgrade path of what is tried out; runs again when anything about it changes.
    pub fn follow_trial(self) {
        Effect::new(move |_| {
            self.report.track();
            let catalog = self.catalog.get_untracked();
            let semantics = self.semantics.get();
            let Some(trial) = self.trial.get() else { return self.path.set(None) };
            let to = Some(trial.to.clone()).filter(|to| !to.is_empty());
            let question = PathQuestion {
                package: trial.package.clone(),
                channel: Some(trial.channel.clone()),
                from: trial.from.clone(),
                to,
                semantics,
            };
            spawn_local(async move {
                let Ok(path) = bridge::upgrade_path(&question).await else { return };
                let is_tried = self.trial.with_untracked(|now| now.as_ref() == Some(&trial));
                let is_now = self.catalog.get_untracked() == catalog && self.semantics.get_untracked() == semantics;
                if is_tried && is_now {
                    self.path.set(Some(path));
                }
            });
        });
    }
}
