//! What the machine says: variables, and where its files are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Variables of the environment and the root of the system's files.
#[derive(Debug, Clone)]
pub struct Environment {
    variables: BTreeMap<String, String>,
    root: PathBuf,
}

impl Environment {
    /// That of this process.
    pub fn current() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Environment { variables: std::env::vars_os().filter_map(text).collect(), root: PathBuf::from("/") }
    }

    /// Other variables, and another root for what is in `/etc`, `/usr` and `/run`.
    pub fn of(variables: impl IntoIterator<Item = (String, String)>, root: impl Into<PathBuf>) -> Self {
        Environment { variables: variables.into_iter().collect(), root: root.into() }
    }

    /// A variable that is set and not empty.
    pub(crate) fn var(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The folder of the user; unknown without `HOME`.
    pub(crate) fn home(&self) -> Option<PathBuf> {
        self.var("HOME").or_else(|| self.var("USERPROFILE")).map(PathBuf::from)
    }

    /// A path of the system.
    pub(crate) fn system(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Where the user's settings are.
    pub(crate) fn config_home(&self) -> Option<PathBuf> {
        self.var("XDG_CONFIG_HOME").map(PathBuf::from).or_else(|| Some(self.home()?.join(".config")))
    }

    /// A program on the search path.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        std::env::split_paths(self.var("PATH")?).map(|folder| folder.join(&file)).find(|path| is_file(path))
    }

    /// All variables, for programs that are started.
    pub(crate) fn variables(&self) -> &BTreeMap<String, String> {
        &self.variables
    }
}

/// Whether a path leads to a regular file.
pub(crate) fn is_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|of| of.is_file())
}
