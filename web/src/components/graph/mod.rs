//! A channel as a graph.

pub mod drawing;
pub mod gestures;
pub mod minimap;
pub mod page;
pub mod path;
pub mod viewport;
