//! Platforms of images, and the selection of an image from an index.

/// The platform to select.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platform {
    /// The operating system.
    pub os: String,
    /// The architecture, in Go's names.
    pub architecture: String,
    /// The variant to select; `None` selects the best variant that the architecture supports.
    pub variant: Option<String>,
}

impl Default for Platform {
    /// Linux on amd64, regardless of the machine, so that results are the same everywhere.
    fn default() -> Self {
        Platform { os: "linux".to_owned(), architecture: "amd64".to_owned(), variant: None }
    }
}

/// The text is not a platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected OS/ARCHITECTURE or OS/ARCHITECTURE/VARIANT, for example linux/arm64")]
pub struct PlatformError;

impl std::str::FromStr for Platform {
    type Err = PlatformError;

    /// Parses `OS/ARCHITECTURE[/VARIANT]`.
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
    /// The supported variants, best first. An image without a variant runs on each of them.
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

    /// The rank of an image for another platform: lower is better; `None` if it does not run on this platform.
    #[must_use]
    pub fn rank(&self, os: &str, architecture: &str, variant: &str) -> Option<usize> {
        let is_same = os == self.os && architecture == self.architecture;
        self.variants().iter().position(|known| *known == variant).filter(|_| is_same)
    }

    /// opm's message for a list in which no image matches the platform.
    #[must_use]
    pub fn none_fits(&self, list: &str) -> String {
        let variant = self.variants().first().copied().unwrap_or_default();
        format!(
            "no image found in {list} for architecture \"{}\", variant \"{variant}\", OS \"{}\"",
            self.architecture, self.os
        )
    }
}
