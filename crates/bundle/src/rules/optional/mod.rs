//! The optional validators of operator-framework/api.

pub mod categories;
pub mod community;
pub mod deprecated;
pub mod hub;
pub mod icon;
pub mod object;
pub mod practices;
