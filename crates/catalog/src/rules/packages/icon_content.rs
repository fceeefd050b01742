//! `icon-content`: An icon that does not match its media type.

use crate::facts::{Body, Facts};
use crate::rules::declare::{bundle, channel, rule};
use crate::rules::support::{field, field_text};
use crate::sink::Sink;
use olmkit_yaml::{NodeRef, base64};

rule! {
    RULE, "icon-content", "FBC066", "An icon that does not match its media type",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Info,
    finds: "A package icon that is empty, or whose data is not of the format that `mediatype` names (PNG, JPEG, GIF or \
        SVG).",
    why: "The console shows no icon. opm contains the same check but does not run it, because some catalogs in \
        production fail it.",
    fix: "Encode the image again, or correct `mediatype`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ "\
---
schema: olm.package
name: foo
defaultChannel: stable
icon:
  base64data: aGVsbG8=
  mediatype: image/png
", channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
    good: [{ "\
---
schema: olm.package
name: foo
defaultChannel: stable
icon:
  base64data: iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
  mediatype: image/png
", channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
}

/// The number of bytes of an image that are decoded.
const HEAD: usize = 1024;

/// Checks the icon of a package.
pub(crate) fn check(root: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    if !matches!(facts.body, Body::Package(_)) {
        return;
    }
    let Some(icon) = field(root, "icon") else { return };
    let Some(data) = field_text(icon, "base64data") else { return };
    let Ok(head) = base64::check(data.value.as_bytes(), HEAD) else { return };
    let declared = field_text(icon, "mediatype").map(|text| text.value).unwrap_or_default();
    let found = media_type(&head);
    if found.is_some_and(|found| found == declared) {
        return;
    }
    let message = match found {
        None => {
            format!(
                "The icon is not a PNG, JPEG, GIF or SVG image, but its `mediatype` is `{declared}`. Consoles do not \
                show it."
            )
        }
        Some(found) => {
            format!("The icon is {found}, but its `mediatype` is `{declared}`. Some consoles do not show it.")
        }
    };
    sink.add(&RULE, data.range, message, "Encode the image again, or correct `mediatype`.".to_owned(), None);
}

fn media_type(head: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 4] = [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
    ];
    if let Some((_, kind)) = kinds.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(kind);
    }
    let svg = memchr::memchr_iter(b'<', head).any(|at| head.get(at..).is_some_and(|tag| tag.starts_with(b"<svg")));
    svg.then_some("image/svg+xml")
}
