//! The layout of a bundle's files, and whether the files can be read.

use crate::go::Mismatch;
use crate::input::{File, Object, Unreadable};
use crate::model::Bundle;
use crate::sample::{ANNOTATIONS, CRD, CSV, OBJECT};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::{Place, Rule, rule};

rule! {
    NO_MANIFESTS, "layout-manifests-dir", "BDL001", "No `manifests` directory",
    since: "0.1.0",
    bundle: [OpmFormat Error, OpmContent Error, Sdk Error, OlmV1 Error],
    finds: "A bundle without a `manifests` directory in its root.",
    why: "Tools cannot find the objects of the operator.",
    fix: "Put the CSV, the CRDs and the other objects into `manifests/`.",
    source: "opm, format validator.",
    bad: [],
    good: [(CSV, "A foo", "Foos")],
}

rule! {
    NO_METADATA, "layout-metadata-dir", "BDL002", "No `metadata` directory",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error, OlmV1 Error],
    finds: "A bundle without a `metadata` directory in its root.",
    why: "Tools cannot read the package and the channels of the bundle.",
    fix: "Put `annotations.yaml` into `metadata/`.",
    source: "opm, format validator.",
    bad: [],
    good: [(CSV, "A foo", "Foos")],
}

rule! {
    EMPTY, "layout-manifests-empty", "BDL003", "Empty `manifests` directory",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "A `manifests` directory without files.",
    why: "There is nothing to install.",
    fix: "Put the CSV, the CRDs and the other objects into `manifests/`.",
    source: "opm, format validator.",
    bad: [],
    good: [(CSV, "A foo", "Foos")],
}

rule! {
    NESTED, "layout-nested-dir", "BDL004", "Directory inside `manifests`",
    since: "0.1.0",
    bundle: [OpmContent Error, ApiLoad Error, Sdk Error, OlmV1 Error],
    finds: "A directory inside the `manifests` directory.",
    why: "opm, operator-sdk and OLM v1 reject it. `opm render` and OLM v0 ignore its files.",
    fix: "Move the files into `manifests`.",
    source: "opm, operator-framework/api, OLM v1.",
    bad: [("manifests/sub/x.yaml", "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")],
    good: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")],
}

rule! {
    HIDDEN, "layout-hidden-api", "BDL005", "Hidden file beside the CSV",
    since: "0.1.0",
    bundle: [ApiLoad Error, Sdk Error],
    finds: "A file in the directory of the CSV whose name starts with a dot.",
    why: "operator-sdk rejects the bundle. Other tools read the file as a manifest.",
    fix: "Remove the file, and exclude it from the image with `.dockerignore`.",
    source: "operator-framework/api, loader.",
    bad: [("manifests/.hidden.yaml", "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")],
    good: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")],
}

rule! {
    DECODE, "layout-decode-api", "BDL006", "File in `manifests` that is not an object",
    since: "0.1.0",
    bundle: [ApiLoad Error, OpmContent Error, Sdk Error, OlmV1 Error],
    finds: "A file in `manifests` whose first document is not an object with a `kind`, or that cannot be read. OLM v1 \
accepts a file without documents.",
    why: "Tools treat every file in `manifests` as a manifest, whatever its name.",
    fix: "Correct the file, or move it out of `manifests`.",
    source: "operator-framework/api, loader; opm, content validator.",
    bad: [(OBJECT, "", "a: b\n"), (OBJECT, "", "a: [\n"), (OBJECT, "", "")],
    good: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")],
}

rule! {
    NO_CSV, "layout-no-csv", "BDL007", "No CSV",
    since: "0.1.0",
    bundle: [ApiLoad Error, Sdk Error, OpmRender Error, OlmV1 Error],
    finds: "A bundle without a readable ClusterServiceVersion.",
    why: "Without a CSV the bundle is not a registry+v1 bundle, and OLM cannot install it.",
    fix: "Add the CSV. If there is one, correct what makes it unreadable. The usual cause is a comment or a blank \
line before the first `---`, which creates an empty first document.",
    source: "operator-framework/api, loader.",
    bad: [(CSV, "kind: ClusterServiceVersion", "Kind: ClusterServiceVersion"), (CSV, "apiVersion:", "# a comment\n---\napiVersion:")],
    good: [(CSV, "apiVersion:", "---\napiVersion:")],
}

