//! RukPak bundles of plain manifests: `plain+v0`.

use super::super::metadata::annotations;
use crate::go::Mode;
use crate::input::File;
use crate::model::Bundle;
use crate::sample::{ANNOTATIONS, CSV};
use crate::target::Target;
use olmkit_diagnostics::rule;

/// RukPak's media type for a bundle of plain manifests.
const MEDIA_TYPE: &str = "plain+v0";

rule! {
    NO_MANIFESTS, "plain-no-manifests", "BDL210", "Plain bundle without manifests",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A bundle whose annotations state `plain+v0`, without a `manifests` directory.",
    why: "RukPak cannot unpack it.",
    fix: "Put the objects into `manifests`.",
    source: "RukPak, plain provisioner.",
    bad: [],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    SUBDIRECTORY, "plain-subdir", "BDL211", "Directory in the manifests of a plain bundle",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A directory in the `manifests` directory of a bundle of plain manifests.",
    why: "RukPak rejects the bundle.",
    fix: "Move the files into `manifests`.",
    source: "RukPak, plain provisioner.",
    bad: [],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    PARSE, "plain-parse", "BDL212", "File of a plain bundle that does not contain objects",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A file in the `manifests` directory of a bundle of plain manifests with a document that is not an object \
with `apiVersion`, `kind` and a name. All documents of all files count.",
    why: "RukPak rejects the bundle.",
    fix: "Remove the file, or complete the object.",
    source: "RukPak, plain provisioner.",
    bad: [],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    EMPTY, "plain-empty", "BDL213", "Plain bundle without objects",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A bundle of plain manifests that contains no objects.",
    why: "RukPak rejects the bundle.",
    fix: "Add an object.",
    source: "RukPak, plain provisioner.",
    bad: [],
    good: [(ANNOTATIONS, "package.v1: foo\n", "package.v1: bar\n")],
}

/// Whether the bundle consists of plain manifests: its media type says so, or it has manifests without a CSV and no
/// metadata.
fn is_plain(bundle: &Bundle<'_>) -> bool {
    const KEY: &str = "operators.operatorframework.io.bundle.mediatype.v1";
    if let Some((_, map)) = annotations::find(bundle) {
        return map.string(KEY) == MEDIA_TYPE;
    }
    let has_csv =
        || bundle.files_in("manifests").any(|file| file.object().is_ok_and(|one| crate::api_load::is_csv(&one)));
    bundle.directories.contains("manifests") && !bundle.directories.contains("metadata") && !has_csv()
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    if !is_plain(bundle) {
        return;
    }
    if !bundle.directories.contains("manifests") {
        let help = "Put the objects into `manifests`.";
        let upstream = "stat manifests: file does not exist";
        to.found(&NO_MANIFESTS, bundle.anywhere(), "The bundle has no `manifests` directory.", help, upstream);
        return;
    }
    for nested in bundle.directories_in("manifests") {
        let inside = bundle.own().find(|file| file.path.starts_with(nested));
        let place = inside.map_or_else(|| bundle.anywhere(), File::start);
        let upstream = format!(
            "subdirectories are not allowed within the \"manifests\" directory of the bundle image filesystem: found \"{nested}\""
        );
        let message = format!("`{nested}` is a directory. `manifests` of a plain bundle must contain files only.");
        to.found(&SUBDIRECTORY, place, message, "Move its files into `manifests`.", upstream);
    }
    let mut objects = 0_usize;
    for file in bundle.files_in("manifests") {
        objects = objects.saturating_add(read(file, to));
    }
    if objects == 0 {
        let upstream =
            "invalid bundle: found zero objects: plain+v0 bundles are required to contain at least one object";
        to.found(&EMPTY, bundle.anywhere(), "`manifests` contains no objects.", "Add one.", upstream);
    }
}

/// Counts the objects of a file, and reports documents that are not objects.
fn read(file: &File<'_>, to: &mut Target<'_>) -> usize {
    let mut objects = 0_usize;
    let fail = |place, why: &str, to: &mut Target<'_>| {
        let message = format!("`{}` contains a document that is not an object: {why}.", file.path);
        let upstream = format!("error parsing objects in \"{}\"", file.path);
        to.found(&PARSE, place, message, "Remove the file, or complete the object.", upstream);
    };
    if let Some(error) = file.documents.iter().find_map(|document| document.error.as_ref()) {
        fail(file.start(), error.message.trim_end_matches('.'), to);
        return 0;
    }
    for view in file.roots() {
        let view = view.with(Mode::Converter);
        if view.is_null() {
            continue;
        }
        let is_list = view.string("kind").ends_with("List") && view.get("items").is_some();
        let named = is_list || view.path(&["metadata", "name"]).is_some();
        match [("apiVersion", view.get("apiVersion").is_some()), ("kind", view.get("kind").is_some()), ("name", named)]
            .into_iter()
            .find(|(_, there)| !there)
        {
            Some((missing, _)) => fail(view.start(), &format!("it has no `{missing}`"), to),
            None if is_list => objects = objects.saturating_add(view.list("items").len()),
            None => objects = objects.saturating_add(1),
        }
    }
    objects
}
