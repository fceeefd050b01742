//! The annotations and dependencies that opm's format validator reads from the files of `metadata`.
//!
//! It reads each file as annotations until it has found them, then as dependencies until it has found those. It does
//! not read the file with the annotations as dependencies. All files are decoded into the same structs, so values that
//! a file which does not fit leaves in them remain for the next file.

use olmkit_diagnostics::Place;
use olmkit_yaml::Value;

use crate::input::File;
use crate::model::Bundle;
use crate::view::{View, decode};

/// Annotations and dependencies.
#[derive(Default)]
pub(crate) struct Loaded<'b> {
    /// The mappings that contain the annotations. The last of equal keys counts. Empty if there are no annotations.
    pub(crate) annotations: Vec<View<'b>>,
    pub(crate) dependencies: Vec<View<'b>>,
    has_annotations: bool,
    has_dependencies: bool,
}

/// Reads the files in `metadata`.
///
/// # Errors
/// Returns the file on which the validator crashes, because its content is null.
pub(crate) fn load<'b>(bundle: &'b Bundle<'_>) -> Result<Loaded<'b>, &'b File<'b>> {
    let mut loaded = Loaded::default();
    for file in bundle.files_in("metadata") {
        let Ok(root) = file.first() else { continue };
        if root.is_null() && !(loaded.has_annotations && loaded.has_dependencies) {
            return Err(file);
        }
        if !loaded.reads_annotations(root) {
            loaded.reads_dependencies(root);
        }
    }
    if !loaded.has_annotations {
        loaded.annotations.clear();
    }
    if !loaded.has_dependencies {
        loaded.dependencies.clear();
    }
    Ok(loaded)
}

impl<'b> Loaded<'b> {
    /// Reads a file as annotations. Returns whether they are complete with this file.
    fn reads_annotations(&mut self, root: View<'b>) -> bool {
        if self.has_annotations {
            return false;
        }
        let fitting = decode(root, "OpmAnnotationsFile");
        let root = fitting.unwrap_or(root);
        match root.member("annotations") {
            Some(map) if map.is_null() => self.annotations.clear(),
            Some(map) if map.node.value() == Value::Mapping => self.annotations.push(map),
            _ => {}
        }
        self.has_annotations = fitting.is_some() && !self.annotations.is_empty();
        self.has_annotations
    }

    fn reads_dependencies(&mut self, root: View<'b>) {
        if self.has_dependencies {
            return;
        }
        let fitting = decode(root, "DependenciesFile");
        let root = fitting.unwrap_or(root);
        match root.member("dependencies") {
            Some(list) if list.is_null() || list.node.value() == Value::Sequence => self.dependencies = list.items(),
            _ => {}
        }
        self.has_dependencies = fitting.is_some() && !self.dependencies.is_empty();
    }

    /// Keys and values of the annotations.
    pub(crate) fn entries(&self) -> Vec<(String, View<'b>, Place)> {
        let mut all: Vec<(String, View<'b>, Place)> = Vec::new();
        for entry in self.annotations.iter().flat_map(|map| map.entries()) {
            match all.iter_mut().find(|known| known.0 == entry.0) {
                Some(known) => *known = entry,
                None => all.push(entry),
            }
        }
        all
    }
}
