//! Lists the checks that the files alone do not allow.

use crate::input::Part;
use crate::model::{Bundle, Kind, Loaded};
use crate::rules::optional::deprecated::uses_22;
use olmkit_diagnostics::Suite;

/// A check of a tool that this run did not perform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotChecked {
    /// The suite that the check belongs to.
    pub suite: Suite,
    /// What was not checked, and what is needed for it.
    pub what: &'static str,
}

/// Lists what was not checked. `opm render` and the pipelines apply only to a bundle.
pub(crate) fn list(bundle: &Bundle<'_>, kind: Kind, loaded: Option<&Loaded<'_>>) -> Vec<NotChecked> {
    let mut found = Vec::new();
    let mut add = |suite, what| found.push(NotChecked { suite, what });
    if let Some(loaded) = loaded {
        add(Suite::Multiarch, "whether the images support the architectures in the labels (requires the images)");
        if kind == Kind::Bundle {
            add(Suite::OpmRender, "the labels of the pushed image (requires the image)");
        }
        if !loaded.csv.crds("required").is_empty() {
            add(Suite::OlmV0, "whether a cluster has the required APIs");
        }
        if loaded.index.is_none() && !uses_22(loaded).is_empty() {
            add(Suite::Community, "the OpenShift versions in the labels of the image: name the file with `index-path`");
        }
        if kind == Kind::Bundle {
            let indexes =
                "whether the replaced bundle is in the index of each OpenShift version: that needs the indexes";
            add(Suite::PipelineCommon, indexes);
            add(Suite::PipelineCommunity, "versions of OpenShift after 4.17");
        }
    }
    if bundle.files.iter().any(|file| file.part != Part::Bundle) {
        add(
            Suite::OlmV1,
            "in which versions a cluster has stored objects: the storage version of the older CRD is assumed",
        );
    }
    found
}
