//! gRPC connections that do not delay the shutdown of a server while the client has not started HTTP/2.

use std::future::Future;
use std::io::Result;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// The length of the HTTP/2 connection preface. No request can start before it is complete.
const PREFACE: usize = 24;

/// A connection that ends if the server stops before the client has sent the preface.
pub(crate) struct NewConnection {
    stream: TcpStream,
    read: usize,
    stopped: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl NewConnection {
    pub(crate) fn new(stream: TcpStream, mut stopping: watch::Receiver<bool>) -> Self {
        let stopped = Box::pin(async move {
            let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
        });
        NewConnection { stream, read: 0, stopped }
    }
}

impl AsyncRead for NewConnection {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.read = self.read.saturating_add(buffer.filled().len().saturating_sub(before));
        if read.is_pending() && self.read < PREFACE && self.stopped.as_mut().poll(context).is_ready() {
            // Report the end of the stream.
            return Poll::Ready(Ok(()));
        }
        read
    }
}

impl AsyncWrite for NewConnection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[std::io::IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
