//! Listens for connections, and shuts down without dropping requests.

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

use crate::new_connection::NewConnection;

/// Delay after accepting a connection failed, for example because of too many open files.
const PAUSE: Duration = Duration::from_millis(50);
/// Further connections wait in the kernel's queue.
const ACCEPTED_AHEAD: usize = 1;
/// If a client sends no frame for this time, it is pinged, so that dead connections are closed.
const KEEPALIVE: Duration = Duration::from_secs(2 * 60 * 60);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum number of concurrent requests of a connection.
const MAX_STREAMS: u32 = 100;
/// Maximum number of bytes of a response that are buffered until the client reads them.
const MAX_UNSENT: usize = 32 << 10;
/// Maximum size of the header fields of a request, in bytes.
const MAX_HEAD: u32 = 16 << 10;

/// Listens on an address such as `:8443` (all addresses of the machine) or `127.0.0.1:8443`.
///
/// # Errors
/// Returns an error if the address is not valid, or the port is in use or reserved.
pub(crate) async fn listen_at(address: &str) -> std::io::Result<TcpListener> {
    let port = address.strip_prefix(':').and_then(|port| port.parse().ok());
    match port {
        Some(port) => listen(port).await,
        None => TcpListener::bind(address).await,
    }
}

/// Listens on all IPv6 and IPv4 addresses of the machine, as far as supported. Port 0 selects a free port.
///
/// # Errors
/// Returns an error if the port is in use or reserved.
pub async fn listen(port: u16) -> std::io::Result<TcpListener> {
    let any = |ip: IpAddr| SocketAddr::new(ip, port);
    match TcpListener::bind(any(Ipv6Addr::UNSPECIFIED.into())).await {
        Err(error) if error.kind() != std::io::ErrorKind::AddrInUse => {
            TcpListener::bind(any(Ipv4Addr::UNSPECIFIED.into())).await
        }
        bound => bound,
    }
}

/// Accepts connections indefinitely. Failed ones are skipped.
fn connections(listener: TcpListener) -> ReceiverStream<std::io::Result<TcpStream>> {
    let (accepted, connections) = mpsc::channel(ACCEPTED_AHEAD);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = accepted.closed() => return,
                connection = listener.accept() => match connection {
                    Ok((stream, _)) => {
                        // Send small responses immediately.
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

/// Accepts connections until `stop` completes.
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

/// Limits the resources of HTTP/2 connections. A client that does not read costs at most its streams and their unsent
/// bytes.
pub(crate) fn bounded(builder: &mut Builder<TokioExecutor>) {
    let mut http2 = builder.http2();
    http2.timer(TokioTimer::new()).max_concurrent_streams(MAX_STREAMS).max_send_buf_size(MAX_UNSENT);
    http2.max_header_list_size(MAX_HEAD);
    http2.keep_alive_interval(KEEPALIVE).keep_alive_timeout(KEEPALIVE_TIMEOUT);
}

/// Serves gRPC over HTTP/2 without TLS until `stop` completes, then waits for the pending requests. Errors of
/// connections are ignored, because their clients closed them.
pub async fn serve_grpc(listener: TcpListener, services: Router, stop: impl Future<Output = ()>) {
    let (sender, stopping) = watch::channel(false);
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new()).http2_only();
    bounded(&mut builder);
    let answer = |stream| {
        let stream = TokioIo::new(NewConnection::new(stream, stopping.clone()));
        let service = TowerToHyperService::new(services.clone());
        let connection = builder.serve_connection(stream, service).into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move { drop(connection.await) });
    };
    accept(listener, stop, answer).await;
    let _ = sender.send(true);
    graceful.shutdown().await;
}
