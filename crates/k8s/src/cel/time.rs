//! Timestamps and durations in nanoseconds; timestamps are in UTC.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "nanoseconds of the years 1 to 9999 are far below i128, and so is every sum of a few of them"
)]

use olmkit_gostd::{days_since_1970, parse_rfc3339, zone_offset};

use super::error::{EvalError, Evaluated, INT, unreadable};
use super::value::Value;

const SECOND: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * SECOND;
/// The range of timestamps: the start of 0001-01-01 to the end of 9999-12-31.
const FIRST: i128 = -62_135_596_800 * SECOND;
const LAST: i128 = 253_402_300_800 * SECOND - 1;

/// A timestamp value. An error if it is out of range.
pub(super) fn timestamp(nanos: i128) -> Evaluated {
    if (FIRST..=LAST).contains(&nanos) { Ok(Value::Timestamp(nanos)) } else { Err(EvalError::Overflow("timestamp")) }
}

/// A duration value. An error if it is out of range.
pub(super) fn duration(nanos: i128) -> Evaluated {
    i64::try_from(nanos).map(Value::Duration).map_err(|_| EvalError::Overflow("duration"))
}

/// Converts seconds since 1970 to a timestamp.
pub(super) fn from_seconds(seconds: i64) -> Evaluated {
    timestamp(i128::from(seconds) * SECOND)
}

/// Whole seconds since 1970, rounded down.
pub(super) fn to_seconds(nanos: i128) -> i64 {
    i64::try_from(nanos.div_euclid(SECOND)).unwrap_or_default()
}

/// Parses an RFC 3339 timestamp.
pub(super) fn parse_timestamp(text: &str) -> Evaluated {
    let error = || unreadable(text, "timestamp");
    parse_rfc3339(text).ok_or_else(error).and_then(timestamp)
}

/// The year, month and day of a number of days since 1970-01-01.
fn date(days: i128) -> (i128, i128, i128) {
    let days = days + 719_468;
    let in_cycle = days.rem_euclid(146_097);
    let year = (in_cycle - in_cycle / 1_460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let of_year = in_cycle - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + days.div_euclid(146_097) * 400 + i128::from(month <= 2);
    (year, month, of_year - (153 * shifted + 2) / 5 + 1)
}

/// Formats a timestamp as RFC 3339 in UTC.
pub(super) fn timestamp_text(nanos: i128) -> String {
    let (year, month, day) = date(nanos.div_euclid(DAY));
    let of_day = nanos.rem_euclid(DAY);
    let (second, fraction) = (of_day / SECOND, of_day % SECOND);
    let fraction = format!("{fraction:09}");
    let fraction = match fraction.trim_end_matches('0') {
        "" => String::new(),
        rest => format!(".{rest}"),
    };
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

/// The result of a method such as `getMonth`. The zone is `UTC`, `+01:00` or `01:00`.
pub(super) fn part(of: &Value, method: &str, zone_name: Option<&str>) -> Evaluated {
    let int = |value: i128| i64::try_from(value).map(Value::Int).map_err(|_| EvalError::Overflow(INT));
    let nanos = match of {
        Value::Duration(nanos) => {
            let nanos = i128::from(*nanos);
            return match method {
                "getHours" => int(nanos / (3600 * SECOND)),
                "getMinutes" => int(nanos / (60 * SECOND)),
                "getSeconds" => int(nanos / SECOND),
                "getMilliseconds" => int(nanos / 1_000_000),
                _ => Err(EvalError::NoSuchOverload),
            };
        }
        Value::Timestamp(nanos) => *nanos + offset(zone_name)? * SECOND,
        _ => return Err(EvalError::NoSuchOverload),
    };
    let day = nanos.div_euclid(DAY);
    let of_day = nanos.rem_euclid(DAY);
    let (year, month, of_month) = date(day);
    int(match method {
        "getFullYear" => year,
        "getMonth" => month - 1,
        "getDayOfYear" => day - days_since_1970(year, 1, 1),
        "getDayOfMonth" => of_month - 1,
        "getDate" => of_month,
        "getDayOfWeek" => (day + 4).rem_euclid(7),
        "getHours" => of_day / (3600 * SECOND),
        "getMinutes" => of_day / (60 * SECOND) % 60,
        "getSeconds" => of_day / SECOND % 60,
        "getMilliseconds" => of_day / 1_000_000 % 1000,
        _ => return Err(EvalError::NoSuchOverload),
    })
}

fn offset(zone_name: Option<&str>) -> Evaluated<i128> {
    match zone_name {
        None | Some("UTC" | "") => Ok(0),
        Some(name) => {
            let signed = if name.starts_with(['+', '-']) { name.to_owned() } else { format!("+{name}") };
            zone_offset(&signed).ok_or_else(|| EvalError::TimeZone(name.to_owned()))
        }
    }
}

/// Parses a Go duration: `1h30m`, `-1.5s`.
pub(super) fn parse_duration(text: &str) -> Evaluated {
    const UNITS: [(&str, i128); 8] = [
        ("ns", 1),
        ("us", 1_000),
        ("µs", 1_000),
        ("μs", 1_000),
        ("ms", 1_000_000),
        ("s", SECOND),
        ("m", 60 * SECOND),
        ("h", 3600 * SECOND),
    ];
    let error = || unreadable(text, "duration");
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Ok(Value::Duration(0));
    }
    let mut nanos = 0_i128;
    if rest.is_empty() {
        return Err(error());
    }
    while !rest.is_empty() {
        let length = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
        let number = rest.get(..length).unwrap_or_default();
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.len() + fraction.len() == 0 || whole.len() > 19 || fraction.as_bytes().contains(&b'.') {
            return Err(error());
        }
        rest = rest.get(length..).unwrap_or_default();
        let unit = rest.split(|c: char| c.is_ascii_digit() || c == '.').next().unwrap_or_default();
        let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(error)?;
        rest = rest.get(unit.len()..).unwrap_or_default();
        nanos += format!("0{whole}").parse::<i128>().map_err(|_| error())? * scale;
        let kept = fraction.get(..fraction.len().min(15)).unwrap_or_default();
        let power = 10_i128.pow(u32::try_from(kept.len()).unwrap_or_default());
        nanos += format!("0{kept}").parse::<i128>().map_err(|_| error())? * scale / power;
        if nanos > i128::from(i64::MAX) {
            return Err(error());
        }
    }
    duration(sign * nanos)
}

/// Formats a duration as CEL does: seconds with a unit.
pub(super) fn duration_text(nanos: i64) -> String {
    let (sign, nanos) = (if nanos < 0 { "-" } else { "" }, i128::from(nanos).abs());
    let fraction = format!("{:09}", nanos % SECOND);
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{}s", nanos / SECOND),
        rest => format!("{sign}{}.{rest}s", nanos / SECOND),
    }
}
