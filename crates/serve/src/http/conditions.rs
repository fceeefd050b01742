//! Conditional requests, as evaluated by the two endpoints.

use std::time::{Duration, SystemTime};

use axum::http::{HeaderMap, HeaderName, header};

/// The result of evaluating the conditions of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Send,
    NotModified,
    Failed,
    /// catalogd responds with an error, followed by the content.
    Unreadable,
}

/// The value of a header. If it occurs more than once, the first value.
pub(super) fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Evaluates the conditions. If `is_strict`, a date that cannot be parsed is an error, as for `metas`. There are no
/// entity tags, so only `*` matches.
pub(super) fn outcome(headers: &HeaderMap, stored: SystemTime, is_strict: bool) -> Outcome {
    let of = |name: HeaderName| text(headers, &name).to_owned();
    let if_match = of(header::IF_MATCH);
    if !if_match.is_empty() && !has_star(&if_match) {
        return Outcome::Failed;
    }
    if if_match.is_empty()
        && let Ok(date) = httpdate::parse_http_date(&of(header::IF_UNMODIFIED_SINCE))
        && seconds(stored) > seconds(date)
    {
        return Outcome::Failed;
    }
    let if_none_match = of(header::IF_NONE_MATCH);
    if !if_none_match.is_empty() {
        return if has_star(&if_none_match) { Outcome::NotModified } else { Outcome::Send };
    }
    let since = of(header::IF_MODIFIED_SINCE);
    match httpdate::parse_http_date(&since) {
        Ok(date) if seconds(stored) <= seconds(date) => Outcome::NotModified,
        Err(_) if is_strict && !since.is_empty() => Outcome::Unreadable,
        _ => Outcome::Send,
    }
}

/// Whether a list of entity tags contains `*`. Like Go, stops at the first invalid tag.
fn has_star(list: &str) -> bool {
    let mut rest = list.trim_start_matches([' ', '\t', ',']);
    loop {
        if rest.starts_with('*') {
            return true;
        }
        let tag = rest.strip_prefix("W/").unwrap_or(rest);
        let Some((tag, after)) = tag.strip_prefix('"').and_then(|tag| tag.split_once('"')) else { return false };
        if tag.bytes().any(|b| b < 0x21 || b == 0x7f) {
            return false;
        }
        rest = after.trim_start_matches([' ', '\t', ',']);
    }
}

/// Whether `Range` applies: `If-Range` is absent, or equals the date of the content.
pub(super) fn wants_range(headers: &HeaderMap, stored: SystemTime) -> bool {
    match text(headers, &header::IF_RANGE) {
        "" => true,
        date => httpdate::parse_http_date(date).is_ok_and(|date| seconds(date) == seconds(stored)),
    }
}

/// Dates in HTTP have a resolution of one second.
fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}
