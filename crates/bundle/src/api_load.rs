//! The bundle loader of operator-framework/api: turns a directory into a bundle.

use olmkit_collections::SortedSet;

use olmkit_diagnostics::Place;

use crate::go::{Mismatch, Mode, mismatch, mismatch_of};
use crate::input::{File, Object, Unreadable};
use crate::model::{Bundle, Crd, Csv, Loaded};
use crate::rules::layout;
use crate::target::Target;

/// Annotation key of the package in annotations.yaml.
pub(crate) const PACKAGE: &str = "operators.operatorframework.io.bundle.package.v1";
/// Annotation key of the channels.
pub(crate) const CHANNELS: &str = "operators.operatorframework.io.bundle.channels.v1";
/// Annotation key of the default channel.
pub(crate) const DEFAULT_CHANNEL: &str = "operators.operatorframework.io.bundle.channel.default.v1";

/// Whether upstream treats the object as a CSV. Only the kind decides.
pub(crate) fn is_csv(object: &Object<'_>) -> bool {
    object.kind == "ClusterServiceVersion"
}

/// Loads the bundle in directory `root` as `GetBundleFromDir` does; an empty `root` is the whole bundle. Returns `None`
/// if loading fails.
pub(crate) fn load<'b>(bundle: &'b Bundle<'_>, root: &str, to: &mut Target<'_>) -> Option<Loaded<'b>> {
    let mut failed = false;
    let mut annotations = Annotations::default();
    let mut directories = SortedSet::new();
    for file in visited(bundle, root) {
        if file.name().starts_with("annotations")
            && let Err((place, why)) = annotations.read(file)
        {
            failed = true;
            layout::unreadable_annotations(file.path, place, &why.to_string(), to);
        }
        if file.object().is_ok_and(|object| is_csv(&object)) {
            directories.insert(file.directory());
        }
    }
    let Some(directory) = directories.first().copied() else {
        if !failed {
            layout::no_csv(bundle, to, "unable to find a csv in bundle directory ");
        }
        return None;
    };
    let mut loaded = None;
    for own in &directories {
        let found = load_directory(bundle, own, to);
        failed |= found.is_none();
        if *own == directory {
            loaded = found;
        }
    }
    let (csv, objects, crds) = loaded.filter(|_| !failed)?;
    let options = &bundle.options;
    let named = |path: &str| bundle.own().find(|file| file.path == path).map(|file| file.bytes);
    let index = options.labels.as_deref().map(Some).or(options.index.as_deref().map(named));
    Some(Loaded {
        directory,
        csv,
        objects,
        crds,
        package: annotations.package.0,
        channels: annotations.channels.0,
        default_channel: annotations.default_channel.0,
        k8s_version: options.k8s_version.clone(),
        categories: options.categories.clone(),
        index,
        channels_place: annotations.channels.1,
        default_channel_place: annotations.default_channel.1,
    })
}

/// The files that a directory walk visits. Hidden files and files in hidden directories are skipped.
fn visited<'b, 's>(bundle: &'b Bundle<'s>, root: &str) -> impl Iterator<Item = &'b File<'s>> {
    let below = move |path: &str| {
        let rest = path.strip_prefix(root)?;
        if root.is_empty() { Some(rest.to_owned()) } else { rest.strip_prefix('/').map(str::to_owned) }
    };
    let hidden = |path: &str| path.split('/').any(|part| part.starts_with('.'));
    bundle.own().filter(move |file| below(file.path).is_some_and(|path| !hidden(&path)))
}

/// Why a file of annotations cannot be read.
#[derive(Debug, thiserror::Error)]
enum AnnotationsError {
    #[error("{}", .0.message)]
    Unreadable(Unreadable),
    #[error("`{}` is {}", .0.path, .0.message)]
    Type(Mismatch),
}

/// The three annotations that the loader reads, with their positions.
#[derive(Default)]
struct Annotations {
    package: (String, Option<Place>),
    channels: (String, Option<Place>),
    default_channel: (String, Option<Place>),
}

