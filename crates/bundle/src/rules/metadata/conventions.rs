//! Annotations that all tools accept but that have an unexpected meaning.

use olmkit_diagnostics::{Safety, rule};
use olmkit_yaml::Value;

use super::annotations::find;
use crate::api_load::{CHANNELS, DEFAULT_CHANNEL};
use crate::model::Bundle;
use crate::sample::ANNOTATIONS;
use crate::target::Target;

rule! {
    WHITESPACE, "ann-channels-blank", "BDL105", "Whitespace in a channel name",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "Whitespace around the commas of the channels annotation.",
    why: "opm and operator-framework/api do not trim: the channel is then named ` fast`, which no Subscription uses. \
The hosted pipelines trim, so they hide the mistake.",
    fix: "Separate the channels with commas only: `stable,fast`.",
    source: "olmkit; operator-registry splits the value at commas.",
    bad: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable, fast\n")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable,fast\n")],
}

rule! {
    NUMBER, "ann-channel-number", "BDL106", "Channel that YAML reads as a number",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An unquoted channel or default channel that YAML reads as a number with another spelling.",
    why: "Unquoted `4.10` is the number 4.1, so the name of the channel becomes `4.1`.",
    fix: "Quote the channel.",
    source: "olmkit; tools convert numbers to strings after normalizing them.",
    bad: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: 4.10\n")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: '4.10'\n")],
}

rule! {
    DEFAULT, "ann-default-elsewhere", "BDL107", "Default channel that the bundle is not in",
    since: "0.1.0",
    bundle: [Olmkit Info],
    finds: "A default channel that is not among the bundle's channels.",
    why: "This is allowed, because other bundles of the package may be in the channel. In the first bundle of a \
package it is a mistake.",
    fix: "Set the default channel to one of the channels, unless it comes from another bundle.",
    source: "olmkit.",
    bad: [(ANNOTATIONS, "default.v1: stable\n", "default.v1: stabel\n")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: fast,stable\n")],
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let Some((_, map)) = find(bundle) else { return };
    for key in [CHANNELS, DEFAULT_CHANNEL] {
        let Some(value) = map.get(key) else { continue };
        let (written, text) = (value.node.scalar_text(), value.text().unwrap_or_default());
        if matches!(value.node.value(), Value::Number(_)) && written != text {
            let message = format!("YAML reads the unquoted `{written}` as a number, so the channel name is `{text}`.");
            let found = to.found(&NUMBER, value.place(), message, format!("Write `\"{written}\"`."), "");
            found.map(|finding| finding.fix("Quote it", Safety::Unsafe, value.place(), value.quoted(&written)));
        }
    }
    let channels = map.string(CHANNELS);
    let names: Vec<&str> = channels.split(',').collect();
    if let Some(name) = names.iter().find(|name| name.trim() != **name) {
        let message = format!("The channel name `{name}` contains whitespace: tools split at commas and do not trim.");
        to.found(&WHITESPACE, map.place_at(CHANNELS), message, "Separate the channels with commas only.", "");
    }
    let default = map.string(DEFAULT_CHANNEL);
    if !default.is_empty() && !channels.is_empty() && !names.iter().any(|name| name.trim() == default.trim()) {
        let message = format!("The default channel `{default}` is not one of the bundle's channels ({channels}).");
        let help = "Set it to one of the channels, unless it comes from another bundle.";
        to.found(&DEFAULT, map.place_at(DEFAULT_CHANNEL), message, help, "");
    }
}
