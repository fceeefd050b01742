//! Settings of registry access.

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
    /// HTTPS with the certificates of the system and of this file.
    With(PathBuf),
    /// Like `With`, but plain HTTP if the server does not speak TLS. An invalid certificate remains an error.
    WithOrPlain(PathBuf),
    /// HTTPS without verification, then plain HTTP. This is the meaning of both of opm's options.
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

/// Settings of registry access.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Variables and files of the machine.
    pub environment: Environment,
    /// How connections are secured.
    pub security: Security,
    /// The folder of the cache. Defaults to the user's cache directory.
    pub cache: Option<PathBuf>,
    /// Maximum number of concurrent transfers.
    pub jobs: usize,
    /// The platform of the image that is selected from an index.
    pub platform: Platform,
    /// How long a registry can be silent, or almost silent.
    pub timeout: Duration,
    /// The pause before the first retry of a request. It doubles with each further retry.
    pub pause: Duration,
    /// What transfers write to standard error.
    pub output: Output,
}

/// What transfers write to standard error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Output {
    /// A progress bar, for a terminal.
    Bar,
    /// Occasional lines with the progress, and with pauses that a registry asks for.
    #[default]
    Lines,
    /// Nothing.
    Nothing,
}

impl Settings {
    /// Default maximum number of concurrent transfers, as in opm.
    pub const JOBS: usize = 6;

    /// Returns the default settings.
    pub fn new(environment: Environment) -> Self {
        Settings {
            environment,
            security: Security::default(),
            cache: None,
            jobs: Settings::JOBS,
            platform: Platform::default(),
            timeout: Duration::from_secs(60),
            pause: Duration::from_secs(2),
            output: Output::default(),
        }
    }
}
