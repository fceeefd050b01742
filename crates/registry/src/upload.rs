//! The upload of one blob, which takes as long as its line needs, as long as the registry takes something.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use futures_util::stream::unfold;
use reqwest::{Body, Client, RequestBuilder};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::answer::{Answer, unreachable};
use crate::artifact::Content;
use crate::error::{Error, Kind};

/// The registry must take a piece of the blob within the patience.
const PIECE: usize = 16 << 10;
/// How long the answer to a whole blob may take, in times of the patience: the last pieces are still on their way, and
/// registries write the blob to where they keep it.
const PATIENCE_FOR_ANSWER: u32 = 5;

/// Sends a request with a blob as its body, once.
pub(crate) async fn send(
    client: &Client,
    request: RequestBuilder,
    (content, size): (&Content, u64),
    patience: Duration,
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
    let (answer, stalled) = (std::pin::pin!(client.execute(request)), std::pin::pin!(sent.stalled(patience)));
    match select(answer, stalled).await {
        Either::Left((answer, _)) => {
            answer.map(|answer| Answer::new(answer, patience)).map_err(|error| unreachable(&error))
        }
        Either::Right((error, _)) => Err(error),
    }
}

/// A body that notes when its last piece was taken.
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

/// How far an upload is: when the last piece was taken, and the bytes that are left.
struct Sent(Mutex<(Instant, u64)>);

impl Sent {
    fn new(size: u64) -> Self {
        Sent(Mutex::new((Instant::now(), size)))
    }

    fn state(&self) -> MutexGuard<'_, (Instant, u64)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A piece is taken.
    fn note(&self, bytes: usize) {
        let mut state = self.state();
        *state = (Instant::now(), state.1.saturating_sub(bytes as u64));
    }

    /// Waits until nothing has been taken for too long.
    async fn stalled(&self, patience: Duration) -> Error {
        loop {
            let (last, left) = *self.state();
            let is_whole = left == 0;
            let limit = if is_whole { patience.saturating_mul(PATIENCE_FOR_ANSWER) } else { patience };
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
