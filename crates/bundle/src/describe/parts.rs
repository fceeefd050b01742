//! Parts of the description that come from the CSV.

use olmkit_collections::{SortedMap, SortedSet};
use std::borrow::Cow;

use super::Locations;
use crate::go::Mode;
use crate::input::Object;
use crate::model::Csv;
use crate::rules::csv::example_schema::each_example;
use crate::view::View;
use olmkit_api::bundle::{
    ApiDescriptor, BundleApi, BundleDescription, BundleIcon, BundleImage, BundleLink, BundleMode, BundlePermission,
    PermissionRule,
};

pub(super) fn csv(object: &Object<'_>, locations: &mut Locations<'_, '_>, found: &mut BundleDescription) {
    let csv = Csv::new(object.view.with(Mode::Coerce));
    let text = |path: &[&str]| csv.text(path);
    let annotation = |key: &str| csv.annotation(key).and_then(View::text).unwrap_or_default().into_owned();
    let optional = |text: String| Some(text).filter(|text| !text.is_empty());
    found.name.clone_from(&csv.name);
    found.version = text(&["version"]);
    found.display_name = text(&["displayName"]);
    found.description = text(&["description"]);
    found.provider = text(&["provider", "name"]);
    found.maturity = text(&["maturity"]);
    found.min_kube_version = text(&["minKubeVersion"]);
    found.capabilities = annotation("capabilities");
    found.categories =
        annotation("categories").split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    found.keywords = owned(csv.list(&["keywords"]));
    found.links = csv.list(&["links"]).into_iter().map(|link| named(link, "url")).collect();
    found.maintainers = csv.list(&["maintainers"]).into_iter().map(|one| named(one, "email")).collect();
    found.replaces = optional(text(&["replaces"]));
    found.skips = owned(csv.list(&["skips"]));
    found.skip_range = optional(annotation("olm.skipRange"));
    found.icon = csv.list(&["icon"]).first().map(|icon| BundleIcon {
        media_type: icon.string("mediatype").into_owned(),
        base64: icon.string("base64data").into_owned(),
    });
    let mode = |mode: View<'_>| BundleMode {
        name: mode.string("type").into_owned(),
        supported: mode.flag("supported").unwrap_or_default(),
    };
    found.install_modes = csv.list(&["installModes"]).into_iter().map(mode).collect();
    found.provided = apis(&csv, "owned", locations);
    found.required = apis(&csv, "required", locations);
    let examples = examples(&csv);
    for api in &mut found.provided {
        let version = if api.group.is_empty() { api.version.clone() } else { format!("{}/{}", api.group, api.version) };
        api.lacks_example = !examples.contains(&(version, api.kind.clone()));
    }
    for (list, is_cluster_wide) in [("clusterPermissions", true), ("permissions", false)] {
        let given = csv.list(&["install", "spec", list]).into_iter();
        found.permissions.extend(given.map(|one| permission(one, is_cluster_wide, locations)));
    }
    let deployments = csv.list(&["install", "spec", "deployments"]);
    found.deployments = deployments.iter().map(|one| one.string("name").into_owned()).collect();
    found.images = images(&csv, &deployments);
}

fn owned(items: Vec<View<'_>>) -> Vec<String> {
    items.into_iter().filter_map(View::text).map(Cow::into_owned).collect()
}

fn strings(view: View<'_>, field: &str) -> Vec<String> {
    view.strings(field).into_iter().map(Cow::into_owned).collect()
}

fn named(view: View<'_>, address: &str) -> BundleLink {
    BundleLink { name: view.string("name").into_owned(), url: view.string(address).into_owned() }
}

fn apis(csv: &Csv<'_>, which: &str, locations: &mut Locations<'_, '_>) -> Vec<BundleApi> {
    let mut found = Vec::new();
    for (list, is_api_service) in [("customresourcedefinitions", false), ("apiservicedefinitions", true)] {
        for api in csv.list(&[list, which]) {
            let name = api.string("name");
            let group = if is_api_service {
                api.string("group").into_owned()
            } else {
                name.split_once('.').map_or(String::new(), |(_, group)| group.to_owned())
            };
            found.push(BundleApi {
                group,
                version: api.string("version").into_owned(),
                kind: api.string("kind").into_owned(),
                display_name: api.string("displayName").into_owned(),
                description: api.string("description").into_owned(),
                is_api_service,
                lacks_example: false,
                descriptors: descriptors(api),
                location: locations.at(api.start()),
            });
        }
    }
    found
}

