//! Annotations that every tool accepts and that mean something else than they seem to.

use olmkit_diagnostics::{Safety, rule};
use olmkit_yaml::Value;

use super::annotations::find;
use crate::api_load::{CHANNELS, DEFAULT_CHANNEL};
use crate::model::Bundle;
use crate::sample::ANNOTATIONS;
use crate::target::Target;

rule! {
    BLANKS, "ann-channels-blank", "BDL105", "Blank in a channel's name",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "Blanks around the commas of the channels annotation.",
    why: "opm and operator-framework/api do not trim: the channel is then called ` fast`, which no subscription names. \
The hosted pipelines do trim, and hide it.",
    fix: "Write the channels with commas only: `stable,fast`.",
    source: "olmkit; operator-registry splits the text at commas.",
    bad: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable, fast\n")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable,fast\n")],
}

rule! {
    NUMBER, "ann-channel-number", "BDL106", "Channel that YAML reads as a number",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "A channel or default channel that is written without quotes and reads as a number whose text changes.",
    why: "`4.10` without quotes is the number 4.1, and the channel is called `4.1`.",
    fix: "Write it in quotes.",
    source: "olmkit; tools coerce numbers to texts after normalising them.",
    bad: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: 4.10\n")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: '4.10'\n")],
}

rule! {
    DEFAULT, "ann-default-elsewhere", "BDL107", "Default channel that the bundle is not in",
    since: "0.1.0",
    bundle: [Olmkit Info],
    finds: "A default channel that is not among the bundle's channels.",
    why: "It is allowed, because the package may have the channel from other bundles; in a first bundle it is a mistake.",
    fix: "Name one of the channels, unless the default channel comes from another bundle.",
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
            let message = format!("`{written}` is a number for YAML: the channel is called `{text}`.");
            let found = to.found(&NUMBER, value.place(), message, format!("Write `\"{written}\"`."), "");
            found.map(|finding| finding.fix("Put it in quotes", Safety::Unsafe, value.place(), format!("'{written}'")));
        }
    }
    let channels = map.string(CHANNELS);
    let names: Vec<&str> = channels.split(',').collect();
    if let Some(name) = names.iter().find(|name| name.trim() != **name) {
        let message = format!("A channel is called `{name}`, with a blank: tools split at commas and do not trim.");
        to.found(&BLANKS, map.place_at(CHANNELS), message, "Write the channels with commas only.", "");
    }
    let default = map.string(DEFAULT_CHANNEL);
    if !default.is_empty() && !channels.is_empty() && !names.iter().any(|name| name.trim() == default.trim()) {
        let message = format!("The default channel `{default}` is not one of the bundle's channels ({channels}).");
        let help = "Name one of them, unless the default channel comes from another bundle.";
        to.found(&DEFAULT, map.place_at(DEFAULT_CHANNEL), message, help, "");
    }
}
