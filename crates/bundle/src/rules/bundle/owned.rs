//! Owned CRDs of the CSV, compared with the CRDs in the bundle.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_diagnostics::{Place, rule};

use crate::go::Mode;
use crate::go_text::quote;
use crate::input::Object;
use crate::model::{Crd, Csv, Loaded};
use crate::sample::{CRD, CSV};
use crate::target::Target;
use crate::view::View;

rule! {
    MISSING, "crd-owned-missing", "BDL080", "Owned CRD that is not in the bundle",
    since: "0.1.0",
    bundle: [ApiBundle Error, OlmV0 Error, OpmContent Error, Sdk Error],
    finds: "An entry of `customresourcedefinitions.owned` for which the bundle has no CRD with that name, version and \
kind, or a duplicate entry. opm also compares `group`, so an entry with `group` never matches. OLM v0 reports only a \
missing version of a CRD that is in the bundle; the cluster may have the other CRDs.",
    why: "OLM waits for a CRD that is never installed.",
    fix: "Add the CRD, or correct the name, version and kind of the entry. Remove `group`.",
    source: "operator-framework/api, bundle validator; opm, content validator; OLM v0, requirements.",
    bad: [(CSV, "      version: v1\n", "      version: v2\n"), (CSV, "- name: foos.ex.com", "- group: ex.com\n      name: foos.ex.com")],
    good: [(CRD, "  versions:\n", "  versions:\n  - name: v2\n    served: true\n    storage: false\n")],
}

rule! {
    UNOWNED, "crd-unowned", "BDL081", "CRD that the CSV does not own",
    since: "0.1.0",
    bundle: [ApiBundle Error, Sdk Error],
    finds: "A CRD of the bundle without an owned entry of the CSV that has its group, its kind and one of its \
versions.",
    why: "OLM installs the CRD without an owner. The API is missing from the provided APIs, so no dependency matches \
it.",
    fix: "Add it to `customresourcedefinitions.owned`.",
    source: "operator-framework/api, bundle validator.",
    bad: [(CSV, "      kind: Foo\n", "      kind: Bar\n")],
    good: [(CRD, "  versions:\n", "  versions:\n  - name: v2\n    served: true\n    storage: false\n")],
}

