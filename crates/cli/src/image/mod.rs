//! Images: what their labels say they hold, and their files. The same for archives and for registries.

mod archive;
mod named;
mod tree;

use std::collections::BTreeMap;

use crate::host::{Failure, Files, Host, Image};
pub(crate) use archive::{is_image, of_archive};
pub(crate) use named::{Named, named};
use tree::Tree;

/// Label that says where an image keeps its catalog.
const CATALOG_LABEL: &str = "operators.operatorframework.io.index.configs.v1";
/// Label of images of bundles.
const BUNDLE_LABEL: &str = "operators.operatorframework.io.bundle.package.v1";
/// Label that says where an image keeps its database.
const SQLITE_LABEL: &str = "operators.operatorframework.io.index.database.v1";

/// Where catalogs without a label are usually.
const USUAL: &str = "configs";
/// The directories of a bundle, whatever its labels say.
const BUNDLE: [&str; 3] = ["manifests", "metadata", "tests"];

/// The files of a catalog. What cannot be read is a finding, not the end.
pub(crate) type Found = Vec<(String, Result<Vec<u8>, Failure>)>;

/// What an image holds.
pub(crate) enum Holds {
    Catalog(Found),
    /// A sqlite database, as the file of that name.
    Database(String, Vec<u8>),
    Bundle(Files),
}

/// Why an image cannot be opened.
pub(crate) enum Refused {
    /// It cannot be pulled or read.
    Unreadable(String),
    /// It is not what is asked for; opm refuses it too.
    Content(String),
}

impl From<Refused> for String {
    fn from(refused: Refused) -> String {
        match refused {
            Refused::Unreadable(text) | Refused::Content(text) => text,
        }
    }
}

/// Whether the layers of an image are worth fetching.
fn is_of_olm(labels: &BTreeMap<String, String>) -> bool {
    [SQLITE_LABEL, CATALOG_LABEL, BUNDLE_LABEL].iter().any(|label| labels.contains_key(*label))
}

/// Pulls one image.
pub(crate) fn pull(reference: &str, host: &mut dyn Host) -> Result<Image, String> {
    let answer = pull_all(&[reference.to_owned()], host).pop();
    answer.unwrap_or_else(|| Err(format!("{reference}: no answer")))
}

/// Pulls images, in the order given.
pub(crate) fn pull_all(references: &[String], host: &mut dyn Host) -> Vec<Result<Image, String>> {
    host.images(references, is_of_olm)
}

impl Image {
    /// What the labels say it holds.
    pub(crate) fn open(&self) -> Result<Holds, Refused> {
        if self.labels.contains_key(SQLITE_LABEL) {
            return self.database();
        }
        if let Some(root) = self.labels.get(CATALOG_LABEL) {
            return self.catalog_in(root).map(Holds::Catalog);
        }
        if self.labels.contains_key(BUNDLE_LABEL) {
            return self.bundle().map(Holds::Bundle);
        }
        Err(self.undetermined())
    }

    /// The same for an archive, which may have been made without labels: then its directories say it.
    pub(crate) fn open_unlabelled(&self) -> Result<Holds, Refused> {
        if is_of_olm(&self.labels) {
            return self.open();
        }
        let tree = self.tree(&BUNDLE)?;
        if tree.has_directory("manifests") && tree.has_directory("metadata") {
            return self.bundle().map(Holds::Bundle);
        }
        Err(self.undetermined())
    }

    /// The catalog; where the label says, else in `configs`.
    pub(crate) fn catalog(&self) -> Result<Holds, Refused> {
        match self.labels.get(CATALOG_LABEL) {
            Some(root) => self.catalog_in(root).map(Holds::Catalog),
            None if self.labels.contains_key(SQLITE_LABEL) => self.database(),
            None if self.labels.contains_key(BUNDLE_LABEL) => {
                Err(Refused::Content("it is the image of a bundle; a catalog is needed".to_owned()))
            }
            None => match self.catalog_in(USUAL) {
                Ok(found) if !found.is_empty() => Ok(Holds::Catalog(found)),
                _ => Err(Refused::Content(format!("the image holds no catalog: there is nothing in {USUAL}"))),
            },
        }
    }

    fn catalog_in(&self, root: &str) -> Result<Found, Refused> {
        let tree = self.tree(&[root])?;
        tree.files_below(root).map_err(|failure| Refused::Content(format!("stat .: {failure}")))
    }

    /// The files of the bundle, with its directories.
    pub(crate) fn bundle(&self) -> Result<Files, Refused> {
        let tree = self.tree(&BUNDLE)?;
        let mut files = Files::new();
        for root in BUNDLE {
            let found = match tree.files_below(root) {
                Ok(found) => found,
                Err(_) if root == "tests" => continue,
                Err(failure) => return Err(Refused::Content(format!("open .: {failure} (/{root})"))),
            };
            files.push((format!("{root}/"), Vec::new()));
            files.extend(tree.directories_below(root).map(|path| (format!("{path}/"), Vec::new())));
            for (path, content) in found {
                let path = format!("{root}/{path}");
                let content = content.map_err(|failure| Refused::Content(format!("open {path}: {failure}")))?;
                files.push((path, content));
            }
        }
        Ok(files)
    }

    fn tree(&self, roots: &[&str]) -> Result<Tree, Refused> {
        Tree::of(&self.layers, roots).map_err(Refused::Unreadable)
    }

    /// The database that the label names.
    fn database(&self) -> Result<Holds, Refused> {
        let path = self.labels.get(SQLITE_LABEL).map(String::as_str).unwrap_or_default();
        let inside = path.trim_start_matches('/');
        let (folder, name) = inside.rsplit_once('/').unwrap_or(("", inside));
        let missing = |failure: &Failure| Refused::Content(format!("open {path}: {failure}"));
        let found = self.tree(&[folder])?.files_below(folder).map_err(|failure| missing(&failure))?;
        match found.into_iter().find(|(own, _)| own == name) {
            Some((name, Ok(content))) => Ok(Holds::Database(name, content)),
            Some((_, Err(failure))) => Err(missing(&failure)),
            None => Err(missing(&Failure("ENOENT".to_owned()))),
        }
    }

    fn undetermined(&self) -> Refused {
        let text = "image type could not be determined";
        if self.labels.is_empty() {
            return Refused::Content(format!("{text}: image has no labels"));
        }
        let found: Vec<String> = self.labels.iter().map(|(key, value)| format!("  {key}={value}")).collect();
        Refused::Content(format!("{text}, found labels\n{}", found.join("\n")))
    }
}
