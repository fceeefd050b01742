//! What the paths of files tell about their contents: bundles, images, catalogs of a version of OpenShift. Paths are
//! relative, with `/`.

use olmkit_collections::SortedSet;

/// The directory of a bundle's objects.
pub const MANIFESTS: &str = "manifests";
/// The file that makes a directory with [`MANIFESTS`] a bundle.
pub const ANNOTATIONS: &str = "metadata/annotations.yaml";
/// The index of an OCI layout.
const INDEX: &str = "index.json";
/// The index of the output of `docker save`.
const DOCKER_INDEX: &str = "manifest.json";

/// Whether files with these paths are those of an image archive: an OCI layout, or the output of `docker save`.
pub fn is_image<'p>(paths: impl IntoIterator<Item = &'p str>) -> bool {
    let (mut is_docker, mut is_bundle) = (false, false);
    for path in paths {
        if path == INDEX {
            return true;
        }
        is_docker |= path == DOCKER_INDEX;
        is_bundle |= path.split_once('/').is_some_and(|(first, _)| first == MANIFESTS);
    }
    is_docker && !is_bundle
}

/// Whether files with these paths may contain bundles or several catalogs. If not, their contents need not be searched.
#[must_use]
pub fn needs_search(paths: &[&str]) -> bool {
    paths.iter().any(|path| bundle_of(path).is_some() || has_annotations(path)) || may_be_several(paths)
}

/// Whether a path is that of the annotations of a bundle.
fn has_annotations(path: &str) -> bool {
    path.strip_suffix(ANNOTATIONS).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Whether files with these paths may be several catalogs: a directory is named after a version of OpenShift, or the
/// same path is in two directories.
fn may_be_several(paths: &[&str]) -> bool {
    let mut ends = SortedSet::new();
    paths.iter().filter(|path| TextKind::of(path).is_some()).any(|path| {
        let parent = folder(path);
        ancestors(path).any(is_version) || !parent.is_empty() && !ends.insert(end(path))
    })
}

/// Returns the last two segments of a path.
fn end(path: &str) -> &str {
    let above = folder(folder(path));
    path.get(above.len()..).unwrap_or_default().trim_start_matches('/')
}

/// The format that the extension of a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// `.yaml`, `.yml`.
    Yaml,
    /// `.json`.
    Json,
}

impl TextKind {
    /// Returns the format of a path, in which the extension may have any case; `None` for other extensions.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(TextKind::Json),
            "yaml" | "yml" => Some(TextKind::Yaml),
            _ => None,
        }
    }
}

/// Returns the directory of the bundle of which a file would be a manifest, because it is directly in `manifests`.
#[must_use]
pub fn bundle_of(path: &str) -> Option<&str> {
    let manifests = folder(path);
    let is_manifests = manifests.rsplit('/').next() == Some(MANIFESTS);
    is_manifests.then(|| folder(manifests))
}

/// Whether the last segment of a path contains a version with two numbers, but not three, as of OpenShift: `v4.16`,
/// `catalog-4.16`.
#[must_use]
pub fn is_version(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut words = name.split(|character: char| !character.is_ascii_digit() && character != '.');
    words.any(|word| {
        let mut parts = word.split('.');
        let both = [parts.next(), parts.next()];
        both.iter().all(|part| part.is_some_and(|part| !part.is_empty())) && parts.next().is_none()
    })
}

/// Whether the last segment of a path is such a version and nothing else, such as `v4.18`. `project-1.2` is probably not a
/// catalog.
#[must_use]
pub fn is_only_version(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_of_version = |letter: char| letter.is_ascii_digit() || letter == '.';
    is_version(name) && name.strip_prefix('v').unwrap_or(name).chars().all(is_of_version)
}

/// Returns the directories above a path, the nearest first; the topmost, an empty string, is last.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors((!path.is_empty()).then(|| folder(path)), |path| (!path.is_empty()).then(|| folder(path)))
}

/// Returns the directory of a file; empty for the topmost.
#[must_use]
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::{TextKind, is_image, is_only_version, is_version, needs_search};

    #[test]
    fn some_names_are_only_a_version() {
        for (name, is_only) in
            [("a/v4.18", true), ("4.18", true), ("project-1.2", false), ("v4", false), ("1.2.3", false)]
        {
            assert_eq!(is_only_version(name), is_only, "{name}");
        }
        assert!(is_version("project-1.2"));
    }

    #[test]
    fn images_have_an_index() {
        assert!(is_image(["oci-layout", "index.json", "blobs/sha256/aa"]));
        assert!(is_image(["manifest.json", "aa/layer.tar"]));
        assert!(!is_image(["manifest.json", "manifests/csv.yaml"]));
        assert!(!is_image(["catalog/index.json", "a.yaml"]));
    }

    #[test]
    fn one_catalog_is_not_searched() {
        for paths in [
            &["catalog.yaml", "catalog.json"][..],
            &["foo/catalog.yaml", "bar/channels.yaml", "foo/README.md", "bar/README.md"],
            &["foo/v1.2.3/catalog.yaml", "foo/1/bundle.yaml"],
            &["manifests", "manifests/deep/csv.yaml", "my-manifests/csv.yaml"],
            &["v4.16/README.md"],
            &[],
        ] {
            assert!(!needs_search(paths), "{paths:?}");
        }
        for paths in [
            &["v4.16/foo.yaml"][..],
            &["catalogs/ocp-4.16/foo/Catalog.YAML"],
            &["stable/foo/catalog.yaml", "next/foo/catalog.yaml"],
            &["foo/catalog.yaml", "next/foo/catalog.yaml"],
            &["manifests/csv.yaml"],
            &["bundles/1.2.3/manifests/csv"],
            &["metadata/annotations.yaml", "manifests/deep/csv.yaml"],
        ] {
            assert!(needs_search(paths), "{paths:?}");
        }
    }

    #[test]
    fn extensions_name_formats_in_any_case() {
        assert_eq!(["a.yaml", "b/a.YML", "a.Yaml"].map(TextKind::of), [Some(TextKind::Yaml); 3]);
        assert_eq!(["a.json", "b.yaml/a.JSON"].map(TextKind::of), [Some(TextKind::Json); 2]);
        assert_eq!(["yaml", "a.yaml/b", "a.yamls", "json", ""].map(TextKind::of), [None; 5]);
    }

    #[test]
    fn versions_of_openshift_have_two_numbers() {
        for name in ["v4.16", "4.9", "catalogs/ocp-v4.16-rc"] {
            assert!(is_version(name), "{name}");
        }
        for name in ["", "v4", "v1.2.3", "4.", ".16", "v4.16/foo"] {
            assert!(!is_version(name), "{name}");
        }
    }
}