rule! {
    DUPLICATE, "bundle-crd-dup", "BDL082", "Duplicate CRD",
    since: "0.1.0",
    bundle: [ApiBundle Error, Sdk Error],
    finds: "Two CRDs of the bundle define the same group, version and kind.",
    why: "It is undefined which one is installed.",
    fix: "Remove one of them.",
    source: "operator-framework/api, bundle validator.",
    bad: [("manifests/second.yaml", "", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
metadata: {name: foos.ex.com}\nspec: {group: ex.com, scope: Cluster, names: {kind: Foo, plural: foos}, versions: \
[{name: v1, served: true, storage: true}]}\n")],
    good: [(CRD, "  versions:\n", "  versions:\n  - name: v2\n    served: true\n    storage: false\n")],
}

rule! {
    UNSERVED, "crd-owned-unserved", "BDL332", "Owned CRD version that is not served",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An entry of `customresourcedefinitions.owned` or `required` whose CRD in the bundle has `served: false` \
for that version. If several entries have the same name, the last one counts.",
    why: "The CSV stays in `Pending` under OLM v0: `CRD version not served`.",
    fix: "Serve the version, or set the entry to a served version.",
    source: "OLM v0, requirements.",
    bad: [(CRD, "served: true", "served: false")],
    good: [(CRD, "  versions:\n", "  versions:\n  - name: v2\n    served: false\n    storage: false\n")],
}

/// Checks the requirement of OLM v0 that the CRDs serve the versions in the CSV. Of several entries with the same name,
/// the last one counts, and owned entries take precedence over required ones.
pub(crate) fn check_served(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let upstream = "CRD version not served";
    let mut named = SortedMap::new();
    for which in ["required", "owned"] {
        named.extend(bundle.csv.crds(which).into_iter().map(|entry| (entry.string("name"), (which, entry))));
    }
    for (name, (which, entry)) in named {
        let version = entry.string("version");
        let is_it = |crd: &&Crd<'_>| crd.view.path(&["metadata", "name"]).is_some_and(|own| own.string_of() == name);
        let Some(crd) = bundle.crds.iter().find(is_it) else { continue };
        let versions = crd.view.get("spec").map(|spec| spec.list("versions")).unwrap_or_default();
        match versions.iter().find(|one| one.string("name") == version) {
            Some(one) if one.flag("served") == Some(true) => {}
            Some(one) => {
                let message = format!("The CRD `{name}` does not serve version `{version}`, which the CSV lists.");
                let help = "Serve the version, or set the entry to a served version.";
                let finding = to.found(&UNSERVED, entry.place_at("version"), message, help, upstream);
                finding.map(|finding| finding.related(one.place_at("served"), "not served here"));
            }
            None if defined(crd).iter().any(|api| api.version == version) => {}
            None if which == "owned" => missing(entry, false, &[], to, upstream.to_owned()),
            None => {}
        }
    }
}

/// An API that a CRD defines.
struct Defined {
    group: String,
    version: String,
    kind: String,
    place: Place,
}

impl Defined {
    fn gvk(&self) -> String {
        format!("{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}

/// The APIs of a CRD according to operator-framework/api.
fn defined(crd: &Crd<'_>) -> Vec<Defined> {
    let Some(spec) = crd.view.get("spec") else { return Vec::new() };
    let kind = spec.get("names").map(|names| names.string("kind").into_owned()).unwrap_or_default();
    let group = spec.string("group").into_owned();
    let mut found: Vec<(String, Place)> = Vec::new();
    for version in spec.list("versions") {
        found.push((version.string("name").into_owned(), version.place_at("name")));
    }
    let own = spec.string("version").into_owned();
    let more = !own.is_empty() && found.iter().all(|(name, _)| *name != own);
    if crd.beta && (more || found.is_empty()) {
        found.push((own, spec.place_at("version")));
    }
    let api = |(version, place)| Defined { group: group.clone(), version, kind: kind.clone(), place };
    found.into_iter().map(api).collect()
}

/// The check of operator-framework/api, by group, version and kind.
pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let name = &bundle.csv.name;
    let mut present: SortedMap<String, Defined> = SortedMap::new();
    for api in bundle.crds.iter().flat_map(defined) {
        let gvk = api.gvk();
        if let Some(first) = present.get(&gvk) {
            let message = format!("`{}` of `{}/{}` is defined twice in the bundle.", api.kind, api.group, api.version);
            let upstream = format!("Value {gvk}: duplicate CRD {} in bundle {}", quote(&gvk), quote(name));
            let found = to.found(&DUPLICATE, api.place, message, "Remove one of them.", upstream);
            if let Some(finding) = found {
                finding.related(first.place, "the other");
            }
        } else {
            present.insert(gvk, api);
        }
    }
    let all: Vec<String> = present.keys().cloned().collect();
    let mut owned_kinds = SortedSet::new();
    for owned in bundle.csv.crds("owned") {
        let crd_name = owned.string("name");
        let group = crd_name.split_once('.').map_or(&*crd_name, |(_, group)| group).to_owned();
        let (version, kind) = (owned.string("version"), owned.string("kind"));
        let gvk = format!("{group}/{version}, Kind={kind}");
        if present.remove(&gvk).is_some() {
            owned_kinds.insert((group, kind.into_owned()));
            continue;
        }
        let upstream = format!("Value {gvk}: owned CRD {} not found in bundle {}", quote(&gvk), quote(name));
        let again = all.contains(&gvk);
        missing(owned, again, &all, to, upstream);
    }
    for (gvk, api) in present {
        if owned_kinds.contains(&(api.group.clone(), api.kind.clone())) {
            continue;
        }
        let message = format!(
            "The bundle has a CRD for `{}` of `{}/{}`, but the CSV does not own it.",
            api.kind, api.group, api.version
        );
        let help = "Add it to `spec.customresourcedefinitions.owned`.";
        let upstream =
            format!("Value {gvk}: CRD {} is present in bundle {} but not defined in CSV", quote(&gvk), quote(name));
        to.found(&UNOWNED, api.place, message, help, upstream);
    }
}

fn missing(owned: View<'_>, again: bool, all: &[String], to: &mut Target<'_>, upstream: String) {
    let (name, version, kind) = (owned.string("name"), owned.string("version"), owned.string("kind"));
    let message = if again {
        format!("The owned CRD `{name}` in version `{version}` is listed twice.")
    } else {
        format!("The CSV owns `{kind}` in version `{version}` of the CRD `{name}`, but the bundle has no such CRD.")
    };
    let help = match all.iter().find(|gvk| gvk.ends_with(&format!("Kind={kind}"))) {
        _ if again => "Remove it.".to_owned(),
        Some(gvk) => format!("The bundle has {}.", gvk.replace(", Kind=", " of kind ")),
        None => "Add the CRD to `manifests/`, or correct the entry.".to_owned(),
    };
    to.found(&MISSING, owned.place_at("name"), message, help, upstream);
}

/// The check of opm, by name, version, kind and the unofficial key `group`, which no CRD has.
///
/// `bundle` is the name of the last CSV that opm can convert. It is empty if there is none.
pub(crate) fn check_opm(csv: &Csv<'_>, bundle: &str, objects: &[Object<'_>], to: &mut Target<'_>) {
    let mut present = SortedSet::new();
    for object in objects.iter().filter(|object| object.kind == "CustomResourceDefinition") {
        let view = object.view.with(csv.view.mode);
        let Some(spec) = view.get("spec") else { continue };
        let kind = spec.get("names").map(|names| names.string("kind").into_owned()).unwrap_or_default();
        let mut add = |version: &str| {
            present.insert((object.name(), version.to_owned(), kind.clone()));
        };
        let own = spec.string("version");
        match object.api_version.as_str() {
            "apiextensions.k8s.io/v1beta1" if !own.is_empty() => add(&own),
            "apiextensions.k8s.io/v1" | "apiextensions.k8s.io/v1beta1" => {
                spec.list("versions").iter().for_each(|version| add(&version.string("name")));
            }
            _ => {}
        }
    }
    let all: Vec<String> =
        present.iter().map(|(name, version, kind)| format!("{name}/{version}, Kind={kind}")).collect();
    // The registry decodes the value of its key with encoding/json.
    let definitions = csv.spec(&["customresourcedefinitions"]).map(|definitions| definitions.with(Mode::Json));
    for owned in definitions.map(|definitions| definitions.list("owned")).unwrap_or_default() {
        let text = |field: &str| owned.string(field).into_owned();
        let (name, version, kind, group) = (text("name"), text("version"), text("kind"), text("group"));
        if group.is_empty() && present.remove(&(name.clone(), version.clone(), kind.clone())) {
            continue;
        }
        let upstream = format!(
            "Value {{{group} {kind} {name} {version}}}: owned CRD {} not found in bundle {}",
            if name.is_empty() { format!("{group}/{version} {kind}") } else { format!("{name}/{version}") },
            quote(bundle)
        );
        let again = all.contains(&format!("{name}/{version}, Kind={kind}"));
        if again && !group.is_empty() {
            let message = format!("opm does not find the CRD of an owned API with a `group`, here `{group}`.");
            to.found(&MISSING, owned.key_place("group"), message, "Remove `group`. The name contains it.", upstream);
        } else {
            missing(owned, again, &all, to, upstream);
        }
    }
}
