//! Infers package and channels of a bundle from the directory of its package, as `opm alpha bundle generate` does.
//!
//! Such a directory has a package manifest (`packageName`, `channels`, `defaultChannel`) and a directory of manifests
//! for each version.

use olmkit_collections::{SortedMap, SortedSet, order};
use olmkit_semver::{Range, Version};

use crate::input::Input;
use crate::model::{Bundle, Csv};
use crate::view::{View, decode};

/// The package and the channels of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The name of the package.
    pub package: String,
    /// The channels whose head is the bundle or replaces it directly or indirectly, sorted.
    pub channels: Vec<String>,
    /// The default channel of the package. May be empty.
    pub default_channel: String,
}

/// Why package and channels cannot be inferred. The messages are opm's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MembershipError {
    /// The bundle has no ClusterServiceVersion.
    #[error("error loading CSV from bundle directory, no ClusterServiceVersion object found in {0}")]
    NoCsv(String),
    /// Another directory of the package has no ClusterServiceVersion.
    #[error(
        "error geting CSVs from bundles in the package directory, error getting CSV from bundle directory, no \
         ClusterServiceVersion object found in {0}"
    )]
    OtherWithoutCsv(String),
    /// No file of the directory is a package manifest.
    #[error(
        "error parsing package.yaml file in the package root directory, valid PackageManifest YAML file not found in {0}"
    )]
    NoPackage(String),
}

/// Infers package and channels of the bundle in `directory`. Paths of the files are relative to the directory of the
/// package. `shown` is the path of that directory in messages.
///
/// # Errors
/// Returns an error if a directory has no ClusterServiceVersion, or the package has no manifest.
pub fn membership(files: &[Input<'_>], directory: &str, shown: &str) -> Result<Membership, MembershipError> {
    let package = Bundle::new(files);
    let own = csv(&package, directory).ok_or_else(|| MembershipError::NoCsv(format!("{shown}/{directory}")))?;
    let mut csvs = Vec::new();
    for other in package.directories_in("") {
        let missing = || MembershipError::OtherWithoutCsv(format!("{shown}/{other}"));
        csvs.push(csv(&package, other).ok_or_else(missing)?);
    }
    let replaced = replaced(&csvs);
    let manifest = manifest(&package).ok_or_else(|| MembershipError::NoPackage(shown.to_owned()))?;
    let channels: SortedMap<String, String> = manifest
        .list("channels")
        .into_iter()
        .map(|channel| (channel.string("name").into_owned(), channel.string("currentCSV").into_owned()))
        .collect();
    let default_channel = match manifest.string("defaultChannel") {
        none if none.is_empty() && manifest.list("channels").len() == 1 => channels.keys().next().cloned(),
        named => Some(named.into_owned()),
    };
    Ok(Membership {
        package: manifest.string("packageName").into_owned(),
        channels: channels
            .iter()
            .filter(|(_, head)| reaches(head, &own.name, &replaced))
            .map(|(name, _)| name.clone())
            .collect(),
        default_channel: default_channel.unwrap_or_default(),
    })
}

/// The first ClusterServiceVersion of a directory.
fn csv<'b>(package: &'b Bundle<'_>, directory: &'b str) -> Option<Csv<'b>> {
    let mut objects = package.files_in(directory).filter_map(|file| file.object().ok());
    objects.find(|object| object.kind == "ClusterServiceVersion").map(|object| Csv::new(object.view))
}

/// The first file that is a package manifest with a name.
fn manifest<'b>(package: &'b Bundle<'_>) -> Option<View<'b>> {
    let views = package.files_in("").filter_map(|file| decode(file.first().ok()?, "PackageManifest"));
    views.into_iter().find(|view| !view.string("packageName").is_empty())
}

/// For each CSV, the names of the CSVs that it replaces, skips, or has in its skipRange.
fn replaced(csvs: &[Csv<'_>]) -> SortedMap<String, Vec<String>> {
    let mut versions: Vec<(Version, &str)> = csvs
        .iter()
        .filter_map(|csv| Some((Version::parse(&csv.text(&["version"])).ok()?, csv.name.as_str())))
        .collect();
    order::sort(&mut versions);
    let names = |csv: &Csv<'_>| {
        let skips = csv.list(&["skips"]).into_iter().map(View::string_of);
        let replaces = Some(csv.text(&["replaces"])).filter(|name| !name.is_empty());
        let range = csv.annotation("olm.skipRange").and_then(|text| Range::parse(&text.string_of()).ok());
        let in_range = versions
            .iter()
            .filter(|(version, _)| range.as_ref().is_some_and(|range| range.contains(version).unwrap_or_default()));
        let in_range: Vec<String> = in_range.map(|(_, name)| (*name).to_owned()).collect();
        skips.chain(replaces).chain(in_range).collect()
    };
    csvs.iter().map(|csv| (csv.name.clone(), names(csv))).collect()
}

/// Whether `head` is the bundle `wanted` or replaces it directly or indirectly.
fn reaches(head: &str, wanted: &str, replaced: &SortedMap<String, Vec<String>>) -> bool {
    let mut known: SortedSet<String> = SortedSet::new();
    let mut waiting = vec![head];
    while let Some(name) = waiting.pop() {
        if name == wanted {
            return true;
        }
        if known.insert(name.to_owned()) {
            waiting.extend(replaced.get(name).into_iter().flatten().map(String::as_str));
        }
    }
    false
}
