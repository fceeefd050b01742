//! The upgrade graph of a channel.

pub mod chain;