rule! {
    MULTIPLE, "layout-multi-csv", "BDL008", "Several CSVs",
    since: "0.1.0",
    bundle: [ApiLoad Error, Sdk Error],
    finds: "Two files with a ClusterServiceVersion in one directory.",
    why: "A bundle is one version of an operator. opm reads the first CSV, OLM v1 the last one.",
    fix: "Create one bundle for each CSV.",
    source: "operator-framework/api, loader.",
    bad: [("manifests/second.yaml", "", "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: b}\n")],
    good: [(CSV, "A foo", "Foos")],
}

rule! {
    CSV_DECODE, "csv-typed-decode", "BDL009", "CSV with a value of the wrong type",
    since: "0.1.0",
    bundle: [ApiLoad Error, OpmContent Error, Sdk Error],
    finds: "A field of the CSV that has the wrong type, or is not a valid version, quantity or time.",
    why: "No tool can decode the CSV.",
    fix: "Correct the value. Quote numbers and booleans that are strings.",
    source: "operator-framework/api, loader; opm, content validator.",
    bad: [(CSV, "version: 1.0.0", "version: abc"), (CSV, "cpu: 10m", "cpu: abc"), (CSV, "displayName: Foo", "displayName: 123")],
    good: [(CSV, "version: 1.0.0", "version: v1.0.0")],
}

rule! {
    CRD_DECODE, "crd-decode", "BDL010", "CRD with a value of the wrong type",
    since: "0.1.0",
    bundle: [ApiLoad Error, OpmContent Error, Sdk Error],
    finds: "A field of a CRD, or of its schema, that has the wrong type.",
    why: "No tool can decode the CRD.",
    fix: "Correct the value.",
    source: "operator-framework/api, loader; opm, content validator.",
    bad: [(CRD, "type: object", "required: true"), (CRD, "served: true", "served: 'true'")],
    good: [(CRD, "type: object", "type: bogus")],
}

rule! {
    CRD_VERSION, "crd-apiversion", "BDL011", "CRD with an unknown API version",
    since: "0.1.0",
    bundle: [ApiLoad Error, OpmContent Error, Sdk Error],
    finds: "A CRD whose `apiVersion` is not `apiextensions.k8s.io/v1` or `v1beta1`.",
    why: "No tool can decode it.",
    fix: "Set `apiVersion: apiextensions.k8s.io/v1`.",
    source: "operator-framework/api, loader; opm, content validator.",
    bad: [(CRD, "k8s.io/v1\n", "k8s.io/v2\n")],
    good: [(CRD, "type: object", "type: bogus")],
}

rule! {
    ANNOTATIONS_UNREADABLE, "ann-unparsable", "BDL012", "Annotations file that cannot be read",
    since: "0.1.0",
    bundle: [ApiLoad Error],
    finds: "A file whose name starts with `annotations` and that cannot be decoded.",
    why: "operator-framework/api stops at this file. Other tools ignore it.",
    fix: "Correct the file. `annotations` is a mapping with string values.",
    source: "operator-framework/api, loader.",
    bad: [(ANNOTATIONS, "annotations:\n", "annotations: [\n"), ("metadata/annotations2.yaml", "", "annotations: [a]\n")],
    good: [("metadata/annotations2.yaml", "", "annotations: {a: b}\n")],
}

rule! {
    NOT_RENDERED, "layout-not-rendered", "BDL016", "Bundle that `opm render` rejects",
    since: "0.1.0",
    bundle: [OpmRender Error],
    finds: "A bundle that `opm render` cannot convert to a catalog document: a field of the CSV or of a CRD has the \
wrong type, a dependency or property cannot be read, or an owned CRD is missing.",
    why: "The bundle cannot be added to a catalog.",
    fix: "Correct what the finding names. Other findings usually show the position.",
    source: "opm, `render` of a directory.",
    bad: [(CSV, "version: 1.0.0", "version: 1.0"), (CRD, "type: object", "required: true")],
    good: [(CSV, "A foo", "Foos")],
}

