//! Custom resource definitions of entries that follow each other in a channel, as OLM v1 compares them.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use olmkit_syntax::{Format, base64, read_document};

use super::{Reporter, Subject, rules};
use crate::bundle::properties;
use crate::universe::Universe;
use crate::words::list;

/// Changes of one definition that are still listed.
const MOST: usize = 3;

/// Names and texts (JSON) of the definitions of a bundle.
type Definitions = Rc<Vec<(String, Vec<u8>)>>;

/// Reports the upgrades that break a definition, each pair of bundles once.
pub(super) fn report(reporter: &mut Reporter<'_>) {
    let universe = reporter.universe;
    let mut known: HashMap<usize, Definitions> = HashMap::new();
    let mut compared = BTreeSet::new();
    for channel in &universe.channels {
        if !reporter.is_meant(&channel.package) {
            continue;
        }
        let by_name: HashMap<&str, usize> = channel
            .entries
            .iter()
            .filter_map(|entry| universe.bundle_of(*entry).map(|of| (of.name.as_str(), *entry)))
            .collect();
        for entry in channel.entries.iter().filter_map(|entry| universe.entries.get(*entry)) {
            let old = by_name.get(entry.replaces.as_str()).and_then(|old| universe.entries.get(*old));
            let Some(old) = old.filter(|old| old.bundle != entry.bundle) else { continue };
            if compared.insert((old.bundle, entry.bundle)) {
                let before = definitions(universe, old.bundle, &mut known);
                let after = definitions(universe, entry.bundle, &mut known);
                compare(reporter, (old.bundle, &before), (entry.bundle, &after));
            }
        }
    }
}

fn definitions(universe: &Universe<'_>, bundle: usize, known: &mut HashMap<usize, Definitions>) -> Definitions {
    let read = || {
        let Some(bundle) = universe.bundles.get(bundle) else { return Vec::new() };
        let document = bundle.document();
        let objects = document.root().map(properties).unwrap_or_default().into_iter();
        let data = objects.filter(|object| object.kind == "olm.bundle.object").filter_map(|object| {
            let data = object.value.get("data")?.as_str()?.into_owned();
            base64::decode(data.as_bytes()).ok()
        });
        data.filter_map(|json| Some((definition(&json)?, json))).collect()
    };
    Rc::clone(known.entry(bundle).or_insert_with(|| Rc::new(read())))
}

/// The name of a definition; nothing for any other object.
fn definition(json: &[u8]) -> Option<String> {
    let document = read_document(json, Format::Json);
    let root = document.root().filter(|_| document.error.is_none())?;
    if root.get("kind")?.as_str()? != "CustomResourceDefinition" {
        return None;
    }
    Some(root.get("metadata")?.get("name")?.as_str()?.into_owned())
}

fn compare(reporter: &mut Reporter<'_>, old: (usize, &Definitions), new: (usize, &Definitions)) {
    let universe = reporter.universe;
    let (Some(from), Some(to)) = (universe.bundles.get(old.0), universe.bundles.get(new.0)) else { return };
    for (name, after) in new.1.iter() {
        let Some((_, before)) = old.1.iter().find(|(other, _)| other == name) else { continue };
        let documents = (read_document(before, Format::Json), read_document(after, Format::Json));
        let (Some(before), Some(after)) = (documents.0.root(), documents.1.root()) else { continue };
        let found = olmkit_crds::compare(before, after);
        if found.is_empty() {
            continue;
        }
        let more = found.len().saturating_sub(MOST);
        let mut changes: Vec<String> = found.iter().take(MOST).map(|one| one.message.clone()).collect();
        if more > 0 {
            changes.push(format!("{more} more changes"));
        }
        let message = format!(
            "The upgrade from {} to {} breaks `{name}`: {}. OLM v1 refuses it.",
            from.name,
            to.name,
            list(&changes, "and")
        );
        let subject = Subject { bundles: vec![new.0], place: to.place };
        reporter.add(
            &rules::CRD_UPGRADE,
            &subject,
            message,
            "Make a new version of the CRD, and keep the old one as it is.",
        );
    }
}
