//! The reason why a version is stranded.

use crate::named::named;

named! {
    /// The reason why upgrades end at a version.
    pub enum StrandedCause {
        /// v0: all its successors are skipped.
        SuccessorSkipped = "successor-skipped",
        /// v0: its successor is not on the replaces chain of the head.
        SuccessorOffChain = "successor-off-chain",
        /// v0: the channel cannot be sorted.
        ChannelError = "channel-error",
        /// v0: the skipRange of an older entry downgrades clusters in an endless loop.
        DowngradeLoop = "downgrade-loop",
        /// v0: the skipRange matches the version of its own entry.
        OwnRange = "own-range",
        /// The version has no successor.
        NoSuccessor = "no-successor",
        /// A skipRange with an empty alternative crashes the resolver.
        RangePanic = "range-panic",
        /// v1: its successors have lower versions.
        SuccessorLower = "successor-lower",
        /// v1: its successors have the same version.
        SuccessorEqual = "successor-equal",
        /// v1: its successors are deprecated, and the version is not.
        SuccessorDeprecated = "successor-deprecated",
        /// v1: its successors have no bundle.
        SuccessorWithoutBundle = "successor-without-bundle",
    }
}
