//! Answers of registries, which must come at a certain pace: otherwise an answer of a byte a second would never end.

use std::error::Error as _;
use std::ops::Deref;
use std::time::{Duration, Instant};

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;

use crate::cause::Cause;
use crate::error::{Error, Kind};

/// Least bytes a second of any answer. Slow lines are faster, also with several transfers.
const LEAST_A_SECOND: f64 = 256.0;
/// How long the answer to a small request may take, in times of the patience.
const PATIENCE_FOR_SMALL: u32 = 2;
const HELP: &str = "The registry, or a proxy before it, sends too slowly. Try again later.";

/// An answer whose body is read in pieces.
pub(crate) struct Answer {
    response: Response,
    /// How long it may send nothing, or less than the least.
    patience: Duration,
    pace: Pace,
}

impl Deref for Answer {
    type Target = Response;

    fn deref(&self) -> &Response {
        &self.response
    }
}

impl Answer {
    pub(crate) fn new(response: Response, patience: Duration) -> Self {
        Answer { response, patience, pace: Pace::new(Instant::now()) }
    }

    /// The media type, without its parameters.
    pub(crate) fn media(&self) -> String {
        let value = self.response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The next piece of the body.
    pub(crate) async fn chunk(&mut self) -> Result<Option<impl Deref<Target = [u8]> + use<>>, Error> {
        let Some(chunk) = self.response.chunk().await.map_err(|error| unreachable(&error))? else { return Ok(None) };
        self.pace.add(chunk.len(), Instant::now(), self.patience)?;
        Ok(Some(chunk))
    }

    /// The whole of a small body, which must not be larger.
    pub(crate) async fn limited(self, most: usize) -> Result<Vec<u8>, Error> {
        let patience = self.patience.saturating_mul(PATIENCE_FOR_SMALL);
        let whole = tokio::time::timeout(patience, self.whole(most)).await;
        whole.unwrap_or_else(|_| Err(too_slow(&format!("it did not end within {}", seconds(patience)))))
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

/// The bytes of a body that have arrived since a point in time.
struct Pace {
    since: Instant,
    bytes: usize,
}

impl Pace {
    fn new(since: Instant) -> Self {
        Pace { since, bytes: 0 }
    }

    /// Counts bytes, and compares them with the least each time that the patience is over.
    fn add(&mut self, bytes: usize, now: Instant, patience: Duration) -> Result<(), Error> {
        self.bytes = self.bytes.saturating_add(bytes);
        let elapsed = now.saturating_duration_since(self.since);
        if elapsed < patience {
            return Ok(());
        }
        let came = std::mem::replace(self, Pace::new(now)).bytes;
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        let is_enough = came as f64 >= LEAST_A_SECOND * patience.as_secs_f64();
        if is_enough { Ok(()) } else { Err(too_slow(&format!("{came} bytes in {}", seconds(elapsed)))) }
    }
}

/// A request without an answer.
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
    Error { cause: Cause::of(error), ..Error::new(Kind::Unreachable, text) }
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
        let patience = Duration::from_secs(60);
        let run = |bytes: usize, every: u64| {
            let begin = Instant::now();
            let mut pace = Pace::new(begin);
            (1..=1000).try_for_each(|at| pace.add(bytes, begin + Duration::from_secs(at * every), patience))
        };
        assert_eq!(run(300, 1), Ok(()));
        assert_eq!(run(20_000, 50), Ok(()));
        let error = run(1, 1).unwrap_err();
        assert_eq!(error.message, "the answer is too slow: 60 bytes in 60 s");
    }
}
