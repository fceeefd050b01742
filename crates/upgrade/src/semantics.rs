//! The two upgrade semantics.

/// The resolver whose upgrades are computed.
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

impl From<olmkit_api::Semantics> for Semantics {
    fn from(semantics: olmkit_api::Semantics) -> Self {
        match semantics {
            olmkit_api::Semantics::V0 => Semantics::V0,
            olmkit_api::Semantics::V1 => Semantics::V1,
        }
    }
}

impl From<Semantics> for olmkit_api::Semantics {
    fn from(semantics: Semantics) -> Self {
        match semantics {
            Semantics::V0 => olmkit_api::Semantics::V0,
            Semantics::V1 => olmkit_api::Semantics::V1,
        }
    }
}
