//! Content digests.

use std::io::Read;

use olmkit_gostd::hex;
use sha2::{Digest, Sha256, Sha384, Sha512};

const BUFFER: usize = 1 << 16;

/// The hasher for a digest algorithm.
#[derive(Clone)]
pub(crate) enum Hasher {
    Sha256(Sha256),
    Sha384(Sha384),
    Sha512(Sha512),
}

impl Hasher {
    /// Returns `None` if the algorithm is not supported.
    pub(crate) fn new(algorithm: &str) -> Option<Self> {
        match algorithm {
            "sha256" => Some(Hasher::Sha256(Sha256::new())),
            "sha384" => Some(Hasher::Sha384(Sha384::new())),
            "sha512" => Some(Hasher::Sha512(Sha512::new())),
            _ => None,
        }
    }

    pub(crate) fn update(&mut self, content: &[u8]) {
        match self {
            Hasher::Sha256(hasher) => hasher.update(content),
            Hasher::Sha384(hasher) => hasher.update(content),
            Hasher::Sha512(hasher) => hasher.update(content),
        }
    }

    pub(crate) fn finish(self) -> String {
        match self {
            Hasher::Sha256(hasher) => hex(&hasher.finalize()),
            Hasher::Sha384(hasher) => hex(&hasher.finalize()),
            Hasher::Sha512(hasher) => hex(&hasher.finalize()),
        }
    }
}

/// Returns the digest of content as `sha256:…`.
pub(crate) fn sha256(content: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(content)))
}

/// Whether content matches a digest.
pub(crate) fn has_digest(content: &[u8], digest: &str) -> bool {
    hash(&mut &*content, digest).is_ok_and(|is_same| is_same)
}

/// Whether the content of a reader matches a digest.
pub(crate) fn hash(reader: &mut dyn Read, digest: &str) -> std::io::Result<bool> {
    let (algorithm, expected) = digest.split_once(':').unwrap_or_default();
    let Some(mut hasher) = Hasher::new(algorithm) else { return Ok(false) };
    let mut buffer = vec![0; BUFFER];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hasher.finish() == expected),
            read => hasher.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}
