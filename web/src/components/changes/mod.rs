//! Changes before they are applied.

pub mod alternatives;
pub mod compare;
pub mod diff;
pub mod other_catalogs;
pub mod preview;
pub mod stale;
