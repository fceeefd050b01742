//! Bundles to add, and options for adding them.

use olmkit_bundle::Bundle;
use olmkit_bundle::describe::{csv_annotation, describe};

use olmkit_yaml::NodeRef;

use crate::document::read_json;
use crate::migrate::csv_of;
use crate::typed::{field, text};

use super::{IndexBundle, IndexError};

const CHANNELS: &str = "operators.operatorframework.io.bundle.channels.v1";
/// The annotation of a substitute.
pub(super) const SUBSTITUTES_FOR: &str = "olm.substitutesFor";

/// How the upgrade edges of new bundles are determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// By `spec.replaces` and `spec.skips` of the bundles.
    #[default]
    Replaces,
    /// By version: every bundle replaces the next lower one.
    Semver,
    /// By version: a bundle replaces the highest one of a lower minor version, and skips those of its own minor
    /// version.
    SkipPatch,
}

impl Mode {
    /// The names of the modes.
    pub const NAMES: [&'static str; 3] = ["replaces", "semver", "semver-skippatch"];

    /// Returns the mode with that name.
    ///
    /// # Errors
    /// Returns an error if there is no such mode.
    pub fn from_name(name: &str) -> Result<Mode, IndexError> {
        match name {
            "replaces" => Ok(Mode::Replaces),
            "semver" => Ok(Mode::Semver),
            "semver-skippatch" => Ok(Mode::SkipPatch),
            _ => Err(IndexError::new(format!("Invalid channel update mode {name} specified"))),
        }
    }
}

/// Options for adding bundles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AddOptions {
    /// How the upgrade edges are determined.
    pub mode: Mode,
    /// Whether a bundle can overwrite the channel head of the same name.
    pub overwrite_latest: bool,
    /// Whether `olm.substitutesFor` is supported.
    pub enable_alpha: bool,
}

/// A bundle to add, with the data of its CSV and its annotations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addition {
    /// The name of the CSV.
    pub name: String,
    /// `spec.version`.
    pub version: String,
    /// The package.
    pub package: String,
    /// The image.
    pub image: String,
    /// `spec.replaces`.
    pub replaces: Option<String>,
    /// `spec.skips`.
    pub skips: Vec<String>,
    /// The annotation `olm.skipRange`.
    pub skip_range: Option<String>,
    /// The channels in the annotations, as written.
    pub channels: Vec<String>,
    /// The default channel in the annotations.
    pub default_channel: Option<String>,
    /// The annotation `olm.substitutesFor`.
    pub substitutes_for: Option<String>,
}

impl Addition {
    /// Reads the data from the files of a bundle. They do not contain the image.
    #[must_use]
    pub fn of(bundle: &Bundle<'_>, image: &str) -> Self {
        let found = describe(bundle);
        let channels = found.annotations.iter().find(|setting| setting.key == CHANNELS);
        // As in opm, names are not trimmed.
        let channels = channels.map_or("", |setting| setting.value.as_str());
        Addition {
            channels: channels.split(',').map(str::to_owned).collect(),
            substitutes_for: csv_annotation(bundle, SUBSTITUTES_FOR).filter(|name| !name.is_empty()),
            name: found.name,
            version: found.version,
            package: found.package,
            image: image.to_owned(),
            replaces: found.replaces,
            skips: found.skips,
            skip_range: found.skip_range,
            default_channel: found.default_channel,
        }
    }

    pub(super) fn bundle(&self) -> IndexBundle {
        IndexBundle {
            image: self.image.clone(),
            version: self.version.clone(),
            substitutes_for: self.substitutes_for.clone(),
        }
    }
}

/// Returns the bundle that the bundle of an `olm.bundle` document substitutes for, according to its CSV.
#[must_use]
pub fn substitutes_for(json: &str) -> Option<String> {
    let document = read_json(json);
    let root = document.root()?;
    let properties = field(root, "properties")?;
    let annotation = |node: NodeRef<'_>| text(field(node, "annotations")?, SUBSTITUTES_FOR);
    let found = properties.items().find_map(|property| match text(property, "type")?.as_str() {
        "olm.csv.metadata" => annotation(field(property, "value")?),
        "olm.bundle.object" => {
            let csv = csv_of(property)?;
            let csv = read_json(&csv);
            annotation(field(csv.root()?, "metadata")?)
        }
        _ => None,
    });
    found.filter(|name| !name.is_empty())
}
