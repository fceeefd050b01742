//! Strings as Go's standard library reads, compares and prints them. What validators of upstream accept is what these
//! functions accept.
//!
//! ```
//! assert_eq!(olmkit_gostd::parse_duration("1h30m"), Some(5400.0));
//! assert!(olmkit_gostd::parse_address("a@b").is_ok());
//! assert_eq!(olmkit_gostd::go_quote("a\tb"), r#""a\tb""#);
//! ```

mod duration;
pub mod fold;
mod mail;
mod net;
mod quote;
mod url;

pub use duration::parse_duration;
pub use mail::parse_address;
pub use net::{IpKind, parse_cidr, parse_ip, parse_mac};
pub use quote::{escape, go_quote};
pub use url::{Url, parse_reference, parse_request_uri};
