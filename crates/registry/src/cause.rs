//! Why a registry did not respond, as far as it affects the help.

use std::error::Error;
use std::io::{Error as IoError, ErrorKind};

use rustls::{CertificateError, Error as TlsError, InvalidMessage};

/// The message of reqwest if a name does not resolve. Its error type is private.
const DNS: &str = "dns error";

/// The error for a server certificate that is marked as that of an authority.
const AUTHORITY: &str = "CaUsedAsEndEntity";

/// Why a registry did not respond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The certificate is not signed by a known authority.
    Issuer,
    /// The certificate is that of an authority, which a server may show only if it is trusted itself.
    Authority,
    /// The certificate is not valid for another reason.
    Certificate,
    /// The server does not speak TLS.
    Plain,
    /// The name does not resolve.
    Name,
    /// Nothing listens at the address.
    Refused,
}

impl Cause {
    /// Returns the first known cause in a chain of errors.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut at = Some(error);
        while let Some(error) = at {
            if let Some(cause) = Cause::of_single(error) {
                return Some(cause);
            }
            at = error.source();
        }
        None
    }

    fn of_single(error: &(dyn Error + 'static)) -> Option<Self> {
        if let Some(error) = error.downcast_ref() {
            return Cause::of_tls(error);
        }
        if let Some(error) = error.downcast_ref::<IoError>() {
            // The inner error is not part of the source chain.
            let inner = error.get_ref().and_then(|inner| Cause::of(inner));
            return inner.or_else(|| (error.kind() == ErrorKind::ConnectionRefused).then_some(Cause::Refused));
        }
        error.to_string().starts_with(DNS).then_some(Cause::Name)
    }

    fn of_tls(error: &TlsError) -> Option<Self> {
        match error {
            // A known authority with the same name has a different key.
            TlsError::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature) => {
                Some(Cause::Issuer)
            }
            error if is_authority(error) => Some(Cause::Authority),
            TlsError::InvalidCertificate(_) => Some(Cause::Certificate),
            TlsError::InvalidMessage(InvalidMessage::InvalidContentType) => Some(Cause::Plain),
            _ => None,
        }
    }

    /// Whether plain HTTP can be tried next, if it is allowed while certificates are verified.
    pub(crate) fn has_no_tls(self) -> bool {
        matches!(self, Cause::Plain | Cause::Refused)
    }
}

/// Whether the only error is that the certificate is that of an authority. The validity period has already been
/// checked.
pub(crate) fn is_authority(error: &TlsError) -> bool {
    matches!(error, TlsError::InvalidCertificate(CertificateError::Other(cause)) if cause.0.to_string() == AUTHORITY)
}
