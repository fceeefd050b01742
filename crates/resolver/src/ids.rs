//! Typed ids.

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
    /// A test of a [`Predicate`](crate::requirement::Predicate).
    pub TestId,
    /// An installed bundle of a request.
    pub(crate) ExistingId,
    /// A subscription of a request.
    pub(crate) SubscriptionId,
    /// A variable of the resolution problem.
    pub(crate) VariableId,
    /// A constraint of the resolution problem.
    pub(crate) ConstraintId,
}
