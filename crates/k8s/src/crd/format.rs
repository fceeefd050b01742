//! `format` of strings, as the API server checks it (kube-openapi, strfmt). The API server ignores unknown formats and
//! the formats of numbers, and so does this module. `quantity`, `k8s-short-name` and `k8s-long-name` are not checked,
//! because only recent clusters check them.

use olmkit_gostd::{IpKind, parse_address, parse_cidr, parse_duration, parse_ip, parse_mac, parse_request_uri};

/// Whether a string has the format. Every string has an unknown format.
pub(crate) fn fits(format: &str, text: &str) -> bool {
    match format.replace('-', "").as_str() {
        "bsonobjectid" => text.len() == 24 && is_hex(text),
        "uri" => parse_request_uri(text).is_ok(),
        "email" => parse_address(text).is_ok(),
        "hostname" => is_hostname(text),
        "ipv4" => matches!(parse_ip(text), Some(IpKind::V4 | IpKind::Both)),
        "ipv6" => matches!(parse_ip(text), Some(IpKind::V6 | IpKind::Both)),
        "cidr" => parse_cidr(text).is_some(),
        "mac" => parse_mac(text).is_some(),
        "uuid" => is_uuid(text, None, false),
        "uuid3" => is_uuid(text, Some('3'), false),
        "uuid4" => is_uuid(text, Some('4'), true),
        "uuid5" => is_uuid(text, Some('5'), true),
        "isbn" => is_isbn10(text) || is_isbn13(text),
        "isbn10" => is_isbn10(text),
        "isbn13" => is_isbn13(text),
        "creditcard" => is_credit_card(text),
        "ssn" => is_ssn(text),
        "hexcolor" => is_hex_color(text),
        "rgbcolor" => is_rgb_color(text),
        "byte" => is_base64(text),
        "date" => is_date(text),
        "duration" => is_duration(text),
        "datetime" => is_date_time(text),
        _ => true,
    }
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_hexdigit())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Letters, digits and the symbols of upstream's pattern. All visible characters beyond ASCII are accepted.
fn is_of_hostname(c: char) -> bool {
    c.is_ascii_alphanumeric() || "$+<=>^`|~".contains(c) || !c.is_ascii() && !c.is_whitespace() && !c.is_control()
}

/// Dotted names: labels, and a last label of at least two characters. In a name of a single label, a dash can only be
/// the second character. This follows upstream's pattern.
fn is_hostname(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    if text.len() > 255 || parts.iter().any(|part| part.len() > 63) {
        return false;
    }
    let Some((last, labels)) = parts.split_last() else { return false };
    let mut chars = last.chars();
    if !chars.next().is_some_and(is_of_hostname) {
        return false;
    }
    let rest = chars.as_str();
    if labels.is_empty() {
        return rest.strip_prefix('-').unwrap_or(rest).chars().all(is_of_hostname);
    }
    let is_label = |label: &&str| {
        label.chars().all(|c| is_of_hostname(c) || c == '-')
            && !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let ends_well = rest.chars().all(|c| is_of_hostname(c) || c == '-') && !rest.contains("--") && !rest.ends_with('-');
    labels.iter().all(is_label) && !rest.is_empty() && ends_well
}

/// The dashes are optional.
fn is_uuid(text: &str, version: Option<char>, has_variant: bool) -> bool {
    let mut rest = text;
    let mut parts = Vec::new();
    for width in [8, 4, 4, 4, 12] {
        let from = if parts.is_empty() { rest } else { rest.strip_prefix('-').unwrap_or(rest) };
        let Some((part, after)) = from.split_at_checked(width).filter(|(part, _)| is_hex(part)) else { return false };
        parts.push(part);
        rest = after;
    }
    let starts = |at: usize, with: &str| parts.get(at).is_some_and(|part| part.starts_with(|c| with.contains(c)));
    rest.is_empty()
        && version.is_none_or(|version| starts(2, &version.to_string()))
        && (!has_variant || starts(3, "89abAB"))
}

/// Removes spaces and dashes from a number.
fn dense(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_whitespace() && *c != '-').collect()
}

fn values(digits: &str) -> impl Iterator<Item = u32> {
    digits.chars().map(|c| c.to_digit(10).unwrap_or(10))
}

fn is_isbn10(text: &str) -> bool {
    let digits = dense(text);
    let body = digits.strip_suffix('X').unwrap_or(&digits);
    if digits.len() != 10 || !is_digits(body) || body.len() < 9 {
        return false;
    }
    let sum = values(&digits).zip(1_u32..).fold(0_u32, |sum, (value, at)| sum.saturating_add(value.saturating_mul(at)));
    sum.is_multiple_of(11)
}

fn is_isbn13(text: &str) -> bool {
    let digits = dense(text);
    let weights = [1_u32, 3].into_iter().cycle();
    let sum = values(&digits).zip(weights).fold(0_u32, |sum, (value, by)| sum.saturating_add(value.saturating_mul(by)));
    digits.len() == 13 && is_digits(&digits) && sum.is_multiple_of(10)
}

