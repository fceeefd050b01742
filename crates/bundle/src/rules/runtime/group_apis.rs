//! OperatorGroups in the input: whether another operator already provides the APIs of this operator.

use olmkit_collections::SortedSet;

use olmkit_diagnostics::{Place, rule};

use super::group::namespaces;
use crate::model::{Csv, Loaded};
use crate::rules::olm::Resource;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;

rule! {
    CONFLICT, "og-api-conflict", "BDL333", "API that another OperatorGroup provides",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "Two OperatorGroups outside `manifests` that share a namespace, where one lacks an API that the bundle \
owns and the other lists that API in `olm.providedAPIs`. The OperatorGroup of the operator is the one in the namespace \
with a Subscription to its package. Without a Subscription, any OperatorGroup is considered if none lists all APIs \
yet.",
    why: "OLM v0 fails the CSV with `InterOperatorGroupOwnerConflict`, because two operators would manage the same \
objects.",
    fix: "Remove the other operator, or select different namespaces.",
    source: "OLM v0, phases of a CSV and intersections of OperatorGroups.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: c, namespace: d, annotations: {olm.providedAPIs: Foo.v1.ex.com}}\nspec: {targetNamespaces: [d]}\n---\napiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: foo, namespace: b}\nspec: {name: foo, source: s, sourceNamespace: n}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {olm.providedAPIs: Foo.v1.ex.com}}\n")],
}

rule! {
    STATIC, "og-static-apis", "BDL334", "OperatorGroup with static provided APIs",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An OperatorGroup outside `manifests` with `staticProvidedAPIs` whose `olm.providedAPIs` lacks an API that \
the bundle owns, or lists it while another OperatorGroup that shares a namespace lists it too.",
    why: "OLM v0 fails the CSV: `CannotModifyStaticOperatorGroupProvidedAPIs`.",
    fix: "Add the API to the annotation, or remove `staticProvidedAPIs`.",
    source: "OLM v0, phases of a CSV.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {olm.providedAPIs: Bar.v1.ex.com}}\nspec: {staticProvidedAPIs: true}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {olm.providedAPIs: 'Bar.v1.ex.com,Foo.v1.ex.com'}}\nspec: {staticProvidedAPIs: true}\n")],
}

/// Group, version and kind.
type Api = (String, String, String);

struct Group<'r, 'd> {
    resource: &'r Resource<'d>,
    apis: SortedSet<Api>,
    /// `None` means all namespaces.
    targets: Option<SortedSet<String>>,
}

impl<'r, 'd> Group<'r, 'd> {
    fn new(resource: &'r Resource<'d>) -> Self {
        let annotation = resource.annotation("olm.providedAPIs").map(View::string_of).unwrap_or_default();
        let apis = annotation.replace(' ', "").split(',').filter_map(api).collect();
        let found = namespaces(resource).map(|(list, _)| list);
        let selected = found.clone().unwrap_or_default();
        let is_all = selected.first().is_some_and(String::is_empty);
        // A group whose status lists no namespaces does not target its own namespace either.
        let own = (!selected.is_empty() || found.is_none()).then(|| resource.namespace.clone());
        Group { resource, apis, targets: (!is_all).then(|| selected.into_iter().chain(own).collect()) }
    }

    fn provides(&self, apis: &SortedSet<Api>) -> bool {
        apis.is_subset(&self.apis)
    }

    /// Whether two groups share a namespace.
    fn meets(&self, other: &Group<'_, '_>) -> bool {
        match (&self.targets, &other.targets) {
            (Some(own), Some(others)) => !own.is_disjoint(others),
            (Some(one), None) | (None, Some(one)) => !one.is_empty(),
            (None, None) => true,
        }
    }

    fn is_static(&self) -> bool {
        self.resource.view.get("spec").and_then(|spec| spec.flag("staticProvidedAPIs")) == Some(true)
    }

