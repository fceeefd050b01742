//! Detects whether a registry requests a client certificate. The error of a rejected connection depends on timing, so
//! this module makes a separate handshake.

use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustls::client::ResolvesClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme};

const PORT: u16 = 443;
const TIMEOUT: Duration = Duration::from_secs(3);

/// Makes a direct TLS handshake without a proxy, and sends no other data. `host` can include a port. Returns false if
/// the handshake fails.
pub(crate) async fn asks_for_certificate(host: &str) -> bool {
    let host = host.to_owned();
    tokio::task::spawn_blocking(move || handshake(&host).unwrap_or(false)).await.unwrap_or(false)
}

fn handshake(host: &str) -> Option<bool> {
    let (name, port) = match host.rsplit_once(':').and_then(|(name, port)| Some((name, port.parse().ok()?))) {
        Some(found) => found,
        None => (host, PORT),
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let address = (name, port).to_socket_addrs().ok()?.next()?;
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT).ok()?;
    stream.set_read_timeout(Some(TIMEOUT)).ok()?;
    stream.set_write_timeout(Some(TIMEOUT)).ok()?;
    let requested = Arc::new(CertificateRequests::default());
    let config = ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyServer))
        .with_client_cert_resolver(Arc::clone(&requested) as Arc<dyn ResolvesClientCert>);
    let mut connection = ClientConnection::new(Arc::new(config), ServerName::try_from(name.to_owned()).ok()?).ok()?;
    while connection.is_handshaking() {
        if connection.complete_io(&mut stream).is_err() {
            break;
        }
    }
    Some(requested.0.load(Ordering::Relaxed))
}

/// Records whether the server requested a certificate. Never provides one.
#[derive(Debug, Default)]
struct CertificateRequests(AtomicBool);

impl ResolvesClientCert for CertificateRequests {
    fn resolve(&self, _: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.0.store(true, Ordering::Relaxed);
        None
    }

    fn has_certs(&self) -> bool {
        false
    }
}

/// Accepts any server certificate. Used for the probe, which sends no data, and if the user disables verification.
#[derive(Debug)]
pub(crate) struct AnyServer;

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        rustls::crypto::ring::default_provider().signature_verification_algorithms.supported_schemes()
    }
}
