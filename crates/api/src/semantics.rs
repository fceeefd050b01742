//! The two upgrade semantics.

use crate::named::named;

named! {
    /// The upgrade semantics: those of OLM v0 or of OLM v1.
    #[derive(Default)]
    pub enum Semantics {
        /// OLM v0: Subscriptions.
        #[default]
        V0 = "v0",
        /// OLM v1: ClusterExtensions.
        V1 = "v1",
    }
}
