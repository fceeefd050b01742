//! Files of the catalog, and files beside it.

/// Where a file of a workspace belongs. The two kinds have separate names: the same path may be open as both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenPath<'p> {
    /// Below the root of the catalog.
    Catalog(&'p str),
    /// Outside of the catalog, as assertions are: `.indexignore` does not apply.
    Apart(&'p str),
}

/// Not the start of a path in a catalog.
const APART: &str = "//";

impl<'p> OpenPath<'p> {
    /// Reads a path of a report, of edits or of [`Workspace::open`](crate::Workspace::open).
    #[must_use]
    pub fn of(path: &'p str) -> Self {
        path.strip_prefix(APART).map_or(OpenPath::Catalog(path), OpenPath::Apart)
    }

    /// The path under which the workspace knows the file.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            OpenPath::Catalog(path) => path.to_owned(),
            OpenPath::Apart(path) => format!("{APART}{path}"),
        }
    }
}
