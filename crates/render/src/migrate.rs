//! opm's migrations of rendered catalogs (FBC specification 7.2).

use olmkit_bundle::RenderError;
use olmkit_yaml::{Format, read_document, to_json};

use crate::document::{Document, Place, raw};
use crate::typed::{field, object_data, text};
use crate::{Rendering, go_quote};

/// There is no migration level with this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown migration level {}", go_quote(.0))]
pub struct UnknownLevel(pub String);

/// Migration levels. A level includes all lower levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Level {
    /// No migration.
    #[default]
    None,
    /// Replaces the objects of bundles that have an image with `olm.csv.metadata`.
    CsvMetadata,
}

impl Level {
    /// The highest level, which `--migrate` selects.
    pub const ALL: Level = Level::CsvMetadata;

    /// Returns the level with that name.
    ///
    /// # Errors
    /// Returns an error if there is no such level.
    pub fn from_name(name: &str) -> Result<Level, UnknownLevel> {
        match name {
            "none" => Ok(Level::None),
            "bundle-object-to-csv-metadata" => Ok(Level::CsvMetadata),
            "all" => Ok(Level::ALL),
            other => Err(UnknownLevel(other.to_owned())),
        }
    }
}

impl Rendering {
    /// Migrates every bundle.
    ///
    /// # Errors
    /// Returns an error if a CSV is not valid.
    pub fn migrate(&mut self, level: Level) -> Result<(), RenderError> {
        if level == Level::None {
            return Ok(());
        }
        for document in &mut self.documents {
            if let Some(json) = to_csv_metadata(document)? {
                document.json = json;
            }
        }
        Ok(())
    }
}

/// The document with the objects replaced by metadata of the CSV. `None` if it does not change.
fn to_csv_metadata(document: &Document) -> Result<Option<String>, RenderError> {
    if !matches!(document.place, Place::Bundle(_)) {
        return Ok(None);
    }
    let read = document.with(|root| {
        if text(root, "image").is_none_or(|image| image.is_empty()) {
            return Ok(None);
        }
        let properties: Vec<_> = field(root, "properties").map(|list| list.items().collect()).unwrap_or_default();
        let kind = |property| text(property, "type").unwrap_or_default();
        if properties.iter().any(|property| kind(*property) == "olm.csv.metadata") {
            return Ok(None);
        }
        let mut objects = properties.iter().filter(|property| kind(**property) == "olm.bundle.object");
        let Some(csv) = objects.find_map(|property| csv_of(*property)) else { return Ok(None) };
        let metadata = olmkit_bundle::csv_metadata(csv.as_bytes())?;
        let kept = properties.iter().filter(|property| kind(**property) != "olm.bundle.object");
        let mut kept: Vec<String> = kept.map(|property| raw(*property).to_owned()).collect();
        kept.push(format!("{{\"type\":\"olm.csv.metadata\",\"value\":{metadata}}}"));
        let members = root.pairs().map(|(key, value)| match &*key.key() {
            "properties" => format!("\"properties\":[{}]", kept.join(",")),
            _ => format!("{}:{}", raw(key), raw(value)),
        });
        Ok(Some(format!("{{{}}}", members.collect::<Vec<_>>().join(","))))
    });
    read.unwrap_or(Ok(None))
}

/// The CSV in a property as JSON, if the property contains one.
pub(crate) fn csv_of(property: olmkit_yaml::NodeRef<'_>) -> Option<String> {
    let data = object_data(property)?;
    let format = if data.trim_ascii_start().starts_with(b"{") { Format::Json } else { Format::Yaml };
    let document = read_document(&data, format);
    let root = document.root()?;
    let is_csv = root.get("kind").and_then(|kind| kind.as_str()).as_deref() == Some("ClusterServiceVersion");
    is_csv.then(|| to_json(root))
}
