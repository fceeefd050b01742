//! Image references, as the docker reference parser of go.podman.io/image reads them.

use std::borrow::Cow;

use olmkit_gostd::fold::lower_char;

/// The reason why a text is not an image reference. The message is upstream's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReferenceError {
    /// 64 hexadecimal digits, which are ambiguous with an image ID.
    #[error("cannot specify 64-byte hexadecimal strings")]
    Identifier,
    /// The path contains upper case letters.
    #[error("invalid reference format: repository name must be lowercase")]
    Uppercase,
    /// What precedes the first slash is not a domain, and has upper case letters.
    #[error("repository name must be lowercase")]
    UppercaseStart,
    /// Not of the form `domain/path:tag@digest`.
    #[error("invalid reference format")]
    Format,
    /// Domain and path are too long.
    #[error("repository name must not be more than 255 characters")]
    TooLong,
    /// A digest of an algorithm other than SHA-256, SHA-384 and SHA-512.
    #[error("unsupported digest algorithm")]
    Algorithm,
    /// The digest has the wrong number of digits.
    #[error("invalid checksum digest length")]
    DigestLength,
    /// The digest contains upper case letters.
    #[error("invalid checksum digest format")]
    DigestFormat,
}

impl ReferenceError {
    /// The message with the reference, where upstream includes it.
    #[must_use]
    pub fn about(self, text: &str) -> String {
        match self {
            ReferenceError::Identifier => format!("invalid repository name ({text}), {self}"),
            _ => self.to_string(),
        }
    }
}

/// The reason why an image cannot be pulled by a reference. The message is upstream's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PullError {
    /// The text is not an image reference.
    #[error("{}", .reason.about(.text))]
    Reference {
        /// The text.
        text: String,
        /// The reason.
        reason: ReferenceError,
    },
    /// The reference is not in its complete, normalized form.
    #[error("repository name must be canonical")]
    NotCanonical,
    /// The reference has both a tag and a digest.
    #[error("Docker references with both a tag and digest are currently not supported")]
    TagAndDigest,
    /// The reference has neither a tag nor a digest.
    #[error("Docker reference {0} is not for an unknown digest case; tag or digest is needed")]
    NoVersion(String),
}

impl PullError {
    /// The suggested fix.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::Reference { .. } => "Write HOST/REPOSITORY:TAG or HOST/REPOSITORY@DIGEST, in lower case.",
            Self::NotCanonical => "Write the host and the whole repository, as in docker.io/library/NAME:TAG.",
            Self::TagAndDigest => "Remove the tag. The digest takes precedence.",
            Self::NoVersion(_) => "Add :TAG or @DIGEST.",
        }
    }
}

/// Returns the normalized reference, with the default domain and `library/` added if they are missing.
///
/// # Errors
/// The reference is invalid for upstream.
pub fn parse(text: &str) -> Result<String, ReferenceError> {
    let (domain, remainder) = check(text)?;
    Ok(format!("{domain}/{remainder}"))
}

/// Returns the domain and the remainder of a valid reference.
///
/// # Errors
/// The reference is invalid for upstream.
pub fn check(text: &str) -> Result<(&str, Cow<'_, str>), ReferenceError> {
    match usual(text) {
        Some((domain, remainder)) => Ok((domain, Cow::Borrowed(remainder))),
        None => check_any(text),
    }
}

/// A complete reference with a tag or a digest, which can be pulled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pullable<'t> {
    /// The host, with the port if the reference has one.
    pub host: &'t str,
    /// The path of the repository.
    pub repository: &'t str,
    /// The tag or the digest.
    pub version: &'t str,
}

impl Pullable<'_> {
    /// Whether the version is a digest. Tags do not contain a colon.
    pub fn is_digest(&self) -> bool {
        self.version.contains(':')
    }
}

