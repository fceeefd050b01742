//! Bundles that are added, and how.

use olmkit_bundle::Bundle;
use olmkit_bundle::describe::{csv_annotation, describe};

use olmkit_yaml::NodeRef;

use crate::document::read_json;
use crate::migrate::csv_of;
use crate::typed::{field, text};

use super::{IndexBundle, IndexError};

const CHANNELS: &str = "operators.operatorframework.io.bundle.channels.v1";
/// The annotation that a substitute has.
pub(super) const SUBSTITUTES_FOR: &str = "olm.substitutesFor";

/// Where the edges of new bundles come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// From `spec.replaces` and `spec.skips` of the bundles.
    #[default]
    Replaces,
    /// From the versions: every bundle replaces the one below it.
    Semver,
    /// From the versions: a bundle replaces the greatest of a lower minor version, and skips those of its own.
    SkipPatch,
}

impl Mode {
    /// The names of the modes.
    pub const NAMES: [&'static str; 3] = ["replaces", "semver", "semver-skippatch"];

    /// The mode of a name.
    ///
    /// # Errors
    /// When there is no such mode.
    pub fn from_name(name: &str) -> Result<Mode, IndexError> {
        match name {
            "replaces" => Ok(Mode::Replaces),
            "semver" => Ok(Mode::Semver),
            "semver-skippatch" => Ok(Mode::SkipPatch),
            _ => Err(IndexError::new(format!("Invalid channel update mode {name} specified"))),
        }
    }
}

/// How bundles are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AddOptions {
    /// Where edges come from.
    pub mode: Mode,
    /// Whether a bundle may take the place of the head of the same name.
    pub overwrite_latest: bool,
    /// Whether `olm.substitutesFor` counts.
    pub enable_alpha: bool,
}

/// A bundle to add: what its CSV and its annotations say.
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
    /// The channels of the annotations, as they are written.
    pub channels: Vec<String>,
    /// The default channel of the annotations.
    pub default_channel: Option<String>,
    /// The annotation `olm.substitutesFor`.
    pub substitutes_for: Option<String>,
}

impl Addition {
    /// What the files of a bundle say. The image is not part of them.
    #[must_use]
    pub fn of(bundle: &Bundle<'_>, image: &str) -> Self {
        let found = describe(bundle);
        let channels = found.annotations.iter().find(|setting| setting.key == CHANNELS);
        // Names are not trimmed: opm keeps blanks.
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

/// The bundle that the one of an `olm.bundle` document substitutes for: its CSV says it.
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
