//! What is in `olmkit.yaml`. The schema in pkg/schema is made of these types.

use std::collections::BTreeMap;
use std::fmt;

use olmkit_diagnostics::{Severity, Suite};
use serde::de::{self, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};

use crate::args::FailOn;

/// Configuration of olmkit for the files below a folder.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Config {
    /// Address of this schema, for editors.
    #[serde(rename = "$schema")]
    pub(super) _schema: Option<String>,
    /// Configurations that this one extends, relative to its folder; later ones take precedence.
    pub(super) extends: Vec<String>,
    /// Profile of catalogs.
    #[cfg_attr(test, schemars(schema_with = "names::profiles"))]
    pub(super) profile: Option<String>,
    /// Profile of bundles: every tool, or those of one place.
    #[cfg_attr(test, schemars(schema_with = "names::bundle_profiles"))]
    pub(super) bundle_profile: Option<String>,
    /// Check these suites of bundles instead of those of the profile.
    #[cfg_attr(test, schemars(schema_with = "names::suites"))]
    pub(super) bundle_suites: Vec<Suite>,
    /// Suites of catalogs and bundles that are checked only if they are named.
    pub(super) suites: Vec<ExtraSuite>,
    /// Rules to check: ids, codes, prefixes of codes, categories.
    pub(super) select: Vec<String>,
    /// Rules to ignore; takes precedence over `select` and `severity`.
    pub(super) ignore: Vec<String>,
    /// Severity of rules, by id, code, start of a code or category.
    #[serde(deserialize_with = "levels")]
    pub(super) severity: BTreeMap<String, Level>,
    /// Also check preview rules, which any version may change or remove.
    pub(super) preview: bool,
    /// The lowest severity that fails a run.
    pub(super) fail_on: Option<FailLevel>,
    /// Fail on more warnings than this.
    pub(super) max_warnings: Option<usize>,
    /// The file with known findings (baseline), relative to this folder.
    pub(super) baseline: Option<String>,
    /// Settings for some files of catalogs; later ones take precedence.
    pub(super) overrides: Vec<OverrideConfig>,
}

/// Settings for some files.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct OverrideConfig {
    /// Patterns of paths, as in `.indexignore`, from the folder of the configuration that was found.
    pub(super) files: Vec<String>,
    /// Rules to ignore; takes precedence over `severity`.
    #[serde(default)]
    pub(super) ignore: Vec<String>,
    /// Severity of rules, by id, code, start of a code or category.
    #[serde(default, deserialize_with = "levels")]
    pub(super) severity: BTreeMap<String, Level>,
}

/// A suite that is checked only if it is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum ExtraSuite {
    /// Check in the registries that the images exist.
    Images,
}

/// A severity.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Info,
    Off,
}

/// A severity as YAML has it. Unquoted, `off` is the boolean `false`.
struct Written(Level);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;

        impl Visitor<'_> for Word {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Written, E> {
                Level::deserialize(word.into_deserializer()).map(Written)
            }

            fn visit_bool<E: de::Error>(self, is_on: bool) -> Result<Written, E> {
                if is_on { Err(E::invalid_type(de::Unexpected::Bool(is_on), &self)) } else { Ok(Written(Level::Off)) }
            }
        }

        deserializer.deserialize_any(Word)
    }
}

fn levels<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Level>, D::Error> {
    let written = BTreeMap::<String, Written>::deserialize(deserializer)?;
    Ok(written.into_iter().map(|(rule, Written(level))| (rule, level)).collect())
}

/// A severity to fail from.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum FailLevel {
    Error,
    Warning,
    Info,
    Never,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
            Level::Off => Severity::Off,
        }
    }
}

impl From<FailLevel> for FailOn {
    fn from(level: FailLevel) -> Self {
        match level {
            FailLevel::Error => FailOn::Error,
            FailLevel::Warning => FailOn::Warning,
            FailLevel::Info => FailOn::Info,
            FailLevel::Never => FailOn::Never,
        }
    }
}

impl Config {
    /// Combines this configuration with one that it extends. This one takes precedence.
    pub(super) fn over(mut self, below: Config) -> Config {
        self.profile = self.profile.or(below.profile);
        self.bundle_profile = self.bundle_profile.or(below.bundle_profile);
        self.fail_on = self.fail_on.or(below.fail_on);
        self.max_warnings = self.max_warnings.or(below.max_warnings);
        self.baseline = self.baseline.or(below.baseline);
        self.preview |= below.preview;
        if self.bundle_suites.is_empty() {
            self.bundle_suites = below.bundle_suites;
        }
        if self.suites.is_empty() {
            self.suites = below.suites;
        }
        if self.select.is_empty() {
            self.select = below.select;
        }
        let mut severity = below.severity;
        severity.append(&mut self.severity);
        self.severity = severity;
        // A rule that this configuration selects or gives a severity is no longer ignored.
        let mut ignore = below.ignore;
        ignore.retain(|rule| !self.severity.contains_key(rule) && !self.select.contains(rule));
        ignore.append(&mut self.ignore);
        self.ignore = ignore;
        let mut overrides = below.overrides;
        overrides.append(&mut self.overrides);
        self.overrides = overrides;
        self
    }
}

/// The names that the schema lists.
#[cfg(test)]
mod names {
    use olmkit_diagnostics::{BundleProfile, Suite};
    use schemars::{Schema, SchemaGenerator, json_schema};

    pub(super) fn profiles(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": ["default", "opm", "strict", null] })
    }

    pub(super) fn bundle_profiles(_: &mut SchemaGenerator) -> Schema {
        let names = BundleProfile::ALL.map(|profile| Some(profile.name())).into_iter().chain([None]);
        json_schema!({ "enum": names.collect::<Vec<_>>() })
    }

    pub(super) fn suites(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "enum": Suite::ALL.map(Suite::name) } })
    }
}
