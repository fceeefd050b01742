//! Images: their content according to their labels, and their files. The same for archives and registries.

mod archive;
mod named;
mod tree;

use std::collections::BTreeMap;

use crate::host::{Failure, Files, Host, HostError, Image};
pub(crate) use archive::{LayoutError, is_image, of_archive};
pub(crate) use named::{NameError, Named, named, named_image};
use tree::{Tree, TreeError};

/// The label with the path of the catalog.
const CATALOG_LABEL: &str = "operators.operatorframework.io.index.configs.v1";
/// The label of bundle images.
const BUNDLE_LABEL: &str = "operators.operatorframework.io.bundle.package.v1";
/// The label with the path of the database.
const SQLITE_LABEL: &str = "operators.operatorframework.io.index.database.v1";

/// The default path of a catalog without a label.
const USUAL: &str = "configs";
/// The directories of a bundle, regardless of its labels.
const BUNDLE: [&str; 3] = ["manifests", "metadata", "tests"];

/// The files of a catalog. A file that cannot be read becomes a finding and does not end the run.
pub(crate) type CatalogContent = Vec<(String, Result<Vec<u8>, Failure>)>;

/// The content of an image.
pub(crate) enum ImageContent {
    Catalog(CatalogContent),
    /// A sqlite database: the name and content of its file.
    Database(String, Vec<u8>),
    Bundle(Files),
}