    fn place(&self) -> Place {
        let annotation = self.resource.annotation("olm.providedAPIs").map(View::place);
        annotation.unwrap_or_else(|| self.resource.view.start())
    }
}

/// Parses an API in the form `Kind.version.group`.
fn api(text: &str) -> Option<Api> {
    let mut parts = text.splitn(3, '.').map(String::from);
    let (kind, version, group) = (parts.next()?, parts.next()?, parts.next()?);
    Some((group, version, kind))
}

/// The APIs that the CSV owns.
fn owned(csv: &Csv<'_>) -> SortedSet<Api> {
    let crd = |view: View<'_>| {
        let name = view.string("name");
        let (_, group) = name.split_once('.')?;
        Some((group.to_owned(), view.string("version").into_owned(), view.string("kind").into_owned()))
    };
    let service = |view: View<'_>| {
        let [group, version, kind] = ["group", "version", "kind"].map(|field| view.string(field).into_owned());
        (group, version, kind)
    };
    let services = csv.list(&["apiservicedefinitions", "owned"]).into_iter().map(service);
    csv.crds("owned").into_iter().filter_map(crd).chain(services).collect()
}

pub(crate) fn check(bundle: &Loaded<'_>, resources: &[Resource<'_>], to: &mut Target<'_>) {
    let apis = owned(&bundle.csv);
    let is_group = |one: &&Resource<'_>| one.is("operators.coreos.com", "OperatorGroup");
    let groups: Vec<Group<'_, '_>> = resources.iter().filter(is_group).map(Group::new).collect();
    let is_subscription = |one: &&Resource<'_>| {
        one.is("operators.coreos.com", "Subscription")
            && one.spec(&["name"]).is_some_and(|name| name.string_of() == bundle.package)
    };
    let subscribed: SortedSet<&str> =
        resources.iter().filter(is_subscription).map(|one| one.namespace.as_str()).collect();
    let is_known = groups.iter().any(|group| group.provides(&apis));
    let is_home = |group: &Group<'_, '_>| {
        if subscribed.is_empty() {
            !is_known || group.provides(&apis)
        } else {
            subscribed.contains(group.resource.namespace.as_str())
        }
    };
    for group in groups.iter().filter(|group| is_home(group)) {
        let is_other = |other: &&Group<'_, '_>| {
            let name = |one: &Group<'_, '_>| (one.resource.namespace.clone(), one.resource.name.clone());
            name(other) != name(group) && group.meets(other) && !apis.is_disjoint(&other.apis)
        };
        report(group, groups.iter().find(is_other), &apis, to);
    }
}

/// Reports the effect on a group, given another group that provides an API of the bundle.
fn report(group: &Group<'_, '_>, other: Option<&Group<'_, '_>>, apis: &SortedSet<Api>, to: &mut Target<'_>) {
    let name = &group.resource.name;
    let related = other.map(|other| (other.place(), format!("`{}` provides it too", other.resource.name)));
    let finding = match (group.provides(apis), other) {
        (false, None) | (true, Some(_)) if group.is_static() => {
            let change = if other.is_some() { "remove APIs of the operator" } else { "add APIs of the operator" };
            let message =
                format!("OLM would {change}, but the provided APIs of the OperatorGroup `{name}` are static.");
            let help = "Add the APIs to the annotation, or remove `staticProvidedAPIs`.";
            let upstream = "static provided api operatorgroup cannot be modified by these apis";
            to.found(&STATIC, group.place(), message, help, upstream)
        }
        (false, Some(other)) => {
            let message = format!(
                "The operator cannot be installed for the OperatorGroup `{name}`: an operator of `{}` in `{}` provides the \
                 same API.",
                other.resource.name, other.resource.namespace
            );
            let help = "Remove the other operator, or select different namespaces.";
            to.found(&CONFLICT, group.place(), message, help, "intersecting operatorgroups provide the same apis")
        }
        _ => None,
    };
    if let (Some(finding), Some((place, words))) = (finding, related) {
        finding.related(place, words);
    }
}
