//! All tests of this crate: one program is built and linked faster than one for each file.

mod candidates;
mod conformance_paths;
mod fixes;
mod large;
mod stranded;
mod upstream_v1;
