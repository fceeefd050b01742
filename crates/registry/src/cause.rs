//! Why a registry did not answer, as far as it matters for what to do.

use std::error::Error;
use std::io::{Error as IoError, ErrorKind};

use rustls::{CertificateError, Error as TlsError, InvalidMessage};

/// How the library says that a name does not resolve; its type is private.
const DNS: &str = "dns error";

/// Why a registry did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// No known authority signed the certificate.
    Issuer,
    /// The certificate is not valid for another reason.
    Certificate,
    /// The other side does not speak TLS.
    Plain,
    /// The name does not resolve.
    Name,
    /// Nothing listens there.
    Refused,
}

impl Cause {
    /// The first cause in a chain of errors.
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
            // The error inside is not a source of its own.
            let inner = error.get_ref().and_then(|inner| Cause::of(inner));
            return inner.or_else(|| (error.kind() == ErrorKind::ConnectionRefused).then_some(Cause::Refused));
        }
        error.to_string().starts_with(DNS).then_some(Cause::Name)
    }

    fn of_tls(error: &TlsError) -> Option<Self> {
        match error {
            // A known authority of the same name has another key.
            TlsError::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature) => {
                Some(Cause::Issuer)
            }
            TlsError::InvalidCertificate(_) => Some(Cause::Certificate),
            TlsError::InvalidMessage(InvalidMessage::InvalidContentType) => Some(Cause::Plain),
            _ => None,
        }
    }

    /// Whether plain HTTP may be tried instead, where it is allowed and certificates are verified.
    pub(crate) fn has_no_tls(self) -> bool {
        matches!(self, Cause::Plain | Cause::Refused)
    }
}
