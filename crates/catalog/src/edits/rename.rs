//! Renames a channel or bundle and all references to it.

use olmkit_yaml::NodeIndex;
use olmkit_yaml_edit::replace_scalar;

use super::locate::{Source, channel_of, no_bundle};
use super::{EditPlan, Planned, check_name, refuse};
use crate::facts::{Body, ChannelFacts};
use crate::model::Of;
use crate::names::mentions;
use crate::schemas::{BUNDLE, CHANNEL};

pub(super) fn rename(
    source: &Source<'_, '_, '_>,
    package: &str,
    schema: &str,
    name: &str,
    to: &str,
) -> Planned<EditPlan> {
    let owner = source.package(package)?;
    let (kind, is_there, is_taken) = match schema {
        CHANNEL => ("channel", owner.channels.contains_key(name), owner.channels.contains_key(to)),
        BUNDLE => ("bundle", owner.bundles.contains_key(name), owner.bundles.contains_key(to)),
        _ => {
            return refuse("only channels and bundles can be renamed, because clusters refer to a package by its name");
        }
    };
    check_name(&format!("a {kind}"), to)?;
    if is_taken && name != to {
        return refuse(format!("package `{package}` already has a {kind} `{to}`"));
    }
    let merged = owner.channels.iter().find(|(_, channel)| has_both(channel, name, to));
    if let Some((channel, _)) = merged.filter(|_| schema == BUNDLE && name != to) {
        return refuse(format!("channel `{channel}` already has an entry `{to}`"));
    }
    let own = match schema {
        CHANNEL => owner.channels.get(name).map(|channel| channel.doc),
        _ => owner.bundles.get(name).map(|bundle| bundle.of.doc),
    };
    if let Some(doc) = own {
        source.is_only(&doc)?;
    }
    let mut plan = EditPlan { label: format!("Rename {kind} {name} to {to}"), ..EditPlan::default() };
    for doc in &source.catalog.docs {
        let mut found = mentions(doc);
        found.retain(|mention| (mention.schema, mention.package, mention.name) == (schema, package, name));
        if found.is_empty() {
            continue;
        }
        let opened = source.open(doc)?;
        let root = opened.root()?;
        for mention in found {
            // The nodes are ordered. The last one that starts here is the scalar; collections precede their content.
            let start = mention.range.start().into();
            let after = root.tree.nodes.partition_point(|node| node.start <= start);
            let Ok(index) = NodeIndex::try_from(after.saturating_sub(1)) else { continue };
            plan.edits.extend(opened.made(replace_scalar(root.at(index), to))?.map(|edit| opened.edit(edit)));
        }
        match doc.facts.body {
            Body::Package(_) => plan.notes.push("`defaultChannel` is updated".into()),
            Body::Deprecations(_) => plan.notes.push("its deprecation is updated".into()),
            _ => {}
        }
    }
    // A bundle that exists only as an entry can be renamed, too.
    if !is_there && (schema == CHANNEL || plan.edits.is_empty()) {
        return if schema == CHANNEL { channel_of(owner, name).map(|_| plan) } else { no_bundle(owner, name) };
    }
    Ok(plan)
}

fn has_both(channel: &Of<'_, ChannelFacts>, name: &str, other: &str) -> bool {
    let has = |name| channel.body.entries.iter().any(|entry| entry.own_name() == name);
    has(name) && has(other)
}
