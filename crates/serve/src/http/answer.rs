//! Creates responses to requests.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use bytes::{BufMut, Bytes, BytesMut};
use tokio_stream::iter;

use super::catalogs::Catalogs;
use super::conditions::{Outcome, outcome, text, wants_range};
use super::path::{Target, name_problem, query, target};
use super::range::{Parts, parts};
use crate::served::Snapshot;

const JSON_LINES: HeaderValue = HeaderValue::from_static("application/jsonl");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
/// Go sends `Content-Length` if the body fits in its buffer, and otherwise uses chunked encoding.
const BUFFER: usize = 2048;

pub(super) type Answer = Response<Body>;

/// Responds to a request. The surrounding layer compresses the response.
pub(super) fn answer<B>(catalogs: &Catalogs, request: &Request<B>) -> Answer {
    let (path, is_head) = (request.uri().path(), request.method() == Method::HEAD);
    let mut answer = match target(path) {
        Target::Redirect(clean) => redirect(&clean, request),
        Target::Metas(_) if !catalogs.has_metas => not_found("404 page not found"),
        Target::Nothing => not_found("404 page not found"),
        _ if !is_head && request.method() != Method::GET => {
            problem(StatusCode::METHOD_NOT_ALLOWED, "Method Not Allowed")
        }
        Target::All(name) => {
            known(catalogs, &name).map_or_else(|problem| *problem, |found| all(&found, request.headers()))
        }
        Target::Metas(name) => metas(catalogs, &name, request),
    };
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if is_head { without_body(answer) } else { answer }
}

fn known(catalogs: &Catalogs, name: &str) -> Result<Snapshot, Box<Answer>> {
    if let Some(reason) = name_problem(name) {
        return Err(Box::new(problem(StatusCode::BAD_REQUEST, &format!("invalid catalog name: {reason}"))));
    }
    let served = catalogs.by_name.get(name).map(crate::served::Served::snapshot);
    served.filter(|found| found.is_read).ok_or_else(|| Box::new(not_found("404 Not Found")))
}

/// Responds with the whole content or ranges of it, as Go's file server does for a file.
fn all(snapshot: &Snapshot, headers: &HeaderMap) -> Answer {
    let (content, stored) = (snapshot.lines().all.clone(), snapshot.stored);
    match outcome(headers, stored, false) {
        Outcome::NotModified => return dated(StatusCode::NOT_MODIFIED, Body::empty(), stored),
        Outcome::Failed => {
            let mut failed = dated(StatusCode::PRECONDITION_FAILED, Body::empty(), stored);
            failed.headers_mut().insert(header::CONTENT_TYPE, JSON_LINES);
            return failed;
        }
        Outcome::Send | Outcome::Unreadable => {}
    }
    let range = text(headers, &header::RANGE);
    let wanted =
        if range.is_empty() || !wants_range(headers, stored) { Parts::Whole } else { parts(range, content.len()) };
    let mut answer = match wanted {
        Parts::Whole => lines(StatusCode::OK, content, stored),
        // Both with Go's messages.
        Parts::Invalid => return problem(StatusCode::RANGE_NOT_SATISFIABLE, "invalid range"),
        Parts::NoOverlap => {
            let mut refused = problem(StatusCode::RANGE_NOT_SATISFIABLE, "invalid range: failed to overlap");
            set(&mut refused, header::CONTENT_RANGE, format!("bytes */{}", content.len()));
            return refused;
        }
        Parts::Some(ranges) => partial(&content, &ranges, stored),
    };
    answer.headers_mut().insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    answer
}

fn partial(content: &Bytes, ranges: &[std::ops::Range<usize>], stored: SystemTime) -> Answer {
    // Like Go, subtracts one from the end, so an empty range ends before its start.
    let last = |range: &std::ops::Range<usize>| range.end.checked_sub(1).map_or(-1, |end| end.cast_signed());
    let place = |range: &std::ops::Range<usize>| format!("bytes {}-{}/{}", range.start, last(range), content.len());
    if let [range] = ranges {
        let mut answer = lines(StatusCode::PARTIAL_CONTENT, content.slice(range.clone()), stored);
        set(&mut answer, header::CONTENT_RANGE, place(range));
        return answer;
    }
    let boundary = boundary();
    let mut body = BytesMut::new();
    for (at, range) in ranges.iter().enumerate() {
        let start = if at == 0 { "--" } else { "\r\n--" };
        let head =
            format!("{start}{boundary}\r\nContent-Range: {}\r\nContent-Type: application/jsonl\r\n\r\n", place(range));
        body.put_slice(head.as_bytes());
        body.put_slice(content.get(range.clone()).unwrap_or_default());
    }
    body.put_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    let mut answer = lines(StatusCode::PARTIAL_CONTENT, body.freeze(), stored);
    set(&mut answer, header::CONTENT_TYPE, format!("multipart/byteranges; boundary={boundary}"));
    answer
}

