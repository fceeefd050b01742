//! Recorded results of the upstream tools, and the catalogs, bundles and templates that they were recorded for.
//!
//! A few recordings are in the repository (`fixtures`, with the layout of the shared data), so that every kind of suite
//! runs in every clone. All others are in the shared data: the folder in `OLMKIT_SHARED`, by default `../shared` next
//! to the repository. Without the shared data, the suites use the fixtures only. If `CI` is set, missing shared data is
//! an error, unless `OLMKIT_SHARED` is `none`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// A folder with recordings (`conformance`) and real files (`corpus`).
#[derive(Debug)]
pub struct Source {
    root: PathBuf,
    is_shared: bool,
}

/// The minimum number of cases that a suite must find.
#[derive(Debug, Clone, Copy)]
pub struct Least {
    /// In the fixtures of the repository.
    pub own: usize,
    /// In the shared data.
    pub shared: usize,
}

impl Source {
    /// Returns a path relative to the folder.
    #[must_use]
    pub fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// Returns the text of a file of recordings.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        let path = self.path("conformance").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Returns the recordings in a file, one per line, for which `keep` is true.
    #[must_use]
    pub fn cases<T: DeserializeOwned>(&self, name: &str, least: Least, keep: impl Fn(&T) -> bool) -> Vec<T> {
        let text = self.text(name);
        let all = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}")));
        let kept: Vec<T> = all.filter(keep).collect();
        self.require(name, kept.len(), least);
        kept
    }

    /// Returns the folders in `corpus/catalogs`. Each contains the packages of one OpenShift version.
    #[must_use]
    pub fn catalogs(&self) -> Vec<PathBuf> {
        let found = folders(&self.path("corpus/catalogs"));
        self.require("versions of catalogs", found.len(), Least { own: 1, shared: 3 });
        found
    }

    /// Fails if a suite found too few cases in this source.
    pub fn require(&self, what: &str, found: usize, least: Least) {
        let least = if self.is_shared { least.shared } else { least.own };
        assert!(found >= least, "{what} in {}: {found} cases, at least {least} are expected", self.root.display());
    }
}

/// Returns the folders in a folder, sorted.
#[must_use]
pub fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

/// Returns all files below a folder, sorted.
#[must_use]
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

/// Returns the fixtures of the repository, then the shared data if it is present.
#[must_use]
pub fn sources() -> Vec<Source> {
    let own = Source { root: Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"), is_shared: false };
    [own].into_iter().chain(shared()).collect()
}

/// Returns the recordings in a file of all sources for which `keep` is true.
#[must_use]
pub fn cases<T: DeserializeOwned>(name: &str, least: Least, keep: impl Fn(&T) -> bool) -> Vec<T> {
    sources().iter().flat_map(|source| source.cases(name, least, &keep)).collect()
}

/// Whether a message is the same as opm's message, which is truncated to `recorded` characters in the recording.
///
/// Go iterates over maps in random order, so siblings in the tree of an invalid index may be in a different order.
#[must_use]
pub fn same_text(ours: &str, theirs: &str, recorded: usize) -> bool {
    if ours.chars().take(recorded).eq(theirs.chars()) {
        return true;
    }
    if !theirs.contains("invalid index:\n") {
        return false;
    }
    let (mut known, mut lines) = (tree(ours), tree(theirs));
    let is_cut = theirs.chars().count() >= recorded;
    if is_cut {
        lines.pop();
    }
    let mut take = |line: &String| known.iter().position(|other| other == line).map(|at| known.swap_remove(at));
    lines.iter().all(|line| take(line).is_some()) && (is_cut || known.is_empty())
}

/// Returns the lines of a tree, each with the lines above it in the hierarchy.
fn tree(text: &str) -> Vec<String> {
    let mut above: Vec<&str> = Vec::new();
    let line = |line| {
        let (depth, own) = nested(line);
        above.truncate(depth);
        above.push(own);
        above.join("\n")
    };
    text.lines().map(line).collect()
}

/// Returns the depth of a line in a tree, and its text.
fn nested(line: &str) -> (usize, &str) {
    let own = line.trim_start_matches(['│', '├', '└', '─', ' ', '\u{a0}']);
    let prefix = line.len().saturating_sub(own.len());
    (line.get(..prefix).map_or(0, |prefix| prefix.chars().count() / 4), own)
}

/// Returns the shared data. Tests that also work with the fixtures use [`sources`].
#[must_use]
pub fn shared() -> Option<Source> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    let root =
        locate(std::env::var_os("OLMKIT_SHARED").as_deref(), &default, is_ci).unwrap_or_else(|error| panic!("{error}"));
    if root.is_none() {
        eprintln!("skipped: the shared data is absent; only the fixtures of the repository are used");
    }
    root.map(|root| Source { root, is_shared: true })
}

/// The shared data is not in this folder.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no shared data at {}. Set OLMKIT_SHARED to its folder, or to `none` to use the fixtures of the repository only.",
    .0.display()
)]
struct NoSharedData(PathBuf);

/// Returns the folder of the shared data. An error if it is required but missing.
fn locate(setting: Option<&OsStr>, default: &Path, is_ci: bool) -> Result<Option<PathBuf>, NoSharedData> {
    if setting.is_some_and(|setting| setting == "none") {
        return Ok(None);
    }
    let root = setting.map_or(default, Path::new);
    if root.join("conformance").is_dir() {
        return Ok(Some(root.to_owned()));
    }
    if setting.is_none() && !is_ci {
        return Ok(None);
    }
    Err(NoSharedData(root.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures");

    fn found(setting: Option<&str>, default: &str, is_ci: bool) -> Result<Option<PathBuf>, NoSharedData> {
        locate(setting.map(OsStr::new), Path::new(default), is_ci)
    }

    #[test]
    fn absent_data_is_an_error_where_it_is_expected() {
        assert_eq!(found(None, "/absent", false), Ok(None));
        assert!(found(None, "/absent", true).unwrap_err().to_string().contains("/absent"));
        assert!(found(Some("/named"), FIXTURES, false).unwrap_err().to_string().contains("/named"));
        assert_eq!(found(Some("none"), FIXTURES, true), Ok(None));
    }

    #[test]
    fn present_data_is_used() {
        let root = Some(PathBuf::from(FIXTURES));
        assert_eq!(found(Some(FIXTURES), "/absent", true), Ok(root.clone()));
        assert_eq!(found(None, FIXTURES, false), Ok(root));
    }

    #[test]
    #[should_panic(expected = "at least")]
    fn too_few_cases_fail() {
        let _ = sources()[0].cases::<serde_json::Value>("fbc-cases.jsonl", Least { own: 1, shared: 1 }, |_| false);
    }

    #[test]
    fn siblings_of_a_tree_have_any_order_and_nothing_else_differs() {
        let text = "invalid index:\n├── a:\n│   └── x\n└── b:\n    └── y";
        assert!(same_text(text, "invalid index:\n├── b:\n│   └── y\n└── a:\n    └── x", usize::MAX));
        assert!(!same_text(text, "invalid index:\n├── a:\n│   └── y\n└── b:\n    └── x", usize::MAX));
        assert!(!same_text(text, "invalid index:\n└── a:\n    └── x", usize::MAX));
        assert!(!same_text("a", "b", usize::MAX) && same_text("abc", "ab", 2));
    }
}
