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
    /// Variants that fit, best first. An image without a variant runs on every one.
    fn variants(&self) -> Vec<&str> {
        const ARM: [&str; 4] = ["v8", "v7", "v6", "v5"];
        let own = match (self.architecture.as_str(), self.variant.as_deref()) {
            (_, Some(own)) => own,
            ("arm64", None) => "v8",
            ("arm", None) => "v7",
            (_, None) => "",
        };
        let lower = ARM.iter().position(|variant| *variant == own).filter(|_| self.architecture == "arm");
        let mut variants = lower.map_or_else(|| vec![own], |at| ARM.iter().skip(at).copied().collect());
        if !own.is_empty() {
            variants.push("");
        }
        variants
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

#[cfg(test)]
mod tests {
    use crate::manifest::{self, Either};

    use super::*;

    /// The platform of the entry that is chosen.
    fn chosen(platform: &str, entries: &[&str]) -> Option<String> {
        let entry = |text: &&str| {
            let Platform { os, architecture, variant } = text.parse().unwrap();
            let variant = variant.unwrap_or_default();
            let platform = serde_json::json!({"os": os, "architecture": architecture, "variant": variant});
            serde_json::json!({"digest": "sha256:00", "size": 1, "platform": platform})
        };
        let entries: Vec<_> = entries.iter().map(entry).collect();
        let text = serde_json::json!({"schemaVersion": 2, "manifests": entries}).to_string();
        let Either::Index(index) = manifest::read(text.as_bytes(), "").unwrap() else { return None };
        platform.parse::<Platform>().unwrap().choose(&index).ok()?.platform_text()
    }

    #[test]
    fn the_best_variant_is_taken() {
        let all = ["linux/amd64", "linux/arm/v5", "linux/arm/v6", "linux/arm/v7", "linux/arm64", "linux/arm64/v8"];
        for (asked, entries, expected) in [
            ("linux/arm/v7", &all[..], Some("linux/arm/v7")),
            ("linux/arm/v6", &all, Some("linux/arm/v6")),
            ("linux/arm", &all, Some("linux/arm/v7")),
            ("linux/arm/v8", &all, Some("linux/arm/v7")),
            ("linux/arm/v7", &all[..2], Some("linux/arm/v5")),
            ("linux/arm/v5", &all[2..], None),
            ("linux/arm/v5", &["linux/arm"], Some("linux/arm")),
            ("linux/arm64", &all, Some("linux/arm64/v8")),
            ("linux/arm64/v8", &all, Some("linux/arm64/v8")),
            ("linux/arm64/v8", &all[..5], Some("linux/arm64")),
            ("linux/arm64/v9", &all[..5], Some("linux/arm64")),
            ("linux/amd64/v3", &all, Some("linux/amd64")),
            ("linux/amd64", &["linux/amd64/v3"], None),
            ("windows/amd64", &all, None),
        ] {
            assert_eq!(chosen(asked, entries).as_deref(), expected, "{asked} of {entries:?}");
        }
    }
}