/// Returns a boundary that does not occur in the content, because JSON Lines have no line of only letters and digits.
fn boundary() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("{now:044x}{number:016x}")
}

fn metas<B>(catalogs: &Catalogs, name: &str, request: &Request<B>) -> Answer {
    if name_problem(name).is_some() {
        return known(catalogs, name).err().map(|answer| *answer).unwrap_or_default();
    }
    let Some(query) = query(request.uri().query().unwrap_or_default()) else {
        return problem(StatusCode::BAD_REQUEST, "400 Bad Request");
    };
    let snapshot = match known(catalogs, name) {
        Ok(snapshot) => snapshot,
        Err(answer) => return *answer,
    };
    let stored = snapshot.stored;
    let found = || snapshot.lines().matching(&snapshot.index, &query);
    match outcome(request.headers(), stored, true) {
        Outcome::NotModified => dated(StatusCode::NOT_MODIFIED, Body::empty(), stored),
        Outcome::Failed => dated(StatusCode::PRECONDITION_FAILED, Body::empty(), stored),
        Outcome::Send => {
            let mut answer = dated(StatusCode::OK, body_of(found()), stored);
            answer.headers_mut().insert(header::CONTENT_TYPE, JSON_LINES);
            answer
        }
        Outcome::Unreadable => {
            let mut failed = problem(StatusCode::INTERNAL_SERVER_ERROR, "500 Internal Server Error");
            set(&mut failed, header::LAST_MODIFIED, httpdate::fmt_http_date(stored));
            if request.method() != Method::HEAD {
                failed.headers_mut().remove(header::CONTENT_LENGTH);
                let message = Bytes::from_static(b"500 Internal Server Error\n");
                *failed.body_mut() = body_of(std::iter::once(message).chain(found()).collect());
            }
            failed
        }
    }
}

/// Concatenates parts. The length is known in advance only if they are short.
fn body_of(parts: Vec<Bytes>) -> Body {
    let size = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
    if size <= BUFFER {
        Body::from(parts.concat())
    } else {
        Body::from_stream(iter(parts.into_iter().map(Ok::<Bytes, std::convert::Infallible>)))
    }
}

fn lines(status: StatusCode, content: Bytes, stored: SystemTime) -> Answer {
    let mut answer = dated(status, Body::empty(), stored);
    set(&mut answer, header::CONTENT_LENGTH, content.len().to_string());
    answer.headers_mut().insert(header::CONTENT_TYPE, JSON_LINES);
    *answer.body_mut() = Body::from(content);
    answer
}

fn dated(status: StatusCode, body: Body, stored: SystemTime) -> Answer {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    set(&mut answer, header::LAST_MODIFIED, httpdate::fmt_http_date(stored));
    answer
}

fn set(answer: &mut Answer, name: header::HeaderName, value: String) {
    if let Ok(value) = HeaderValue::try_from(value) {
        answer.headers_mut().insert(name, value);
    }
}

fn not_found(message: &str) -> Answer {
    problem(StatusCode::NOT_FOUND, message)
}

fn problem(status: StatusCode, message: &str) -> Answer {
    let text = format!("{message}\n");
    let length = text.len();
    let mut answer = Response::new(Body::from(text));
    *answer.status_mut() = status;
    as_text(&mut answer);
    // The response to a HEAD request also has the length of the message.
    set(&mut answer, header::CONTENT_LENGTH, length.to_string());
    answer
}

fn as_text(answer: &mut Answer) {
    answer.headers_mut().insert(header::CONTENT_TYPE, TEXT);
    answer.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

fn redirect<B>(clean: &str, request: &Request<B>) -> Answer {
    let target = request.uri().query().map_or_else(|| clean.to_owned(), |query| format!("{clean}?{query}"));
    let shown = target.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&#34;");
    let has_body = matches!(*request.method(), Method::GET | Method::HEAD);
    let body = if has_body { format!("<a href=\"{shown}\">Temporary Redirect</a>.\n\n") } else { String::new() };
    let mut answer = Response::new(Body::from(body));
    *answer.status_mut() = StatusCode::TEMPORARY_REDIRECT;
    if has_body {
        answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    }
    set(&mut answer, header::LOCATION, target);
    answer
}

/// Removes the body. `Content-Length` remains only if it is already set.
fn without_body(answer: Answer) -> Answer {
    let (parts, _) = answer.into_parts();
    Response::from_parts(parts, Body::from_stream(iter(Vec::<Result<Bytes, std::convert::Infallible>>::new())))
}
