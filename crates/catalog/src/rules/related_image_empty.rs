//! `related-image-empty`: A related image without image.

use crate::decode::Sink;
use crate::facts::{Body, Facts};
use crate::rules::support::{field, field_text};
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_syntax::NodeRef;

/// The rule.
pub static RULE: Rule = Rule {
    id: "related-image-empty",
    code: "FBC065",
    title: "A related image without image",
    docs: docs(
        r#"## What it finds
An element of `relatedImages` with an empty `image`.

## Why it matters
Mirroring tools copy what is listed there; an empty one breaks some of them and the image is missing in disconnected clusters.

## How to fix
Add the image, or remove the element.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Suspicious,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Warning,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "catalog.yaml",
                r#"---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
relatedImages:
- name: foo
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
relatedImages:
- name: foo
  image: quay.io/x/foo:v1
"#,
            )],
        },
    ]),
};

/// Looks at the related images of a bundle.
pub(crate) fn check(root: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    if !matches!(facts.body, Body::Bundle(_)) {
        return;
    }
    let Some(images) = field(root, "relatedImages") else { return };
    for image in images.items() {
        if field_text(image, "image").is_some_and(|text| !text.value.is_empty()) {
            continue;
        }
        let name = field_text(image, "name").map(|text| text.value).unwrap_or_default();
        let message = format!("Related image `{name}` has no `image`: mirroring tools have nothing to copy.");
        sink.add(&RULE, image.range(), message, "Add the image, or remove the element.".to_owned(), None);
    }
}