rule! {
    /// Found by [`unreadable_file`].
    UNREADABLE, "layout-broken-link", "BDL335", "Symbolic link that leads nowhere",
    since: "0.1.0",
    bundle: [OpmFormat Error, OpmContent Error, Sdk Error, Olmkit Error],
    finds: "A symbolic link in the directory of a bundle whose target does not exist, or that leads back to itself. \
The other files are checked.",
    why: "In `manifests` and `metadata`, opm and operator-sdk stop at the file. Elsewhere it is probably a mistake.",
    fix: "Correct the link, or remove it.",
    source: "opm and operator-sdk: both read every file of the two directories.",
    bad: [],
    good: [(CSV, "A foo", "Foos")],
}

/// Returns the rule, the message and the help for a file on disk that cannot be read, and whether opm and operator-sdk
/// stop at it.
#[must_use]
pub fn unreadable_file(path: &str, reason: &str) -> (&'static Rule, String, &'static str, bool) {
    let is_read = path.starts_with("manifests/") || path.starts_with("metadata/");
    let message = format!("`{path}` is a symbolic link that cannot be followed: {reason}.");
    (&UNREADABLE, message, "Correct the link, or remove it.", is_read)
}

pub(crate) fn no_manifests(bundle: &Bundle<'_>, to: &mut Target<'_>, upstream: &str) {
    let message = "The bundle has no `manifests` directory.";
    to.found(&NO_MANIFESTS, bundle.anywhere(), message, "Put the manifests into `manifests/`.", upstream);
}

pub(crate) fn no_metadata(bundle: &Bundle<'_>, to: &mut Target<'_>, upstream: &str) {
    let message = "The bundle has no `metadata` directory.";
    to.found(&NO_METADATA, bundle.anywhere(), message, "Put `annotations.yaml` into `metadata/`.", upstream);
}

pub(crate) fn no_files(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let message = "`manifests` is empty.";
    to.found(
        &EMPTY,
        bundle.anywhere(),
        message,
        "Put the manifests into `manifests/`.",
        "The directory contains no yaml files",
    );
}

/// Reports a directory in `manifests`.
pub(crate) fn nested_directory(bundle: &Bundle<'_>, path: &str, to: &mut Target<'_>, upstream: String) {
    let message = format!("`{path}` is a directory. `manifests` must contain files only.");
    to.found(&NESTED, first_inside(bundle, path), message, "Move its files into `manifests`.", upstream);
}

/// Returns the start of the first file in a directory.
pub(crate) fn first_inside(bundle: &Bundle<'_>, directory: &str) -> Place {
    let inside = |file: &&File<'_>| file.path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'));
    bundle.own().find(inside).map_or_else(|| bundle.anywhere(), File::start)
}

pub(crate) fn hidden(file: &File<'_>, to: &mut Target<'_>, upstream: String) {
    let message =
        format!("`{}` is a hidden file. operator-sdk rejects hidden files in the directory of the CSV.", file.path);
    to.found(&HIDDEN, file.start(), message, "Remove it.", upstream);
}

/// Reports a file that is not an object.
pub(crate) fn undecodable(file: &File<'_>, unreadable: &Unreadable, to: &mut Target<'_>, upstream: String) {
    let why = unreadable.message.trim_end_matches('.');
    let message = format!("`{}` is in `manifests` but is not a valid manifest: {why}.", file.path);
    let help = "Correct it, or move it out of `manifests`.";
    to.found(&DECODE, unreadable.place, message, help, upstream);
}

/// Reports a missing CSV. The place is a file that looks like one, if any.
pub(crate) fn no_csv(bundle: &Bundle<'_>, to: &mut Target<'_>, upstream: &str) {
    let looks = |file: &&File<'_>| {
        file.name().contains("clusterserviceversion")
            || file.bytes.windows(21).take(1 << 16).any(|window| window == b"ClusterServiceVersion")
    };
    let near = bundle.own().find(looks);
    let (place, message) = match near {
        Some(file) => {
            let (place, why) = why_no_csv(file);
            (place, format!("The bundle has no CSV. `{}` is not read as a CSV, because {why}.", file.path))
        }
        None => (bundle.anywhere(), "The bundle has no ClusterServiceVersion.".to_owned()),
    };
    let help = "Every registry+v1 bundle needs one ClusterServiceVersion in `manifests/`.";
    to.found(&NO_CSV, place, message, help, upstream);
}

