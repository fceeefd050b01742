//! Access control and routing of requests.

use std::convert::Infallible;
use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Query, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, ETAG, HOST, IF_MATCH, IF_NONE_MATCH, LOCATION,
    ORIGIN, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http_body_util::LengthLimitError;
use olmkit_gostd::percent_decoded;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use tokio::sync::broadcast::Sender;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt as _};

use crate::opened::Opened;
use crate::page;
use crate::refused::Refused;

const LARGEST: usize = 512 * 1024 * 1024; // bytes of a file that the page saves
const HEARTBEAT: Duration = Duration::from_secs(15);
const RETRY: Duration = Duration::from_secs(1);

const HEADERS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
    (CACHE_CONTROL, "no-store"),
];

#[derive(Deserialize)]
struct TokenQuery {
    #[serde(default)]
    token: String,
}

#[derive(Deserialize)]
struct PathQuery {
    #[serde(default)]
    path: String,
}

/// A session: one start of the program.
pub(crate) struct Session {
    files: Arc<Opened>,
    name: String,
    /// The address of the server, `127.0.0.1:PORT`.
    own: String,
    token: String,
    cookie_name: String,
    cookie: String,
    /// The path prefix of the page.
    prefix: String,
    is_used: AtomicBool,
    changes: Sender<String>,
}

fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Returns random bytes as a string that is valid in URLs.
fn secret<const N: usize>() -> Result<String, getrandom::Error> {
    Ok(BASE64_URL_SAFE_NO_PAD.encode(random::<N>()?))
}

/// Compares in constant time.
fn is_same(given: &str, expected: &str) -> bool {
    Sha256::digest(given).ct_eq(&Sha256::digest(expected)).into()
}

impl Session {
    pub(crate) fn new(
        name: String,
        port: u16,
        files: Arc<Opened>,
        changes: Sender<String>,
    ) -> Result<Self, getrandom::Error> {
        Ok(Session {
            files,
            name,
            own: format!("127.0.0.1:{port}"),
            token: secret::<24>()?,
            cookie_name: format!("olmkit-{port}"),
            cookie: secret::<32>()?,
            prefix: format!("/{:016x}/", u64::from_ne_bytes(random()?)),
            is_used: AtomicBool::new(false),
            changes,
        })
    }

    /// The URL that opens the page. It works once.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/?token={}", self.own, self.token)
    }

    pub(crate) async fn answer(self: Arc<Self>, request: Request) -> Response {
        let mut response = self.route(request).await.unwrap_or_else(Refused::into_response);
        for (name, value) in HEADERS {
            response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
        }
        response
    }

    async fn route(self: Arc<Self>, request: Request) -> Result<Response, Refused> {
        self.check_origin(request.headers())?;
        if request.uri().path() == "/" {
            return self.enter(request.uri());
        }
        self.check_cookie(request.headers())?;
        let below = request.uri().path().strip_prefix(self.prefix.as_str()).ok_or(Refused::Unknown)?.to_owned();
        if let Some(what) = below.strip_prefix("local/") {
            return self.local(what, request).await;
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(Refused::Method);
        }
        let path = String::from_utf8(percent_decoded(&below)).map_err(|_| Refused::NotFound)?;
        tokio::task::spawn_blocking(move || page::file(&path, &self.name, &self.files.root())).await?
    }

    /// Refuses requests of other origins, and of host names that resolve to this address (DNS rebinding).
    fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let is = |value: &HeaderValue, expected: &str| value.as_bytes() == expected.as_bytes();
        if !headers.get(HOST).is_some_and(|host| is(host, &self.own)) {
            return Err(Refused::UnknownHost);
        }
        let own = format!("http://{}", self.own);
        let is_other = headers.get(ORIGIN).is_some_and(|origin| !is(origin, &own));
        let site = headers.get("sec-fetch-site");
        if is_other || site.is_some_and(|site| !is(site, "same-origin") && !is(site, "none")) {
            return Err(Refused::OtherPage);
        }
        Ok(())
    }

    fn check_cookie(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let sent = headers.get(COOKIE).and_then(|cookies| cookies.to_str().ok()).unwrap_or_default();
        let mut pairs = sent.split("; ").filter_map(|pair| pair.split_once('='));
        let own = pairs.find(|(name, _)| *name == self.cookie_name);
        if own.is_some_and(|(_, value)| is_same(value, &self.cookie)) { Ok(()) } else { Err(Refused::Unknown) }
    }

    fn enter(&self, uri: &Uri) -> Result<Response, Refused> {
        let Query(TokenQuery { token }) = Query::try_from_uri(uri).map_err(|_| Refused::Unknown)?;
        if !is_same(&token, &self.token) {
            return Err(Refused::Unknown);
        }
        if self.is_used.swap(true, Ordering::SeqCst) {
            return Err(Refused::Used);
        }
        let Session { cookie_name, cookie, prefix, .. } = self;
        let cookie = format!("{cookie_name}={cookie}; Path={prefix}; HttpOnly; SameSite=Strict");
        Ok((StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, prefix.clone())]).into_response())
    }

    async fn local(&self, what: &str, request: Request) -> Result<Response, Refused> {
        let files = Arc::clone(&self.files);
        match (what, request.method().clone()) {
            ("files", Method::GET) => {
                let listed = tokio::task::spawn_blocking(move || files.list()).await??;
                Ok(Json(listed).into_response())
            }
            ("changes", Method::GET) => Ok(self.listen()),
            ("file", Method::GET) => {
                let path = wanted_path(request.uri())?;
                let content = match tokio::task::spawn_blocking(move || files.read(&path)).await? {
                    // The page asks whether a file is there. A browser prints other statuses as errors on its console.
                    Err(Refused::Missing(_)) => return Ok(StatusCode::NO_CONTENT.into_response()),
                    content => content?,
                };
                let headers = [
                    (CONTENT_TYPE, "application/octet-stream".to_owned()),
                    (HeaderName::from_static("x-modified"), content.modified.to_string()),
                    (ETAG, format!("\"{}\"", content.version)),
                ];
                Ok((headers, Body::from(content.bytes)).into_response())
            }
            ("file", Method::PUT) => save(files, request).await,
            ("file" | "files" | "changes", _) => Err(Refused::Method),
            _ => Err(Refused::NotFound),
        }
    }

    fn listen(&self) -> Response {
        let first = tokio_stream::once(Event::default().retry(RETRY));
        let sent = received(&self.changes).map(|text| Event::default().data(text));
        let events = first.chain(sent).map(Ok::<_, Infallible>);
        Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
    }
}

