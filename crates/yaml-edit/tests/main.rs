//! All tests of this crate: one program is built and linked faster than one for each file.

mod aliases;
mod edit_goldens;
mod edit_properties;
mod large;
