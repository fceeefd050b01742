//! Sends requests with retries, and converts error responses.

use std::time::{Duration, Instant, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde::Deserialize;

use crate::answer::{Answer, unreachable};
use crate::error::{Error, Kind};
use crate::page::{Page, authority};
use crate::progress;

/// Maximum number of attempts for a request.
const ATTEMPTS: u32 = 5;
/// Maximum number of attempts if the registry fails.
const ATTEMPTS_OF_FAILURES: u32 = 3;
/// Maximum pause, as a multiple of the first pause.
const LONGEST: u32 = 30;
/// A retry is reported if the attempt and the pause together take at least this time.
const REPORTED_FROM: Duration = Duration::from_secs(1);
/// Maximum number of bytes read from an error response.
const MAX_REFUSAL: usize = 64 << 10;
/// Maximum number of bytes of an error response in a message, if the response does not have the format of registries.
const MAX_SHOWN: usize = 50;

/// When and how to retry requests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Retry {
    /// How long a response can be silent, or almost silent.
    pub(crate) timeout: Duration,
    /// The first pause.
    pub(crate) pause: Duration,
    /// Whether to retry after failures of the registry. Not useful if another registry also has the image.
    pub(crate) failures: bool,
    /// Whether pauses are reported on standard error.
    pub(crate) is_verbose: bool,
}

impl Retry {
    /// The pause after an attempt. Attempts count from 1.
    pub(crate) fn pause_after(self, attempt: u32) -> Duration {
        let times = 2_u32.saturating_pow(attempt.saturating_sub(1)).min(LONGEST);
        self.pause.saturating_mul(times)
    }

    /// Reports the reason for a retry. Parallel transfers with the same reason report it once.
    pub(crate) fn report(self, what: &str, pause: Duration) {
        if self.is_verbose {
            progress::write_line_once(&format!("{what}; next attempt in {} s", pause.as_secs_f64().ceil()), pause);
        }
    }
}

/// Sends a request. Retries if the registry asks for a pause or fails, or if the connection breaks. Error responses are
/// returned as they are.
pub(crate) async fn send(request: RequestBuilder, retry: Retry) -> Result<Answer, Error> {
    send_unless(request, retry, async || None).await
}

/// Like [`send`], but `reason` can return a permanent reason for a broken connection. The request is then not retried.
pub(crate) async fn send_unless(
    request: RequestBuilder,
    retry: Retry,
    reason: impl AsyncFn() -> Option<Error>,
) -> Result<Answer, Error> {
    let answered = |response: Response| Answer::new(response, retry.timeout);
    let mut attempt: u32 = 0;
    loop {
        attempt = attempt.saturating_add(1);
        // Requests of this crate have no body, or one that can be sent again.
        let Some(copy) = request.try_clone() else {
            return request.send().await.map(answered).map_err(|error| unreachable(&error));
        };
        let started = Instant::now();
        let answer = copy.send().await;
        if attempt == 1
            && answer.as_ref().is_err_and(is_broken)
            && let Some(error) = reason().await
        {
            return Err(error);
        }
        let pause = match &answer {
            Ok(answer) if answer.status() == StatusCode::TOO_MANY_REQUESTS && attempt < ATTEMPTS => {
                retry_after(answer.headers()).unwrap_or_else(|| retry.pause_after(attempt))
            }
            Ok(answer) if answer.status().is_server_error() && retry.failures && attempt < ATTEMPTS_OF_FAILURES => {
                retry.pause_after(attempt)
            }
            Ok(_) => return answer.map(answered).map_err(|error| unreachable(&error)),
            Err(error) if is_broken(error) && retry.failures && attempt < ATTEMPTS_OF_FAILURES => {
                retry.pause_after(attempt)
            }
            Err(error) => return Err(unreachable(error)),
        };
        let pause = pause.min(retry.pause.saturating_mul(LONGEST));
        if started.elapsed().saturating_add(pause) >= REPORTED_FROM {
            retry.report(&waiting(&answer), pause);
        }
        tokio::time::sleep(pause).await;
    }
}

/// The reason for a retry.
fn waiting(answer: &Result<Response, reqwest::Error>) -> String {
    let (url, what) = match answer {
        Ok(answer) => (Some(answer.url()), format!("answered {}", answer.status())),
        Err(error) if error.is_timeout() => (error.url(), "did not answer".to_owned()),
        Err(error) => (error.url(), "closed the connection".to_owned()),
    };
    let host = url.map_or_else(|| "the registry".to_owned(), authority);
    format!("{host} {what}")
}

