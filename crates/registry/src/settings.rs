//! What a user decides about registries.

use std::path::PathBuf;
use std::time::Duration;

use crate::environment::Environment;
use olmkit_k8s::platform::Platform;

/// How connections are secured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Security {
    /// HTTPS with the certificates of the system.
    #[default]
    Verified,
    /// HTTPS with the certificates of this file too.
    With(PathBuf),
    /// The same, then plain HTTP where the server does not speak TLS. A certificate that is not valid stays an error.
    WithOrPlain(PathBuf),
    /// HTTPS without verification, then plain HTTP: what opm does for both of its options.
    Insecure,
}

impl Security {
    /// The file of certificates.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        match self {
            Security::With(path) | Security::WithOrPlain(path) => Some(path),
            Security::Verified | Security::Insecure => None,
        }
    }

    pub(crate) fn verifies(&self) -> bool {
        *self != Security::Insecure
    }

    pub(crate) fn allows_plain(&self) -> bool {
        matches!(self, Security::Insecure | Security::WithOrPlain(_))
    }
}

/// What a user decides about registries.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Variables and files of the machine.
    pub environment: Environment,
    /// How connections are secured.
    pub security: Security,
    /// Where blobs are kept; `None`: in the user's cache.
    pub cache: Option<PathBuf>,
    /// Most transfers at a time.
    pub jobs: usize,
    /// Which image of an index is taken.
    pub platform: Platform,
    /// How long a registry may send nothing, or almost nothing.
    pub patience: Duration,
    /// The first pause before a request is repeated; each further one is twice as long.
    pub pause: Duration,
    /// What transfers write to standard error.
    pub telling: Telling,
}

/// What transfers write to standard error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Telling {
    /// Progress is drawn: it is a terminal.
    Bar,
    /// A line now and then: progress, and pauses that a registry asks for.
    #[default]
    Lines,
    /// Nothing.
    Nothing,
}

impl Settings {
    /// Most transfers at a time from one registry, as opm.
    pub const JOBS: usize = 6;

    /// The usual settings of an environment.
    pub fn new(environment: Environment) -> Self {
        Settings {
            environment,
            security: Security::default(),
            cache: None,
            jobs: Settings::JOBS,
            platform: Platform::default(),
            patience: Duration::from_secs(60),
            pause: Duration::from_secs(2),
            telling: Telling::default(),
        }
    }
}
