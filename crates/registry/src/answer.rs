//! Responses of registries. They must arrive at a minimum rate, because a response of one byte per second would take
//! too long.

use std::error::Error as _;
use std::ops::Deref;
use std::time::{Duration, Instant};

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;

use crate::cause::Cause;
use crate::error::{Error, Kind};

/// Minimum rate of a response, in bytes per second. Slow connections are faster, even with several transfers.
const MIN_PER_SECOND: f64 = 256.0;
/// How many timeouts a small response can take.
const TIMEOUTS_FOR_SMALL: u32 = 2;
const HELP: &str = "The registry, or a proxy before it, sends too slowly. Try again later.";
const REDIRECTS: &str = "The registry, or a proxy before it, redirects the request again and again. Try again later, or ask \
                         the operator of the registry.";

/// A response whose body is read in chunks.
pub(crate) struct Answer {
    response: Response,
    /// How long the response can be silent, or slower than the minimum rate.
    timeout: Duration,
    rate: TransferRate,
}

impl Deref for Answer {
    type Target = Response;

    fn deref(&self) -> &Response {
        &self.response
    }
}

impl Answer {
    pub(crate) fn new(response: Response, timeout: Duration) -> Self {
        Answer { response, timeout, rate: TransferRate::new(Instant::now()) }
    }

    /// The media type without parameters.
    pub(crate) fn media(&self) -> String {
        let value = self.response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// Reads the next chunk of the body.
    pub(crate) async fn chunk(&mut self) -> Result<Option<impl Deref<Target = [u8]> + use<>>, Error> {
        let Some(chunk) = self.response.chunk().await.map_err(|error| unreachable(&error))? else { return Ok(None) };
        self.rate.add(chunk.len(), Instant::now(), self.timeout)?;
        Ok(Some(chunk))
    }

    /// Reads a small body of at most `most` bytes.
    pub(crate) async fn limited(self, most: usize) -> Result<Vec<u8>, Error> {
        let timeout = self.timeout.saturating_mul(TIMEOUTS_FOR_SMALL);
        let whole = tokio::time::timeout(timeout, self.whole(most)).await;
        whole.unwrap_or_else(|_| Err(too_slow(&format!("it did not end within {}", seconds(timeout)))))
    }

    async fn whole(mut self, most: usize) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            if body.len().saturating_add(chunk.len()) > most {
                return Err(Error::content(format!("the answer has more than {} KiB", most >> 10)));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

/// The bytes of a body received since a point in time.
struct TransferRate {
    since: Instant,
    bytes: usize,
}

impl TransferRate {
    fn new(since: Instant) -> Self {
        TransferRate { since, bytes: 0 }
    }

    /// Counts received bytes. Each time the timeout has elapsed, compares the rate with the minimum.
    fn add(&mut self, bytes: usize, now: Instant, timeout: Duration) -> Result<(), Error> {
        self.bytes = self.bytes.saturating_add(bytes);
        let elapsed = now.saturating_duration_since(self.since);
        if elapsed < timeout {
            return Ok(());
        }
        let received = std::mem::replace(self, TransferRate::new(now)).bytes;
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        let is_enough = received as f64 >= MIN_PER_SECOND * timeout.as_secs_f64();
        if is_enough { Ok(()) } else { Err(too_slow(&format!("{received} bytes in {}", seconds(elapsed)))) }
    }
}

/// Converts the error of a request without a response.
pub(crate) fn unreachable(error: &reqwest::Error) -> Error {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    let unreachable = Error { cause: Cause::of(error), ..Error::new(Kind::Unreachable, text) };
    if error.is_redirect() { unreachable.help(REDIRECTS) } else { unreachable }
}

fn too_slow(why: &str) -> Error {
    Error::new(Kind::Unreachable, format!("the answer is too slow: {why}")).help(HELP)
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64().ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_lines_are_waited_for_and_drips_are_not() {
        let timeout = Duration::from_secs(60);
        let run = |bytes: usize, every: u64| {
            let begin = Instant::now();
            let mut rate = TransferRate::new(begin);
            (1..=1000).try_for_each(|at| rate.add(bytes, begin + Duration::from_secs(at * every), timeout))
        };
        assert_eq!(run(300, 1), Ok(()));
        assert_eq!(run(20_000, 50), Ok(()));
        let error = run(1, 1).unwrap_err();
        assert_eq!(error.message, "the answer is too slow: 60 bytes in 60 s");
    }
}
