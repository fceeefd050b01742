//! Verification of servers, and client certificates.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_name;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error as TlsError, SignatureScheme};
use rustls_platform_verifier::Verifier;

use crate::cause;
use crate::environment::Environment;
use crate::error::Error;
use crate::probe::AnyServer;
use crate::settings::{Security, Settings};

/// Directories of certificates. Each has a directory per host.
const CERTIFICATES: [&str; 2] = ["etc/containers/certs.d", "etc/docker/certs.d"];

/// The client certificate to present to a host.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClientCertificate {
    /// The certificate of the host in certs.d, if there is one.
    OfHost,
    /// No certificate: the user did not choose the host.
    None,
}

/// Returns the TLS configuration for a host.
///
/// # Errors
/// Returns an error if a certificate or key cannot be used.
pub(crate) fn config(host: &str, settings: &Settings, presented: ClientCertificate) -> Result<ClientConfig, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut given = settings.security.file().map(|path| certificates(path)).transpose()?.unwrap_or_default();
    let mut identity = None;
    for folder in folders(host, &settings.environment) {
        let (authorities, identities) = files(&folder);
        for path in authorities {
            given.extend(certificates(&path)?);
        }
        for path in identities.into_iter().filter(|_| presented == ClientCertificate::OfHost) {
            identity = Some((path.clone(), certificates(&path)?, key(&path.with_extension("key"))?));
        }
    }
    let verifier: Arc<dyn ServerCertVerifier> = match settings.security {
        Security::Insecure => Arc::new(AnyServer),
        _ => Arc::new(Trusted::new(given, Arc::clone(&provider))?),
    };
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| cannot_be_set_up(&error))?;
    let builder = builder.dangerous().with_custom_certificate_verifier(verifier);
    let mut config = match identity {
        Some((path, certificates, key)) => {
            builder.with_client_auth_cert(certificates, key).map_err(|error| in_file(&path, &error))?
        }
        None => builder.with_no_client_auth(),
    };
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

pub(crate) fn cannot_be_set_up(error: &dyn std::fmt::Display) -> Error {
    Error::configuration(format!("the connection cannot be set up: {error}"))
}

fn in_file(path: &Path, reason: &dyn std::fmt::Display) -> Error {
    Error::configuration(format!("{}: {reason}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| in_file(path, &olmkit_disk::reason(&error)))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&read(path)?).collect();
    match found {
        Ok(found) if found.is_empty() => Err(in_file(path, &"the file has no certificate in PEM form")),
        found => found.map_err(|error| in_file(path, &error)),
    }
}

fn key(path: &Path) -> Result<PrivateKeyDer<'static>, Error> {
    PrivateKeyDer::from_pem_slice(&read(path)?).map_err(|error| in_file(path, &error))
}

/// The directories of certificates for a host.
pub(crate) fn folders(host: &str, env: &Environment) -> Vec<PathBuf> {
    let own = env.config_home().map(|folder| folder.join("containers/certs.d"));
    let system = CERTIFICATES.iter().map(|folder| env.system(folder));
    own.into_iter().chain(system).map(|folder| folder.join(host)).collect()
}

/// The files with certificates of authorities, and those with client certificates.
fn files(folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let with = |end: &str| paths.iter().filter(|path| path.extension().is_some_and(|of| of == end)).cloned().collect();
    (with("crt"), with("cert"))
}

/// Trusts the authorities of the system and of the user. As in Go programs, a server can also present a certificate
/// given by the user that is marked as that of an authority, because `openssl req -x509` creates such certificates.
#[derive(Debug)]
struct Trusted {
    usual: Verifier,
    given: Vec<CertificateDer<'static>>,
}

impl Trusted {
    fn new(given: Vec<CertificateDer<'static>>, provider: Arc<CryptoProvider>) -> Result<Self, Error> {
        let usual = Verifier::new_with_extra_roots(given.iter().cloned(), provider);
        Ok(Trusted { usual: usual.map_err(|error| cannot_be_set_up(&error))?, given })
    }
}

impl ServerCertVerifier for Trusted {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        match self.usual.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            Err(error) if cause::is_authority(&error) && self.given.iter().any(|given| given == end_entity) => {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
                Ok(ServerCertVerified::assertion())
            }
            answer => answer,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.usual.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.usual.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use olmkit_testing::{have, self_signed};

    use super::*;

    fn made(is_authority: bool) -> Vec<CertificateDer<'static>> {
        let folder = tempfile::tempdir().unwrap();
        self_signed(folder.path(), is_authority);
        certificates(&folder.path().join("registry.crt")).unwrap()
    }

    #[test]
    fn only_a_certificate_that_was_given_may_be_that_of_an_authority() {
        if !have(&["openssl"]) {
            return;
        }
        let (shown, other) = (made(true), made(true));
        let day = Duration::from_secs(24 * 60 * 60);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let answer = |given: &[CertificateDer<'static>], name: &'static str, now: Duration| {
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let trusted = Trusted::new(given.to_vec(), provider).unwrap();
            let name = ServerName::try_from(name).unwrap();
            trusted.verify_server_cert(&shown[0], &[], &name, &[], UnixTime::since_unix_epoch(now))
        };
        assert!(answer(&shown, "registry.invalid", now).is_ok());
        assert!(answer(&[other[0].clone(), shown[0].clone()], "127.0.0.1", now).is_ok());
        let refusal = |given, name, now| answer(given, name, now).unwrap_err().to_string();
        assert!(refusal(&other, "registry.invalid", now).contains("CaUsedAsEndEntity"));
        assert!(refusal(&shown, "other.invalid", now).contains("not valid for name"));
        assert!(refusal(&shown, "registry.invalid", now.saturating_add(day * 3)).contains("expired"));
        assert!(refusal(&shown, "registry.invalid", now.saturating_sub(day)).contains("not valid yet"));
    }
}