fn why_no_csv(file: &File<'_>) -> (Place, String) {
    match file.object() {
        Err(unreadable) => {
            let mut message = unreadable.message.trim_end_matches('.').to_owned();
            if message.starts_with(|c: char| c.is_uppercase()) && !message.starts_with('`') {
                message = format!("it cannot be read ({message})");
            }
            (unreadable.place, message)
        }
        Ok(object) if object.kind.is_empty() => {
            let why = "text before its first `---` creates an empty first document, and tools read only the first one";
            (file.start(), why.to_owned())
        }
        Ok(object) if object.kind == "ClusterServiceVersion" => {
            let why = match file.directory() {
                "manifests" if file.name().starts_with('.') => "it is a hidden file",
                "manifests" => "it has no `spec`",
                _ => "it is not in the `manifests` directory of the bundle",
            };
            (file.start(), why.to_owned())
        }
        Ok(object) => (object.view.place_at("kind"), format!("its kind is `{}`", object.kind)),
    }
}

pub(crate) fn second_csv(object: &Object<'_>, path: &str, to: &mut Target<'_>, upstream: String) {
    let message = format!("`{path}` is a second CSV. A bundle has exactly one.");
    to.found(&MULTIPLE, object.name_place(), message, MULTIPLE.fix, upstream);
}

/// Reports a part of the CSV's `spec` that the registry cannot read.
pub(crate) fn unreadable_spec(what: &str, why: &str, csv: View<'_>, to: &mut Target<'_>, upstream: String) {
    let message = format!("The registry cannot read {what} of the CSV: {why}.");
    to.found(&CSV_DECODE, csv.key_place("spec"), message, "Correct `spec`.", upstream);
}

/// Reports a value of the wrong type in a CSV.
pub(crate) fn csv_of_wrong_type(view: View<'_>, wrong: &Mismatch, to: &mut Target<'_>, upstream: String) {
    wrong_type(&CSV_DECODE, "CSV", view, wrong, to, upstream);
}

/// Reports a value of the wrong type in a CRD.
pub(crate) fn crd_of_wrong_type(view: View<'_>, wrong: &Mismatch, to: &mut Target<'_>, upstream: String) {
    wrong_type(&CRD_DECODE, "CRD", view, wrong, to, upstream);
}

fn wrong_type(
    rule: &'static Rule,
    what: &str,
    view: View<'_>,
    wrong: &Mismatch,
    to: &mut Target<'_>,
    upstream: String,
) {
    let message = format!("`{}` of the {what} is {}. The {what} cannot be decoded.", wrong.path, wrong.message);
    to.found(rule, view.place_of(wrong.range), message, wrong.help.clone(), upstream);
}

/// Reports a CRD with an unknown API version.
pub(crate) fn crd_version(object: &Object<'_>, to: &mut Target<'_>, upstream: String) {
    let message = format!("`{}` is not an API version of CRDs.", object.api_version);
    let help = "Write `apiextensions.k8s.io/v1`.";
    to.found(&CRD_VERSION, object.view.place_at("apiVersion"), message, help, upstream);
}

pub(crate) fn unreadable_annotations(path: &str, place: Place, why: &str, to: &mut Target<'_>) {
    let message = format!("`{path}` cannot be read as annotations: {}.", why.trim_end_matches('.'));
    let upstream = format!("unable to load the annotations file {path}: {why}");
    to.found(&ANNOTATIONS_UNREADABLE, place, message, "Correct it.", upstream);
}

pub(crate) fn not_rendered(bundle: &Bundle<'_>, why: String, to: &mut Target<'_>) {
    let message = format!("`opm render` cannot convert the bundle to a catalog document: {why}.");
    to.found(&NOT_RENDERED, bundle.anywhere(), message, "Correct the part that the message names.", why);
}
