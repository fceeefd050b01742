//! Paths of files of the catalog, and of other files.

/// The location of a file of a workspace. The two kinds have separate namespaces: the same path can be open as both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenPath<'p> {
    /// A path below the root of the catalog.
    Catalog(&'p str),
    /// A path outside of the catalog, such as a file of assertions: `.indexignore` does not apply to it.
    Apart(&'p str),
}

/// The prefix of files outside of the catalog. A path in a catalog cannot start with it.
const APART: &str = "//";

impl<'p> OpenPath<'p> {
    /// Parses a path of a report, of edits or of [`Workspace::open`](crate::Workspace::open).
    #[must_use]
    pub fn of(path: &'p str) -> Self {
        path.strip_prefix(APART).map_or(OpenPath::Catalog(path), OpenPath::Apart)
    }

    /// Returns the path by which the workspace knows the file.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            OpenPath::Catalog(path) => path.to_owned(),
            OpenPath::Apart(path) => format!("{APART}{path}"),
        }
    }
}