impl Annotations {
    /// Merges the annotations of one file. Keys that the file does not have keep their value.
    fn read(&mut self, file: &File<'_>) -> Result<(), (Place, AnnotationsError)> {
        // A file without documents sets nothing.
        if file.documents.is_empty() {
            return Ok(());
        }
        let root =
            file.first_yaml().map_err(|unreadable| (unreadable.place, AnnotationsError::Unreadable(unreadable)))?;
        if let Some(wrong) = mismatch(root.node, "AnnotationsFile", Mode::Coerce) {
            return Err((root.place_of(wrong.range), AnnotationsError::Type(wrong)));
        }
        let map = root.get("annotations");
        let value = |key: &str| map.and_then(|map| map.get(key));
        for (key, known) in
            [(PACKAGE, &mut self.package), (CHANNELS, &mut self.channels), (DEFAULT_CHANNEL, &mut self.default_channel)]
        {
            if let Some(found) = value(key) {
                *known = (found.string_of(), Some(found.place()));
            }
        }
        Ok(())
    }
}

type Parts<'b> = (Csv<'b>, Vec<Object<'b>>, Vec<Crd<'b>>);

fn load_directory<'b>(bundle: &'b Bundle<'_>, directory: &'b str, to: &mut Target<'_>) -> Option<Parts<'b>> {
    let mut good = true;
    for nested in bundle.directories_in(directory) {
        good = false;
        layout::nested_directory(
            bundle,
            nested,
            to,
            format!("error loading objs in directory: bundle manifests dir contains directory: {nested}"),
        );
    }
    let (mut csv, mut objects, mut crds): (Option<Csv<'b>>, Vec<_>, Vec<_>) = (None, Vec::new(), Vec::new());
    for file in bundle.files_in(directory) {
        if file.name().starts_with('.') {
            good = false;
            let upstream =
                format!("error loading objs in directory: bundle manifests dir has hidden file: {}", file.path);
            layout::hidden(file, to, upstream);
            continue;
        }
        let object = match file.object() {
            Ok(object) => object,
            Err(unreadable) => {
                good = false;
                let upstream =
                    format!("error loading objs in directory: unable to decode object: {}", unreadable.upstream);
                layout::undecodable(file, &unreadable, to, upstream);
                continue;
            }
        };
        if is_csv(&object) {
            let view = object.view.with(Mode::Coerce);
            if let Some(wrong) = mismatch_of(to.api(), view.node, "ClusterServiceVersion", Mode::Coerce) {
                let text = format!("unable to parse CSV {}: {}", file.name(), wrong.message);
                layout::csv_of_wrong_type(view, &wrong, to, fatal(&text));
                return None;
            }
            if csv.is_some() {
                let text = fatal("invalid bundle: contains multiple CSVs");
                layout::second_csv(&object, file.path, to, text);
                return None;
            }
            csv = Some(Csv::new(view));
        } else if object.kind == "CustomResourceDefinition" {
            crds.push(load_crd(file, &object, to)?);
        }
        objects.push(object);
    }
    csv.filter(|_| good).map(|csv| (csv, objects, crds))
}

fn fatal(text: &str) -> String {
    format!("[error loading objs in directory: {text}, no bundle csv found, unable to load bundle from directory ]")
}

/// The name of the Go type for the API version of a CRD.
pub(crate) fn crd_type(api_version: &str) -> Option<&'static str> {
    match api_version {
        "apiextensions.k8s.io/v1" => Some("CrdV1"),
        "apiextensions.k8s.io/v1beta1" => Some("CrdV1beta1"),
        _ => None,
    }
}

fn load_crd<'b>(file: &File<'_>, object: &Object<'b>, to: &mut Target<'_>) -> Option<Crd<'b>> {
    let view = object.view.with(Mode::Coerce);
    let Some(name) = crd_type(&object.api_version) else {
        let text = fatal(&format!("unsupported CRD version {} for {}", object.api_version, file.name()));
        layout::crd_version(object, to, text);
        return None;
    };
    if let Some(wrong) = mismatch(view.node, name, Mode::Coerce) {
        let text = format!("unable to parse CRD {}: {}", file.name(), wrong.message);
        layout::crd_of_wrong_type(view, &wrong, to, fatal(&text));
        return None;
    }
    Some(Crd { object: object.clone(), view, beta: name == "CrdV1beta1" })
}