fn is_credit_card(text: &str) -> bool {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let number = |width: usize| digits.get(..width).and_then(|start| start.parse::<u32>().ok()).unwrap_or(0);
    let (two, three, four) = (number(2), number(3), number(4));
    let is_known = match digits.len() {
        13 => digits.starts_with('4'),
        14 => matches!(three, 300..=305) || matches!(two, 36 | 38),
        15 => matches!(two, 34 | 37) || matches!(four, 2131 | 1800),
        16 => digits.starts_with('4') || matches!(two, 51..=55 | 65 | 35) || four == 6011,
        _ => false,
    };
    let doubled =
        |value: u32| if value > 4 { value.saturating_mul(2).saturating_sub(9) } else { value.saturating_mul(2) };
    let sum = values(&digits).collect::<Vec<_>>().into_iter().rev().enumerate();
    let sum = sum
        .fold(0_u32, |sum, (at, value)| sum.saturating_add(if at.is_multiple_of(2) { value } else { doubled(value) }));
    is_known && sum.is_multiple_of(10)
}

fn is_ssn(text: &str) -> bool {
    let mut rest = text;
    for (at, width) in [3, 2, 4].into_iter().enumerate() {
        let from = if at == 0 { rest } else { rest.strip_prefix(['-', ' ']).unwrap_or(rest) };
        let Some((part, after)) = from.split_at_checked(width).filter(|(part, _)| is_digits(part)) else {
            return false;
        };
        let _ = part;
        rest = after;
    }
    rest.is_empty()
}

fn is_hex_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && is_hex(digits)
}

fn is_rgb_color(text: &str) -> bool {
    let Some(inner) = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) else { return false };
    let is_part = |part: &str| {
        let part = part.trim_matches([' ', '\t', '\n', '\r', '\u{c}']);
        is_digits(part) && (part == "0" || !part.starts_with('0')) && part.parse::<u8>().is_ok()
    };
    inner.split(',').count() == 3 && inner.split(',').all(is_part)
}

fn is_base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let padding = text.len().saturating_sub(body.len());
    let is_of = |b: u8| b.is_ascii_alphanumeric() || b == b'+' || b == b'/';
    !text.is_empty() && text.len().is_multiple_of(4) && padding <= 2 && body.bytes().all(is_of)
}

/// `2006-01-02`, an existing day of the calendar.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    if [year.len(), month.len(), day.len()] != [4, 2, 2] || ![year, month, day].into_iter().all(|part| is_digits(part))
    {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().unwrap_or(0);
    let year = number(year);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match number(month) {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&number(day))
}

/// A date, `T`, a time, and a zone.
fn is_date_time(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut parts = lower.split('t');
    let (Some(date), Some(time)) = (parts.next(), parts.next()) else { return false };
    is_date(date) && is_time(time)
}

fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else { return false };
    let parts: Vec<&str> = clock.split(':').collect();
    let [hours, minutes, seconds] = parts.as_slice() else { return false };
    let is_part = |part: &str, most: &str| part.len() == 2 && is_digits(part) && part <= most;
    if !is_part(hours, "23") || !is_part(minutes, "59") || !is_part(seconds, "59") {
        return false;
    }
    is_zone(rest) || {
        // The dot before the fraction in upstream's pattern matches any character.
        let mut chars = rest.chars();
        let fraction = chars.next().map(|_| chars.as_str()).unwrap_or_default();
        let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        zone.len() < fraction.len() && is_zone(zone)
    }
}

fn is_zone(text: &str) -> bool {
    let offset = text.strip_prefix(['+', '-']).and_then(|rest| rest.split_once(':'));
    let is_part = |part: &str| part.len() == 2 && is_digits(part);
    text == "z" || offset.is_some_and(|(hours, minutes)| is_part(hours) && is_part(minutes))
}

/// A Go duration, or numbers with unit names of which at least one is known: `2 days`, `1w 3hours`.
fn is_duration(text: &str) -> bool {
    // The last name of each unit is a prefix: any ending is accepted.
    const UNITS: [&[&str]; 8] = [
        &["ns", "nano"],
        &["us", "µs", "micro"],
        &["ms", "milli"],
        &["s", "sec"],
        &["m", "min"],
        &["h", "hr", "hour"],
        &["d", "day"],
        &["w", "wk", "week"],
    ];
    if parse_duration(text).is_some() {
        return true;
    }
    let mut rest = text.trim_start();
    let mut is_known = false;
    while !rest.is_empty() {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = rest.strip_suffix(after).unwrap_or_default();
        let from = after.trim_start();
        let end = from.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == 'µ');
        let unit = from.strip_suffix(end).unwrap_or_default().to_lowercase();
        if unit.is_empty() || number.parse::<i64>().is_err() {
            return false;
        }
        is_known |= UNITS.iter().any(|variants| {
            variants.contains(&unit.as_str()) || variants.last().is_some_and(|last| unit.starts_with(last))
        });
        rest = end.trim_start();
    }
    is_known
}
