//! The events of the host.

use olmkit_api::OlmSymbol;
use serde::Deserialize;

use super::types::{
    BundleView, Checked, Config, Draft, Dragged, Message, Opened, PackageView, PageState, Progress, RecentFolder,
    Restart, SeveralBundles, Step,
};

/// An event, as an object with its kind as the only key.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostEvent {
    State(PageState),
    Progress(Progress),
    /// Another catalog is opened.
    Opening,
    Opened(Opened),
    Checked(Box<Checked>),
    Dragged(Dragged),
    /// The bundle was checked, or closed.
    Bundle(Option<Box<BundleView>>),
    BundleOpened,
    BundlesFound(SeveralBundles),
    /// Every place that names something is to be listed.
    References(OlmSymbol),
    /// What packages in sight show.
    PackageViews(Vec<PackageView>),
    /// Something is to be renamed.
    Rename(OlmSymbol),
    Stepped(Step),
    Said(Message),
    Failed(Message),
    Config(Config),
    Recent(Vec<RecentFolder>),
    Drafts(Vec<Draft>),
    /// A newer version of the page is ready.
    Update,
    Restart(Restart),
}
