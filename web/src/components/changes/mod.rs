//! Changes before they are applied, and saving.

pub mod alternatives;
pub mod diff;
pub mod preview;
pub mod save;
