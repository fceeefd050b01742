//! Catalogs that opm does not load completely. A result for the rest must not look like one for the whole catalog.

use olmkit_text::counted;
use olmkit_workspace::Workspace;
use olmkit_workspace::api::LoadProblem;

use crate::commands::hints;
use crate::format::visible;
use crate::host::Host;
use crate::load::Loaded;
use crate::load_error::LoadError;
use crate::paths::join;
use crate::problem;

/// The maximum number of shown problems. Further ones are only counted.
const MAX: usize = 5;

/// Why a catalog cannot be compared with another.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadError {
    #[error("{catalog} cannot be read: {problem}")]
    Problem { catalog: &'static str, problem: LoadProblem },
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Loaded {
    /// Refuses a catalog that was not loaded completely: missing parts would look as if they were added or removed.
    /// `catalog` describes it.
    pub(crate) fn refuse_unread(&mut self, catalog: &'static str, host: &mut dyn Host) -> Result<(), UnreadError> {
        let mut all = self.unread(host);
        if all.is_empty() {
            return Ok(());
        }
        self.hint(&all, host);
        Err(UnreadError::Problem { catalog, problem: all.swap_remove(0) })
    }

    /// Also refuses a catalog without a document, from which nothing can be removed.
    pub(crate) fn refuse_as_base(&mut self, path: &str, host: &mut dyn Host) -> Result<(), UnreadError> {
        self.refuse_unread("the base", host)?;
        if self.is_empty() { Err(LoadError::Empty(path.to_owned()).into()) } else { Ok(()) }
    }

    /// Warns on standard error about what is not loaded or defined more than once, and that the result does not include
    /// it. Returns whether there is anything.
    pub(crate) fn warn_if_unread(&mut self, host: &mut dyn Host) -> bool {
        let all = self.unread(host);
        list(&all, host);
        if !all.is_empty() {
            host.note(&problem("the result does not include what opm cannot load"));
            self.hint(&all, host);
        }
        let repeated = self.with_positions(Workspace::repeated_definitions, host);
        list(&repeated, host);
        if !repeated.is_empty() {
            host.note(&problem("the result may not include the later definitions"));
        }
        !all.is_empty() || !repeated.is_empty()
    }

    /// Warns on standard error if opm rejects the catalog, so that it cannot serve it.
    pub(crate) fn warn_if_rejected(&mut self, host: &mut dyn Host) {
        // What is not loaded is already listed.
        if !self.workspace.load_problems().is_empty() {
            return;
        }
        if let Some(reason) = rejection(&mut self.workspace) {
            let text = format!("{}: opm rejects the catalog, so OLM v0 cannot use it {reason}", self.root());
            host.note(&problem(&visible(&text)));
        }
    }

    /// Lists on standard error what is not loaded. Returns whether there is anything.
    pub(crate) fn list_unread(&mut self, host: &mut dyn Host) -> bool {
        let all = self.unread(host);
        list(&all, host);
        !all.is_empty()
    }

    /// Writes a hint if the directory is a bundle or a repository. Other directories are not searched, because this
    /// reads all files again.
    fn hint(&self, problems: &[LoadProblem], host: &mut dyn Host) {
        let manifests = visible(&self.shown("manifests/")).into_owned();
        let has_manifest = || problems.iter().any(|found| found.path.starts_with(&manifests));
        if !host.uses_opm_messages() && (has_manifest() || host.kind(&join(self.root(), ".git")).is_ok()) {
            let root = self.root().to_owned();
            hints::about(std::slice::from_ref(&root), std::slice::from_ref(&root), host);
        }
    }

    /// The problems of what is not loaded.
    fn unread(&mut self, host: &mut dyn Host) -> Vec<LoadProblem> {
        self.with_positions(Workspace::load_problems, host)
    }

    /// Finds problems, with paths as the user sees them.
    fn with_positions(
        &mut self,
        find: fn(&mut Workspace) -> Vec<LoadProblem>,
        host: &mut dyn Host,
    ) -> Vec<LoadProblem> {
        let mut all = find(&mut self.workspace);
        if !all.is_empty() {
            // Positions need the texts, which are not kept for every catalog.
            self.reload_texts(host);
            all = find(&mut self.workspace);
        }
        let shown = |path: &str| visible(&self.shown(path)).into_owned();
        all.into_iter().map(|found| LoadProblem { path: shown(&found.path), ..found }).collect()
    }
}

/// The rule for which opm rejects a catalog, and its message; `None` if it accepts it.
pub(crate) fn rejection(workspace: &mut Workspace) -> Option<String> {
    let report = workspace.report();
    let rule = report.opm.first.as_deref()?;
    let finding = report.diagnostics.iter().find(|finding| finding.rule == rule);
    let why = finding.map_or_else(String::new, |finding| format!(": {}", finding.message.trim_end_matches('.')));
    Some(format!("({rule}){why}"))
}

fn list(problems: &[LoadProblem], host: &mut dyn Host) {
    for found in problems.iter().take(MAX) {
        host.note(&problem(&found.to_string()));
    }
    let more = problems.len().saturating_sub(MAX);
    if more > 0 {
        host.note(&problem(&format!("{} of this kind", counted(more, "more problem", "more problems"))));
    }
}
