//! All tests of this crate: one program is built and linked faster than one for each file.

mod access;
mod faults;
mod known_registries;
mod resume;
mod security;
mod slow;
mod tokens;
