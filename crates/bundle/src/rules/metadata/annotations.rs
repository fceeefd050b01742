//! `metadata/annotations.yaml` as opm's format validator reads it.

use olmkit_diagnostics::{Safety, rule};

use super::loaded::Loaded;
use crate::api_load::{CHANNELS, DEFAULT_CHANNEL, PACKAGE};
use crate::input::File;
use crate::model::Bundle;
use crate::sample::ANNOTATIONS;
use crate::target::Target;
use crate::view::{View, decode};

rule! {
    MISSING_FILE, "ann-file-missing", "BDL100", "No annotations",
    since: "0.1.0",
    bundle: [OpmFormat Error, OpmRender Error, Sdk Error, OlmV1 Error],
    finds: "No file in `metadata` has a mapping `annotations` with string values. For OLM v1: \
`metadata/annotations.yaml` is missing or cannot be read.",
    why: "Without them, the package and the channels of the bundle are unknown.",
    fix: "Add `metadata/annotations.yaml`.",
    source: "opm, format validator.",
    bad: [(ANNOTATIONS, "annotations:\n", "annotation:\n"), (ANNOTATIONS, "annotations:\n", "annotations: [\n")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: fast\n")],
}

rule! {
    MISSING_KEY, "ann-key-missing", "BDL101", "Required annotation is missing",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "One of the annotations mediatype, manifests, metadata, package and channels is missing.",
    why: "opm and operator-sdk reject the bundle.",
    fix: "Add the annotation.",
    source: "opm, format validator.",
    bad: [(ANNOTATIONS, "  operators.operatorframework.io.bundle.package.v1: foo\n", "")],
    good: [(ANNOTATIONS, "package.v1: foo\n", "package.v1: bar\n")],
}

rule! {
    MEDIA_TYPE, "ann-mediatype-mismatch", "BDL102", "Media type does not match the bundle",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "A mediatype annotation that differs from the content of `manifests`: `helm` with a `Chart.yaml`, \
`registry+v1` with a CSV, otherwise `plain`.",
    why: "Tools treat the bundle as the annotation states.",
    fix: "Correct the annotation. If it states `registry+v1` and `plain` is expected, the CSV cannot be read.",
    source: "opm, format validator.",
    bad: [(ANNOTATIONS, "mediatype.v1: registry+v1", "mediatype.v1: plain")],
    good: [(ANNOTATIONS, "package.v1: foo\n", "package.v1: bar\n")],
}

rule! {
    CHANNELS_EMPTY, "ann-channels-empty", "BDL103", "No channels",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "A channels annotation that is empty or missing.",
    why: "A bundle in no channel can never be installed.",
    fix: "List the channels, separated by commas.",
    source: "opm, format validator.",
    bad: [(ANNOTATIONS, "channels.v1: stable", "channels.v1: ''")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable,fast\n")],
}

rule! {
    DEFAULT_EMPTY, "ann-default-empty", "BDL104", "Empty default channel",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "An empty annotation for the default channel.",
    why: "opm and operator-sdk reject it. The annotation may be missing.",
    fix: "Set it to a channel, or remove the annotation.",
    source: "opm, format validator.",
    bad: [(ANNOTATIONS, "default.v1: stable", "default.v1: ''")],
    good: [(ANNOTATIONS, "  operators.operatorframework.io.bundle.channel.default.v1: stable\n", "")],
}

pub(crate) const MEDIA_KEY: &str = "operators.operatorframework.io.bundle.mediatype.v1";
const MANIFESTS: &str = "operators.operatorframework.io.bundle.manifests.v1";
const METADATA: &str = "operators.operatorframework.io.bundle.metadata.v1";

/// The first file in `metadata` with annotations.
pub(crate) fn find<'b>(bundle: &'b Bundle<'_>) -> Option<(&'b File<'b>, View<'b>)> {
    bundle
        .files_in("metadata")
        .find_map(|file| Some((file, decode(file.first().ok()?, "OpmAnnotationsFile")?.get("annotations")?)))
}

/// The annotations that operator-sdk uses: those in `metadata/annotations.yaml`, otherwise those in any file.
pub(crate) fn anywhere<'b>(bundle: &'b Bundle<'_>) -> Option<View<'b>> {
    let first = bundle.own().filter(|file| file.path == "metadata/annotations.yaml");
    first.chain(bundle.own()).find_map(|file| {
        let root = file.first_yaml().ok()?;
        if crate::go::mismatch(root.node, "OpmAnnotationsFile", crate::go::Mode::Coerce).is_some() {
            return None;
        }
        root.get("annotations").filter(|map| !map.entries().is_empty())
    })
}

/// Reports missing annotations. The place is a file that looks like annotations, if any.
pub(crate) fn missing(bundle: &Bundle<'_>, upstream: &str, to: &mut Target<'_>) {
    let file = bundle.files_in("metadata").find(|file| file.name().starts_with("annotations"));
    let broken = file.and_then(|file| file.first().err());
    let place = match (&broken, file) {
        (Some(unreadable), _) => unreadable.place,
        (None, Some(file)) => file.start(),
        (None, None) => bundle.files_in("metadata").next().map_or_else(|| bundle.anywhere(), File::start),
    };
    let message = match &broken {
        Some(unreadable) => format!("The annotations cannot be read: {}.", unreadable.message.trim_end_matches('.')),
        None => "No file in `metadata` has a mapping `annotations` with string values.".to_owned(),
    };
    to.found(&MISSING_FILE, place, message, "Add `metadata/annotations.yaml`.", upstream);
}

pub(crate) fn check(bundle: &Bundle<'_>, loaded: &Loaded<'_>, detected: &str, to: &mut Target<'_>) {
    let Some(map) = loaded.annotations.last() else {
        return missing(bundle, "Could not find annotations file", to);
    };
    let entries = loaded.entries();
    let find = |key: &str| entries.iter().find(|(name, _, _)| name == key);
    let value = |key: &str| find(key).and_then(|(_, value, _)| value.text()).unwrap_or_default().into_owned();
    for key in [MEDIA_KEY, MANIFESTS, METADATA, PACKAGE, CHANNELS] {
        if find(key).is_none() {
            let message = format!("The annotation `{key}` is missing.");
            to.found(&MISSING_KEY, map.start(), message, "Add it.", format!("Missing annotation \"{key}\""));
        }
    }
    let place = |key: &str| {
        find(key).map_or_else(|| map.start(), |(_, value, place)| if value.is_null() { *place } else { value.place() })
    };
    let media = value(MEDIA_KEY);
    if media != detected {
        let message = format!("The annotation says `{media}`, but `manifests` contains a `{detected}` bundle.");
        let upstream =
            format!("Expecting annotation \"{MEDIA_KEY}\" to have value \"{detected}\" instead of \"{media}\"");
        let found = to.found(&MEDIA_TYPE, place(MEDIA_KEY), message, media_help(&media, detected), upstream);
        let written = find(MEDIA_KEY).filter(|(_, value, _)| !value.is_null()).map(|(_, value, _)| value.place());
        // If `plain` is detected because the CSV cannot be read, `registry+v1` is probably correct. Do not offer a fix.
        if let (Some(finding), Some(place)) = (found, written.filter(|_| media != "registry+v1")) {
            finding.fix(format!("Write {detected}"), Safety::Unsafe, place, detected);
        }
    }
    if value(CHANNELS).is_empty() {
        let upstream = format!("Expecting annotation \"{CHANNELS}\" to have non-empty value");
        to.found(&CHANNELS_EMPTY, place(CHANNELS), "The bundle is not in any channel.", "List the channels.", upstream);
    }
    if find(DEFAULT_CHANNEL).is_some() && value(DEFAULT_CHANNEL).is_empty() {
        let upstream = format!("Expecting annotation \"{DEFAULT_CHANNEL}\" to have non-empty value");
        let help = "Set it to a channel, or remove the annotation.";
        to.found(&DEFAULT_EMPTY, place(DEFAULT_CHANNEL), "The default channel is empty.", help, upstream);
    }
}

fn media_help(media: &str, detected: &str) -> String {
    match (media, detected) {
        ("registry+v1", "plain") => "No CSV can be read. See the other findings.".to_owned(),
        ("plain+v0", "plain") => "`plain+v0` is a media type of RukPak; opm calls it `plain`.".to_owned(),
        _ => format!("Write `{detected}`."),
    }
}
