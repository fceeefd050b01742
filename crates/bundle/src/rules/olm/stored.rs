//! Objects that a cluster can contain, validated against the CRDs of the bundle. OLM v0 does this before it updates a
//! CRD.

use olmkit_collections::{HashMap, HashSet, SortedMap};

use olmkit_diagnostics::{Place, Severity, rule};
use olmkit_k8s::crd::{SchemaViolation, Steps};
use olmkit_yaml::NodeRef;

use super::Resources;
use crate::input::Object;
use crate::input::Part;
use crate::model::{Bundle, Csv};
use crate::rules::csv::example_schema::each_example;
use crate::sample::CRD;
use crate::sample::OBJECTS;
use crate::target::Target;

rule! {
    OBJECT, "crd-stored-object", "BDL325", "Object that the new CRD rejects",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "A custom resource outside `manifests` (`--objects`) that does not match the schema of the CRD, in any \
version that is served now and was served before (`--before`). Without a conversion webhook, a cluster serves each \
object in all versions. Examples of the previous version are checked in the same way, with severity warning, where they match the previous \
schema. CEL rules are not evaluated; OLM does not evaluate them either.",
    why: "OLM v0 does not upgrade a CRD while a cluster has such an object. The install plan fails with `error \
validating existing CRs against new CRD's schema`, and so does every later one.",
    fix: "Do not narrow the schema: add no required fields and no tighter bounds. Add a new version to the CRD for \
such changes and stop serving the old one, or convert with a webhook.",
    source: "OLM v0, catalog operator.",
    bad: [(OBJECTS, "", "apiVersion: ex.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: 1\n---\napiVersion: ex.com/v1\nkind: Foo\n")],
    good: [(OBJECTS, "", "apiVersion: ex.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: {a: 1}\n")],
}

