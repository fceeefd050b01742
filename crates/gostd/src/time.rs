//! Timestamps as Go's `time` parses them.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "nanoseconds of years with four digits are far below i128, and so is every sum of a few of them"
)]

const SECOND: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * SECOND;

fn digits(text: &str, from: usize, count: usize) -> Option<i128> {
    let part = text.get(from..from + count).filter(|part| part.bytes().all(|b| b.is_ascii_digit()))?;
    part.parse().ok()
}

/// `time.Parse(time.RFC3339, text)`. Returns nanoseconds since 1970 in UTC.
#[must_use]
pub fn parse_rfc3339(text: &str) -> Option<i128> {
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
        _ => zone_offset(rest)?,
    };
    Some(days_since_1970(year, month, day) * DAY + (hour * 3600 + minute * 60 + second - offset) * SECOND + nanos)
}

/// Parses an offset from UTC such as `+01:00` to seconds. Go accepts up to 24 hours and 60 minutes.
#[must_use]
pub fn zone_offset(text: &str) -> Option<i128> {
    let sign = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hour, minute) = (digits(text, 1, 2)?, digits(text, 4, 2)?);
    let fits = text.len() == 6 && text.get(3..4) == Some(":") && hour <= 24 && minute <= 60;
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
#[must_use]
pub fn days_since_1970(year: i128, month: i128, day: i128) -> i128 {
    let year = if month <= 2 { year - 1 } else { year };
    let in_cycle = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year.div_euclid(400) * 146_097 + in_cycle * 365 + in_cycle / 4 - in_cycle / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::parse_rfc3339;

    #[test]
    fn timestamps() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("1970-01-02T00:00:01.5+01:00", Some(82_801)),
            ("2000-02-29T00:00:00,123Z", Some(951_782_400)),
            ("1970-01-02T00:00:00+24:00", Some(0)),
            ("1970-01-01T01:00:00+00:60", Some(0)),
            ("1970-01-01T00:00:00+24:61", None),
            ("1970-01-01T00:00:00+25:00", None),
            ("1900-02-29T00:00:00Z", None),
            ("2023-02-29T00:00:00Z", None),
            ("2006-01-02", None),
            ("notatime", None),
            ("", None),
            ("1970-13-01T00:00:00Z", None),
            ("1970-01-01T24:00:00Z", None),
            ("1970-01-01T00:00:60Z", None),
            ("1970-01-01 00:00:00Z", None),
            ("1970-01-01T00:00:00.Z", None),
            ("1970-01-01T00:00:00", None),
            ("1970-01-01T00:00:00z", None),
        ] {
            let found = parse_rfc3339(text).map(|nanos| nanos.div_euclid(1_000_000_000));
            assert_eq!(found, seconds, "{text}");
        }
    }
}
