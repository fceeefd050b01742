//! All tests of this crate: one program is built and linked faster than one for each file.

mod conformance;
mod databases;