/// The changes on disk from now on. Ends for a page that has missed some: the page connects again, and then compares
/// what it has with the folder.
fn received(changes: &Sender<String>) -> impl Stream<Item = String> + use<> {
    BroadcastStream::new(changes.subscribe()).map_while(Result::ok)
}

fn wanted_path(uri: &Uri) -> Result<String, Refused> {
    let Query(PathQuery { path }) = Query::try_from_uri(uri).map_err(|_| Refused::Outside)?;
    Ok(path)
}

async fn content(body: Body, most: usize) -> Result<Bytes, Refused> {
    to_bytes(body, most).await.map_err(|error| match error.source() {
        Some(source) if source.is::<LengthLimitError>() => Refused::TooLarge,
        _ => Refused::Incomplete,
    })
}

async fn save(files: Arc<Opened>, request: Request) -> Result<Response, Refused> {
    let path = wanted_path(request.uri())?;
    let expected = condition(request.headers())?;
    let bytes = content(request.into_body(), LARGEST).await?;
    let written = tokio::task::spawn_blocking(move || files.write(&path, &bytes, expected.as_deref())).await??;
    Ok(Json(written).into_response())
}

/// Returns the version to replace; `None` for a new file.
fn condition(headers: &HeaderMap) -> Result<Option<String>, Refused> {
    let value = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let expected = value(IF_MATCH).map(|tag| tag.trim_matches('"'));
    if expected.is_none() && value(IF_NONE_MATCH) != Some("*") {
        return Err(Refused::NoCondition);
    }
    Ok(expected.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast;

    use super::*;

    #[tokio::test]
    async fn a_body_is_too_large_or_incomplete() {
        assert_eq!(content(Body::from("1234"), 4).await.ok().as_deref(), Some(&b"1234"[..]));
        assert!(matches!(content(Body::from("12345"), 4).await, Err(Refused::TooLarge)));
        let parts = [Ok("12"), Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset))];
        let cut = Body::from_stream(tokio_stream::iter(parts));
        assert!(matches!(content(cut, 4).await, Err(Refused::Incomplete)));
    }

    #[tokio::test]
    async fn the_stream_of_a_page_that_has_missed_changes_ends() {
        let (changes, _) = broadcast::channel(2);
        let mut page = std::pin::pin!(received(&changes));
        assert!(changes.send("one".to_owned()).is_ok());
        assert_eq!(page.next().await.as_deref(), Some("one"));
        for text in ["two", "three", "four"] {
            assert!(changes.send(text.to_owned()).is_ok());
        }
        assert_eq!(page.next().await, None);
    }
}
