//! Conditional requests, as the two endpoints decide about them.

use std::time::{Duration, SystemTime};

use axum::http::{HeaderMap, HeaderName, header};

/// What the conditions of a request lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Send,
    NotModified,
    Failed,
    /// catalogd tells of an error, and sends the content after it.
    Unreadable,
}

/// A header; of several lines the first.
pub(super) fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Decides. `is_strict`: a date that cannot be read is an error, as it is for `metas`. There are no entity tags, so that
/// only `*` matches.
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

/// Whether a list of entity tags comes to a `*`, as Go reads it: it stops at what is not a tag.
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

/// Whether `Range` counts: without `If-Range`, or with the date of the content.
pub(super) fn wants_range(headers: &HeaderMap, stored: SystemTime) -> bool {
    match text(headers, &header::IF_RANGE) {
        "" => true,
        date => httpdate::parse_http_date(date).is_ok_and(|date| seconds(date) == seconds(stored)),
    }
}

/// Dates of HTTP have whole seconds.
fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}
