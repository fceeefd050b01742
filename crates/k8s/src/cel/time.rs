//! Timestamps and durations in nanoseconds; timestamps are in UTC.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "nanoseconds of the years 1 to 9999 are far below i128, and so is every sum of a few of them"
)]

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

fn digits(text: &str, from: usize, count: usize) -> Option<i128> {
    let part = text.get(from..from + count).filter(|part| part.bytes().all(|b| b.is_ascii_digit()))?;
    part.parse().ok()
}

/// Parses an RFC 3339 timestamp.
pub(super) fn parse_timestamp(text: &str) -> Evaluated {
    let error = || unreadable(text, "timestamp");
    parse(text).ok_or_else(error).and_then(timestamp)
}

fn parse(text: &str) -> Option<i128> {
    let (year, month, day) = (digits(text, 0, 4)?, digits(text, 5, 2)?, digits(text, 8, 2)?);
    let (hour, minute, second) = (digits(text, 11, 2)?, digits(text, 14, 2)?, digits(text, 17, 2)?);
    let marks = [(4, '-'), (7, '-'), (10, 'T'), (13, ':'), (16, ':')];
    let is_marked = marks.iter().all(|(at, mark)| text.get(*at..).is_some_and(|rest| rest.starts_with(*mark)));
    let in_range = (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
    if !is_marked || !in_range || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let mut rest = text.get(19..)?;
    let mut nanos = 0;
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let kept = fraction.get(..length.min(9))?;
        let scale = 10_i128.pow(u32::try_from(9 - kept.len()).ok()?);
        nanos = kept.parse::<i128>().ok()? * scale;
        rest = fraction.get(length..)?;
    }
    let offset = match rest {
        "Z" => 0,
        _ => zone(rest)?,
    };
    Some(days(year, month, day) * DAY + (hour * 3600 + minute * 60 + second - offset) * SECOND + nanos)
}

/// Parses an offset such as `+01:00` to seconds.
fn zone(text: &str) -> Option<i128> {
    let sign = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hour, minute) = (digits(text, 1, 2)?, digits(text, 4, 2)?);
    let fits = text.len() == 6 && text.get(3..4) == Some(":") && hour < 24 && minute < 60;
    fits.then_some(sign * (hour * 3600 + minute * 60))
}

fn days_of(year: i128, month: i128) -> i128 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days since 1970-01-01. Years start in March, in cycles of 400.
fn days(year: i128, month: i128, day: i128) -> i128 {
    let year = if month <= 2 { year - 1 } else { year };
    let in_cycle = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year.div_euclid(400) * 146_097 + in_cycle * 365 + in_cycle / 4 - in_cycle / 100 + of_year - 719_468
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
        "getDayOfYear" => day - days(year, 1, 1),
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
            zone(&signed).ok_or_else(|| EvalError::TimeZone(name.to_owned()))
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
