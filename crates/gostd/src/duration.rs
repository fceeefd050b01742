//! Durations as Go's `time` parses them.

use crate::parse_float;

/// The maximum in seconds: `int64` nanoseconds.
const MAX: f64 = 9_223_372_036.854_775;

/// `time.ParseDuration`. Returns seconds.
#[must_use]
pub fn parse_duration(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 8] =
        [("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("μs", 1e-6), ("ms", 1e-3), ("h", 3600.0), ("m", 60.0), ("s", 1.0)];
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned == "0" {
        return Some(0.0);
    }
    let mut rest = unsigned;
    let mut sum = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, unit) = rest.split_at_checked(end)?;
        if !number.bytes().any(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = parse_float(number)?;
        let (after, factor) = UNITS.iter().find_map(|(name, factor)| Some((unit.strip_prefix(name)?, factor)))?;
        sum += number * factor;
        rest = after;
    }
    let fits = !unsigned.is_empty() && sum <= MAX;
    fits.then_some(if text.starts_with('-') { -sum } else { sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(parse_duration("1h30m"), Some(5400.0));
        assert_eq!(parse_duration("500ms"), Some(0.5));
        assert_eq!((parse_duration("0"), parse_duration("-1m")), (Some(0.0), Some(-60.0)));
        for bad in ["", "5", "m", "1d", "1 m", ".m", "1m5", "9999999h"] {
            assert_eq!(parse_duration(bad), None, "{bad}");
        }
    }
}
