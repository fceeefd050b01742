//! The environment of the process: variables and locations of files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Environment variables, and the root of system paths.
#[derive(Debug, Clone)]
pub struct Environment {
    variables: BTreeMap<String, String>,
    root: PathBuf,
}

impl Environment {
    /// Returns the environment of this process.
    pub fn current() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Environment { variables: std::env::vars_os().filter_map(text).collect(), root: PathBuf::from("/") }
    }

    /// Creates an environment from variables and a root for `/etc`, `/usr` and `/run`.
    pub fn of(variables: impl IntoIterator<Item = (String, String)>, root: impl Into<PathBuf>) -> Self {
        Environment { variables: variables.into_iter().collect(), root: root.into() }
    }

    /// Returns a variable if it is set and not empty.
    pub(crate) fn var(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Returns the home directory, from `HOME` or `USERPROFILE`.
    pub(crate) fn home(&self) -> Option<PathBuf> {
        self.var("HOME").or_else(|| self.var("USERPROFILE")).map(PathBuf::from)
    }

    /// Returns a system path below the root.
    pub(crate) fn system(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Returns the directory of the user's settings.
    pub(crate) fn config_home(&self) -> Option<PathBuf> {
        self.var("XDG_CONFIG_HOME").map(PathBuf::from).or_else(|| Some(self.home()?.join(".config")))
    }

    /// Finds a program in `PATH`.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        std::env::split_paths(self.var("PATH")?).map(|folder| folder.join(&file)).find(|path| is_file(path))
    }

    /// Returns all variables, for child processes.
    pub(crate) fn variables(&self) -> &BTreeMap<String, String> {
        &self.variables
    }
}

/// Whether a path refers to a regular file.
pub(crate) fn is_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|of| of.is_file())
}
