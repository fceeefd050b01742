//! `pkg-icon-base64`: An icon that is not valid base64.

use crate::rules::declare::{bundle, channel, opm, rule};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "pkg-icon-base64", "FBC007", "An icon that is not valid base64",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "An `icon.base64data` that cannot be decoded: wrong alphabet, missing padding, whitespace.",
    why: "opm cannot load the catalog.",
    fix: "Encode the image again, with the standard alphabet and padding.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable, icon: {base64data: aGVsbG8, mediatype: image/png}}
", channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
    good: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable, icon: {base64data: aGVsbG8=, mediatype: bogus}}
", channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
}

/// Reports data that cannot be decoded. `upstream` is opm's error.
pub(crate) fn report(data: NodeRef<'_>, upstream: String, sink: &mut Sink) {
    let message = "The icon's `base64data` is not valid base64. opm cannot load the catalog.".to_owned();
    let help = "Encode the image again, with the standard alphabet and padding.".to_owned();
    sink.add(&RULE, data.range(), message, help, Some(upstream));
}
