//! APIs that Kubernetes removed.

use olmkit_collections::order;
use olmkit_diagnostics::{Place, Rule, Severity, rule};
use olmkit_semver::{Version, parse_tolerant};

use crate::go::{Mode, mismatch};
use crate::go_text::quote_list;
use crate::model::{Csv, Loaded};
use crate::sample::{CRD, CSV, OBJECT};
use crate::target::Target;
use crate::view::View;

rule! {
    V22, "dep-1.22", "BDL150", "API that Kubernetes 1.22 removed",
    since: "0.1.0",
    bundle: [OperatorHub Warning, DeprecatedApis Warning],
    finds: "An object of an API version that Kubernetes 1.22 removed, such as a CRD of \
`apiextensions.k8s.io/v1beta1`. An error if `minKubeVersion` is 1.22 or newer.",
    why: "The object cannot be installed on Kubernetes 1.22 and OpenShift 4.9, or newer.",
    fix: "Use the `v1` version of the API.",
    source: "operator-framework/api, alpha-deprecated-apis validator, also inside operatorhub/v2.",
    bad: [(CRD, "apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n")],
    good: [(OBJECT, "", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\n")],
}

rule! {
    V25, "dep-1.25", "BDL151", "API that Kubernetes 1.25 removed",
    since: "0.1.0",
    bundle: [OperatorHub Warning, DeprecatedApis Warning],
    finds: "An object, or a resource that the CSV lists for a CRD, of an API version that Kubernetes 1.25 removed, \
such as `policy/v1beta1`. An error if `minKubeVersion` is 1.25 or newer.",
    why: "The object cannot be installed on Kubernetes 1.25 and OpenShift 4.12, or newer.",
    fix: "Use the `v1` version of the API.",
    source: "operator-framework/api, alpha-deprecated-apis validator, also inside operatorhub/v2.",
    bad: [(OBJECT, "", "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n")],
    good: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n")],
}

rule! {
    RBAC25, "dep-1.25-rbac", "BDL152", "Permission on an API that Kubernetes 1.25 removed",
    since: "0.1.0",
    bundle: [OperatorHub Warning, DeprecatedApis Warning],
    finds: "A permission of the CSV for `podsecuritypolicies` of `policy`.",
    why: "The operator probably uses an API that Kubernetes 1.25 removed.",
    fix: "Remove the permission and the code that needs it.",
    source: "operator-framework/api, alpha-deprecated-apis validator. The released operator-sdk also reports other resources, \
wrongly.",
    bad: [(CSV, "      deployments:\n", "      permissions:\n      - serviceAccountName: foo\n        rules:\n        - \
{apiGroups: [policy], resources: [podsecuritypolicies], verbs: [use]}\n      deployments:\n")],
    good: [(CSV, "      deployments:\n", "      permissions:\n      - serviceAccountName: foo\n        rules:\n        - \
{apiGroups: [policy], resources: [poddisruptionbudgets], verbs: [get]}\n      deployments:\n")],
}

rule! {
    V26, "dep-1.26", "BDL153", "API that Kubernetes 1.26 removed",
    since: "0.1.0",
    bundle: [OperatorHub Warning, DeprecatedApis Warning],
    finds: "A HorizontalPodAutoscaler of `autoscaling/v2beta2`. An error if `minKubeVersion` is 1.26 or newer.",
    why: "The object cannot be installed on Kubernetes 1.26 or newer.",
    fix: "Use `autoscaling/v2`.",
    source: "operator-framework/api, alpha-deprecated-apis validator, also inside operatorhub/v2.",
    bad: [(OBJECT, "", "apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\n")],
    good: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n")],
}

rule! {
    MIN_KUBE, "dep-minkube", "BDL154", "`minKubeVersion` that cannot be compared",
    since: "0.1.0",
    bundle: [OperatorHub Error, DeprecatedApis Error],
    finds: "A `spec.minKubeVersion` that is not a valid version, even when parsed tolerantly, for example because of \
whitespace.",
    why: "The check cannot decide whether removed APIs matter.",
    fix: "Write three numbers without a `v`: `1.25.0`.",
    source: "operator-framework/api, alpha-deprecated-apis validator, also inside operatorhub/v2.",
    bad: [(CSV, "1.20.0", "'  '")],
    good: [(CSV, "1.20.0", "1.25.0")],
}

rule! {
    OPTION, "dep-k8s-option", "BDL156", "Invalid Kubernetes version for the check",
    since: "0.1.0",
    bundle: [OperatorHub Error, DeprecatedApis Error],
    finds: "A `k8s-version` option that is not a valid version, even when parsed tolerantly.",
    why: "The check cannot decide whether removed APIs matter.",
    fix: "Use a version such as `1.25`.",
    source: "operator-framework/api, alpha-deprecated-apis validator.",
    bad: [],
    good: [(CSV, "1.20.0", "1.25.0")],
}

rule! {
    LATER, "dep-later", "BDL155", "API that a newer Kubernetes version removed",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An object of an API version that Kubernetes 1.27, 1.29 or 1.32 removed. The upstream lists end at 1.26.",
    why: "The object cannot be installed on that version or newer.",
    fix: "Use the `v1` version of the API.",
    source: "olmkit; deprecation guide of Kubernetes.",
    bad: [(OBJECT, "", "apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata: {name: a}\n")],
    good: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n")],
}

const USE_V1: &str = "Use the `v1` version of the API.";

/// API versions and kinds that Kubernetes 1.22 removed, except CRDs.
const REMOVED_22: [(&str, &[&str]); 12] = [
    ("scheduling.k8s.io/v1beta1", &["PriorityClass"]),
    ("rbac.authorization.k8s.io/v1beta1", &["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]),
    ("apiregistration.k8s.io/v1beta1", &["APIService"]),
    ("authentication.k8s.io/v1beta1", &["TokenReview"]),
    ("authorization.k8s.io/v1beta1", &["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview"]),
    ("admissionregistration.k8s.io/v1beta1", &["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"]),
    ("coordination.k8s.io/v1beta1", &["Lease"]),
    ("extensions/v1beta1", &["Ingress"]),
    ("networking.k8s.io/v1beta1", &["Ingress", "IngressClass"]),
    ("storage.k8s.io/v1beta1", &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"]),
    ("certificates.k8s.io/v1beta1", &["CertificateSigningRequest"]),
    ("apiextensions.k8s.io/v1beta1", &[]),
];

const REMOVED_25: [(&str, &[&str]); 6] = [
    ("batch/v1beta1", &["CronJob"]),
    ("discovery.k8s.io/v1beta1", &["EndpointSlice"]),
    ("events.k8s.io/v1beta1", &["Event"]),
    ("autoscaling/v2beta1", &["HorizontalPodAutoscaler"]),
    ("policy/v1beta1", &["PodDisruptionBudget", "PodSecurityPolicy"]),
    ("node.k8s.io/v1beta1", &["RuntimeClass"]),
];

/// The resource of an API that has no later version.
const POLICIES: &str = "podsecuritypolicies";

/// API versions and kinds that later versions removed, by minor version. Upstream's lists do not include them.
const REMOVED_LATER: [(u64, Removed); 3] = [
    (27, ("storage.k8s.io/v1beta1", &["CSIStorageCapacity"])),
    (29, ("flowcontrol.apiserver.k8s.io/v1beta2", &["FlowSchema", "PriorityLevelConfiguration"])),
    (32, ("flowcontrol.apiserver.k8s.io/v1beta3", &["FlowSchema", "PriorityLevelConfiguration"])),
];

/// An API version and its kinds.
type Removed = (&'static str, &'static [&'static str]);

const REMOVED_26: [(&str, &[&str]); 1] = [("autoscaling/v2beta2", &["HorizontalPodAutoscaler"])];

fn is_removed(list: &[(&str, &[&str])], api_version: &str, kind: &str) -> bool {
    list.iter().any(|(version, kinds)| *version == api_version && kinds.contains(&kind))
}

/// A use of a removed API.
pub(crate) struct Use {
    kind: String,
    name: String,
    place: Place,
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let text = csv.text(&["minKubeVersion"]);
    let version = parse_tolerant(&text);
    if !text.is_empty() && version.is_err() {
        let upstream = format!(
            "Value {}: unable to use csv.Spec.MinKubeVersion to verify the CRD/Webhook apis because it has an invalid value: {text}",
            csv.name
        );
        let message =
            format!("`{text}` is not a valid version, so the check cannot decide whether removed APIs matter.");
        let place = csv.spec_place(&["minKubeVersion"]);
        to.found(&MIN_KUBE, place, message, "Write three numbers: `1.25.0`.", upstream);
    }
    let version = version.unwrap_or_else(|_| Version::new(0, 0, 0)).max(target_version(bundle, to));
    report(csv, &V22, 22, &uses_22(bundle), &version, to);
    let mut uses = objects(bundle, &REMOVED_25);
    let known = Converted::new(csv);
    uses.extend(resources(csv, &known));
    report(csv, &V25, 25, &uses, &version, to);
    report(csv, &RBAC25, 25, &rbac(csv, &known), &Version::new(0, 0, 0), to);
    report(csv, &V26, 26, &objects(bundle, &REMOVED_26), &version, to);
}

/// The Kubernetes version in the options. The default is 0.0.0.
fn target_version(bundle: &Loaded<'_>, to: &mut Target<'_>) -> Version {
    let oldest = Version::new(0, 0, 0);
    let Some(text) = bundle.k8s_version.as_deref().filter(|text| !text.is_empty()) else { return oldest };
    parse_tolerant(text).unwrap_or_else(|_| {
        let csv = &bundle.csv;
        let upstream = format!("Value {}: invalid value informed via the k8s key option : {text}", csv.name);
        let message = format!("`{text}` is not a valid Kubernetes version.");
        to.found(&OPTION, csv.name_place(), message, "Use a version such as `1.25`.", upstream);
        oldest
    })
}

/// Reports APIs that Kubernetes removed after the last version in upstream's lists.
pub(crate) fn check_later(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    for (minor, removed) in REMOVED_LATER {
        for one in objects(bundle, &[removed]) {
            let message = format!("{} `{}` uses an API version that Kubernetes 1.{minor} removed.", one.kind, one.name);
            to.found(&LATER, one.place, message, USE_V1, "");
        }
    }
}

/// Uses of APIs that Kubernetes 1.22 removed.
pub(crate) fn uses_22(bundle: &Loaded<'_>) -> Vec<Use> {
    let crds = bundle.crds.iter().filter(|crd| crd.beta);
    let crds = crds.map(|crd| Use {
        kind: "CRD".to_owned(),
        name: crd.object.name(),
        place: crd.object.view.place_at("apiVersion"),
    });
    crds.chain(objects(bundle, &REMOVED_22)).collect()
}

fn objects(bundle: &Loaded<'_>, removed: &[(&str, &[&str])]) -> Vec<Use> {
    let found = bundle.objects.iter().filter(|object| is_removed(removed, &object.api_version, &object.kind));
    found
        .map(|object| Use { kind: object.kind.clone(), name: object.name(), place: object.view.place_at("apiVersion") })
        .collect()
}

/// The parts of the CSV that apimachinery's converter has converted when it stops. Upstream checks only those.
struct Converted {
    deployments: bool,
    install: bool,
}

impl Converted {
    fn new(csv: &Csv<'_>) -> Self {
        let fits = |path: &[&str], shape| {
            let part = csv.view.with(Mode::Converter).path(path);
            part.is_none_or(|part| mismatch(part.node, shape, Mode::Converter).is_none())
        };
        let is_csv = csv.view.string("apiVersion") == "operators.coreos.com/v1alpha1";
        let metadata = is_csv && fits(&["metadata"], "ObjectMeta");
        let deployments = metadata && fits(&["spec", "install", "spec"], "StrategyDeployments");
        Converted { deployments, install: deployments && fits(&["spec", "install"], "NamedInstallStrategy") }
    }
}

/// Resources in the CRD lists of the CSV whose `version` is a complete API version.
fn resources(csv: &Csv<'_>, known: &Converted) -> Vec<Use> {
    let mut found = Vec::new();
    if !known.install {
        return found;
    }
    for (which, title) in [("owned", "Owned"), ("required", "Required")] {
        for (i, crd) in csv.crds(which).into_iter().enumerate() {
            for (j, resource) in crd.list("resources").into_iter().enumerate() {
                let kind = resource.string("kind");
                if is_removed(&REMOVED_25, &resource.string("version"), &kind) {
                    let name =
                        format!("ClusterServiceVersion.Spec.CustomResourceDefinitions.{title}[{i}].Resource[{j}]");
                    found.push(Use { kind: kind.into_owned(), name, place: resource.place_at("version") });
                }
            }
        }
    }
    found
}

fn rbac(csv: &Csv<'_>, known: &Converted) -> Vec<Use> {
    let resources = ["owned", "required"].into_iter().flat_map(|which| csv.crds(which));
    let mut own = resources
        .flat_map(|crd| crd.list("resources"))
        .map(|resource| format!("{}s", resource.string("kind").to_lowercase()));
    // Upstream appends `s` to form the plural. The real plural of PodSecurityPolicy differs, so the kind exempts
    // nothing.
    if !known.deployments || own.any(|plural| plural == POLICIES) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (which, title) in [("permissions", "Permissions"), ("clusterPermissions", "ClusterPermissions")] {
        for (i, permission) in csv.list(&["install", "spec", which]).into_iter().enumerate() {
            for (j, rule) in permission.list("rules").into_iter().enumerate() {
                let any = |field: &str, wanted: &str| rule.strings(field).iter().any(|item| item == wanted);
                if any("apiGroups", "policy") && any("resources", POLICIES) {
                    let name =
                        format!("ClusterServiceVersion.Spec.InstallStrategy.StrategySpec.{title}[{i}].Rules[{j}]");
                    let place = rule.get("resources").map_or_else(|| rule.start(), View::place);
                    found.push(Use { kind: POLICIES.to_owned(), name, place });
                }
            }
        }
    }
    found
}

/// Formats uses as `CRD: (["a" "b"])`. If there are several kinds, a comma follows each.
pub(super) fn in_text(uses: &[Use]) -> String {
    let mut kinds: Vec<&str> = uses.iter().map(|one| one.kind.as_str()).collect();
    order::sort(&mut kinds);
    kinds.dedup();
    let comma = if kinds.len() > 1 { "," } else { "" };
    let of_kind = |kind: &str| {
        let names = uses.iter().filter(|one| one.kind == kind).map(|one| one.name.as_str());
        format!("{kind}: ({}){comma}", quote_list(names))
    };
    kinds.into_iter().map(of_kind).collect()
}

impl Use {
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The message for an API that a minor version of Kubernetes removed.
    fn message(&self, minor: u64) -> String {
        let Use { kind, name, .. } = self;
        if kind == POLICIES {
            return format!("The CSV requests permissions on `{POLICIES}`, which Kubernetes 1.{minor} removed.");
        }
        if name.starts_with("ClusterServiceVersion.") {
            return format!("Kubernetes 1.{minor} removed `{kind}` in this API version.");
        }
        format!("{kind} `{name}` uses an API version that Kubernetes 1.{minor} removed.")
    }

    /// What replaces the API.
    fn help(&self) -> &'static str {
        match self.kind.as_str() {
            POLICIES => "Remove the permission and the code that needs it.",
            "PodSecurityPolicy" => "Remove it. Use Pod Security admission instead.",
            "HorizontalPodAutoscaler" => "Use `autoscaling/v2`.",
            _ => USE_V1,
        }
    }
}

fn report(csv: &Csv<'_>, rule: &'static Rule, minor: u64, uses: &[Use], min_kube: &Version, to: &mut Target<'_>) {
    let severity = if *min_kube >= Version::new(1, minor, 0) { Severity::Error } else { Severity::Warning };
    let upstream = format!(
        "Value {}: this bundle is using APIs which were deprecated and removed in v1.{minor}. More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-{minor}. Migrate the API(s) for {}",
        csv.name,
        in_text(uses)
    );
    for one in uses {
        to.found_as(severity, rule, one.place, one.message(minor), one.help(), upstream.clone());
    }
}
