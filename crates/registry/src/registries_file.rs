//! A single file of `registries.conf`. Files that opm rejects are rejected.

use std::collections::BTreeMap;

use olmkit_k8s::image::is_domain;
use serde::Deserialize;

const SHORT_NAME_MODES: [&str; 3] = ["disabled", "enforcing", "permissive"];
const MIRROR_USES: [&str; 3] = ["all", "digest-only", "tag-only"];

/// Why a file is rejected. The messages are opm's.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("toml: {0}")]
    Toml(String),
    #[error("registries.conf must be in v2 format but is in v1")]
    FirstForm,
    #[error("Invalid unqualified-search-registries entry {0:?}")]
    SearchRegistry(String),
    #[error("invalid short-name mode: {0:?}")]
    ShortNameMode(String),
    #[error("Wildcarded prefix should be in the format: *.example.com. Current prefix {0:?} is incorrectly formatted")]
    Wildcard(String),
    #[error("invalid location '{0}': URI schemes are not supported")]
    Scheme(String),
    #[error("registry '{location}' is defined multiple times with conflicting '{setting}' setting")]
    Conflict { location: String, setting: &'static str },
    #[error("invalid condition: both location and prefix are unset")]
    Nowhere,
    #[error("invalid condition: location is unset and prefix is not in the format: *.example.com")]
    NoLocation,
    #[error("pull-from-mirror must not be set for a non-mirror registry {0:?}")]
    NotAMirror(String),
    #[error("invalid condition: mirror location is unset")]
    NoMirrorLocation,
    #[error(
        "cannot set mirror usage mirror-by-digest-only for the registry ({prefix:?}) and pull-from-mirror for per-mirror \
         ({mirror:?}) at the same time"
    )]
    UseTwice { prefix: String, mirror: String },
    #[error("unsupported pull-from-mirror value {value:?} for mirror {mirror:?}")]
    Use { value: String, mirror: String },
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
struct File {
    registry: Vec<Registry>,
    credential_helpers: Option<Vec<String>>,
    unqualified_search_registries: Vec<String>,
    short_name_mode: String,
    /// Present only in version 1 of the format.
    registries: toml::Table,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct Registry {
    pub(crate) prefix: String,
    pub(crate) location: String,
    pub(crate) blocked: bool,
    pub(crate) mirror_by_digest_only: bool,
    pub(crate) mirror: Vec<Mirror>,
    /// As in opm, command-line options determine this. Conflicting values for a location are rejected.
    pub(crate) insecure: bool,
    /// Allowed only in mirrors.
    pub(crate) pull_from_mirror: String,
    /// The path of the file with this table.
    #[serde(skip)]
    pub(crate) file: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct Mirror {
    pub(crate) location: String,
    pub(crate) pull_from_mirror: String,
}

/// The contents of a file.
pub(crate) struct Contents {
    /// Registries by prefix. Of duplicates, the first is used.
    pub(crate) registries: BTreeMap<String, Registry>,
    pub(crate) credential_helpers: Option<Vec<String>>,
}

/// Parses and validates a file.
///
/// # Errors
/// Returns opm's error.
pub(crate) fn read(text: &str) -> Result<Contents, FileError> {
    let mut file: File = toml::from_str(text).map_err(|error| FileError::Toml(error.message().to_owned()))?;
    if !file.registries.is_empty() {
        return Err(FileError::FirstForm);
    }
    for registry in &mut file.registry {
        registry.check()?;
    }
    check_conflicts(&file.registry)?;
    for name in &file.unqualified_search_registries {
        let name = location(name)?;
        if !name.starts_with('[') && !is_domain(&name) {
            return Err(FileError::SearchRegistry(name));
        }
    }
    let mode = file.short_name_mode.as_str();
    if !mode.is_empty() && !SHORT_NAME_MODES.contains(&mode) {
        return Err(FileError::ShortNameMode(mode.to_owned()));
    }
    let mut registries = BTreeMap::new();
    for registry in file.registry {
        registries.entry(registry.prefix.clone()).or_insert(registry);
    }
    match registries.keys().find(|prefix| prefix.starts_with("*.") && prefix.contains(['/', '@', ':'])) {
        Some(prefix) => Err(FileError::Wildcard(prefix.clone())),
        None => Ok(Contents { registries, credential_helpers: file.credential_helpers }),
    }
}

/// Removes trailing slashes from a location.
fn location(text: &str) -> Result<String, FileError> {
    let trimmed = text.trim_end_matches('/');
    if trimmed.starts_with("http://") || trimmed.starts_with("https://") {
        return Err(FileError::Scheme(text.to_owned()));
    }
    Ok(trimmed.to_owned())
}

/// Checks that all tables for a location agree.
fn check_conflicts(registries: &[Registry]) -> Result<(), FileError> {
    let mut first: BTreeMap<&str, &Registry> = BTreeMap::new();
    for registry in registries {
        let key = if registry.location.is_empty() { &registry.prefix } else { &registry.location };
        let other = *first.entry(key).or_insert(registry);
        for (setting, agrees) in
            [("insecure", registry.insecure == other.insecure), ("blocked", registry.blocked == other.blocked)]
        {
            if !agrees {
                return Err(FileError::Conflict { location: registry.location.clone(), setting });
            }
        }
    }
    Ok(())
}

impl Registry {
    fn check(&mut self) -> Result<(), FileError> {
        self.location = location(&self.location)?;
        if self.prefix.is_empty() {
            if self.location.is_empty() {
                return Err(FileError::Nowhere);
            }
            self.prefix.clone_from(&self.location);
        } else {
            self.prefix = location(&self.prefix)?;
            if self.location.is_empty() && !self.prefix.starts_with("*.") {
                return Err(FileError::NoLocation);
            }
        }
        if !self.pull_from_mirror.is_empty() {
            return Err(FileError::NotAMirror(self.prefix.clone()));
        }
        for mirror in &mut self.mirror {
            mirror.check(&self.prefix, self.mirror_by_digest_only)?;
        }
        Ok(())
    }
}

impl Mirror {
    fn check(&mut self, prefix: &str, by_digest_only: bool) -> Result<(), FileError> {
        self.location = location(&self.location)?;
        let (place, how) = (self.location.as_str(), self.pull_from_mirror.as_str());
        if place.is_empty() {
            return Err(FileError::NoMirrorLocation);
        }
        if by_digest_only && !how.is_empty() {
            return Err(FileError::UseTwice { prefix: prefix.to_owned(), mirror: place.to_owned() });
        }
        if !how.is_empty() && !MIRROR_USES.contains(&how) {
            return Err(FileError::Use { value: how.to_owned(), mirror: place.to_owned() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        read(text).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn contradictory_tables_are_refused() {
        let registry = |rest: &str| format!("[[registry]]\n{rest}");
        let mirror =
            |more: &str, rest: &str| format!("[[registry]]\nlocation='e.com'\n{more}\n[[registry.mirror]]\n{rest}");
        let twice = |more: &str| {
            format!("[[registry]]\nlocation='e.com'\n[[registry]]\nprefix='f.com'\nlocation='e.com/'\n{more}=true")
        };
        for (text, expected) in [
            (registry("blocked=true"), "invalid condition: both location and prefix are unset"),
            (registry("location='https://e.com'"), "invalid location 'https://e.com': URI schemes are not supported"),
            (
                registry("prefix='e.com'"),
                "invalid condition: location is unset and prefix is not in the format: *.example.com",
            ),
            (
                registry("location='e.com'\npull-from-mirror='all'"),
                "pull-from-mirror must not be set for a non-mirror registry \"e.com\"",
            ),
            (mirror("", "pull-from-mirror='all'"), "invalid condition: mirror location is unset"),
            (
                mirror("mirror-by-digest-only=true", "location='m.io'\npull-from-mirror='all'"),
                "cannot set mirror usage mirror-by-digest-only for the registry (\"e.com\") and pull-from-mirror for \
                 per-mirror (\"m.io\") at the same time",
            ),
            (
                mirror("", "location='m.io/'\npull-from-mirror='never'"),
                "unsupported pull-from-mirror value \"never\" for mirror \"m.io\"",
            ),
            (twice("blocked"), "registry 'e.com' is defined multiple times with conflicting 'blocked' setting"),
            (twice("insecure"), "registry 'e.com' is defined multiple times with conflicting 'insecure' setting"),
            (
                registry("prefix='*.e.com/a'\nlocation='m.io'"),
                "Wildcarded prefix should be in the format: *.example.com. Current prefix \"*.e.com/a\" is incorrectly \
                 formatted",
            ),
            ("short-name-mode='strict'".to_owned(), "invalid short-name mode: \"strict\""),
            (
                "unqualified-search-registries=['e.com','f.com/a']".to_owned(),
                "Invalid unqualified-search-registries entry \"f.com/a\"",
            ),
        ] {
            assert_eq!(refusal(&text), expected, "{text}");
        }
    }

    #[test]
    fn consistent_tables_are_used() {
        let text = "unqualified-search-registries=['docker.io','localhost:5000','short']\nshort-name-mode='enforcing'\n\
                    [[registry]]\nprefix='*.e.com'\n[[registry]]\nlocation='e.com/'\n[[registry.mirror]]\n\
                    location='m.io'\npull-from-mirror='tag-only'\n[[registry]]\nprefix='e.com'\nlocation='other.io'";
        let contents = read(text).map_err(|error| panic!("{error}")).unwrap();
        assert_eq!(contents.registries.keys().collect::<Vec<_>>(), ["*.e.com", "e.com"]);
        // Of two tables with the same prefix, the first is used.
        assert_eq!(contents.registries["e.com"].location, "e.com");
    }
}
