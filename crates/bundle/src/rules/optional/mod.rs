//! The optional validators of operator-framework/api.

pub mod categories;
pub mod community;
pub mod deprecated;
pub mod hub;
pub mod icon;
pub mod multiarch;
pub mod object;
pub mod operatorhub_io;
pub mod practices;
