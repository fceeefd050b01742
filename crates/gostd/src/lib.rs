//! The parts of Go's standard library on which verdicts and output of upstream depend: parsing, comparing and printing
//! strings, and sorting. These functions accept exactly what upstream validators accept.
//!
//! ```
//! assert_eq!(olmkit_gostd::parse_duration("1h30m"), Some(5400.0));
//! assert!(olmkit_gostd::parse_address("a@b").is_ok());
//! assert_eq!(olmkit_gostd::go_quote("a\tb"), r#""a\tb""#);
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod class;
mod csv;
mod duration;
mod float;
pub mod fold;
mod hex;
mod mail;
mod net;
mod path;
mod quote;
mod sort;
mod time;
mod url;

pub use class::{is_digit, is_letter};
pub use csv::{CsvError, string_slice};
pub use duration::parse_duration;
pub use float::{go_float32_key, go_float64, go_float64_between, go_float64_f, go_float64_g, parse_float};
pub use hex::{hex, percent_decoded};
pub use mail::{MailError, parse_address};
pub use net::{IpKind, parse_cidr, parse_ip, parse_mac};
pub use path::{is_local, leaves_root};
pub use quote::{escape, go_quote, is_print};
pub use sort::sort_slice;
pub use time::{days_since_1970, parse_rfc3339, zone_offset};
pub use url::{Url, UrlError, check_escapes, parse_reference, parse_request_uri};
