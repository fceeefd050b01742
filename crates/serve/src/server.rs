//! Listening, accepting, and ending without losing a request.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Server;

use crate::newcomer::Newcomer;

/// Pause after a connection could not be accepted, for instance because there are too many open files.
const PAUSE: Duration = Duration::from_millis(50);
/// The kernel's queue keeps those that wait.
const ACCEPTED_AHEAD: usize = 1;
/// After so long without a frame a client is asked whether it is there; so its connection does not stay for ever.
const KEEPALIVE: Duration = Duration::from_secs(2 * 60 * 60);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);

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
pub(crate) fn connections(listener: TcpListener) -> ReceiverStream<std::io::Result<TcpStream>> {
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

/// Answers gRPC on HTTP/2 without TLS until `stop`, then ends when all requests have their answers.
///
/// # Errors
/// When the server cannot run.
pub async fn serve_grpc(
    listener: TcpListener,
    services: Router,
    stop: impl Future<Output = ()>,
) -> Result<(), tonic::transport::Error> {
    let (told, stopping) = watch::channel(false);
    let stop = async move {
        stop.await;
        let _ = told.send(true);
    };
    let connections =
        connections(listener).map(move |stream| Ok::<_, std::io::Error>(Newcomer::new(stream?, stopping.clone())));
    Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE))
        .http2_keepalive_timeout(Some(KEEPALIVE_TIMEOUT))
        .add_routes(services.into())
        .serve_with_incoming_shutdown(connections, stop)
        .await
}
