//! HTTP connections, with or without TLS.

use std::convert::Infallible;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, Request, header};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig, crypto};
use tower::{Layer, ServiceExt, service_fn};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;

use super::answer::{Answer, answer};
use super::catalogs::Catalogs;
use crate::server::{accept, bounded};

/// Timeout for receiving the headers of a request, and for the TLS handshake.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Minimum size of a body that is compressed, in bytes.
const SHORTEST: u16 = 1024;

/// The certificate and the key of a server.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

/// Why TLS cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{0}: {1}")]
    File(String, rustls::pki_types::pem::Error),
    /// The certificate and the key do not match, or are not supported.
    #[error("the certificate and the key cannot be used: {0}")]
    Pair(#[from] rustls::Error),
}

impl Tls {
    /// Reads the certificate chain and the key from PEM files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or the certificate and the key do not match.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let at = |path: &Path| {
            let path = path.display().to_string();
            move |error| TlsError::File(path, error)
        };
        let chain = CertificateDer::pem_file_iter(certificate).map_err(at(certificate))?;
        let chain = chain.collect::<Result<Vec<_>, _>>().map_err(at(certificate))?;
        let key = PrivateKeyDer::from_pem_file(key).map_err(at(key))?;
        let builder = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()));
        let mut config =
            builder.with_safe_default_protocol_versions()?.with_no_client_auth().with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Tls(TlsAcceptor::from(Arc::new(config))))
    }
}

/// Serves HTTP until `stop` completes, then waits for the pending requests.
pub async fn serve_http(listener: TcpListener, catalogs: Catalogs, tls: Option<Tls>, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let catalogs = Arc::new(catalogs);
    let answer = |stream| {
        let (catalogs, graceful, tls) = (Arc::clone(&catalogs), graceful.watcher(), tls.clone());
        tokio::spawn(async move {
            match tls {
                None => converse(stream, catalogs, graceful).await,
                Some(Tls(acceptor)) => {
                    let accepted = tokio::time::timeout(TIMEOUT, acceptor.accept(stream)).await;
                    if let Ok(Ok(stream)) = accepted {
                        converse(stream, catalogs, graceful).await;
                    }
                }
            }
        });
    };
    accept(listener, stop, answer).await;
    graceful.shutdown().await;
}

/// Handles all requests of a connection. Errors of the connection are ignored, because the client closed it.
async fn converse<S>(stream: S, catalogs: Arc<Catalogs>, graceful: hyper_util::server::graceful::Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let layer = CompressionLayer::new().gzip(true).zstd(true).compress_when(SizeAbove::new(SHORTEST));
    let compressing = layer.layer(service_fn(move |request| respond(Arc::clone(&catalogs), request)));
    let service = service_fn(move |mut request| {
        keep_as_is(&mut request);
        compressing.clone().oneshot(request)
    });
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(TIMEOUT);
    bounded(&mut builder);
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    let _ = graceful.watch(connection.into_owned()).await;
}

/// Disables compression for ranges and for responses without a body.
fn keep_as_is<B>(request: &mut Request<B>) {
    let is_part = request.headers().contains_key(header::RANGE) && request.uri().path().ends_with("/all");
    if is_part || request.method() == Method::HEAD {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
}

async fn respond<B>(catalogs: Arc<Catalogs>, request: Request<B>) -> Result<Answer, Infallible> {
    Ok(answer(&catalogs, &request))
}
