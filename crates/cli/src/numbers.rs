//! Numbers as values of options.

/// Why a value is refused.
#[derive(Debug, thiserror::Error)]
#[error("expected {0}")]
pub(crate) struct NotInRange(&'static str);

/// A count.
pub(crate) fn count<T: std::str::FromStr>(value: &str) -> Result<T, NotInRange> {
    value.parse().map_err(|_| NotInRange("a whole number from 0"))
}

/// A port of the machine.
pub(crate) fn port(value: &str) -> Result<u16, NotInRange> {
    value.parse().map_err(|_| NotInRange("a number from 0 to 65535"))
}
