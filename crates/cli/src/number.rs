//! Numbers on the command line.

use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::Not;
use std::str::FromStr;

/// Why a value is refused.
#[derive(Debug, thiserror::Error)]
#[error("expected {0}")]
pub(crate) struct NotANumber(String);

/// Parses a count without a sign.
pub(crate) fn count<T: FromStr<Err = ParseIntError> + Default + Not<Output: Display>>(
    value: &str,
) -> Result<T, NotANumber> {
    value.parse().map_err(|error: ParseIntError| {
        let largest = match error.kind() {
            IntErrorKind::PosOverflow => format!(" to {}", !T::default()),
            _ => String::new(),
        };
        NotANumber(format!("a whole number from 0{largest}"))
    })
}

/// Parses a number of things of which there is at least one.
pub(crate) fn at_least_one(value: &str) -> Result<usize, NotANumber> {
    let number = value.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| NotANumber("a whole number from 1".to_owned()))
}

/// Parses a TCP port.
pub(crate) fn port(value: &str) -> Result<u16, NotANumber> {
    value.parse().map_err(|_| NotANumber("a number from 0 to 65535".to_owned()))
}
