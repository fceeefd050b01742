//! Ids as types of their own.

pub use olmkit_collections::{Id, List};

olmkit_collections::ids! {
    /// A catalog of a [`Universe`](crate::Universe).
    pub SourceId,
    /// A bundle of a catalog.
    pub BundleId,
    /// A channel of a package.
    pub ChannelId,
    /// A bundle in a channel.
    pub EntryId,
    /// A requirement of bundles.
    pub RequirementId,
    /// Something that is true or false in an answer.
    pub(crate) VariableId,
    /// What must hold in an answer.
    pub(crate) RuleId,
}
