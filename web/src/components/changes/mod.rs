//! Changes before they are applied.

pub mod alternatives;
pub mod carry;
pub mod compare;
pub mod diff;
pub mod preview;
pub mod stale;
