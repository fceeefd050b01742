//! `spec.relatedImages`.

use olmkit_k8s::image;

use crate::model::Loaded;
use crate::sample::CSV;
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    EMPTY, "bundle-related-image-empty", "BDL086", "Related image without an image",
    since: "0.1.0",
    bundle: [ApiBundle Error],
    finds: "An entry of `spec.relatedImages` without `image`.",
    why: "Mirroring tools fail on it, so the operator cannot be installed in a disconnected cluster.",
    fix: "Set `image`, or remove the entry.",
    source: "operator-framework/api, bundle validator (since 2026; not in the released operator-sdk).",
    bad: [(CSV, "  - name: foo\n    image: quay.io/ex/foo:v1.0.0\n", "  - name: foo\n")],
    good: [(CSV, "  displayName: Foo", "  displayName: Bar")],
}

rule! {
    INVALID, "bundle-related-image-invalid", "BDL087", "Related image that is not a valid pull spec",
    since: "0.1.0",
    bundle: [ApiBundle Error],
    finds: "An entry of `spec.relatedImages` whose `image` is not a valid image reference.",
    why: "The image cannot be pulled or mirrored.",
    fix: "Write `registry/name@sha256:...` or `registry/name:tag` in lower case.",
    source: "operator-framework/api, bundle validator (since 2026; not in the released operator-sdk).",
    bad: [(CSV, "  - name: foo\n    image: quay.io/ex/foo:v1.0.0\n", "  - name: foo\n    image: UPPER/x:1\n")],
    good: [(CSV, "  displayName: Foo", "  displayName: Bar")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    for (at, entry) in bundle.csv.list(&["relatedImages"]).into_iter().enumerate() {
        let spec = entry.string("image");
        let path = format!("spec.relatedImages[{at}].image");
        if spec.is_empty() {
            let name = entry.string("name");
            let whose = if name.is_empty() {
                format!("{} (without a name)", at.saturating_add(1))
            } else {
                format!("`{name}`")
            };
            let message = format!("Related image {whose} has no `image`.");
            let upstream = format!("Value {path}: relatedImages[{at}] has an empty image field");
            to.found(&EMPTY, entry.start(), message, "Add `image`, or remove the entry.", upstream);
            continue;
        }
        let Err(error) = image::parse(&spec) else { continue };
        let error = error.about(&spec);
        let message = format!("`{spec}` is not a valid image reference: {error}.");
        let help = "Write `registry/name:tag` or `registry/name@sha256:...`, in lower case.";
        let upstream = format!("Value {path}: relatedImages[{at}] has an invalid image pullspec \"{spec}\": {error}");
        to.found(&INVALID, entry.place_at("image"), message, help, upstream);
    }
}
