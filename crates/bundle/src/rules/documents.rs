//! Files of several documents: the tools of OLM v0 look at the first one only.

use crate::input::File;
use crate::model::Bundle;
use crate::rule::rule;
use crate::sample::{CSV, OBJECT};
use crate::target::Target;

rule! {
    MULTIPLE, "multi-doc", "BDL013", "Document that nobody reads",
    says: [Olmkit Warning],
    finds: "A file in `manifests` or `metadata` with more than one YAML document.",
    why: "opm, operator-sdk and OLM v0 read the first document of a file and drop the others without a word; OLM v1 and \
RukPak read them all.",
    fix: "Give each object a file of its own.",
    source: "olmkit; operator-registry logs it at most.",
    bad: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n")],
    good: [(OBJECT, "", "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n")],
}

rule! {
    EMPTY_FIRST, "empty-first-doc", "BDL014", "File whose first document is empty",
    says: [Olmkit Warning],
    finds: "A file in `manifests` or `metadata` in which something, even a comment or a blank line, stands before the first \
`---`.",
    why: "What stands there is the first document, and only the first one counts: the object behind it is not seen.",
    fix: "Begin the file with `---`, or remove the separator.",
    source: "olmkit; the YAML reader of Kubernetes.",
    bad: [(CSV, "apiVersion: operators.coreos.com/v1alpha1\n", "# A comment\n---\napiVersion: operators.coreos.com/v1alpha1\n")],
    good: [(CSV, "apiVersion: operators.coreos.com/v1alpha1\n", "---\n# A comment\napiVersion: operators.coreos.com/v1alpha1\n")],
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let files: Vec<&File<'_>> = bundle.files_in("manifests").chain(bundle.files_in("metadata")).collect();
    for file in files {
        let views = file.roots();
        let full = |at: usize| views.get(at).is_some_and(|view| !view.is_null());
        let Some(next) = (1..views.len()).find(|at| full(*at)).and_then(|at| views.get(at)) else { continue };
        if full(0) {
            let message =
                format!("Only the first document of `{}` counts: this one is dropped without a word.", file.path);
            to.found(&MULTIPLE, next.start(), message, "Give it a file of its own.", "");
        } else {
            let message = format!("Something before the first `---` of `{}` makes an empty first document.", file.path);
            to.found(&EMPTY_FIRST, file.start(), message, "Begin the file with `---`.", "");
        }
    }
}
