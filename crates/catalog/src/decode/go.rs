//! Names and formats values as Go does.

pub(crate) use olmkit_gostd::go_quote as quote;
pub(crate) use olmkit_yaml::decode::{kind, kind_name};
