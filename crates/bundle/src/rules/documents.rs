//! Files with several documents. The tools of OLM v0 read only the first one.

use crate::input::File;
use crate::model::Bundle;
use crate::render::RenderError;
use crate::rules::metadata::loaded::load;
use crate::sample::{CSV, DEPENDENCIES, OBJECT};
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    MULTIPLE, "multi-doc", "BDL013", "Documents that tools ignore",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "A file in `manifests` or `metadata` with more than one YAML document.",
    why: "opm, operator-sdk and OLM v0 read the first document of a file and silently ignore the others. OLM v1 and \
RukPak read all of them.",
    fix: "Put each object into a separate file.",
    source: "olmkit; operator-registry logs it at most.",
    bad: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n")],
    good: [(OBJECT, "", "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n")],
}

rule! {
    EMPTY_FIRST, "empty-first-doc", "BDL014", "File with an empty first document",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "A file in `manifests` or `metadata` that has text before the first `---`, even only a comment or a blank \
line.",
    why: "That text is the first document. Tools read only the first document, so they ignore the object after it.",
    fix: "Start the file with `---`, or remove the separator.",
    source: "olmkit; the YAML reader of Kubernetes.",
    bad: [(CSV, "apiVersion: operators.coreos.com/v1alpha1\n", "# A comment\n---\napiVersion: operators.coreos.com/v1alpha1\n")],
    good: [(CSV, "apiVersion: operators.coreos.com/v1alpha1\n", "---\n# A comment\napiVersion: operators.coreos.com/v1alpha1\n")],
}

rule! {
    METADATA, "metadata-empty-document", "BDL017", "Metadata file that crashes opm and operator-sdk",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "A file in `metadata` whose first YAML document is empty: it contains only comments or `null`, or a \
license header before the first `---`. A file without any text is not reported, nor is a file after those with the \
annotations and the dependencies.",
    why: "opm and operator-sdk crash when they read it.",
    fix: "Start the file with its content: remove the `---` after the comment. Remove a file without content.",
    source: "opm, format validator.",
    bad: [(DEPENDENCIES, "", "# None yet.\n"), ("metadata/properties.yaml", "", "# License\n---\nproperties: []\n"),
        ("metadata/other.yaml", "", "null\n")],
    good: [(DEPENDENCIES, "", ""), (DEPENDENCIES, "", "---\n# None yet.\ndependencies: []\n")],
}

/// Reports a file that crashes the tools.
pub(crate) fn report_crash(file: &File<'_>, to: &mut Target<'_>) {
    let message = format!("The first YAML document of `{}` is empty. opm and operator-sdk crash on it.", file.path);
    let help = match file.documents.len() {
        0 | 1 => "Write the content, or remove the file.",
        _ => "Remove the first separator `---`.",
    };
    to.found(&METADATA, file.start(), message, help, format!("panic: {}", RenderError::Crash));
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let crash = load(bundle).err().map(|file| file.id);
    let files = bundle.files_in("manifests").chain(bundle.files_in("metadata"));
    for file in files.filter(|file| Some(file.id) != crash) {
        let views = file.roots();
        let full = |at: usize| views.get(at).is_some_and(|view| !view.is_null());
        let Some(next) = (1..views.len()).find(|at| full(*at)).and_then(|at| views.get(at)) else { continue };
        if full(0) {
            let message =
                format!("Tools read only the first document of `{}` and silently ignore this one.", file.path);
            to.found(&MULTIPLE, next.start(), message, "Move it to a separate file.", "");
        } else {
            let message = format!("Text before the first `---` of `{}` creates an empty first document.", file.path);
            to.found(&EMPTY_FIRST, file.start(), message, "Start the file with `---`.", "");
        }
    }
}
