//! All tests of this crate: one program is built and linked faster than one for each file.

mod conformance;
mod conformance_templates;
mod init;
mod list;
mod order;
mod templates;
mod yaml;
