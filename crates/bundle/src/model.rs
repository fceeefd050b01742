//! The parts of a bundle in the form that the checks use.

use std::ops::Bound;

use olmkit_collections::SortedSet;

use olmkit_diagnostics::Place;

use crate::input::{File, Input, Object, Part, read};
use crate::options::CheckOptions;
use crate::view::{View, decode};

/// All files of a bundle.
#[derive(Debug)]
pub struct Bundle<'s> {
    /// The files in the order of a directory walk.
    pub files: Vec<File<'s>>,
    /// Paths of all directories, without a trailing `/`.
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

    /// Sets the options of the check.
    #[must_use]
    pub fn with_options(self, options: CheckOptions) -> Self {
        Bundle { options, ..self }
    }

    /// The files of the bundle itself, without those of the previous version and of the cluster.
    pub(crate) fn own(&self) -> impl Iterator<Item = &File<'s>> {
        self.files.iter().filter(|file| file.part == Part::Bundle)
    }

    /// The files directly in a directory.
    pub(crate) fn files_in<'b>(&'b self, directory: &'b str) -> impl Iterator<Item = &'b File<'s>> {
        self.own().filter(move |file| file.directory() == directory)
    }

    /// Whether a file in a folder or below it has an object with a kind, or text that cannot be read and may have one.
    /// `folder` is empty or ends with `/`.
    #[must_use]
    pub fn contains_objects(&self, folder: &str) -> bool {
        let below = self.own().filter(|file| file.path.starts_with(folder));
        below.into_iter().any(|file| {
            let is_broken = file.documents.iter().any(|document| document.error.is_some());
            let mut objects = file.roots().into_iter().flat_map(View::objects);
            is_broken || objects.any(|object| !object.string("kind").is_empty())
        })
    }

    /// The items of list `key` in the first file of `metadata` that the registry can decode as struct `shape` and whose
    /// list is not empty.
    pub(crate) fn metadata_list<'b>(&'b self, key: &str, shape: &'static str) -> Vec<View<'b>> {
        let lists = self.files_in("metadata").filter_map(|file| Some(decode(file.first().ok()?, shape)?.list(key)));
        lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
    }

    /// The directories directly in a directory.
    pub(crate) fn directories_in<'b>(&'b self, directory: &str) -> impl Iterator<Item = &'b str> {
        let start = if directory.is_empty() { String::new() } else { format!("{directory}/") };
        let below = self.directories.range::<str>((Bound::Included(start.as_str()), Bound::Unbounded));
        let below = below.map_while(|path| Some((path.as_str(), path.strip_prefix(start.as_str())?)));
        let direct = below.filter(|(_, name)| !name.is_empty() && !name.contains('/'));
        direct.map(|(path, _)| path).collect::<Vec<_>>().into_iter()
    }

    /// A place for findings about the whole bundle. No file has this number.
    pub(crate) fn anywhere(&self) -> Place {
        Place { file: olmkit_diagnostics::FileId::NONE, range: Default::default() }
    }
}

/// The kind of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bundle,
    /// Only objects of a cluster.
    Objects,
    /// A package manifest with a directory for each version.
    Package,
}

/// A ClusterServiceVersion as seen by one of upstream's decoders.
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

    /// A message about the CSV in upstream's format.
    pub(crate) fn entry(&self, detail: impl std::fmt::Display) -> String {
        format!("Value : ({}) {detail}", self.name)
    }

    pub(crate) fn spec(&self, path: &[&str]) -> Option<View<'d>> {
        self.view.get("spec").and_then(|spec| spec.path(path))
    }

    /// The items of a list in the spec.
    pub(crate) fn list(&self, path: &[&str]) -> Vec<View<'d>> {
        self.spec(path).map(View::items).unwrap_or_default()
    }

    /// A string in the spec. Empty if absent.
    pub(crate) fn text(&self, path: &[&str]) -> String {
        self.spec(path).and_then(View::text).unwrap_or_default().into_owned()
    }

    pub(crate) fn annotations(&self) -> Option<View<'d>> {
        self.view.path(&["metadata", "annotations"])
    }

    /// The value of an annotation. All decoders match keys of maps exactly.
    pub(crate) fn annotation(&self, key: &str) -> Option<View<'d>> {
        self.annotations()?.entries().into_iter().find(|(name, _, _)| name == key).map(|(_, value, _)| value)
    }

    /// The CRDs that the CSV lists under `which`: `owned` or `required`.
    pub(crate) fn crds(&self, which: &str) -> Vec<View<'d>> {
        self.list(&["customresourcedefinitions", which])
    }

    pub(crate) fn name_place(&self) -> Place {
        self.view.path(&["metadata", "name"]).map_or_else(|| self.view.start(), View::place)
    }

    /// The position of a field of the spec, or of its nearest existing parent.
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

/// The bundle that operator-framework/api loads from a directory.
#[derive(Debug)]
pub(crate) struct Loaded<'d> {
    /// The directory of the CSV.
    pub(crate) directory: &'d str,
    pub(crate) csv: Csv<'d>,
    pub(crate) objects: Vec<Object<'d>>,
    pub(crate) crds: Vec<Crd<'d>>,
    /// Package, channels and default channel from the annotations.
    pub(crate) package: String,
    pub(crate) channels: String,
    pub(crate) default_channel: String,
    /// The Kubernetes version to check for, if given in the options.
    pub(crate) k8s_version: Option<String>,
    /// Allowed categories that replace the standard ones.
    pub(crate) categories: Vec<String>,
    /// The content of the file with the labels of the bundle image. `None` if no file was given, `Some(None)` if it
    /// does not exist.
    pub(crate) index: Option<Option<&'d [u8]>>,
    /// The place of the channels.
    pub(crate) channels_place: Option<Place>,
    /// The place of the default channel.
    pub(crate) default_channel_place: Option<Place>,
}
