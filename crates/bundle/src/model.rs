//! The parts of a bundle as the checks see them.

use olmkit_collections::SortedSet;

use olmkit_diagnostics::Place;

use crate::input::{File, Input, Object, Part, read};
use crate::options::CheckOptions;
use crate::view::{View, decode};

/// All files of one bundle.
#[derive(Debug)]
pub struct Bundle<'s> {
    /// The files, ordered as a walk visits them.
    pub files: Vec<File<'s>>,
    /// Paths of all directories, without `/` at the end.
    pub(crate) directories: SortedSet<String>,
    pub(crate) options: CheckOptions,
}

impl<'s> Bundle<'s> {
    /// Reads the files of a bundle. Paths are relative to its root.
    #[must_use]
    pub fn new(inputs: &[Input<'s>]) -> Self {
        let (files, directories) = read(inputs);
        Bundle { files, directories, options: CheckOptions::default() }
    }

    /// The same, to be checked with options.
    #[must_use]
    pub fn with_options(self, options: CheckOptions) -> Self {
        Bundle { options, ..self }
    }

    /// The files of the bundle itself, without those of the previous version it.
    pub(crate) fn own(&self) -> impl Iterator<Item = &File<'s>> {
        self.files.iter().filter(|file| file.part == Part::Bundle)
    }

    /// The files directly in a directory.
    pub(crate) fn files_in<'b>(&'b self, directory: &'b str) -> impl Iterator<Item = &'b File<'s>> {
        self.own().filter(move |file| file.directory() == directory)
    }

    /// The items of the first file of metadata that the registry can decode as that struct and that has such a list.
    pub(crate) fn metadata_list<'b>(&'b self, key: &str, shape: &'static str) -> Vec<View<'b>> {
        let lists = self.files_in("metadata").filter_map(|file| Some(decode(file.first().ok()?, shape)?.list(key)));
        lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
    }

    /// The directories directly in a directory.
    pub(crate) fn directories_in<'b>(&'b self, directory: &'b str) -> impl Iterator<Item = &'b str> {
        self.directories.iter().map(String::as_str).filter(move |path| {
            let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
            parent == directory
        })
    }

    /// The bundle itself, for findings that are not about one of its files: no file has this number.
    pub(crate) fn anywhere(&self) -> Place {
        Place { file: olmkit_diagnostics::FileId(u32::MAX), range: Default::default() }
    }
}

/// What the files are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bundle,
    /// Nothing but objects of a cluster.
    Objects,
    /// A package manifest and directories of versions.
    Package,
}

/// A ClusterServiceVersion as one decoder sees it.
#[derive(Debug, Clone)]
pub(crate) struct Csv<'d> {
    pub(crate) view: View<'d>,
    pub(crate) name: String,
}

impl<'d> Csv<'d> {
    pub(crate) fn new(view: View<'d>) -> Self {
        let name = view.path(&["metadata", "name"]).and_then(View::text).unwrap_or_default().into_owned();
        Csv { view, name }
    }

    /// A text about a CSV as upstream prints it.
    pub(crate) fn entry(&self, detail: impl std::fmt::Display) -> String {
        format!("Value : ({}) {detail}", self.name)
    }

    pub(crate) fn spec(&self, path: &[&str]) -> Option<View<'d>> {
        self.view.get("spec").and_then(|spec| spec.path(path))
    }

    /// Items of a list in the spec.
    pub(crate) fn list(&self, path: &[&str]) -> Vec<View<'d>> {
        self.spec(path).map(View::items).unwrap_or_default()
    }

    /// A string in the spec; empty when absent.
    pub(crate) fn text(&self, path: &[&str]) -> String {
        self.spec(path).and_then(View::text).unwrap_or_default().into_owned()
    }

    pub(crate) fn annotations(&self) -> Option<View<'d>> {
        self.view.path(&["metadata", "annotations"])
    }

    /// The value of an annotation: keys of a map are exact in every decoder.
    pub(crate) fn annotation(&self, key: &str) -> Option<View<'d>> {
        self.annotations()?.entries().into_iter().find(|(name, _, _)| name == key).map(|(_, value, _)| value)
    }

    /// Owned, or required, CRDs.
    pub(crate) fn crds(&self, which: &str) -> Vec<View<'d>> {
        self.list(&["customresourcedefinitions", which])
    }

    pub(crate) fn name_place(&self) -> Place {
        self.view.path(&["metadata", "name"]).map_or_else(|| self.view.start(), View::place)
    }

    /// The position of a field of the spec, otherwise that of the nearest existing parent.
    pub(crate) fn spec_place(&self, path: &[&str]) -> Place {
        let mut place = self.view.key_place("spec");
        let Some(mut view) = self.view.get("spec") else { return self.view.start() };
        for field in path {
            match view.get(field) {
                Some(next) => {
                    place = view.key_place(field);
                    view = next;
                }
                None => return place,
            }
        }
        place
    }
}

/// A CustomResourceDefinition.
#[derive(Debug, Clone)]
pub(crate) struct Crd<'d> {
    pub(crate) object: Object<'d>,
    pub(crate) view: View<'d>,
    pub(crate) beta: bool,
}

/// What operator-framework/api loads from a directory.
#[derive(Debug)]
pub(crate) struct Loaded<'d> {
    /// The directory of the CSV.
    pub(crate) directory: &'d str,
    pub(crate) csv: Csv<'d>,
    pub(crate) objects: Vec<Object<'d>>,
    pub(crate) crds: Vec<Crd<'d>>,
    /// Package, channels and default channel of the annotations.
    pub(crate) package: String,
    pub(crate) channels: String,
    pub(crate) default_channel: String,
    /// The Kubernetes to check for, if the check was told one.
    pub(crate) k8s_version: Option<String>,
    /// Categories instead of the standard ones.
    pub(crate) categories: Vec<String>,
    /// The labels of the bundle's image, if the check was told where they are.
    pub(crate) index: Option<Option<&'d [u8]>>,
    /// Where the channels are written.
    pub(crate) channels_place: Option<Place>,
    /// Where the default channel is written.
    pub(crate) default_channel_place: Option<Place>,
}
