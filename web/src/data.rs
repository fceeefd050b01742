//! What the engine answers, as far as the page shows it.

pub mod bundle;
mod files;
mod outline;
mod report;
mod upgrades;

pub use crate::intention::{Considered, Intention, NewEntry};
pub use files::*;
pub use outline::*;
pub use report::*;
pub use upgrades::*;
