//! Parts that several features use.

pub mod act;
pub mod badge;
pub mod facts;
pub mod field;
pub mod icon;
pub mod key;
pub mod menu;
pub mod modal;
pub mod narrow;
pub mod pick;
pub mod scroll;
