//! Helpers shared by several rules.

use crate::schemas;
use olmkit_collections::Table;
use olmkit_diagnostics::{Place, Rule, Safety};

use olmkit_semver::{Range, Version};
use olmkit_yaml::decode::Object;
use olmkit_yaml::{Format, NodeRef, Value};

use crate::facts::{ChannelFacts, DeprecationFacts, PackageProperty, PropertyFault, Text};
use crate::go_quote;
use crate::model::{Bundle, Catalog, Doc, Entry, Of, Package, Sorted};
use crate::proposal::intention_of;
use crate::reporter::{Draft, Reporter};
use crate::view::View;
use olmkit_gostd::fold;
use olmkit_upgrade::fix::{Grouping, fixes};
use olmkit_upgrade::stranded::Findings;

/// Reports a document whose `package` is unknown.
pub(crate) fn report_unknown_package<'r>(
    rule: &'static Rule,
    catalog: &Catalog<'_>,
    doc: &Doc<'_>,
    what: &str,
    out: &'r mut Reporter,
) -> Draft<'r> {
    let name = doc.facts.package_name();
    let place = doc.facts.package.as_ref().map_or_else(|| doc.name_place(), |package| doc.place(package.range));
    let near = out.near_miss(name, &mut catalog.packages.keys().copied());
    let message = if name.is_empty() {
        format!("{what} has no `package`.")
    } else {
        format!("{what} belongs to package `{name}`, which is not in this catalog.")
    };
    let help = near.map_or_else(
        || "Correct `package`, or add the `olm.package`.".to_owned(),
        |near| format!("Did you mean `{near}`?"),
    );
    let draft = out.report(rule, place, message, help);
    match near.filter(|_| doc.facts.package.is_some()) {
        Some(near) => draft.fix(format!("Use {near}"), Safety::Unsafe, place, scalar(near, doc.format)),
        None => draft,
    }
}

/// Returns message and help about an `olm.package` property without a field.
pub(crate) fn missing_in_package(property: &PackageProperty, field: &str, bundle: &str) -> (String, &'static str) {
    let PackageProperty { range: _, package_name, version, release } = property;
    if [package_name, version, release].into_iter().all(Option::is_none) {
        let message = format!("The `value` of the `olm.package` property of bundle `{bundle}` is empty: no `{field}`.");
        return (message, "Write `packageName` and `version` below `value`, indented by two spaces more.");
    }
    let message = format!("The `olm.package` property of bundle `{bundle}` has no `{field}`.");
    (message, "Add the field below `value`.")
}

/// Reports all values of properties with a fault. opm's error is about the first wrong value of a bundle.
pub(crate) fn wrong_properties(
    rule: &'static Rule,
    fault: PropertyFault,
    help: &str,
    catalog: &Catalog<'_>,
    out: &mut Reporter,
) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(bad) = bundle.body.bad_property.as_ref().filter(|_| catalog.packages.contains_key(package)) else {
            continue;
        };
        for (at, wrong) in bad.values.iter().enumerate().filter(|(_, wrong)| wrong.fault == fault) {
            let place = bundle.doc.place(wrong.range);
            let draft = out.report(rule, place, wrong.message.clone(), help).package(package).entry(name);
            if let Some(fix) = &wrong.fix {
                draft.with_fix(bundle.doc.fix(fix));
            }
            if at == 0 {
                let text = format!("parse properties for bundle {}: {}", go_quote(name), bad.upstream);
                out.convert(rule, 3, item, 3, 0, text);
            }
        }
    }
}

/// Reports a deprecation of an unknown object.
pub(crate) fn report_unknown_reference<'r>(
    rule: &'static Rule,
    doc: &Doc<'_>,
    entry: &DeprecationFacts,
    what: &str,
    known: &mut dyn Iterator<Item = &str>,
    out: &'r mut Reporter,
) -> Draft<'r> {
    let name = entry.name.as_ref().map_or("", |text| text.value.as_str());
    let near = out.near_miss(name, known);
    let place = doc.place(entry.name.as_ref().map_or(entry.range, |text| text.range));
    let help = near
        .map_or_else(|| "Correct the name, or remove the entry.".to_owned(), |near| format!("Did you mean `{near}`?"));
    let draft = out.report(rule, place, format!("{what} is deprecated, but does not exist in the package."), help);
    match near {
        Some(near) => draft.fix(format!("Use {near}"), Safety::Unsafe, place, scalar(near, doc.format)),
        None => draft,
    }
}

