//! `olm.package`, `olm.channel` and `olm.deprecations`.

use crate::schemas;
use olmkit_semver::Range;
use olmkit_yaml::{NodeRef, Value};

use super::fields::{Object, Slot, bytes, item_mismatch, list, object, text, unknown_keys};
use super::{Sink, assertions, bundle, fields};
use crate::document_fields::{BUNDLE_KEYS, CHANNEL_KEYS, DEPRECATIONS_KEYS, ENTRY_KEYS, PACKAGE_KEYS};
use crate::facts::{Body, ChannelFacts, DeprecationFacts, DeprecationsFacts, EntryFacts, Facts, PackageFacts, Text};
use crate::rules::documents::json_type_mismatch::Expected;
use crate::rules::packages::pkg_icon_base64;

pub(super) fn read(root: NodeRef<'_>, object: &Object<'_>, facts: &Facts, sink: &mut Sink) -> Body {
    let schema = facts.schema.as_ref().map_or("", |schema| schema.value.as_str());
    match schema {
        schemas::PACKAGE => {
            unknown_keys(root, object, PACKAGE_KEYS, sink);
            Body::Package(package(object, sink))
        }
        schemas::CHANNEL => {
            unknown_keys(root, object, CHANNEL_KEYS, sink);
            Body::Channel(channel(object, sink))
        }
        schemas::BUNDLE => {
            unknown_keys(root, object, BUNDLE_KEYS, sink);
            Body::Bundle(Box::new(bundle::read(object, facts, sink)))
        }
        schemas::DEPRECATIONS => {
            unknown_keys(root, object, DEPRECATIONS_KEYS, sink);
            Body::Deprecations(deprecations(object, sink))
        }
        schemas::ASSERTIONS => Body::Assertions(assertions::read(root, facts, sink)),
        _ => Body::Other,
    }
}

fn package(object: &Object<'_>, sink: &mut Sink) -> PackageFacts {
    let slot = |path, go_type| Slot { prefix: "parse package: ", owner: "Package", path, go_type };
    let default_channel = text(object, slot("defaultChannel", "string"), sink);
    text(object, slot("description", "string"), sink);
    for field in object.field("icon") {
        icon(field, sink);
    }
    properties(object, "parse package: ", "Package", sink);
    PackageFacts { default_channel: default_channel.filter(|text| !text.value.is_empty()) }
}

fn icon(node: NodeRef<'_>, sink: &mut Sink) {
    let slot = |owner, path, go_type| Slot { prefix: "parse package: ", owner, path, go_type };
    let Some(icon) = object(node, slot("Package", "icon", "declcfg.Icon"), sink) else { return };
    text(&icon, slot("Icon", "icon.mediatype", "string"), sink);
    for field in icon.field("base64data") {
        if let Err(problem) = bytes(field, slot("Icon", "icon.base64data", "[]uint8"), 64) {
            pkg_icon_base64::report(field, problem.to_string(), sink);
        }
    }
}

/// Checks `properties` of packages and channels: a list of objects with a string `type`. Values are not decoded.
fn properties(root: &Object<'_>, prefix: &str, owner: &str, sink: &mut Sink) {
    let slot = |owner, path, go_type| Slot { prefix, owner, path, go_type };
    for item in list(root, slot(owner, "properties", "[]property.Property"), sink).unwrap_or_default() {
        if let Some(item) = fields::item(item, slot(owner, "properties", "property.Property"), sink) {
            text(&item, slot("Property", "properties.type", "string"), sink);
        }
    }
}

fn channel(root: &Object<'_>, sink: &mut Sink) -> ChannelFacts {
    let slot = |owner, path, go_type| Slot { prefix: "parse channel: ", owner, path, go_type };
    let items = list(root, slot("Channel", "entries", "[]declcfg.ChannelEntry"), sink).unwrap_or_default();
    let mut entries = Vec::with_capacity(items.len());
    for item in items {
        let Some(entry) = fields::item(item, slot("Channel", "entries", "declcfg.ChannelEntry"), sink) else {
            continue;
        };
        unknown_keys(item, &entry, ENTRY_KEYS, sink);
        let named = |path| slot("ChannelEntry", path, "string");
        let filled = |text: Option<Text>| text.filter(|text| !text.value.is_empty());
        let skip_range = filled(text(&entry, named("entries.skipRange"), sink));
        entries.push(EntryFacts {
            range: item.range(),
            name: text(&entry, named("entries.name"), sink),
            replaces: filled(text(&entry, named("entries.replaces"), sink)),
            skips: skips(&entry, sink),
            parsed_range: skip_range.as_ref().and_then(|text| Range::parse(&text.value).ok()),
            skip_range,
        });
    }
    properties(root, "parse channel: ", "Channel", sink);
    ChannelFacts { entries }
}

fn skips(entry: &Object<'_>, sink: &mut Sink) -> Vec<Text> {
    let slot = |go_type| Slot { prefix: "parse channel: ", owner: "ChannelEntry", path: "entries.skips", go_type };
    let mut found = Vec::new();
    for item in list(entry, slot("[]string"), sink).unwrap_or_default() {
        match item.value() {
            Value::String(value) => found.push(Text { value: value.into_owned(), range: item.range() }),
            Value::Null => found.push(Text { value: String::new(), range: item.range() }),
            _ => item_mismatch(slot("string"), Expected::Text, item, sink),
        }
    }
    found
}

fn deprecations(root: &Object<'_>, sink: &mut Sink) -> DeprecationsFacts {
    let slot = |owner, path, go_type| Slot { prefix: "parse deprecation: ", owner, path, go_type };
    let mut entries = Vec::new();
    for item in list(root, slot("Deprecation", "entries", "[]declcfg.DeprecationEntry"), sink).unwrap_or_default() {
        let Some(entry) = fields::item(item, slot("Deprecation", "entries", "declcfg.DeprecationEntry"), sink) else {
            continue;
        };
        let mut found = DeprecationFacts { range: item.range(), ..DeprecationFacts::default() };
        let before = sink.findings.len();
        for field in entry.field("reference") {
            let owner = slot("DeprecationEntry", "entries.reference", "declcfg.PackageScopedReference");
            let Some(reference) = object(field, owner, sink) else { continue };
            let named = |path| slot("PackageScopedReference", path, "string");
            found.schema = text(&reference, named("entries.reference.schema"), sink).or(found.schema);
            found.name = text(&reference, named("entries.reference.name"), sink).or(found.name);
        }
        found.message = text(&entry, slot("DeprecationEntry", "entries.message", "string"), sink);
        found.is_mistyped = sink.findings.len() > before;
        entries.push(found);
    }
    DeprecationsFacts { entries }
}
