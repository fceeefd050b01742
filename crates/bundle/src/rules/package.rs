//! Package manifests, the format that preceded bundles: `package.yaml` and a directory for each version.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_yaml::Value;

use crate::api_load::is_csv;
use crate::go::Mode;
use crate::input::File;
use crate::model::Bundle;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

const PATH: &str = "package.yaml";

rule! {
    LOAD, "pkg-load", "BDL260", "Package manifest that cannot be loaded",
    since: "0.1.0",
    bundle: [Package Error],
    finds: "A package manifest that does not decode, or a second one in the same directory.",
    why: "operator-framework/api does not load a package from the directory.",
    fix: "Keep one `package.yaml` with `packageName`, `channels` and `defaultChannel`.",
    source: "operator-framework/api, loader of package manifests.",
    bad: [(PATH, "", "packageName: [foo]\n")],
    good: [(PATH, "", "packageName: foo\nchannels: [{name: stable, currentCSV: foo.v1.0.0}]\n")],
}

rule! {
    NAME, "pkg-name", "BDL261", "Package manifest without a name",
    since: "0.1.0",
    bundle: [Package Error],
    finds: "An empty `packageName`.",
    why: "operator-framework/api rejects the package.",
    fix: "Set `packageName`.",
    source: "operator-framework/api, package manifest validator.",
    bad: [(PATH, "", "channels: [{name: stable, currentCSV: foo.v1.0.0}]\n")],
    good: [(PATH, "", "packageName: foo\nchannels: [{name: stable, currentCSV: foo.v1.0.0}]\n")],
}

rule! {
    CHANNELS, "pkg-channels", "BDL262", "Invalid channels of a package manifest",
    since: "0.1.0",
    bundle: [Package Error],
    finds: "A package manifest without channels, with a channel without `name` or `currentCSV`, or with two channels \
of the same name.",
    why: "operator-framework/api rejects the package.",
    fix: "Give each channel a unique name and its newest CSV.",
    source: "operator-framework/api, package manifest validator.",
    bad: [(PATH, "", "packageName: foo\nchannels: []\n"),
        (PATH, "", "packageName: foo\nchannels: [{name: a, currentCSV: foo.v1.0.0}, {name: a, currentCSV: foo.v1.0.0}]\ndefaultChannel: a\n"),
        (PATH, "", "packageName: foo\nchannels: [{name: a}]\n")],
    good: [(PATH, "", "packageName: foo\nchannels: [{name: a, currentCSV: foo.v1.0.0}, {name: b, currentCSV: foo.v1.0.0}]\ndefaultChannel: a\n")],
}

rule! {
    DEFAULT, "pkg-default", "BDL263", "Invalid default channel of a package manifest",
    since: "0.1.0",
    bundle: [Package Error],
    finds: "A missing `defaultChannel` with several channels, or one that is not in the list of channels.",
    why: "operator-framework/api rejects the package.",
    fix: "Set it to one of the channels.",
    source: "operator-framework/api, package manifest validator.",
    bad: [(PATH, "", "packageName: foo\nchannels: [{name: a, currentCSV: foo.v1.0.0}]\ndefaultChannel: b\n"),
        (PATH, "", "packageName: foo\nchannels: [{name: a, currentCSV: foo.v1.0.0}, {name: b, currentCSV: foo.v1.0.0}]\n")],
    good: [(PATH, "", "packageName: foo\nchannels: [{name: a, currentCSV: foo.v1.0.0}]\n")],
}

rule! {
    CSV, "pkg-currentcsv", "BDL264", "Channel with a missing version",
    since: "0.1.0",
    bundle: [Package Error],
    finds: "A `currentCSV` that is not in a directory of the package, or an older CSV of the channel that `replaces` \
itself or a missing CSV.",
    why: "The channel cannot be built, because upgrades end at the missing version.",
    fix: "Add the version, or correct the name.",
    source: "operator-registry, loader of package manifests.",
    bad: [(PATH, "", "packageName: foo\nchannels: [{name: a, currentCSV: foo.v2.0.0}]\n")],
    good: [(PATH, "", "packageName: foo\nchannels: [{name: a, currentCSV: foo.v1.0.0}]\n")],
}

fn is_manifest(file: &File<'_>) -> bool {
    let name = file.name();
    name == PATH || name == "package.yml" || name.ends_with(".package.yaml") || name.ends_with(".package.yml")
}