/// Why an image cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// Its layers cannot be read.
    #[error(transparent)]
    Unreadable(#[from] TreeError),
    /// It is not what was requested; opm refuses it too.
    #[error(transparent)]
    Content(#[from] ContentError),
}

/// Why an image is not what was requested, with opm's message if opm has one.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContentError {
    #[error("this is a bundle image; a catalog is needed")]
    Bundle,
    #[error("this is a catalog image; a bundle is needed")]
    Catalog,
    #[error("the image contains no catalog: {USUAL} is missing")]
    NoCatalog,
    /// The directory of the catalog.
    #[error("stat .: {0}")]
    CatalogRoot(Failure),
    /// A directory of the bundle.
    #[error("open .: {source} (/{root})")]
    BundleRoot { root: &'static str, source: Failure },
    #[error("open {path}: {source}")]
    File { path: String, source: Failure },
    #[error("image type could not be determined: image has no labels")]
    Unlabeled,
    /// The labels, one on each line.
    #[error("image type could not be determined, found labels\n{0}")]
    OtherLabels(String),
}

/// Whether the layers of an image are worth fetching.
fn is_of_olm(labels: &BTreeMap<String, String>) -> bool {
    [SQLITE_LABEL, CATALOG_LABEL, BUNDLE_LABEL].iter().any(|label| labels.contains_key(*label))
}

/// Pulls one image.
pub(crate) fn pull(reference: &str, host: &mut dyn Host) -> Result<Image, HostError> {
    let answer = pull_all(&[reference.to_owned()], host).pop();
    answer.unwrap_or_else(|| Err(HostError::NoAnswer(reference.to_owned())))
}

/// Pulls images, in the order of the references.
pub(crate) fn pull_all(references: &[String], host: &mut dyn Host) -> Vec<Result<Image, HostError>> {
    host.images(references, is_of_olm)
}

impl Image {
    /// Whether the labels describe a bundle.
    pub(crate) fn is_bundle(&self) -> bool {
        let has = |label: &str| self.labels.contains_key(label);
        has(BUNDLE_LABEL) && !has(CATALOG_LABEL) && !has(SQLITE_LABEL)
    }

    /// The content of the image according to its labels.
    pub(crate) fn open(&self) -> Result<ImageContent, OpenError> {
        if self.labels.contains_key(SQLITE_LABEL) {
            return self.database();
        }
        if let Some(root) = self.labels.get(CATALOG_LABEL) {
            return self.catalog_in(root).map(ImageContent::Catalog);
        }
        if self.labels.contains_key(BUNDLE_LABEL) {
            return self.bundle().map(ImageContent::Bundle);
        }
        Err(self.undetermined().into())
    }

    /// The same for an archive, which may have been created without labels. Then its directories decide.
    pub(crate) fn open_unlabeled(&self) -> Result<ImageContent, OpenError> {
        if !is_of_olm(&self.labels) && self.has_bundle()? {
            return self.bundle().map(ImageContent::Bundle);
        }
        self.open()
    }

    /// Whether it contains a bundle, according to its labels; without labels of OLM, according to its directories.
    pub(crate) fn has_bundle(&self) -> Result<bool, OpenError> {
        if is_of_olm(&self.labels) {
            return Ok(self.is_bundle());
        }
        let tree = self.tree(&BUNDLE)?;
        Ok(tree.has_directory("manifests") && tree.has_directory("metadata"))
    }

    /// The catalog: at the path in the label, otherwise in `configs`.
    pub(crate) fn catalog(&self) -> Result<ImageContent, OpenError> {
        match self.labels.get(CATALOG_LABEL) {
            Some(root) => self.catalog_in(root).map(ImageContent::Catalog),
            None if self.labels.contains_key(SQLITE_LABEL) => self.database(),
            None if self.labels.contains_key(BUNDLE_LABEL) => Err(ContentError::Bundle.into()),
            None => match self.catalog_in(USUAL) {
                Ok(found) if !found.is_empty() => Ok(ImageContent::Catalog(found)),
                _ => Err(ContentError::NoCatalog.into()),
            },
        }
    }

    fn catalog_in(&self, root: &str) -> Result<CatalogContent, OpenError> {
        let tree = self.tree(&[root])?;
        Ok(tree.files_below(root).map_err(ContentError::CatalogRoot)?)
    }

    /// The files and directories of the bundle.
    pub(crate) fn bundle(&self) -> Result<Files, OpenError> {
        if [CATALOG_LABEL, SQLITE_LABEL].iter().any(|label| self.labels.contains_key(*label)) {
            return Err(ContentError::Catalog.into());
        }
        let tree = self.tree(&BUNDLE)?;
        let mut files = Files::new();
        for root in BUNDLE {
            let found = match tree.files_below(root) {
                Ok(found) => found,
                Err(_) if root == "tests" => continue,
                Err(source) => return Err(ContentError::BundleRoot { root, source }.into()),
            };
            files.push((format!("{root}/"), Vec::new()));
            files.extend(tree.directories_below(root).map(|path| (format!("{path}/"), Vec::new())));
            for (path, content) in found {
                let path = format!("{root}/{path}");
                match content {
                    Ok(content) => files.push((path, content)),
                    Err(source) => return Err(ContentError::File { path, source }.into()),
                }
            }
        }
        Ok(files)
    }

    fn tree(&self, roots: &[&str]) -> Result<Tree, OpenError> {
        Ok(Tree::of(&self.layers, roots)?)
    }

    /// The database that the label names.
    fn database(&self) -> Result<ImageContent, OpenError> {
        let path = self.labels.get(SQLITE_LABEL).map(String::as_str).unwrap_or_default();
        let inside = path.trim_start_matches('/');
        let (folder, name) = inside.rsplit_once('/').unwrap_or(("", inside));
        let missing = |source| ContentError::File { path: path.to_owned(), source };
        let found = self.tree(&[folder])?.files_below(folder).map_err(missing)?;
        match found.into_iter().find(|(own, _)| own == name) {
            Some((name, Ok(content))) => Ok(ImageContent::Database(name, content)),
            Some((_, Err(failure))) => Err(missing(failure).into()),
            None => Err(missing(Failure::Missing).into()),
        }
    }

    fn undetermined(&self) -> ContentError {
        if self.labels.is_empty() {
            return ContentError::Unlabeled;
        }
        let found: Vec<String> = self.labels.iter().map(|(key, value)| format!("  {key}={value}")).collect();
        ContentError::OtherLabels(found.join("\n"))
    }
}
