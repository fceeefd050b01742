//! Whether a custom resource definition can replace an older one: the checks that OLM v1 makes before an upgrade, and
//! the validation of existing objects that OLM v0 makes.
//!
//! ```
//! use olmkit_yaml::{Format, read_document};
//! let (old, new) = (r#"{"spec": {"scope": "Cluster"}}"#, r#"{"spec": {"scope": "Namespaced"}}"#);
//! let (old, new) = (read_document(old.as_bytes(), Format::Json), read_document(new.as_bytes(), Format::Json));
//! let found = olmkit_k8s::crd::compare(old.root().unwrap(), new.root().unwrap());
//! assert_eq!(found[0].message, "the scope changes from Cluster to Namespaced");
//! ```

mod field;
mod format;
mod object;
mod schema;
mod served;
mod validations;

pub use object::{SchemaViolation, Steps, violations};
use olmkit_yaml::{NodeRef, TextRange};
pub use validations::broken_rules;

/// A change that can break objects stored on a cluster, or clients of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Break {
    /// The kind of the change: `scope`, `storedVersionRemoval`, `existingFieldRemoval`, `type`, `required`, `enum` ...
    pub check: &'static str,
    /// The affected version; empty if all versions are affected.
    pub version: String,
    /// The version it is compared with: the same version of the old definition, or an older version that is served at
    /// the same time.
    pub from: String,
    /// The field, such as `spec.replicas`; empty if the change does not concern a field.
    pub field: String,
    /// The change, as a message in lower case without a full stop.
    pub message: String,
    /// The position in the new definition.
    pub range: TextRange,
}

/// Compares two definitions of one resource, and returns the changes that an upgrade must not make. Additions and
/// changes of descriptions are allowed. Every change of a keyword without a rule is a breaking change. A version can be
/// removed if no objects are stored in it. Versions that are served at the same time are also compared with each other,
/// unless a webhook converts between them; only differences that the old definition does not have are reported.
#[must_use]
pub fn compare(old: NodeRef<'_>, new: NodeRef<'_>) -> Vec<Break> {
    compare_with(old, new, &mut |_| false)
}

/// Like [`compare`], with knowledge of earlier definitions: `was_stored` returns whether objects may be stored in a
/// version because a definition before the old one stored them there. A cluster keeps the name of such a version in
/// `status.storedVersions` until it is removed.
#[must_use]
pub fn compare_with(old: NodeRef<'_>, new: NodeRef<'_>, was_stored: &mut dyn FnMut(&str) -> bool) -> Vec<Break> {
    let mut found = Vec::new();
    scope(old, new, &mut found);
    let (before, after) = (versions(old), versions(new));
    for version in &before {
        match after.iter().find(|other| other.name == version.name) {
            Some(other) => schema::compare(version, other, &mut found),
            None if is_stored(version, old) || was_stored(&version.name) => found.push(removed(version, new)),
            None => {}
        }
    }
    if !has_webhook(new) {
        served::compare(&before, &after, &mut found);
    }
    found
}

fn spec<'d>(crd: NodeRef<'d>, field: &str) -> Option<NodeRef<'d>> {
    crd.get("spec").and_then(|spec| spec.get(field))
}

/// The position of a field, or of the nearest enclosing node.
fn place(crd: NodeRef<'_>, field: &str) -> TextRange {
    spec(crd, field).or_else(|| crd.get("spec")).unwrap_or(crd).range()
}

fn scope(old: NodeRef<'_>, new: NodeRef<'_>, found: &mut Vec<Break>) {
    let text = |crd| spec(crd, "scope").and_then(|scope| scope.as_str()).unwrap_or_default();
    let (before, after) = (text(old), text(new));
    if before != after {
        found.push(Break {
            check: "scope",
            version: String::new(),
            from: String::new(),
            field: String::new(),
            message: format!("the scope changes from {before} to {after}"),
            range: place(new, "scope"),
        });
    }
}

fn is_stored(version: &Version<'_>, crd: NodeRef<'_>) -> bool {
    let stored = crd.get("status").and_then(|status| status.get("storedVersions"));
    version.storage
        || stored.is_some_and(|list| list.items().any(|item| item.as_str().as_deref() == Some(&version.name)))
}

fn removed(version: &Version<'_>, new: NodeRef<'_>) -> Break {
    Break {
        check: "storedVersionRemoval",
        version: version.name.clone(),
        from: version.name.clone(),
        field: String::new(),
        message: format!("version {}, in which objects are stored, was removed", version.name),
        range: place(new, "versions"),
    }
}

/// The storage version of a definition.
#[must_use]
pub fn storage_version(crd: NodeRef<'_>) -> Option<String> {
    versions(crd).into_iter().find(|version| version.storage).map(|version| version.name)
}

/// The served versions of a definition, each with its schema.
#[must_use]
pub fn served_versions(crd: NodeRef<'_>) -> Vec<(String, Option<NodeRef<'_>>)> {
    let served = versions(crd).into_iter().filter(|version| version.served);
    served.map(|version| (version.name, version.schema)).collect()
}

/// Whether a webhook converts between the versions of a definition. Otherwise an object is the same in each version.
#[must_use]
pub fn has_webhook(crd: NodeRef<'_>) -> bool {
    spec(crd, "conversion").and_then(|how| how.get("strategy")?.as_str()).as_deref() == Some("Webhook")
}

/// A version of a definition.
pub(crate) struct Version<'d> {
    pub(crate) name: String,
    pub(crate) storage: bool,
    pub(crate) served: bool,
    pub(crate) schema: Option<NodeRef<'d>>,
    /// The position to report if the schema is missing.
    pub(crate) place: TextRange,
}

/// The versions of a definition. In `v1beta1`, one schema can apply to all versions.
fn versions(crd: NodeRef<'_>) -> Vec<Version<'_>> {
    let common = crd.get("spec").and_then(|spec| spec.get("validation")).and_then(|all| all.get("openAPIV3Schema"));
    let text = |node: Option<NodeRef<'_>>| node.and_then(|node| node.as_str()).unwrap_or_default().into_owned();
    let is = |version: NodeRef<'_>, field| version.get(field).is_some_and(|value| value.scalar_text() == "true");
    let list: Vec<Version<'_>> = spec(crd, "versions")
        .into_iter()
        .flat_map(NodeRef::items)
        .map(|version| Version {
            name: text(version.get("name")),
            storage: is(version, "storage"),
            served: is(version, "served"),
            schema: schema_of(version).or(common),
            place: version.get("name").unwrap_or(version).range(),
        })
        .collect();
    if !list.is_empty() {
        return list;
    }
    let single = spec(crd, "version");
    let place = single.unwrap_or(crd).range();
    single
        .into_iter()
        .map(|name| Version { name: text(Some(name)), storage: true, served: true, schema: common, place })
        .collect()
}

fn schema_of(version: NodeRef<'_>) -> Option<NodeRef<'_>> {
    version.get("schema").and_then(|schema| schema.get("openAPIV3Schema"))
}