/// Parses the reference of an image to pull. It must be complete: programs that pull images add no defaults.
///
/// # Errors
/// The reference is invalid or incomplete for upstream.
pub fn pullable(text: &str) -> Result<Pullable<'_>, PullError> {
    match parse(text) {
        Err(reason) => return Err(PullError::Reference { text: text.to_owned(), reason }),
        Ok(normal) if normal != text => return Err(PullError::NotCanonical),
        Ok(_) => {}
    }
    let (host, rest) = text.split_once('/').unwrap_or_default();
    let (named, digest) = rest.split_once('@').map_or((rest, None), |(named, digest)| (named, Some(digest)));
    let (repository, tag) = named.split_once(':').map_or((named, None), |(path, tag)| (path, Some(tag)));
    match (tag, digest) {
        (Some(_), Some(_)) => Err(PullError::TagAndDigest),
        (None, None) => Err(PullError::NoVersion(text.to_owned())),
        (Some(version), None) | (None, Some(version)) => Ok(Pullable { host, repository, version }),
    }
}

/// Transports that mark an image reference, so that it is not read as a path.
const TRANSPORTS: [&str; 2] = ["docker://", "oci://"];

/// The reference after the transport, if the text starts with one.
#[must_use]
pub fn after_transport(text: &str) -> Option<&str> {
    TRANSPORTS.iter().find_map(|transport| text.strip_prefix(transport))
}

/// The reference without tag and digest.
#[must_use]
pub fn without_version(reference: &str) -> &str {
    let named = reference.split_once('@').map_or(reference, |(named, _)| named);
    let name_at = named.rfind('/').map_or(0, |at| at.saturating_add(1));
    let tag = named.get(name_at..).and_then(|last| last.split_once(':')).map(|(_, tag)| tag);
    tag.and_then(|tag| named.strip_suffix(tag)?.strip_suffix(':')).unwrap_or(named)
}

/// Fast path for the usual form of references: a domain with a dot and without a port, a lower case path with single
/// separators, a tag or a SHA-256 digest.
fn usual(text: &str) -> Option<(&str, &str)> {
    let name = text.get(..text.bytes().position(|byte| matches!(byte, b'@' | b':'))?)?;
    let mut is_after_word = false;
    for byte in name.bytes() {
        let is_word = byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if !(is_word || is_after_word && matches!(byte, b'.' | b'-' | b'_' | b'/')) {
            return None;
        }
        is_after_word = is_word;
    }
    let (domain, remainder) = split_once(text, b'/')?;
    let is_domain = domain.len() < name.len() && memchr::memchr(b'.', domain.as_bytes()).is_some();
    let is_usual = is_domain && !domain.contains('_') && !matches!(domain, "docker.io" | "index.docker.io");
    let version = text.get(name.len()..)?;
    let is_version = match version.strip_prefix("@sha256:") {
        Some(hex) => hex.as_bytes().try_into().is_ok_and(are_digits),
        None => version.strip_prefix(':').is_some_and(is_tag),
    };
    (is_after_word && is_usual && name.len() <= 255 && is_version).then_some((domain, remainder))
}

/// Whether all bytes are lower case hexadecimal digits. There is no early exit: nearly all inputs are valid, and the
/// compiler vectorizes the loop.
fn are_digits(hex: &[u8; 64]) -> bool {
    let is_digit = |byte: u8| byte.wrapping_sub(b'0') < 10 || byte.wrapping_sub(b'a') < 6;
    hex.iter().fold(true, |all, byte| all & is_digit(*byte))
}

