//! All tests of this crate: one program is built and linked faster than one for each file.

mod conformance_yaml2json;
mod decode;
mod fast;
mod hostile;
mod inside;
mod stream;
mod strings;
mod yaml_hostile;
mod yaml_rules;
