//! Uploads a blob. There is no time limit while the registry accepts data.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use futures_util::stream::unfold;
use reqwest::{Body, Client, RequestBuilder};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::answer::{Answer, unreachable};
use crate::artifact::Content;
use crate::error::{Error, Kind};

/// Size of a chunk. The registry must accept one within the timeout.
const PIECE: usize = 16 << 10;
/// How many timeouts the response can take after the whole blob is sent. The last chunks may still be in
/// transit, and the registry writes the blob to its storage.
const TIMEOUTS_FOR_ANSWER: u32 = 5;

/// Sends a request with a blob as its body, without retries.
pub(crate) async fn send(
    client: &Client,
    request: RequestBuilder,
    (content, size): (&Content, u64),
    timeout: Duration,
) -> Result<Answer, Error> {
    let sent = Arc::new(Sent::new(size));
    let body = match content {
        Content::Bytes(bytes) => pieces(std::io::Cursor::new(bytes.clone()), Arc::clone(&sent)),
        Content::File(path) => {
            let file = tokio::fs::File::open(path).await.map_err(|error| Error::cache(path, &error))?;
            pieces(file, Arc::clone(&sent))
        }
    };
    let request = request.body(body).build().map_err(|error| unreachable(&error))?;
    let (answer, stalled) = (std::pin::pin!(client.execute(request)), std::pin::pin!(sent.stalled(timeout)));
    match select(answer, stalled).await {
        Either::Left((answer, _)) => {
            answer.map(|answer| Answer::new(answer, timeout)).map_err(|error| unreachable(&error))
        }
        Either::Right((error, _)) => Err(error),
    }
}

/// A body that records when its last chunk was read.
fn pieces(from: impl AsyncRead + Send + Unpin + 'static, sent: Arc<Sent>) -> Body {
    let next = |(mut from, sent): (_, Arc<Sent>)| async move {
        let mut piece = vec![0; PIECE];
        let read = AsyncReadExt::read(&mut from, &mut piece).await;
        sent.note(read.as_ref().map_or(0, |length| *length));
        match read {
            Ok(0) => None,
            Ok(length) => {
                piece.truncate(length);
                Some((Ok(piece), (from, sent)))
            }
            Err(error) => Some((Err(error), (from, sent))),
        }
    };
    Body::wrap_stream(unfold((from, sent), next))
}

/// The state of an upload: when the last chunk was read, and the number of remaining bytes.
struct Sent(Mutex<(Instant, u64)>);

impl Sent {
    fn new(size: u64) -> Self {
        Sent(Mutex::new((Instant::now(), size)))
    }

    fn state(&self) -> MutexGuard<'_, (Instant, u64)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a chunk was read.
    fn note(&self, bytes: usize) {
        let mut state = self.state();
        *state = (Instant::now(), state.1.saturating_sub(bytes as u64));
    }

    /// Completes with an error when no chunk has been read for too long.
    async fn stalled(&self, timeout: Duration) -> Error {
        loop {
            let (last, left) = *self.state();
            let is_whole = left == 0;
            let limit = if is_whole { timeout.saturating_mul(TIMEOUTS_FOR_ANSWER) } else { timeout };
            let left = limit.saturating_sub(last.elapsed());
            if left.is_zero() {
                let text =
                    if is_whole { "no answer to the upload" } else { "the registry takes no more of the upload" };
                let text = format!("{text} for {} s", limit.as_secs_f64().ceil());
                return Error::new(Kind::Unreachable, text)
                    .help("The registry, or a proxy before it, is too slow. Try again later.");
            }
            tokio::time::sleep(left).await;
        }
    }
}