/// The `apiVersion` and `kind` of each example.
fn examples(csv: &Csv<'_>) -> SortedSet<(String, String)> {
    let mut found = SortedSet::new();
    each_example(csv, &mut |example, _| {
        let text = |field: &str| example.get(field).and_then(|value| value.as_str()).unwrap_or_default().into_owned();
        found.insert((text("apiVersion"), text("kind")));
    });
    found
}

fn descriptors(api: View<'_>) -> Vec<ApiDescriptor> {
    let parts = [("specDescriptors", "spec"), ("statusDescriptors", "status"), ("actionDescriptors", "action")];
    let of = |(list, part): (&str, &'static str)| {
        let one = move |one: View<'_>| ApiDescriptor {
            part: part.into(),
            path: one.string("path").into_owned(),
            display_name: one.string("displayName").into_owned(),
            description: one.string("description").into_owned(),
            widgets: strings(one, "x-descriptors"),
        };
        api.list(list).into_iter().map(one).collect::<Vec<_>>()
    };
    parts.into_iter().flat_map(of).collect()
}

fn permission(view: View<'_>, is_cluster_wide: bool, locations: &mut Locations<'_, '_>) -> BundlePermission {
    BundlePermission {
        is_cluster_wide,
        service_account: view.string("serviceAccountName").into_owned(),
        rules: view.list("rules").into_iter().map(rule).collect(),
        location: locations.at(view.start()),
    }
}

fn rule(view: View<'_>) -> PermissionRule {
    let mut rule = PermissionRule {
        groups: strings(view, "apiGroups"),
        resources: strings(view, "resources"),
        names: strings(view, "resourceNames"),
        urls: strings(view, "nonResourceURLs"),
        verbs: strings(view, "verbs"),
        risk: None,
    };
    rule.risk = risk(&rule).map(Into::into);
    rule
}

/// The risk of a rule that grants more than it seems to, according to the Kubernetes documentation on RBAC.
fn risk(rule: &PermissionRule) -> Option<&'static str> {
    let has = |list: &[String], names: &[&str]| list.iter().any(|item| item == "*" || names.contains(&item.as_str()));
    let group = |name: &str| has(&rule.groups, &[name]);
    let all = |list: &[String]| list.iter().any(|item| item == "*");
    if all(&rule.groups) && all(&rule.resources) && all(&rule.verbs) {
        return Some("all verbs on all resources, like an administrator");
    }
    let roles = ["roles", "clusterroles"];
    if group("rbac.authorization.k8s.io") && has(&rule.resources, &roles) && has(&rule.verbs, &["bind", "escalate"]) {
        return Some("can grant itself any permission");
    }
    if has(&rule.verbs, &["impersonate"]) && has(&rule.resources, &["users", "groups", "serviceaccounts"]) {
        return Some("can impersonate other accounts");
    }
    if group("") && has(&rule.resources, &["secrets"]) && has(&rule.verbs, &["get", "list", "watch"]) {
        return rule.names.is_empty().then_some("reads secrets");
    }
    if group("") && has(&rule.resources, &["pods/exec", "pods/attach"]) && has(&rule.verbs, &["create", "get"]) {
        return Some("runs commands in other pods");
    }
    all(&rule.verbs).then_some("every verb, including future ones")
}

fn images(csv: &Csv<'_>, deployments: &[View<'_>]) -> Vec<BundleImage> {
    let mut used: SortedMap<String, Vec<String>> = SortedMap::new();
    for deployment in deployments {
        let Some(pod) = deployment.path(&["spec", "template", "spec"]) else { continue };
        for container in pod.list("containers").into_iter().chain(pod.list("initContainers")) {
            let by = format!("{}/{}", deployment.string("name"), container.string("name"));
            used.entry(container.string("image").into_owned()).or_default().push(by);
        }
    }
    let image = |name: String, image: String, is_related: bool, used_by: Vec<String>| BundleImage {
        is_pinned: image.contains("@sha256:"),
        name,
        image,
        is_related,
        used_by,
    };
    let mut found: Vec<BundleImage> = Vec::new();
    for related in csv.list(&["relatedImages"]) {
        let reference = related.string("image").into_owned();
        let by = used.remove(&reference).unwrap_or_default();
        found.push(image(related.string("name").into_owned(), reference, true, by));
    }
    found.extend(used.into_iter().map(|(reference, by)| image(String::new(), reference, false, by)));
    found
}
