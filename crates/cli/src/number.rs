//! Numbers on the command line.

/// Why a value is refused.
#[derive(Debug, thiserror::Error)]
#[error("expected {0}")]
pub(crate) struct NotANumber(&'static str);

/// A count.
pub(crate) fn count<T: std::str::FromStr>(value: &str) -> Result<T, NotANumber> {
    value.parse().map_err(|_| NotANumber("a whole number from 0"))
}

/// A port of the machine.
pub(crate) fn port(value: &str) -> Result<u16, NotANumber> {
    value.parse().map_err(|_| NotANumber("a number from 0 to 65535"))
}