/// Formats a reference, for example as "channel `stable`".
pub(crate) fn describe(schema: &str, name: &str) -> String {
    match schema {
        schemas::PACKAGE => "the package".to_owned(),
        schemas::CHANNEL => format!("Channel `{name}`"),
        schemas::BUNDLE => format!("Bundle `{name}`"),
        _ => format!("`{schema}` `{name}`"),
    }
}

/// Formats a reference as Go does.
pub(crate) fn go_reference(schema: &str, name: &str) -> String {
    format!("declcfg.PackageScopedReference{{Schema:{}, Name:{}}}", go_quote(schema), go_quote(name))
}

/// The order of a check of a list element: first by element, then by check.
pub(crate) fn element(at: usize, check: usize) -> usize {
    at.saturating_mul(8).saturating_add(check)
}

/// Returns advice about an invalid pull spec.
pub(crate) fn image_help(spec: &str) -> String {
    match spec.split_once("://") {
        Some((scheme, rest)) if rest.contains(|letter: char| letter.is_ascii_uppercase()) => {
            format!("Remove `{scheme}://` and write the image in lower case.")
        }
        Some((scheme, _)) => format!("Remove `{scheme}://`."),
        None if spec.trim() != spec => "Remove the surrounding whitespace.".to_owned(),
        None => "Write `registry/name:tag` or `registry/name@sha256:...`, in lower case.".to_owned(),
    }
}

/// Returns the places of the names of all entries; of duplicates the first.
pub(crate) fn entry_places<'f>(channel: &Of<'f, ChannelFacts>) -> Table<&'f str, Place> {
    let mut places = Table::default();
    for entry in &channel.body.entries {
        let range = entry.name.as_ref().map_or(entry.range, |text| text.range);
        places.or_insert_with(entry.own_name(), || channel.doc.place(range));
    }
    places
}

/// Reports stranded versions of a channel: one finding for each cause, with a verified fix. What follows from an error
/// in an entry or a version is not reported.
pub(crate) fn report_stranded(rule: &'static Rule, view: &View<'_, '_>, findings: &Findings<'_>, out: &mut Reporter) {
    let groups = findings.groups(view.graph, |id| view.graph.is_entry(id));
    if groups.is_empty() || !view.is_certain() {
        return;
    }
    let fixes = fixes(view.graph, findings, &groups, Grouping::Separate, &mut out.proofs);
    for (group, fix) in groups.into_iter().zip(fixes) {
        // The message is about the version at which upgrades stop, which others may lead to.
        let Some(stop) = group.stops.first().and_then(|stop| findings.stops.get(*stop)) else { continue };
        let (at, first) = (stop.at, view.graph.name(stop.at));
        let (message, help) = findings.explain_group(view.graph, &group);
        let proposal = fix.map(|fix| {
            let (title, intention) = intention_of(view.package.name, view.name, &fix);
            out.proposal(title, intention)
        });
        let draft = out.report(rule, view.place(first), message, help).package(view.package.name).channel(view.name);
        let names = group.ids.iter().map(|id| view.graph.name(*id).to_owned()).collect();
        let mut draft = draft.entry(first).stranded(findings.semantics, stop.cause).bundles(names).propose(proposal);
        for id in group.ids.iter().filter(|id| **id != at).take(MAX_RELATED) {
            draft = draft.related(view.place(view.graph.name(*id)), ALSO_STRANDED);
        }
    }
}

/// The maximum number of related places. It limits the size of a report for a channel with many stranded versions.
pub(crate) const MAX_RELATED: usize = 20;
/// The note at these places.
pub(crate) const ALSO_STRANDED: &str = "also stranded";

