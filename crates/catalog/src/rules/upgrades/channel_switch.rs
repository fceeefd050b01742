//! `channel-switch`: A channel whose head cannot go on in the default channel.

use crate::channel_graph::channel_of;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, package, rule};
use crate::upgrade_path::{Question, path};
use crate::view::View;
use olmkit_upgrade::{Graph, Semantics};

rule! {
    RULE, "channel-switch", "FBC101", "A channel whose head cannot go on in the default channel",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "A channel whose head is older than the head of the default channel and has no way to it there under OLM \
        v0.",
    why: "Whoever follows that channel and switches to the default one stays where they are, and the Subscription says \
        `AtLatestKnown`.",
    fix: "Let the head of the default channel accept the version by `skips` or `skipRange`, if the switch is meant to \
        work.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ package!(), channel!("stable", "\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
"), channel!("old", "- name: foo.v1.0.0\n"), bundle!("1.2.0"), bundle!("1.1.0"), bundle!("1.0.0") }],
    good: [{ package!(), channel!("stable", r#"- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skipRange: "<1.1.0"
- name: foo.v1.1.0
"#), channel!("old", "- name: foo.v1.0.0\n"), bundle!("1.2.0"), bundle!("1.1.0"), bundle!("1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    let default = view.package.decl.body.default_channel.as_ref().map_or("", |text| text.value.as_str());
    let Some(head) = view.graph.head().filter(|_| view.name != default) else { return };
    let (name, Some(version)) = (view.graph.name(head), view.graph.version(head)) else { return };
    let Some(target) = channel_of(view.package, default) else { return };
    let Some(top) = Graph::new(&target).heads.first().and_then(|top| view.package.bundles.get(top)) else { return };
    if top.version.as_ref().is_none_or(|top| version >= top) {
        return;
    }
    let question = Question { from: name, to: None, channel: Some(default), semantics: Semantics::V0 };
    if !path(view.package, question).is_ok_and(|path| !path.reaches) {
        return;
    }
    let message = format!(
        "Who follows channel `{}` to its head `{name}` and switches to the default channel `{default}` is not upgraded there.",
        view.name
    );
    let help = format!("Let the head of `{default}` skip `{name}`, or give it a skipRange that contains {version}.");
    out.report(&RULE, view.place(name), message, help).package(view.package.name).channel(view.name).entry(name);
}