/// Like [`check`], for references of any form.
fn check_any(text: &str) -> Result<(&str, Cow<'_, str>), ReferenceError> {
    let is_hex = |s: &str| s.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if text.len() == 64 && is_hex(text) {
        return Err(ReferenceError::Identifier);
    }
    let (domain, remainder) = split_domain(text);
    let remote = split_once(&remainder, b':').map_or(remainder.as_ref(), |(remote, _)| remote);
    let has_upper = if remote.is_ascii() {
        remote.bytes().any(|b| b.is_ascii_uppercase())
    } else {
        remote.chars().any(|c| lower_char(c) != c)
    };
    if has_upper {
        return Err(ReferenceError::Uppercase);
    }
    let (rest, digest) = match split_once(&remainder, b'@') {
        Some((rest, digest)) => (rest, Some(digest)),
        None => (remainder.as_ref(), None),
    };
    // A colon after the last slash starts the tag.
    let (path, tag) = match memchr::memrchr2(b':', b'/', rest.as_bytes()).and_then(|at| rest.split_at_checked(at)) {
        Some((path, tag)) if tag.starts_with(':') => (path, tag.get(1..)),
        _ => (rest, None),
    };
    if !path.split('/').all(is_component)
        || tag.is_some_and(|tag| !is_tag(tag))
        || digest.is_some_and(|digest| !is_digest(digest))
    {
        return Err(ReferenceError::Format);
    }
    // What is not a domain can be the first component of the path.
    if !is_domain(domain) && !is_component(domain) {
        let is_lower_component = is_component(&domain.to_ascii_lowercase());
        return Err(if is_lower_component { ReferenceError::UppercaseStart } else { ReferenceError::Format });
    }
    if domain.len().saturating_add(1).saturating_add(path.len()) > 255 {
        return Err(ReferenceError::TooLong);
    }
    if let Some(digest) = digest {
        check_digest(digest)?;
    }
    Ok((domain, remainder))
}

/// `str::split_once` without its set-up cost, for short texts.
fn split_once(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = memchr::memchr(byte, text.as_bytes())?;
    Some((text.get(..at)?, text.get(at.saturating_add(1)..)?))
}

fn split_domain(text: &str) -> (&str, Cow<'_, str>) {
    let is_host = |domain: &str| memchr::memchr2(b'.', b':', domain.as_bytes()).is_some() || domain == "localhost";
    let (domain, mut remainder) = match split_once(text, b'/') {
        Some((domain, rest)) if is_host(domain) => (domain, Cow::Borrowed(rest)),
        _ => ("docker.io", Cow::Borrowed(text)),
    };
    let domain = if domain == "index.docker.io" { "docker.io" } else { domain };
    if domain == "docker.io" && !remainder.as_bytes().contains(&b'/') {
        remainder = Cow::Owned(format!("library/{remainder}"));
    }
    (domain, remainder)
}

/// Whether the text is a host, with or without a port.
#[must_use]
pub fn is_domain(domain: &str) -> bool {
    let (name, port) = match split_once(domain, b':') {
        Some((name, port)) => (name, Some(port)),
        None => (domain, None),
    };
    let label = |label: &str| {
        let bytes = label.as_bytes();
        let ends = [bytes.first(), bytes.last()];
        ends.iter().all(|b| b.is_some_and(u8::is_ascii_alphanumeric))
            && bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
    };
    name.split('.').all(label) && port.is_none_or(|port| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()))
}

/// `[a-z0-9]+((?:[._]|__|-*)[a-z0-9]+)*`
fn is_component(text: &str) -> bool {
    let alphanumeric = |b: &u8| matches!(b, b'a'..=b'z' | b'0'..=b'9');
    let bytes = text.as_bytes();
    if ![bytes.first(), bytes.last()].iter().all(|b| b.is_some_and(alphanumeric)) {
        return false;
    }
    if bytes.iter().all(alphanumeric) {
        return true;
    }
    let separators = bytes.split(alphanumeric).filter(|separator| !separator.is_empty());
    separators.into_iter().all(|s| matches!(s, b"." | b"_" | b"__") || s.iter().all(|&b| b == b'-'))
}

fn is_tag(tag: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let first = tag.bytes().next().is_some_and(word);
    first && tag.len() <= 128 && tag.bytes().all(|b| word(b) || matches!(b, b'.' | b'-'))
}

/// `[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}`
fn is_digest(digest: &str) -> bool {
    let Some((algorithm, hex)) = digest.split_once(':') else { return false };
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    algorithm.split(['-', '_', '+', '.']).all(part) && hex.len() >= 32 && hex.bytes().all(|b| b.is_ascii_hexdigit())
}

