//! Dates and times, as go-yaml v2 detects them with Go's `time.Parse`.

/// Whether a text is a date with an optional time: `2006-1-2`, `2006-1-2 15:4:5`, or with `T` and a zone.
pub(super) fn is_timestamp(text: &str) -> bool {
    date(text).is_some_and(|rest| rest.is_empty() || time(rest) == Some(""))
}

/// Parses a date. Like the following functions, returns the rest of the text.
fn date(text: &str) -> Option<&str> {
    let (year, rest) = text.split_at_checked(4)?;
    let year: u32 = year.bytes().all(|b| b.is_ascii_digit()).then(|| year.parse().ok())??;
    let (month, rest) = number(rest.strip_prefix('-')?)?;
    let (day, rest) = number(rest.strip_prefix('-')?)?;
    (1..=days(year, month)).contains(&day).then_some(rest)
}

fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

fn time(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix(['T', 't']) {
        return zone(clock(rest)?);
    }
    // Go accepts several spaces instead of one.
    clock(text.strip_prefix(' ')?.trim_start_matches(' '))
}

fn clock(text: &str) -> Option<&str> {
    let (hour, rest) = number(text)?;
    let (minute, rest) = number(rest.strip_prefix(':')?)?;
    let (second, rest) = number(rest.strip_prefix(':')?)?;
    let fraction = rest.strip_prefix(['.', ',']).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let rest = fraction.map_or(rest, |digits| digits.trim_start_matches(|c: char| c.is_ascii_digit()));
    (hour < 24 && minute < 60 && second < 60).then_some(rest)
}

fn zone(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix('Z') {
        return Some(rest);
    }
    let (zone, rest) = text.split_at_checked(6)?;
    let (hours, minutes) = zone.strip_prefix(['+', '-'])?.split_once(':')?;
    let two = |part: &str, most: u32| number(part).is_some_and(|(value, rest)| rest.is_empty() && value <= most);
    (hours.len() == 2 && two(hours, 24) && two(minutes, 60)).then_some(rest)
}

/// A number of one or two digits.
fn number(text: &str) -> Option<(u32, &str)> {
    let length = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(length)?;
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn dates_and_times_are_those_of_go() {
        let are = "2001-01-01|2001-1-1|0000-1-1|2000-02-29|2024-2-29|2001-12-31|2001-1-1 1:2:3|2001-1-1   1:2:3\
            |2001-1-1T1:2:3Z|2001-1-1t01:02:03.5Z|2001-1-1T1:2:3,123456789012+24:60|2001-1-1T1:2:3-05:30\
            |2001-1-1 23:59:59.0|2001-1-1 1:2:3,0";
        for text in are.split('|') {
            assert!(is_timestamp(text), "{text}");
        }
        let are_not = "2001-02-29|1900-2-29|2001-04-31|2001-13-1|2001-0-1|2001-1-0|2001-1|2001-1-1T|2001-1-1 \
            |2001-1-1é|2001-1-1 1:2:3Z|2001-1-1T1:2:3|2001-1-1T24:2:3Z|2001-1-1T1:60:3Z|2001-1-1T1:2:60Z\
            |2001-1-1T1:2:3.Z|2001-1-1T1:2:3+25:00|2001-1-1T1:2:3+01:61|2001-1-1T1:2:3+1:000|2001-1-1T1:2:3+0100\
            |2001-1-1T 1:2:3Z|2001-001-1|20010-1-1|2001-1-1 1:2|2001-1-1 1:2:3.";
        for text in are_not.split('|') {
            assert!(!is_timestamp(text), "{text}");
        }
    }
}
