//! Patterns of `overrides` that match no file.

use olmkit_catalog::ignore::Ignore;

use super::Settings;
use crate::host::Host;
use crate::mistake::Mistake;
use crate::paths::{absolute, join};
use crate::typed;

/// The patterns of all configurations of a run, and whether they match a file that was checked.
#[derive(Default)]
pub(crate) struct Patterns(Vec<Pattern>);

struct Pattern {
    text: String,
    /// The files of its configuration. The first is the one that was found.
    files: Vec<String>,
    /// The folder that the pattern starts from.
    folder: String,
    is_matched: bool,
}

impl Patterns {
    /// Adds the patterns of the settings of a catalog or bundle, which has these files.
    pub(crate) fn add<'p>(&mut self, settings: &Settings, paths: impl Iterator<Item = &'p str>) {
        let overrides = &settings.options.overrides;
        if overrides.is_empty() {
            return;
        }
        let root = &settings.options.root;
        let paths: Vec<String> = paths.map(|path| join(root, path)).collect();
        for text in overrides.iter().flat_map(|own| &own.files).filter(|text| !text.trim_start().starts_with('!')) {
            let mut files = Ignore::default();
            let is_valid = files.add("", text.as_bytes()).is_ok();
            let is_matched = !is_valid || paths.iter().any(|path| files.is_ignored(path));
            let (files, folder) = (settings.files.clone(), settings.folder.clone());
            self.include(Pattern { text: text.clone(), files, folder, is_matched });
        }
    }

    fn include(&mut self, pattern: Pattern) {
        match self.0.iter_mut().find(|known| known.text == pattern.text && known.files == pattern.files) {
            Some(known) => known.is_matched |= pattern.is_matched,
            None => self.0.push(pattern),
        }
    }

    pub(crate) fn join(&mut self, other: Patterns) {
        other.0.into_iter().for_each(|pattern| self.include(pattern));
    }

    /// The patterns that match no file, each at its position. `covered`: the paths below which everything was checked.
    /// A pattern that may match a file elsewhere is not one of them.
    pub(crate) fn unmatched(&self, covered: &[String], host: &mut dyn Host) -> Vec<Mistake> {
        let current = host.current_directory().unwrap_or_default();
        let covered: Vec<String> = covered.iter().map(|path| absolute(path, &current)).collect();
        let mut found = Vec::new();
        for pattern in self.0.iter().filter(|pattern| !pattern.is_matched) {
            let start = join(&pattern.folder, &fixed_start(&pattern.text));
            let whole = absolute(&start, &current);
            if covered.iter().any(|path| is_within(&whole, path)) || !start.is_empty() && host.kind(&start).is_err() {
                let message = format!(
                    "no checked file matches the pattern `{}` of `overrides`, so its settings have no effect",
                    pattern.text
                );
                found.push(typed::placed(&pattern.files, Some(&pattern.text), message, host));
            }
        }
        found
    }
}

/// The folders at the start of a pattern that have no wildcards. Empty if the pattern matches names in all folders.
fn fixed_start(pattern: &str) -> String {
    let pattern = pattern.trim();
    let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
    if !pattern.contains('/') {
        return String::new();
    }
    let parts = pattern.split('/').filter(|part| !part.is_empty());
    parts.take_while(|part| !part.contains(['*', '?', '[', '\\'])).collect::<Vec<_>>().join("/")
}

/// Whether an absolute path is a folder or below it.
fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || folder == "/")
}
