//! Rules about objects other than the CSV and CRDs.

pub mod kinds;
pub mod metadata;
