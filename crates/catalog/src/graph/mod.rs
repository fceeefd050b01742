//! Upgrade graphs: what opm checks of them, and what OLM v0 and OLM v1 make of them.
//!
//! [`Graph`] holds one channel with its indices; [`v0::answer`] and [`v1::answer`] say for every installed name where
//! one resolution leads; [`walk::Walk`] follows the steps to their end; [`stranded`] and [`path`] put it into words.

pub mod chain;
mod channel;
pub mod dot;
mod intervals;
pub mod layout;
pub mod mend;
pub mod mermaid;
mod numbers;
pub mod path;
mod source;
pub mod stranded;
pub mod svg;
pub mod v0;
pub mod v1;
mod walk;
mod words;

pub use channel::{Channel, Edge, Graph, Installed, Named, Node, SkipRange};
pub(crate) use intervals::{Interval, admitted};
pub(crate) use source::deprecated;
pub use source::{channel_of, graph_of, links};
pub use walk::{Steps, Walk};

/// Whose resolver is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Semantics {
    /// OLM v0: a Subscription on the channel.
    #[default]
    V0,
    /// OLM v1: a ClusterExtension that names the channel.
    V1,
}

impl Semantics {
    /// Both, in order.
    pub const ALL: [Semantics; 2] = [Semantics::V0, Semantics::V1];

    /// `v0` or `v1`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Semantics::V0 => "v0",
            Semantics::V1 => "v1",
        }
    }

    /// The semantics of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Semantics> {
        Self::ALL.into_iter().find(|semantics| semantics.name() == name)
    }
}
