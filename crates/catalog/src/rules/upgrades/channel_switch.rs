//! `channel-switch`: A channel whose head cannot upgrade in the default channel.

use crate::channel_graph::channel_of;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, package, rule};
use crate::upgrade_path::{Query, path};
use crate::view::View;
use olmkit_upgrade::{Graph, Semantics};

rule! {
    RULE, "channel-switch", "FBC101", "A channel whose head cannot upgrade in the default channel",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "A channel whose head is older than the head of the default channel and has no upgrade path to it under OLM \
        v0.",
    why: "A cluster at the head of this channel that switches to the default channel is not upgraded. Its Subscription \
        reports `AtLatestKnown`.",
    fix: "If users are expected to switch, add the version to the `skips` or the `skipRange` of the head of the \
        default channel.",
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
    let query = Query { from: name, to: None, channel: Some(default), semantics: Semantics::V0 };
    if !path(view.package, query).is_ok_and(|path| !path.reaches) {
        return;
    }
    let message = format!(
        "`{name}`, the head of channel `{}`, has no upgrade path in the default channel `{default}`: clusters that \
            switch are not upgraded.",
        view.name
    );
    let help = format!(
        "Add `{name}` to the `skips` of the head of `{default}`, or set a skipRange there that matches \
        {version}."
    );
    out.report(&RULE, view.place(name), message, help).package(view.package.name).channel(view.name).entry(name);
}
