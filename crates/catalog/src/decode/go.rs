//! Values as Go names and prints them.

pub(crate) use olmkit_gostd::go_quote as quote;
pub(crate) use olmkit_yaml::decode::{kind, kind_in_words};