fn check_digest(digest: &str) -> Result<(), ReferenceError> {
    let (algorithm, hex) = digest.split_once(':').unwrap_or_default();
    let length = match algorithm {
        "sha256" => 64,
        "sha384" => 96,
        "sha512" => 128,
        _ => return Err(ReferenceError::Algorithm),
    };
    if hex.len() != length {
        return Err(ReferenceError::DigestLength);
    }
    if hex.bytes().any(|b| b.is_ascii_uppercase()) {
        return Err(ReferenceError::DigestFormat);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Pullable, after_transport, check_any, parse, pullable, usual};

    #[test]
    fn a_transport_precedes_a_reference() {
        assert_eq!(after_transport("docker://quay.io/a:1"), Some("quay.io/a:1"));
        assert_eq!(after_transport("oci://a"), Some("a"));
        assert_eq!([after_transport("quay.io/a:1"), after_transport("http://a")], [None; 2]);
    }

    #[test]
    fn what_is_pulled_is_complete() {
        let hex = "0".repeat(64);
        let digest = format!("sha256:{hex}");
        let (tagged, digested) = ("h:5000/a/b:v1", format!("quay.io/a@{digest}"));
        assert_eq!(pullable(tagged), Ok(Pullable { host: "h:5000", repository: "a/b", version: "v1" }));
        assert_eq!(pullable(&digested), Ok(Pullable { host: "quay.io", repository: "a", version: &digest }));
        assert!(pullable(&digested).unwrap().is_digest() && !pullable(tagged).unwrap().is_digest());
        for (text, reason) in [
            ("ubuntu", "repository name must be canonical"),
            ("docker.io/ubuntu:22.04", "repository name must be canonical"),
            ("./x", "invalid reference format"),
            ("docker://quay.io/a:1", "invalid reference format"),
            ("quay.io/A:1", "invalid reference format: repository name must be lowercase"),
            (&format!("quay.io/a:1@{digest}"), "with both a tag and digest"),
            ("quay.io/a", "tag or digest is needed"),
            (&hex, "cannot specify 64-byte hexadecimal strings"),
        ] {
            assert!(pullable(text).unwrap_err().to_string().contains(reason), "{text}");
        }
    }

    #[test]
    fn a_start_that_is_not_a_domain_is_a_component() {
        for text in ["quay_x.io/foo", "quay.io_x/foo", "a.b__c/d", "registry.example.com_internal/foo/bar:v1"] {
            assert_eq!(parse(text), Ok(text.to_owned()), "{text}");
        }
        for (text, message) in [
            ("T_a.b/c", "repository name must be lowercase"),
            ("a.B_c/d", "repository name must be lowercase"),
            ("a._b/c", "invalid reference format"),
            ("a_b:80/c", "invalid reference format"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn usual_references_are_read_as_any_other() {
        let hex = "0123456789abcdef".repeat(4);
        let long = "a".repeat(250);
        let names = [
            "quay.io/o/o",
            "q-a.io/o_o/a.b-c/d1",
            "localhost/o",
            "quay.io/o",
            "docker.io/o",
            "index.docker.io/o/o",
            "q_a.io/o",
            "quay.io",
            "quay..io/o",
            "-q.io/o",
            "quay.io/o/",
            "quay.io//o",
            "quay.io/O",
            "quay.io/o-",
            "Quay.io/o",
            "quay.io:80/o",
            "quay.io/o__o",
            "quay.io/o--o",
            "o/o",
            "",
            "quay.io/é",
            &format!("quay.io/{long}"),
        ];
        let versions = [
            "",
            ":",
            ":v1.0",
            ":V_1-x",
            ":-1",
            ":é",
            "@sha256:",
            &format!("@sha256:{hex}"),
            &format!("@sha256:{hex}0"),
            &format!("@sha256:{}", hex.to_uppercase()),
            &format!("@sha512:{hex}"),
            &format!(":v1@sha256:{hex}"),
            &format!("@sha256:{hex}:v1"),
            &format!(":{}", "1".repeat(128)),
            &format!(":{}", "1".repeat(129)),
        ];
        let mut found = 0;
        for text in names.iter().flat_map(|name| versions.iter().map(move |version| format!("{name}{version}"))) {
            if let Some((domain, remainder)) = usual(&text) {
                found += 1;
                assert_eq!(
                    check_any(&text).as_ref().map(|(domain, rest)| (*domain, rest.as_ref())),
                    Ok((domain, remainder)),
                    "{text}"
                );
            }
        }
        assert_eq!(found, 4 * 3);
    }
}
