//! Links and exports.

pub mod dialog;
