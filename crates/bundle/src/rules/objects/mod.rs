//! Rules about the objects beside CSV and CRDs.

pub mod kinds;
pub mod metadata;
