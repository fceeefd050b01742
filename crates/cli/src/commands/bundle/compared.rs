//! What a bundle is compared with: its previous version, and objects of a cluster.

use std::rc::Rc;

use olmkit_bundle::{Bundle, NotComparable, Part, comparable};

use crate::args::BundleValidateArgs;
use crate::commands::CommandError;
use crate::host::Host;
use crate::load_bundle::{LoadedBundle, load_partially};
use crate::load_error::LoadError;

/// The previous version and the objects that the user names.
pub(super) struct Compared<'a> {
    before: Option<(&'a str, Rc<LoadedBundle>)>,
    objects: Vec<Rc<LoadedBundle>>,
    /// Whether a link cannot be followed, so that a file is missing.
    pub(super) is_partial: bool,
}

/// Why a bundle cannot be compared. Without this error, a comparison with nothing would find nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum ComparisonError {
    #[error("--before {0}: {1}. Name the directory, archive or image of the previous version.")]
    Before(String, NotComparable),
    #[error("--objects {0}: no objects were found")]
    NoObjects(String),
}

impl<'a> Compared<'a> {
    /// Loads the files. Refuses objects that do not exist.
    pub(super) fn load(own: &'a BundleValidateArgs, host: &mut dyn Host) -> Result<Self, CommandError> {
        let mut is_partial = false;
        let mut load = |path: &str| {
            let (loaded, is_without) = load_partially(path, host)?;
            is_partial |= is_without;
            Ok::<_, LoadError>(Rc::new(loaded))
        };
        let before = own.before.as_deref().map(|path| Ok::<_, LoadError>((path, load(path)?))).transpose()?;
        let objects = own.objects.iter().map(|path| load(path)).collect::<Result<Vec<_>, _>>()?;
        let has_none = |of: &&LoadedBundle| !Bundle::new(&of.inputs()).contains_objects("");
        if let Some((path, _)) = own.objects.iter().zip(&objects).find(|(_, of)| has_none(&of.as_ref())) {
            return Err(ComparisonError::NoObjects(path.clone()).into());
        }
        Ok(Compared { before, objects, is_partial })
    }

    /// Whether the parts of the input were given.
    pub(super) fn has(&self, part: Part) -> bool {
        match part {
            Part::Before => self.before.is_some(),
            Part::Cluster => !self.objects.is_empty(),
            Part::Bundle => true,
        }
    }

    /// Adds the files to a bundle. Refuses a previous version that the bundle cannot be compared with.
    pub(super) fn add_to(&self, checked: &mut LoadedBundle) -> Result<(), ComparisonError> {
        if let Some((path, before)) = &self.before {
            let reason = comparable(&before.inputs(), &checked.inputs()).err();
            if let Some(reason) = reason {
                return Err(ComparisonError::Before((*path).to_owned(), reason));
            }
            checked.add(Part::Before, before);
        }
        for objects in &self.objects {
            checked.add(Part::Cluster, objects);
        }
        Ok(())
    }
}
