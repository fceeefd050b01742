//! The new name of a channel, with a preview of its effect on clusters.

use crate::prelude::*;
use olmkit_api::Intention;

use super::{Alternative, Alternatives};
use crate::bridge;
use crate::state::AppState;
use crate::text::refusal;

/// The effect of the new name of a channel on the clusters that follow it.
pub fn effect_on_followers(channel: &str, to: &str) -> String {
    format!("Clusters that follow {channel} get no further upgrades until their Subscription names {to}.")
}

impl AppState {
    /// Offers to rename the shown channel. Returns why the name is refused.
    pub async fn choose_channel_name(self, to: String) -> Option<String> {
        let (package, channel) = self.here();
        let title = format!("Rename channel {channel} of {package} to {to}");
        let rename = Intention::RenameChannel { package, channel: channel.clone(), to: to.clone() };
        if let Ok(Err(reason)) = bridge::consider(std::slice::from_ref(&rename), false).await {
            return Some(refusal(&reason));
        }
        let is_default =
            self.channel.table.with_untracked(|table| table.as_ref().is_some_and(|table| table.is_default));
        let hint = effect_on_followers(&channel, &to);
        self.dialogs.alternatives.set(Some(Alternatives {
            title,
            hint,
            warning: if is_default {
                format!("{channel} is the default channel: {to} becomes the default.")
            } else {
                String::new()
            },
            options: vec![Alternative::new("Rename the channel", vec![rename])],
            ..Alternatives::default()
        }));
        None
    }
}