/// The package manifests in the root directory.
pub(crate) fn manifests<'b>(bundle: &'b Bundle<'_>) -> Vec<&'b File<'b>> {
    bundle.files_in("").filter(|file| is_manifest(file)).collect()
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let mut files = manifests(bundle).into_iter();
    let Some(file) = files.next() else { return };
    for more in files {
        if let Err(unreadable) = more.first() {
            unloadable(more, unreadable.place, unreadable.message.trim_end_matches('.'), to);
            continue;
        }
        let message = format!("`{}` is a second package manifest.", more.path);
        let upstream = "multiple package manifest files found in directory";
        let found = to.found(&LOAD, more.start(), message, "Keep one.", upstream);
        found.map(|finding| finding.related(file.start(), "the first one"));
    }
    let root = match file.first() {
        Ok(root) => root.with(Mode::Coerce),
        Err(unreadable) => {
            let why = unreadable.message.trim_end_matches('.').to_owned();
            return unloadable(file, unreadable.place, &why, to);
        }
    };
    let is_text = |field: &str| root.get(field).is_none_or(|value| value.text().is_some());
    let is_list = root.get("channels").is_none_or(|list| list.node.value() == Value::Sequence);
    if root.node.value() != Value::Mapping || !is_text("packageName") || !is_text("defaultChannel") || !is_list {
        return unloadable(file, root.start(), "its fields have the wrong types", to);
    }
    manifest(root, to);
    let csvs = csvs(bundle);
    for channel in root.list("channels") {
        chain(channel, &csvs, to);
    }
}

fn unloadable(file: &File<'_>, place: olmkit_diagnostics::Place, why: &str, to: &mut Target<'_>) {
    let upstream = format!("could not decode contents of file {} into package: {why}", file.path);
    let message = format!("`{}` is not a package manifest: {why}.", file.path);
    to.found(&LOAD, place, message, "Write `packageName`, `channels` and `defaultChannel`.", upstream);
}

/// Runs the validator of operator-framework/api.
fn manifest(root: View<'_>, to: &mut Target<'_>) {
    let package = root.string("packageName");
    let error = |text: &str| format!("Value : ({package}) {text}");
    if package.is_empty() {
        to.found(&NAME, root.start(), "The package has no name.", "Add `packageName`.", error("packageName empty"));
    }
    let channels = root.list("channels");
    if channels.is_empty() {
        let place = root.place_at("channels");
        to.found(&CHANNELS, place, "The package has no channels.", "Add one.", error("channels empty"));
        return;
    }
    let default = root.string("defaultChannel");
    if default.is_empty() && channels.len() > 1 {
        let upstream = error("default channel is empty but more than one channel exists");
        to.found(
            &DEFAULT,
            root.start(),
            "The package has several channels and no default channel.",
            "Add `defaultChannel`.",
            upstream,
        );
    }
    let mut names: Vec<String> = Vec::new();
    for (at, channel) in channels.iter().enumerate() {
        let name = channel.string("name").into_owned();
        if name.is_empty() {
            let upstream = error(&format!("channel {at} name is empty"));
            to.found(&CHANNELS, channel.start(), "The channel has no name.", "Add it.", upstream);
        }
        if channel.string("currentCSV").is_empty() {
            let upstream = error(&format!("channel \"{name}\" currentCSV is empty"));
            let message = format!("The channel `{name}` has no `currentCSV`.");
            to.found(&CHANNELS, channel.start(), message, "Add `currentCSV`.", upstream);
        }
        if names.contains(&name) {
            let upstream = error(&format!("duplicate package manifest channel name \"{name}\""));
            let message = format!("`{name}` is a duplicate channel.");
            to.found(&CHANNELS, channel.place_at("name"), message, "Rename one of them.", upstream);
        }
        names.push(name);
    }
    if !default.is_empty() && !names.iter().any(|name| *name == default) {
        let upstream = error(&format!("default channel \"{default}\" not found in the list of declared channels"));
        let message = format!("The default channel `{default}` is not one of the channels.");
        let help = format!("Use one of {}.", names.join(", "));
        to.found(&DEFAULT, root.place_at("defaultChannel"), message, help, upstream);
    }
}

/// The value of `replaces` of each CSV, by CSV name.
fn csvs<'b>(bundle: &'b Bundle<'_>) -> SortedMap<String, Option<View<'b>>> {
    let objects = bundle.own().filter_map(|file| file.object().ok()).filter(is_csv);
    objects
        .map(|csv| {
            let view = csv.view.with(Mode::Coerce);
            (csv.name(), view.get("spec").and_then(|spec| spec.get("replaces")))
        })
        .collect()
}

/// Follows the `replaces` chain from the CSV of a channel.
fn chain(channel: View<'_>, csvs: &SortedMap<String, Option<View<'_>>>, to: &mut Target<'_>) {
    let mut name = channel.string("currentCSV").into_owned();
    if name.is_empty() {
        return;
    }
    let mut place = channel.place_at("currentCSV");
    let mut visited = SortedSet::from([name.clone()]);
    loop {
        let Some(replaces) = csvs.get(&name) else {
            let message = format!("The directories of the package contain no CSV `{name}`.");
            let upstream = format!("couldn't find bundle {name}");
            to.found(&CSV, place, message, "Add the version, or correct the name.", upstream);
            return;
        };
        let Some(replaces) = replaces.filter(|view| view.text().is_some_and(|text| !text.is_empty())) else { return };
        let next = replaces.text().unwrap_or_default().into_owned();
        place = replaces.place();
        if !visited.insert(next.clone()) {
            let message = format!("`{name}` replaces `{next}`, which closes a cycle.");
            let upstream = format!("Cycle detected, {name} replaces {next}");
            to.found(&CSV, place, message, "Remove an edge of the cycle.", upstream);
            return;
        }
        name = next;
    }
}
