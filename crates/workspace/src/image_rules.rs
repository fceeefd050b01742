//! The rules about the answers of registries for images.

use olmkit_diagnostics::{Rule, rule};
use olmkit_k8s::image::without_version;

use crate::api::ImageUse;

/// An image named by digest, for examples.
macro_rules! by_digest {
    () => {
        "quay.io/x/foo@sha256:0000000000000000000000000000000000000000000000000000000000000000"
    };
}

/// A complete catalog with a bundle of this image, for examples.
macro_rules! catalog {
    ($image:expr) => {
        concat!(
            "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
entries:\n- name: foo.v1.0.0\n---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: ",
            $image,
            "\nproperties:\n- {type: olm.package, value: {packageName: foo, version: 1.0.0}}\n"
        )
    };
}

rule! {
    MISSING, "image-missing", "IMG001", "An image that does not exist",
    since: "0.1.0",
    images: Error,
    finds: "An image of a bundle, or a related image, for which the registry and all its mirrors answer \"not \
found\". Only `--suite images` asks registries.",
    why: "A cluster cannot pull the image: unpacking the bundle fails, or the pods of the operator do not start.",
    fix: "Push the image, or correct the reference.",
    source: "olmkit; the distribution specification (`HEAD` of a manifest).",
    bad: [{
        "catalog.yaml" => [catalog!(by_digest!())],
        "//answers" => [by_digest!(), " missing\n"],
    }],
    good: [{
        "catalog.yaml" => [catalog!(by_digest!())],
        "//answers" => [by_digest!(), " exists\n"],
    }],
}

rule! {
    WRONG_PLATFORM, "image-wrong-platform", "IMG002", "A bundle image without the platform",
    since: "0.1.0",
    images: Error,
    finds: "A bundle image that is an index without an image for linux/amd64, or for the platform that `--platform` \
sets. The platforms of related images are not checked.",
    why: "`opm render` and OLM pull the bundle image for the platform that they run on, and fail.",
    fix: "Add an image for the platform to the index, or push the bundle as one image without an index. Its files are \
the same on every platform.",
    source: "olmkit; opm selects in the same way.",
    bad: [{
        "catalog.yaml" => [catalog!(by_digest!())],
        "//answers" => [by_digest!(), " wrong-platform\n"],
    }],
    good: [{
        "catalog.yaml" => [catalog!(by_digest!())],
        "//answers" => [by_digest!(), " exists\n"],
    }],
}

rule! {
    NOT_CHECKED, "image-not-checked", "IMG003", "An image that could not be checked",
    since: "0.1.0",
    images: Info,
    finds: "An image for which no registry tells whether it exists: the registry requires credentials, denies access, \
limits requests, fails or cannot be reached, or the reference is not valid. A registry that fails or cannot be reached \
is one finding, at the first of its references.",
    why: "The image may be missing. Registries such as quay.io and registry.redhat.io give the same answer for \
private and for missing images.",
    fix: "Log in (`podman login`), and check again.",
    source: "olmkit.",
    bad: [{
        "catalog.yaml" => [catalog!(by_digest!())],
        "//answers" => [by_digest!(), " not-checked\n"],
    }],
    good: [{
        "catalog.yaml" => [catalog!(by_digest!())],
        "//answers" => [by_digest!(), " exists\n"],
    }],
}

rule! {
    BY_TAG, "image-by-tag", "IMG004", "An image by tag",
    since: "0.1.0",
    images: Warning,
    finds: "An image whose reference has a tag, or neither a tag nor a digest.",
    why: "A tag can be moved, so a cluster may install an image that was not tested. Mirrors for disconnected \
clusters contain images by digest.",
    fix: "Use the digest instead of the tag.",
    source: "olmkit; OLM's documentation on disconnected clusters requires digests.",
    bad: [{
        "catalog.yaml" => [catalog!("quay.io/x/foo:v1.0.0")],
        "//answers" => ["quay.io/x/foo:v1.0.0 exists sha256:0000000000000000000000000000000000000000000000000000000000000000\n"],
    }],
    good: [{
        "catalog.yaml" => [catalog!(by_digest!())],
        "//answers" => [by_digest!(), " exists\n"],
    }],
}

/// The rules about images.
pub(crate) static RULES: &[&Rule] = &[&MISSING, &WRONG_PLATFORM, &NOT_CHECKED, &BY_TAG];

/// The answer of registries for an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImageAnswer {
    /// The image exists.
    Exists {
        /// The digest of its manifest.
        digest: String,
    },
    /// The image does not exist in any registry that may provide it.
    Missing,
    /// The image is an index without an image for the platform; contains the reason.
    WrongPlatform(String),
    /// It could not be determined whether the image exists; contains the reason.
    NotChecked(String),
    /// The same, because the registry of the image fails or cannot be reached; contains the reason.
    Unreachable(String),
}

/// Whether the reference of an image has a digest.
#[must_use]
pub fn is_by_digest(image: &str) -> bool {
    image.contains('@')
}

/// Returns the rules that an image violates, with message and help.
pub(crate) fn problems(answer: &ImageAnswer, one: &ImageUse) -> Vec<(&'static Rule, String, String)> {
    unavailable(answer, one).into_iter().chain(by_tag(answer, &one.image)).collect()
}

/// Returns the rule for an image that a cluster cannot pull, or for which this could not be determined.
fn unavailable(answer: &ImageAnswer, one: &ImageUse) -> Option<(&'static Rule, String, String)> {
    let image = &one.image;
    match answer {
        ImageAnswer::Exists { .. } => None,
        ImageAnswer::Missing => {
            let message = format!("`{image}` does not exist in its registry. {}", consequence(one));
            Some((&MISSING, message, "Push the image, or correct the reference.".to_owned()))
        }
        ImageAnswer::WrongPlatform(reason) => {
            let message = format!("`{image}` has no image for the platform: {reason}.");
            let help = "Add an image for the platform to the index, or check another platform (`--platform`).";
            Some((&WRONG_PLATFORM, message, help.to_owned()))
        }
        ImageAnswer::NotChecked(reason) | ImageAnswer::Unreachable(reason) => {
            let message = format!("Could not check whether `{image}` exists: {reason}.");
            Some((&NOT_CHECKED, message, String::new()))
        }
    }
}

fn by_tag(answer: &ImageAnswer, image: &str) -> Option<(&'static Rule, String, String)> {
    if is_by_digest(image) {
        return None;
    }
    let message = format!("`{image}` has a tag instead of a digest. A tag can be moved to another image.");
    let help = match answer {
        ImageAnswer::Exists { digest } => format!("Write `{}@{digest}`.", without_version(image)),
        _ => "Use the digest instead of the tag.".to_owned(),
    };
    Some((&BY_TAG, message, help))
}

fn consequence(one: &ImageUse) -> String {
    match (one.bundle.as_str(), one.is_bundle) {
        ("", _) => "Clusters cannot pull it.".to_owned(),
        (bundle, true) => format!("Clusters cannot install `{bundle}`."),
        (bundle, false) => format!("Clusters that install `{bundle}` cannot pull it."),
    }
}
