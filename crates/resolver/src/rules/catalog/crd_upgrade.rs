//! Upgrade that changes a custom resource definition incompatibly.

use olmkit_collections::HashMap;
use olmkit_collections::SortedSet;
use std::rc::Rc;

use olmkit_yaml::{Format, base64, read_document};

use crate::bundle::properties;
use crate::ids::{BundleId, EntryId};
use crate::messages::list;
use crate::reporter::{Reporter, Subject};
use crate::rules::declare::{bundle, package, rule};
use crate::universe::{Entry, Universe};

rule! {
    RULE, "crd-upgrade", "DEP015", "Upgrade with an incompatible CRD change",
    since: "0.1.0",
    dependencies: Warning,
    finds: "A channel entry whose CRDs differ from those of the entry that it replaces in a way that OLM v1 rejects: \
another scope, a removed field or a removed version in which objects are stored, another type or default, a tighter \
bound, fewer enum values, a newly required field, or a change of an unknown keyword. Only catalogs with \
`olm.bundle.object` properties can be checked.",
    why: "Stored objects may become invalid or lose data. OLM v1 does not upgrade; OLM v0 compares only stored \
objects with the new schema.",
    fix: "Add a new version to the CRD, and keep the old one unchanged.",
    source: "operator-controller, preflight check of CRD upgrades.",
    bad: [{ "A field gets another type": package!("foo", "\
- name: foo.v2.0.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"),
        bundle!("foo", "2.0.0", "- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogImludGVnZXIifX19fX1dfX0=}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogInN0cmluZyJ9fX19fV19fQ==}}\n") }],
    good: [{ "A field is added": package!("foo", "\
- name: foo.v2.0.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"),
        bundle!("foo", "2.0.0", "- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogInN0cmluZyJ9LCAiY29sb3IiOiB7InR5cGUiOiAic3RyaW5nIn19fX19XX19}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogInN0cmluZyJ9fX19fV19fQ==}}\n") }],
}

/// Maximum number of changes in a message.
const MAX: usize = 3;

/// A custom resource definition in a bundle.
struct Definition {
    name: String,
    /// The definition as JSON.
    text: Vec<u8>,
    /// The storage version.
    stored: Option<String>,
}

/// The definitions of a bundle.
type Definitions = Rc<Vec<Definition>>;

/// Reports upgrades with incompatible changes. Each pair of bundles is compared once.
pub(crate) fn check(reporter: &mut Reporter<'_>) {
    let universe = reporter.universe;
    let mut known: HashMap<BundleId, Definitions> = HashMap::default();
    let mut compared = SortedSet::new();
    for channel in &universe.channels {
        if !reporter.is_selected(&channel.package) {
            continue;
        }
        let by_name: HashMap<&str, EntryId> = channel
            .entries
            .iter()
            .filter_map(|entry| universe.bundle_of(*entry).map(|of| (of.name.as_str(), *entry)))
            .collect();
        let before = |entry: &Entry| universe.entries.get(*by_name.get(entry.replaces.as_str())?);
        for entry in channel.entries.iter().filter_map(|entry| universe.entries.get(*entry)) {
            let Some(old) = before(entry).filter(|old| old.bundle != entry.bundle) else { continue };
            if compared.insert((old.bundle, entry.bundle)) {
                // Limit the chain to the length of the channel, because it can contain a cycle.
                let older = std::iter::successors(before(old), |entry| before(entry)).take(channel.entries.len());
                compare(reporter, (old.bundle, entry.bundle), older.map(|entry| entry.bundle), &mut known);
            }
        }
    }
}

fn definitions(universe: &Universe<'_>, bundle: BundleId, known: &mut HashMap<BundleId, Definitions>) -> Definitions {
    let read = || {
        let Some(bundle) = universe.bundles.get(bundle) else { return Vec::new() };
        let document = bundle.document();
        let objects = document.root().map(properties).unwrap_or_default().into_iter();
        let data = objects.filter(|object| object.kind == "olm.bundle.object").filter_map(|object| {
            let data = object.value.get("data")?.as_str()?.into_owned();
            base64::decode(data.as_bytes()).ok()
        });
        data.filter_map(definition).collect()
    };
    Rc::clone(known.entry(bundle).or_insert_with(|| Rc::new(read())))
}

/// Reads a definition. `None` for any other object.
fn definition(text: Vec<u8>) -> Option<Definition> {
    let document = read_document(&text, Format::Json);
    let root = document.root().filter(|_| document.error.is_none())?;
    if root.get("kind")?.as_str()? != "CustomResourceDefinition" {
        return None;
    }
    let name = root.get("metadata")?.get("name")?.as_str()?.into_owned();
    let stored = olmkit_k8s::crd::storage_version(root);
    Some(Definition { name, text, stored })
}

/// Whether one of these bundles stores objects of the definition in this version.
fn was_stored(mut bundles: impl Iterator<Item = Definitions>, name: &str, version: &str) -> bool {
    bundles.any(|all| all.iter().any(|one| one.name == name && one.stored.as_deref() == Some(version)))
}

fn compare(
    reporter: &mut Reporter<'_>,
    (old, new): (BundleId, BundleId),
    older: impl Iterator<Item = BundleId> + Clone,
    known: &mut HashMap<BundleId, Definitions>,
) {
    let universe = reporter.universe;
    let (Some(from), Some(to)) = (universe.bundles.get(old), universe.bundles.get(new)) else { return };
    let (before, after) = (definitions(universe, old, known), definitions(universe, new, known));
    for Definition { name, text, .. } in after.iter() {
        let Some(before) = before.iter().find(|other| other.name == *name) else { continue };
        let documents = (read_document(&before.text, Format::Json), read_document(text, Format::Json));
        let (Some(before), Some(after)) = (documents.0.root(), documents.1.root()) else { continue };
        let found = olmkit_k8s::crd::compare_with(before, after, &mut |version| {
            was_stored(older.clone().map(|bundle| definitions(universe, bundle, known)), name, version)
        });
        if found.is_empty() {
            continue;
        }
        let more = found.len().saturating_sub(MAX);
        let mut changes: Vec<String> = found.iter().take(MAX).map(|one| one.message.clone()).collect();
        if more > 0 {
            changes.push(format!("{more} more changes"));
        }
        let message = format!(
            "The upgrade from {} to {} changes `{name}` incompatibly: {}. OLM v1 rejects it.",
            from.name,
            to.name,
            list(&changes, "and")
        );
        let subject = Subject { bundles: vec![new], place: to.place };
        reporter.add(&RULE, &subject, message, "Add a new version to the CRD, and keep the old one unchanged.");
    }
}
