//! The events of the host.

use olmkit_api::OlmSymbol;
use serde::Deserialize;

use crate::types::{
    BundleView, Checked, Config, Draft, Dragged, Message, Opened, PackageView, PageState, Progress, RecentFolder,
    Restart, SeveralBundles, Step,
};

/// An event. Encoded as an object with its kind as the only key.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "kebab-case")]
pub enum HostEvent {
    State(PageState),
    Progress(Progress),
    /// Another catalog is being opened.
    Opening,
    Opened(Opened),
    Checked(Box<Checked>),
    Dragged(Dragged),
    /// The bundle was checked, or closed.
    Bundle(Option<Box<BundleView>>),
    BundleOpened,
    BundlesFound(SeveralBundles),
    /// The user wants to list all places of a name.
    References(OlmSymbol),
    /// What the overview shows of packages that are visible.
    PackageViews(Vec<PackageView>),
    /// The user wants to rename something.
    Rename(OlmSymbol),
    Stepped(Step),
    Message(Message),
    Failed(Message),
    Config(Config),
    Recent(Vec<RecentFolder>),
    Drafts(Vec<Draft>),
    /// A newer version of the page is ready.
    Update,
    Restart(Restart),
}
