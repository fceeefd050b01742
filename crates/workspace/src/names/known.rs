//! Facts about a named object, in sentences.

use olmkit_catalog::facts::EntryFacts;
use olmkit_catalog::names::{Mention, is};
use olmkit_catalog::schemas::{CHANNEL, PACKAGE};
use olmkit_catalog::{Catalog, Package};

use crate::outline::head_names;
use olmkit_text::{counted, listed};

/// The maximum number of names in a sentence.
const MAX: usize = 5;

/// Returns the facts, the most important first. Strings of the catalog are in backticks.
pub(super) fn known(catalog: &Catalog<'_>, of: &Mention<'_>) -> Vec<String> {
    let Some(package) = catalog.packages.get(of.package) else {
        return vec![format!("The catalog has no package `{}`.", of.package)];
    };
    let mut lines = match of.schema {
        PACKAGE => of_package(package),
        CHANNEL => of_channel(package, of.name),
        _ => of_bundle(package, of.name),
    };
    let mut all = package.deprecations.iter().flat_map(|deprecations| &deprecations.body.entries);
    let message = all.find_map(|entry| {
        let is_meant =
            is(entry.schema.as_ref(), of.schema) && (of.schema == PACKAGE || is(entry.name.as_ref(), of.name));
        entry.message.as_ref().filter(|_| is_meant)
    });
    lines.extend(message.map(|message| format!("Deprecated: {}", message.value)));
    lines
}

fn of_package(package: &Package<'_>) -> Vec<String> {
    let channels = counted(package.channels.len(), "channel", "channels");
    let bundles = counted(package.bundles.len(), "bundle", "bundles");
    vec![format!("Package `{}`: {channels}, {bundles}.", package.name)]
}

fn of_channel(package: &Package<'_>, name: &str) -> Vec<String> {
    let Some(channel) = package.channels.get(name) else { return missing(package, "channel", name) };
    let default = if is(package.decl.body.default_channel.as_ref(), name) { "Default channel" } else { "Channel" };
    let entries = &channel.body.entries;
    let count = counted(entries.len(), "entry", "entries");
    let mut lines = vec![format!("{default} of package `{}`: {count}.", package.name)];
    add(&mut lines, "Head: ", head_names(channel).iter().map(|name| format!("`{name}`")).collect());
    lines
}

fn of_bundle(package: &Package<'_>, name: &str) -> Vec<String> {
    let mut lines = match package.bundles.get(name) {
        Some(bundle) => {
            let version = bundle.version_string().unwrap_or_default();
            vec![format!("Bundle of package `{}`, version {version}.", package.name)]
        }
        None => missing(package, "bundle", name),
    };
    let (mut channels, mut next) = (Vec::new(), Vec::new());
    for (channel, of) in package.channels.iter() {
        for entry in &of.body.entries {
            if entry.own_name() == name {
                channels.push(format!("`{channel}`"));
            }
            if let Some(how) = takes_over(entry, name) {
                next.push(format!("`{}` {how} it in `{channel}`", entry.own_name()));
            }
        }
    }
    add(&mut lines, "In ", channels);
    add(&mut lines, "", next);
    lines
}

fn missing(package: &Package<'_>, what: &str, name: &str) -> Vec<String> {
    vec![format!("Package `{}` has no {what} `{name}`.", package.name)]
}

/// How an entry takes over from a bundle.
fn takes_over(entry: &EntryFacts, name: &str) -> Option<&'static str> {
    if is(entry.replaces.as_ref(), name) {
        return Some("replaces");
    }
    entry.skips.iter().any(|skip| skip.value == name).then_some("skips")
}

/// Adds a sentence with a list of names, if there are any.
fn add(lines: &mut Vec<String>, start: &str, names: Vec<String>) {
    if !names.is_empty() {
        lines.push(format!("{start}{}.", listed(names, MAX, "and")));
    }
}
