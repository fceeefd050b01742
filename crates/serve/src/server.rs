//! Listening, accepting, and ending without losing a request.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::newcomer::Newcomer;

/// Pause after a connection could not be accepted, for instance because there are too many open files.
const PAUSE: Duration = Duration::from_millis(50);
/// The kernel's queue keeps those that wait.
const ACCEPTED_AHEAD: usize = 1;
/// After so long without a frame a client is asked whether it is there; so its connection does not stay for ever.
const KEEPALIVE: Duration = Duration::from_secs(2 * 60 * 60);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// Most requests of a connection at a time.
const MOST_STREAMS: u32 = 100;
/// Most bytes of an answer that wait until its client takes them.
const MOST_UNSENT: usize = 32 << 10;
/// Most bytes of the fields of a request.
const MOST_OF_A_HEAD: u32 = 16 << 10;

/// Listens on an address, as `:8443` (all addresses of the machine) or `127.0.0.1:8443`.
///
/// # Errors
/// When it is not an address, or the port is taken or reserved.
pub(crate) async fn listen_at(address: &str) -> std::io::Result<TcpListener> {
    let port = address.strip_prefix(':').and_then(|port| port.parse().ok());
    match port {
        Some(port) => listen(port).await,
        None => TcpListener::bind(address).await,
    }
}

/// Listens on all addresses of the machine, of both kinds where it has both. Port 0 takes a free one.
///
/// # Errors
/// When the port is taken or reserved.
pub async fn listen(port: u16) -> std::io::Result<TcpListener> {
    let any = |ip: IpAddr| SocketAddr::new(ip, port);
    match TcpListener::bind(any(Ipv6Addr::UNSPECIFIED.into())).await {
        Err(error) if error.kind() != std::io::ErrorKind::AddrInUse => {
            TcpListener::bind(any(Ipv4Addr::UNSPECIFIED.into())).await
        }
        bound => bound,
    }
}

/// Connections, for ever: one that fails is left out.
fn connections(listener: TcpListener) -> ReceiverStream<std::io::Result<TcpStream>> {
    let (accepted, connections) = mpsc::channel(ACCEPTED_AHEAD);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = accepted.closed() => return,
                connection = listener.accept() => match connection {
                    Ok((stream, _)) => {
                        // Small answers must not wait for more.
                        let _ = stream.set_nodelay(true);
                        if accepted.send(Ok(stream)).await.is_err() {
                            return;
                        }
                    }
                    Err(_) => tokio::time::sleep(PAUSE).await,
                },
            }
        }
    });
    ReceiverStream::new(connections)
}

/// Takes connections until `stop`.
pub(crate) async fn accept(listener: TcpListener, stop: impl Future<Output = ()>, mut take: impl FnMut(TcpStream)) {
    let mut incoming = connections(listener);
    tokio::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => return,
            Some(Ok(stream)) = incoming.next() => take(stream),
            else => return,
        }
    }
}

/// Sets what connections of HTTP/2 may have: a client that reads nothing costs at most what it has streams and unsent bytes.
pub(crate) fn bounded(builder: &mut Builder<TokioExecutor>) {
    let mut http2 = builder.http2();
    http2.timer(TokioTimer::new()).max_concurrent_streams(MOST_STREAMS).max_send_buf_size(MOST_UNSENT);
    http2.max_header_list_size(MOST_OF_A_HEAD);
    http2.keep_alive_interval(KEEPALIVE).keep_alive_timeout(KEEPALIVE_TIMEOUT);
}

/// Answers gRPC on HTTP/2 without TLS until `stop`, then ends when all requests have their answers. Connections that break
/// are not reported: their clients ended them.
pub async fn serve_grpc(listener: TcpListener, services: Router, stop: impl Future<Output = ()>) {
    let (told, stopping) = watch::channel(false);
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new()).http2_only();
    bounded(&mut builder);
    let answer = |stream| {
        let stream = TokioIo::new(Newcomer::new(stream, stopping.clone()));
        let service = TowerToHyperService::new(services.clone());
        let connection = builder.serve_connection(stream, service).into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move { drop(connection.await) });
    };
    accept(listener, stop, answer).await;
    let _ = told.send(true);
    graceful.shutdown().await;
}
