//! Requests that are repeated when it helps, and what answers mean.

use std::time::{Duration, Instant, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde::Deserialize;

use crate::answer::{Answer, unreachable};
use crate::error::{Error, Kind};
use crate::page::{Page, authority};
use crate::progress;

/// Most requests for one answer.
const ATTEMPTS: u32 = 5;
/// Most requests of a registry that fails.
const ATTEMPTS_OF_FAILURES: u32 = 3;
/// The longest pause, as a multiple of the first.
const LONGEST: u32 = 30;
/// A request that is repeated is reported when it takes longer than this, with the pause.
const PATIENCE: Duration = Duration::from_secs(1);
/// Most bytes of an answer that says what is wrong.
const MOST_OF_A_REFUSAL: usize = 64 << 10;
/// Most bytes of it in a message, if it is not one of a registry.
const MOST_SHOWN: usize = 50;

/// When a request is repeated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Retry {
    /// How long an answer may bring nothing, or almost nothing.
    pub(crate) patience: Duration,
    /// The first pause.
    pub(crate) pause: Duration,
    /// Whether failures of the registry are worth another request: not where another registry has the image too.
    pub(crate) failures: bool,
    /// Whether a pause is told on standard error.
    pub(crate) is_told: bool,
}

impl Retry {
    /// The pause after an attempt, counted from 1.
    pub(crate) fn pause_after(self, attempt: u32) -> Duration {
        let times = 2_u32.saturating_pow(attempt.saturating_sub(1)).min(LONGEST);
        self.pause.saturating_mul(times)
    }

    /// Says what the next attempt waits for. Transfers that run in parallel wait for the same: it is said once.
    pub(crate) fn tell(self, what: &str, pause: Duration) {
        if self.is_told {
            progress::say_once(&format!("{what}; next attempt in {} s", pause.as_secs_f64().ceil()), pause);
        }
    }
}

/// Sends a request, and again where the registry asks for a pause, fails, or the connection breaks. Answers that refuse
/// are given as they are.
pub(crate) async fn send(request: RequestBuilder, retry: Retry) -> Result<Answer, Error> {
    send_unless(request, retry, async || None).await
}

/// The same, where a broken connection may have a reason that stays: then it is not tried again.
pub(crate) async fn send_unless(
    request: RequestBuilder,
    retry: Retry,
    reason: impl AsyncFn() -> Option<Error>,
) -> Result<Answer, Error> {
    let answered = |response: Response| Answer::new(response, retry.patience);
    let mut attempt: u32 = 0;
    loop {
        attempt = attempt.saturating_add(1);
        // Requests of this crate have bodies that can be sent again, or none.
        let Some(copy) = request.try_clone() else {
            return request.send().await.map(answered).map_err(|error| unreachable(&error));
        };
        let asked = Instant::now();
        let answer = copy.send().await;
        if attempt == 1
            && answer.as_ref().is_err_and(is_broken)
            && let Some(error) = reason().await
        {
            return Err(error);
        }
        let pause = match &answer {
            Ok(answer) if answer.status() == StatusCode::TOO_MANY_REQUESTS && attempt < ATTEMPTS => {
                asked_pause(answer.headers()).unwrap_or_else(|| retry.pause_after(attempt))
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
        if asked.elapsed().saturating_add(pause) >= PATIENCE {
            retry.tell(&waiting(&answer), pause);
        }
        tokio::time::sleep(pause).await;
    }
}

/// What a request waits for that is repeated after a pause.
fn waiting(answer: &Result<Response, reqwest::Error>) -> String {
    let (url, what) = match answer {
        Ok(answer) => (Some(answer.url()), format!("answered {}", answer.status())),
        Err(error) if error.is_timeout() => (error.url(), "did not answer".to_owned()),
        Err(error) => (error.url(), "closed the connection".to_owned()),
    };
    let host = url.map_or_else(|| "the registry".to_owned(), authority);
    format!("{host} {what}")
}

/// Whether a connection that was there broke. One that cannot be made will not be made a second later.
fn is_broken(error: &reqwest::Error) -> bool {
    !error.is_connect() && !error.is_redirect() && !error.is_builder()
}

/// `Retry-After`, in seconds or as a date.
fn asked_pause(headers: &HeaderMap) -> Option<Duration> {
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

/// Texts that registries send with a code when they have nothing to add.
const USUAL: [(&str, &str); 7] = [
    ("BLOB_UNKNOWN", "blob unknown to registry"),
    ("DENIED", "requested access to the resource is denied"),
    ("MANIFEST_UNKNOWN", "manifest unknown"),
    ("NAME_UNKNOWN", "repository name not known to registry"),
    ("TOOMANYREQUESTS", "too many requests"),
    ("UNAUTHORIZED", "authentication required"),
    ("UNSUPPORTED", "The operation is unsupported."),
];

/// What an answer that refuses means: upstream's text.
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
    let body = answer.limited(MOST_OF_A_REFUSAL).await.unwrap_or_default();
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
    // Registries answer these with pages, too.
    let is_usual = matches!(kind, Kind::Unauthorized | Kind::RateLimited);
    if is_usual { error } else { helped(error) }
}

/// The first bytes of an answer, as upstream shows them.
fn beginning(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body.get(..MOST_SHOWN).unwrap_or(body)).into_owned();
    if body.len() > MOST_SHOWN { format!("{text}...") } else { text }
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
        let retry = Retry { patience: Duration::MAX, pause: Duration::from_secs(2), failures: true, is_told: true };
        let pauses: Vec<u64> = (1..=6).map(|attempt| retry.pause_after(attempt).as_secs()).collect();
        assert_eq!(pauses, [2, 4, 8, 16, 32, 60]);
    }

    #[test]
    fn registries_say_how_long_to_wait() {
        let after = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, value.parse().unwrap());
            asked_pause(&headers)
        };
        assert_eq!(after("3"), Some(Duration::from_secs(3)));
        assert_eq!(after("Thu, 01 Jan 1970 00:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(after("soon"), None);
    }
}
