//! Selects an image from an index by platform.

use olmkit_k8s::platform::Platform;

use crate::error::{Error, Kind};
use crate::help::{CommandOption, Help};
use crate::manifest::{Descriptor, Index};

/// Annotation of images whose layers are compressed with zstd.
const ZSTD: &str = "io.github.containers.compression.zstd";

impl Index {
    /// Returns the image that matches a platform best: by variant, then compressed with zstd, then by position.
    ///
    /// # Errors
    /// Returns an error if no image matches.
    pub fn choose(&self, platform: &Platform) -> Result<&Descriptor, Error> {
        let rank = |(at, entry): (usize, &Descriptor)| {
            let Some(runs) = &entry.platform else {
                // In an OCI index, an entry without a platform matches any platform.
                return (!self.is_docker()).then_some((usize::MAX, false, at));
            };
            let variant = platform.rank(&runs.os, &runs.architecture, &runs.variant)?;
            let is_zstd = entry.annotations.get(ZSTD).is_some_and(|value| value == "true");
            Some((variant, self.is_docker() || !is_zstd, at))
        };
        let ranked = self.manifests.iter().enumerate().filter_map(|(at, entry)| Some((rank((at, entry))?, entry)));
        let fitting = ranked.min_by_key(|(rank, _)| *rank);
        fitting.map(|(_, entry)| entry).ok_or_else(|| self.none_fits(platform))
    }

    fn none_fits(&self, platform: &Platform) -> Error {
        let list = if self.is_docker() { "manifest list" } else { "image index" };
        let help = match self.platforms() {
            none if none.is_empty() => Help::from("The index has no images with a platform."),
            known => Help::from(format!("The index has images for {}.", known.join(", ")))
                .and_naming(CommandOption::Platform, "Choose one with --platform."),
        };
        Error::new(Kind::Platform, platform.none_fits(list)).help(help)
    }

    /// The distinct platforms of the images.
    pub(crate) fn platforms(&self) -> Vec<String> {
        // Attestations are not images.
        let is_image = |entry: &&Descriptor| entry.platform.as_ref().is_some_and(|runs| runs.os != "unknown");
        let mut known: Vec<String> = Vec::new();
        for text in self.manifests.iter().filter(is_image).filter_map(Descriptor::platform_text) {
            if !known.contains(&text) {
                known.push(text);
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use crate::manifest::{self, Either};

    use super::*;

    /// The platform of the selected entry.
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
        index.choose(&platform.parse().unwrap()).ok()?.platform_text()
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