/// Whether an established connection broke. If connecting fails, a retry one second later does not help.
fn is_broken(error: &reqwest::Error) -> bool {
    !error.is_connect() && !error.is_redirect() && !error.is_builder()
}

/// The value of `Retry-After`, which is a number of seconds or a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = httpdate::parse_http_date(value).ok()?;
    Some(at.duration_since(SystemTime::now()).unwrap_or_default())
}

#[derive(Deserialize)]
struct Refusal {
    errors: Vec<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    #[serde(default)]
    code: String,
    #[serde(default)]
    message: String,
}

/// Messages that registries send with a code if they have no additional information.
const USUAL: [(&str, &str); 7] = [
    ("BLOB_UNKNOWN", "blob unknown to registry"),
    ("DENIED", "requested access to the resource is denied"),
    ("MANIFEST_UNKNOWN", "manifest unknown"),
    ("NAME_UNKNOWN", "repository name not known to registry"),
    ("TOOMANYREQUESTS", "too many requests"),
    ("UNAUTHORIZED", "authentication required"),
    ("UNSUPPORTED", "The operation is unsupported."),
];

/// Converts an error response. The message is that of upstream.
pub(crate) async fn refused(answer: Answer) -> Error {
    let status = answer.status();
    let kind = match status {
        StatusCode::NOT_FOUND => Kind::Missing,
        StatusCode::UNAUTHORIZED => Kind::Unauthorized,
        StatusCode::FORBIDDEN => Kind::Denied,
        StatusCode::TOO_MANY_REQUESTS => Kind::RateLimited,
        _ => Kind::Unreachable,
    };
    let url = answer.url().clone();
    let body = answer.limited(MAX_REFUSAL).await.unwrap_or_default();
    let page = Page::of(&body);
    if status.is_server_error() {
        let page = page.map_or_else(String::new, |page| format!(" It {page}."));
        return Error::new(kind, format!("received unexpected HTTP status: {status}")).help(format!(
            "{} failed, or a proxy before it.{page} The failure may be temporary: try again later.",
            authority(&url)
        ));
    }
    let helped = |error: Error| match &page {
        Some(page) => error.help(page.help(&url)),
        None => error,
    };
    if !status.is_client_error() {
        return helped(Error::new(kind, format!("received unexpected HTTP status: {status}")));
    }
    if let Ok(Refusal { errors }) = serde_json::from_slice(&body)
        && !errors.is_empty()
    {
        let texts: Vec<String> = errors.iter().map(reason).collect();
        return Error::new(kind, texts.join("; "));
    }
    if status == StatusCode::UNAUTHORIZED {
        return Error::new(kind, "unauthorized");
    }
    let error = Error::new(kind, format!("StatusCode: {}, {:?}", status.as_u16(), beginning(&body)));
    // Registries also send web pages with these status codes.
    let is_usual = matches!(kind, Kind::Unauthorized | Kind::RateLimited);
    if is_usual { error } else { helped(error) }
}

/// The first bytes of a response, formatted as upstream does.
fn beginning(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body.get(..MAX_SHOWN).unwrap_or(body)).into_owned();
    if body.len() > MAX_SHOWN { format!("{text}...") } else { text }
}

fn reason(Reason { code, message }: &Reason) -> String {
    let name = code.to_lowercase().replace('_', " ");
    let adds = !message.is_empty() && !USUAL.contains(&(code.as_str(), message.as_str()));
    if adds { format!("{name}: {message}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_limit() {
        let retry = Retry { timeout: Duration::MAX, pause: Duration::from_secs(2), failures: true, is_verbose: true };
        let pauses: Vec<u64> = (1..=6).map(|attempt| retry.pause_after(attempt).as_secs()).collect();
        assert_eq!(pauses, [2, 4, 8, 16, 32, 60]);
    }

    #[test]
    fn registries_set_the_time_to_wait() {
        let after = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, value.parse().unwrap());
            retry_after(&headers)
        };
        assert_eq!(after("3"), Some(Duration::from_secs(3)));
        assert_eq!(after("Thu, 01 Jan 1970 00:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(after("soon"), None);
    }
}
