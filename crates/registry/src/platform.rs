//! Which image of an index is taken.

use crate::error::{Error, Kind};
use crate::manifest::{Descriptor, Index};

/// Annotation of images whose layers are packed with zstd.
const ZSTD: &str = "io.github.containers.compression.zstd";

/// What an image runs on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platform {
    /// The operating system.
    pub os: String,
    /// The architecture, as Go names it.
    pub architecture: String,
    /// The variant asked for; `None`: those that fit the architecture, best first.
    pub variant: Option<String>,
}

impl Default for Platform {
    /// Linux on amd64, whatever the machine is: the answer is the same everywhere.
    fn default() -> Self {
        Platform { os: "linux".to_owned(), architecture: "amd64".to_owned(), variant: None }
    }
}

/// A text is not a platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected OS/ARCHITECTURE or OS/ARCHITECTURE/VARIANT, for example linux/arm64")]
pub struct PlatformError;

impl std::str::FromStr for Platform {
    type Err = PlatformError;

    /// `OS/ARCHITECTURE[/VARIANT]`
    fn from_str(text: &str) -> Result<Self, PlatformError> {
        let mut parts = text.split('/').map(str::to_owned);
        let platform = (parts.next(), parts.next(), parts.next(), parts.next());
        match platform {
            (Some(os), Some(architecture), variant, None) if !os.is_empty() && !architecture.is_empty() => {
                Ok(Platform { os, architecture, variant })
            }
            _ => Err(PlatformError),
        }
    }
}

impl std::fmt::Display for Platform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.os, self.architecture)?;
        self.variant.as_ref().map_or(Ok(()), |variant| write!(f, "/{variant}"))
    }
}

impl Platform {
    /// Variants that fit, best first.
    fn variants(&self) -> Vec<&str> {
        match (self.architecture.as_str(), self.variant.as_deref()) {
            ("arm64", None) => vec!["v8", ""],
            ("arm", own) => {
                let all = ["v8", "v7", "v6", "v5"];
                let at = all.iter().position(|variant| Some(*variant) == own).unwrap_or(1);
                all.iter().skip(at).copied().chain([""]).collect()
            }
            (_, Some(own)) => vec![own],
            (_, None) => vec![""],
        }
    }

    /// The image of an index that fits best: by variant, then packed with zstd, then by position.
    ///
    /// # Errors
    /// When none fits.
    pub fn choose<'i>(&self, index: &'i Index) -> Result<&'i Descriptor, Error> {
        let variants = self.variants();
        let rank = |(at, entry): (usize, &'i Descriptor)| {
            let Some(platform) = &entry.platform else {
                // Only OCI indexes have entries for any platform.
                return (!index.is_docker()).then_some(((usize::MAX, false, at), entry));
            };
            let is_same = platform.os == self.os && platform.architecture == self.architecture;
            let variant = variants.iter().position(|variant| *variant == platform.variant).filter(|_| is_same)?;
            let is_zstd = entry.annotations.get(ZSTD).is_some_and(|value| value == "true");
            Some(((variant, index.is_docker() || !is_zstd, at), entry))
        };
        let fitting = index.manifests.iter().enumerate().filter_map(rank).min_by_key(|(rank, _)| *rank);
        fitting.map(|(_, entry)| entry).ok_or_else(|| self.none_fits(index))
    }

    fn none_fits(&self, index: &Index) -> Error {
        let list = if index.is_docker() { "manifest list" } else { "image index" };
        let variant = self.variants().first().copied().unwrap_or_default();
        let mut known: Vec<String> = index.manifests.iter().filter_map(Descriptor::platform_text).collect();
        known.dedup();
        Error::new(
            Kind::Platform,
            format!(
                "no image found in {list} for architecture \"{}\", variant \"{variant}\", OS \"{}\"",
                self.architecture, self.os
            ),
        )
        .help(format!("The index has images for {}. Choose one with --platform.", known.join(", ")))
    }
}