/// Returns the place of an entry's name.
pub(crate) fn entry_place(channel: &Of<'_, ChannelFacts>, name: &str) -> Option<Place> {
    let entry = channel.body.entries.iter().find(|entry| entry.own_name() == name)?;
    Some(channel.doc.place(entry.name.as_ref().map_or(entry.range, |text| text.range)))
}

/// Calls `visit` for every entry with a bundle, in all channels.
pub(crate) fn each_member<'f>(catalog: &Catalog<'f>, mut visit: impl FnMut(&Package<'f>, &str, &str, &Bundle<'f>)) {
    each_entry(catalog, &mut |entry| {
        if let Some(bundle) = entry.bundle {
            visit(entry.package, entry.channel, entry.facts.own_name(), bundle);
        }
    });
}

/// Calls `visit` for the entries of all channels. It is not generic, so that the wasm contains the loop only once.
pub(crate) fn each_entry<'c, 'f>(catalog: &'c Catalog<'f>, visit: &mut dyn FnMut(Entry<'c, 'f>)) {
    catalog.packages.values().for_each(|package| package.entries().for_each(&mut *visit));
}

/// Calls `visit` for every entry with a valid skipRange.
pub(crate) fn each_skip_range<'c, 'f>(
    catalog: &'c Catalog<'f>,
    mut visit: impl FnMut(Entry<'c, 'f>, Place, &'f str, &Range),
) {
    each_entry(catalog, &mut |entry| {
        let (Some(text), Some(range)) = (&entry.facts.skip_range, &entry.facts.parsed_range) else { return };
        visit(entry, entry.of.doc.place(text.range), &text.value, range);
    });
}

/// The versions of packages in ascending order. They are computed on first use.
#[derive(Default)]
pub(crate) struct Ascending<'c>(Table<&'c str, Sorted<'c>>);

impl<'c> Ascending<'c> {
    pub(crate) fn of(&mut self, package: &'c Package<'_>) -> &[Version] {
        &self.0.or_insert_with(package.name, || package.by_version()).0
    }
}

/// Returns the last value of a struct field that is not null.
pub(crate) fn field<'d>(node: NodeRef<'d>, name: &str) -> Option<NodeRef<'d>> {
    if node.is_in_order() {
        return Object::new(node).last(name);
    }
    let named = node.members().filter(|member| fold::names_field(&member.key, name));
    named.map(|member| member.value).filter(|value| !value.is_null()).last()
}

/// Whether a struct field is a non-empty string.
pub(crate) fn has_text(node: NodeRef<'_>, name: &str) -> bool {
    let value = field(node, name);
    // Nearly all texts are as in the source.
    value.is_some_and(|value| match value.bare() {
        Some(text) => !text.is_empty(),
        None => value.as_str().is_some_and(|text| !text.is_empty()),
    })
}

/// Whether a struct, or its string field, has the wrong type, which the rules about types report.
pub(crate) fn is_mistyped(node: NodeRef<'_>, name: &str) -> bool {
    match node.value() {
        Value::Mapping => field(node, name).is_some_and(|value| !value.is_string()),
        Value::Null => false,
        _ => true,
    }
}

/// Returns the value of a string field of a struct.
pub(crate) fn field_text(node: NodeRef<'_>, name: &str) -> Option<Text> {
    let value = field(node, name)?;
    Some(Text { value: value.as_str()?.into_owned(), range: value.range() })
}

/// Formats a string as a scalar. It is quoted if quotes may be necessary; in YAML with single quotes if possible, as opm does.
pub(crate) fn scalar(text: &str, format: Format) -> String {
    /// The words of YAML 1.1 that are not strings and start with a letter.
    const KEYWORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'/'));
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !KEYWORDS.iter().any(|keyword| text.eq_ignore_ascii_case(keyword));
    let is_simple = text.bytes().all(|b| matches!(b, b' '..=b'~') && b != b'\'');
    match format {
        Format::Yaml if plain && begins => text.to_owned(),
        Format::Yaml if is_simple => ["'", text, "'"].concat(),
        _ => go_quote(text),
    }
}
