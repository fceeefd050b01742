//! Searches, checks and base64: what looks at all bytes of a catalog. This crate is small, and compiled for speed in
//! the engine's wasm, the rest of which is compiled for size.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]
#![allow(clippy::arithmetic_side_effects, reason = "positions are bounded by the length of a text in memory")]

pub mod base64;
pub mod lines;
pub mod plain;
pub mod words;