rule! {
    VERSION, "crd-stored-version", "BDL324", "Removed CRD version with stored objects",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "With the previous version (`--before`): a CRD that loses a version in which objects are stored.",
    why: "OLM v0 does not upgrade the CRD (`risk of data loss`), because those objects could no longer be read.",
    fix: "Keep the version with `served: false` or `storage: false` until no cluster lists it in \
`status.storedVersions`.",
    source: "OLM v0, catalog operator.",
    bad: [[earlier] (CRD, "", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\nspec: {group: ex.com, scope: Namespaced, versions: [{name: v1beta1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n")],
    good: [(CRD, "scope: Namespaced", "scope: Cluster")],
}

pub(crate) fn check(bundle: &Bundle<'_>, resources: &Resources<'_>, to: &mut Target<'_>) {
    let before: Vec<Object<'_>> = bundle
        .files
        .iter()
        .filter(|file| file.part == Part::Before && file.path.starts_with("manifests/"))
        .filter_map(|file| file.object().ok())
        .collect();
    let mut previous: HashMap<String, &Object<'_>> = HashMap::default();
    for old in before.iter().filter(|old| is_crd(old)) {
        previous.entry(old.name()).or_insert(old);
    }
    let mut crds: Vec<(Object<'_>, ComparedCrd<'_>)> = Vec::new();
    let mut of_kind: HashMap<(String, String), Vec<usize>> = HashMap::default();
    for new in bundle.files_in("manifests").filter_map(|file| file.object().ok()).filter(is_crd) {
        let old = previous.get(&new.name()).copied();
        if let Some(old) = old {
            versions(old, &new, to);
        }
        // A CRD that the previous version does not have has no objects yet.
        if old.is_none() && !before.is_empty() {
            continue;
        }
        let compared = ComparedCrd::new(&new, old);
        of_kind.entry((compared.group.clone(), compared.kind.clone())).or_default().push(crds.len());
        crds.push((new, compared));
    }
    let of_kind = |group: &str, kind: &str| {
        let found = of_kind.get(&(group.to_owned(), kind.to_owned()));
        found.into_iter().flatten().filter_map(|at| crds.get(*at))
    };
    let mut steps = Steps::default();
    for one in resources.before.iter().chain(&resources.now) {
        for (new, wanted) in of_kind(&one.group, &one.kind) {
            for (violation, message) in wanted.violations(&one.version, one.view.node, false, &mut steps) {
                let place = one.view.place_of(violation.range);
                report(new, &one.name, (&violation, &message), (Severity::Error, place), to);
            }
        }
    }
    for csv in before.iter().filter(|object| crate::api_load::is_csv(object)) {
        each_example(&Csv::new(csv.view), &mut |example, embedded| {
            let text = |field: &str| example.get(field).and_then(|value| value.as_str()).unwrap_or_default();
            let api = text("apiVersion");
            let (group, version) = api.split_once('/').unwrap_or(("", &api));
            let name = example.get("metadata").and_then(|metadata| metadata.get("name")?.as_str());
            for (new, wanted) in of_kind(group, &text("kind")) {
                for (violation, message) in wanted.violations(version, example, true, &mut steps) {
                    let place = embedded.place(violation.range);
                    let name = name.as_deref().unwrap_or_default();
                    report(new, name, (&violation, &message), (Severity::Warning, place), to);
                }
            }
        });
    }
}

fn is_crd(object: &Object<'_>) -> bool {
    object.kind == "CustomResourceDefinition"
}

fn versions(old: &Object<'_>, new: &Object<'_>, to: &mut Target<'_>) {
    for gone in olmkit_k8s::crd::compare(old.view.node, new.view.node) {
        if gone.check != "storedVersionRemoval" {
            continue;
        }
        let name = new.name();
        let message = format!("Incompatible change of `{name}`: {}.", gone.message);
        let help = "Keep the version until no cluster stores objects in it.";
        let upstream = format!(
            "risk of data loss updating \"{name}\": new CRD removes version {} that is listed as a stored version on the existing CRD",
            gone.version
        );
        let finding = to.found(&VERSION, new.view.place_of(gone.range), message, help, upstream);
        finding.map(|finding| finding.related(old.name_place(), "the previous version"));
    }
}

/// A CRD with the versions that are served both before and after the upgrade.
struct ComparedCrd<'d> {
    group: String,
    kind: String,
    /// Name, new schema and previous schema.
    versions: Vec<(String, Option<NodeRef<'d>>, Option<NodeRef<'d>>)>,
    is_converted: bool,
}

impl<'d> ComparedCrd<'d> {
    fn new(new: &Object<'d>, old: Option<&Object<'d>>) -> Self {
        let text = |path: &[&str]| new.view.path(path).map(crate::view::View::string_of).unwrap_or_default();
        let before = old.map(|old| olmkit_k8s::crd::served_versions(old.view.node));
        let versions = olmkit_k8s::crd::served_versions(new.view.node).into_iter().filter_map(|(name, schema)| {
            let Some(before) = &before else { return Some((name, schema, schema)) };
            let was = before.iter().find(|(known, _)| *known == name)?.1;
            Some((name, schema, was))
        });
        ComparedCrd {
            group: text(&["spec", "group"]),
            kind: text(&["spec", "names", "kind"]),
            versions: versions.collect(),
            is_converted: olmkit_k8s::crd::has_webhook(old.unwrap_or(new).view.node),
        }
    }

    /// The values of an object that do not fit the new schema, each with the versions that reject it. If `only_new`,
    /// values that the previous schema also rejects are skipped.
    fn violations(
        &self,
        own: &str,
        object: NodeRef<'_>,
        only_new: bool,
        steps: &mut Steps,
    ) -> Vec<(SchemaViolation, String)> {
        let mut found: SortedMap<(usize, String), (SchemaViolation, Vec<&str>)> = SortedMap::new();
        for (version, schema, before) in &self.versions {
            let Some(schema) = schema.filter(|_| !self.is_converted || version == own) else { continue };
            let known = match before.filter(|_| only_new) {
                Some(before) => olmkit_k8s::crd::violations(before, Some(before), object, steps),
                None => Vec::new(),
            };
            let known: HashSet<String> = known.into_iter().map(|known| known.path).collect();
            for violation in olmkit_k8s::crd::violations(schema, *before, object, steps) {
                if known.contains(&violation.path) {
                    continue;
                }
                let key = (usize::from(violation.range.start()), violation.message.clone());
                found.entry(key).or_insert_with(|| (violation, Vec::new())).1.push(version);
            }
        }
        found.into_values().map(|(violation, versions)| (violation, versions.join(", "))).collect()
    }
}

fn report(
    crd: &Object<'_>,
    name: &str,
    (violation, versions): (&SchemaViolation, &str),
    (severity, place): (Severity, Place),
    to: &mut Target<'_>,
) {
    let kind = crd.view.path(&["spec", "names", "kind"]).map(crate::view::View::string_of).unwrap_or_default();
    let message = match severity {
        Severity::Error => format!("The object `{name}` does not match `{kind}` ({versions}): {}.", violation.message),
        _ => {
            format!(
                "Objects created from the example `{name}` no longer match `{kind}` ({versions}): {}.",
                violation.message
            )
        }
    };
    let help = "Do not narrow the schema, or add a new version to the CRD.";
    let upstream = format!(
        "error validating existing CRs against new CRD's schema for \"{}\": error validating Kind={kind} \"{name}\": updated validation is too restrictive: {}",
        crd.name(),
        violation.upstream
    );
    let finding = to.found_as(severity, &OBJECT, place, message, help, upstream);
    finding.map(|finding| finding.related(crd.name_place(), "the CRD"));
}
