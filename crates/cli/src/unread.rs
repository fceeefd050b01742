//! Catalogs of which opm does not load all. An answer about the rest would look like an answer about the whole.

use olmkit_workspace::api::LoadProblem;

use crate::host::Host;
use crate::load::Loaded;
use crate::problem;

/// More problems than this are counted, not shown.
const MOST: usize = 5;

/// Why a catalog cannot be compared with another.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadError {
    #[error(transparent)]
    Problem(#[from] LoadProblem),
    #[error("{0}: no catalog document was found")]
    Empty(String),
}

impl Loaded {
    /// Refuses a catalog that is not loaded as a whole: what is missing in it would look like something removed or added.
    pub(crate) fn refuse_unread(&mut self, host: &mut dyn Host) -> Result<(), UnreadError> {
        self.unread(host).into_iter().next().map_or(Ok(()), |first| Err(first.into()))
    }

    /// Refuses a catalog without a document, too: nothing can be removed from it.
    pub(crate) fn refuse_as_base(&mut self, path: &str, host: &mut dyn Host) -> Result<(), UnreadError> {
        self.refuse_unread(host)?;
        if self.is_empty() { Err(UnreadError::Empty(path.to_owned())) } else { Ok(()) }
    }

    /// Reports on standard error what is not loaded. Returns whether there is anything.
    pub(crate) fn warn_if_unread(&mut self, host: &mut dyn Host) -> bool {
        let all = self.unread(host);
        for found in all.iter().take(MOST) {
            host.note(&problem(&found.to_string()));
        }
        let more = all.len().saturating_sub(MOST);
        if more > 0 {
            host.note(&problem(&format!("{more} more problems of this kind")));
        }
        !all.is_empty()
    }

    /// What is not loaded, with paths as the user sees them.
    fn unread(&mut self, host: &mut dyn Host) -> Vec<LoadProblem> {
        let mut all = self.workspace.load_problems();
        if !all.is_empty() {
            // Places need the texts, which are not kept of every catalog.
            self.reload_texts(host);
            all = self.workspace.load_problems();
        }
        all.into_iter().map(|found| LoadProblem { path: self.shown(&found.path), ..found }).collect()
    }
}
