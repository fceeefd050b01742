//! The good-practices validator.

use olmkit_collections::order;
use olmkit_semver::Version;
use olmkit_text::{MAX_NAMES, listed_names};

use crate::go_text::quote_list;
use crate::model::{Csv, Loaded};
use crate::sample::{ANNOTATIONS, CSV};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    SEMVER, "gp-name-semver", "BDL130", "CSV name without a version",
    since: "0.1.0",
    bundle: [GoodPractices Warning],
    finds: "A CSV name that does not end with a semantic version.",
    why: "People and tools read the version from the name.",
    fix: "Use `<operator>.v<version>`: `memcached-operator.v0.0.1`.",
    source: "operator-framework/api, good-practices validator.",
    bad: [(CSV, "name: foo.v1.0.0", "name: foo.v1.0")],
    good: [(CSV, "name: foo.v1.0.0", "name: foo.v1.0.0-rc.1")],
}

rule! {
    CONVENTION, "gp-name-convention", "BDL131", "CSV name without the recommended form",
    since: "0.1.0",
    bundle: [GoodPractices Warning],
    finds: "A CSV name that does not contain `.v` exactly once.",
    why: "Tools split the name at `.v`.",
    fix: "Use `<operator>.v<version>`: `memcached-operator.v0.0.1`.",
    source: "operator-framework/api, good-practices validator.",
    bad: [(CSV, "name: foo.v1.0.0", "name: foo-1.0.0"), (CSV, "name: foo.v1.0.0", "name: my.vault.v1.0.0")],
    good: [(CSV, "name: foo.v1.0.0", "name: foo.v1.0.0-rc.1")],
}

rule! {
    DEPLOYMENTS, "gp-no-deployments", "BDL132", "CSV without deployments",
    since: "0.1.0",
    bundle: [GoodPractices Error],
    finds: "A CSV without `spec.install.spec.deployments`.",
    why: "OLM has nothing to run.",
    fix: "Add the deployment of the operator.",
    source: "operator-framework/api, good-practices validator.",
    bad: [(CSV, "      deployments:\n", "      deployment:\n")],
    good: [(CSV, "name: foo.v1.0.0", "name: foo.v1.0.0-rc.1")],
}

rule! {
    REQUESTS, "gp-requests", "BDL133", "Container without resource requests",
    since: "0.1.0",
    bundle: [GoodPractices Warning],
    finds: "A container of a deployment without `resources.requests`.",
    why: "Clusters with quotas reject its pods, and the scheduler cannot plan for it.",
    fix: "Add requests for CPU and memory.",
    source: "operator-framework/api, good-practices validator.",
    bad: [(CSV, "requests:", "limits:")],
    good: [(CSV, "cpu: 10m", "cpu: 20m")],
}

rule! {
    RBAC, "gp-crd-rbac", "BDL134", "Operator that may create CRDs",
    since: "0.1.0",
    bundle: [GoodPractices Warning],
    finds: "A permission of the CSV to create or patch CustomResourceDefinitions.",
    why: "OLM installs CRDs. An operator that also creates them conflicts with OLM, and can take over the APIs of \
other operators.",
    fix: "Add the CRDs to the bundle, or depend on the operator that owns them.",
    source: "operator-framework/api, good-practices validator.",
    bad: [(CSV, "      deployments:\n", "      clusterPermissions:\n      - serviceAccountName: foo\n        rules:\n        - \
{apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [create]}\n      deployments:\n")],
    good: [(CSV, "      deployments:\n", "      clusterPermissions:\n      - serviceAccountName: foo\n        rules:\n        - \
{apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [get]}\n      deployments:\n")],
}

rule! {
    DESCRIPTION, "gp-crd-description", "BDL135", "Owned or required CRD without a description",
    since: "0.1.0",
    bundle: [GoodPractices Warning],
    finds: "An owned or required CRD of the CSV with an empty description.",
    why: "Consoles show the description to users who choose a resource to create.",
    fix: "Describe the purpose of the resource in one sentence.",
    source: "operator-framework/api, good-practices validator.",
    bad: [(CSV, "      description: A foo\n", "")],
    good: [(CSV, "A foo", "Foos")],
}

rule! {
    CHANNELS, "gp-channels", "BDL136", "Channel name outside the convention",
    since: "0.1.0",
    bundle: [GoodPractices Warning],
    finds: "A channel of the annotations whose name does not start with `candidate`, `fast` or `stable`.",
    why: "Users infer the maturity of a version from these names.",
    fix: "Rename the channel if its users can switch.",
    source: "operator-framework/api, good-practices validator. operator-sdk never shows it, since it does not load annotations for it.",
    bad: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: alpha\n"),
        (ANNOTATIONS, "channels.v1: stable\n  operators.operatorframework.io.bundle.channel.default.v1: stable\n",
            "channel.default.v1: alpha\n")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable-1.0\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    deployments(csv, to);
    name(csv, to);
    permissions(csv, to);
    for which in ["owned", "required"] {
        for crd in csv.crds(which).into_iter().filter(|crd| crd.string("description").is_empty()) {
            let name = crd.string("name");
            let message = format!("The {which} CRD `{name}` has no description.");
            let upstream = format!("Value {}: {which} CRD \"{name}\" has an empty description", csv.name);
            to.found(&DESCRIPTION, crd.place_at("name"), message, "Describe its purpose.", upstream);
        }
    }
    channels(bundle, to);
}

fn deployments(csv: &Csv<'_>, to: &mut Target<'_>) {
    if csv.spec(&["install", "spec", "deployments"]).is_none() {
        let place = csv.spec_place(&["install", "spec", "deployments"]);
        let upstream = format!("Value {}: unable to find a deployment to install in the CSV", csv.name);
        to.found(&DEPLOYMENTS, place, "The CSV has no deployments, so OLM has nothing to run.", "Add one.", upstream);
    }
    for deployment in csv.list(&["install", "spec", "deployments"]) {
        let pod = deployment.path(&["spec", "template", "spec"]);
        for container in pod.map(|pod| pod.list("containers")).unwrap_or_default() {
            if container.path(&["resources", "requests"]).is_some() {
                continue;
            }
            let name = container.string("name");
            let message = format!("Container `{name}` has no requests for CPU and memory.");
            let upstream = format!(
                "Value {}: unable to find the resource requests for the container: ({name}). It is recommended to ensure the resource request for CPU and Memory. Be aware that for some clusters configurations it is required to specify requests or limits for those values. Otherwise, the system or quota may reject Pod creation. More info: https://master.sdk.operatorframework.io/docs/best-practices/managing-resources/",
                csv.name
            );
            to.found(&REQUESTS, container.place_at("name"), message, "Add `resources.requests`.", upstream);
        }
    }
}

fn name(csv: &Csv<'_>, to: &mut Target<'_>) {
    let name = &csv.name;
    if !ends_with_version(name) {
        let message = format!("`{name}` does not end with a semantic version.");
        let upstream = format!(
            "Value {name}: csv.metadata.Name {name} is not following the versioning convention (MAJOR.MINOR.PATCH e.g 0.0.1): https://semver.org/"
        );
        to.found(&SEMVER, csv.name_place(), message, "Use `<operator>.v<version>`.", upstream);
    }
    // As the validator splits the name.
    if name.split(".v").count() != 2 {
        let message = format!("`{name}` does not have the form `<operator>.v<version>`.");
        let upstream = format!(
            "Value {name}: csv.metadata.Name {name} is not following the recommended naming convention: <operator-name>.v<semver> e.g. memcached-operator.v0.0.1"
        );
        to.found(&CONVENTION, csv.name_place(), message, "Use `<operator>.v<version>`.", upstream);
    }
}

/// Whether the leftmost match of upstream's pattern at the end of the name is a strict version.
fn ends_with_version(name: &str) -> bool {
    let starts = name.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at);
    for start in starts {
        let tail = name.get(start..).unwrap_or_default();
        let (rest, build) = tail.split_once('+').map_or((tail, None), |(rest, build)| (rest, Some(build)));
        let (core, pre) = rest.split_once('-').map_or((rest, None), |(core, pre)| (core, Some(pre)));
        let parts: Vec<&str> = core.split('.').collect();
        let word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let digits = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let shaped = parts.len() == 3
            && parts.iter().all(digits)
            && pre.is_none_or(|pre| pre.split('.').all(word))
            && build.is_none_or(word);
        if shaped {
            return Version::parse(tail).is_ok();
        }
    }
    false
}

fn permissions(csv: &Csv<'_>, to: &mut Target<'_>) {
    let rules =
        ["permissions", "clusterPermissions"].into_iter().flat_map(|which| csv.list(&["install", "spec", which]));
    let creates = |rule: &View<'_>| {
        let any = |field: &str, wanted: &[&str]| rule.strings(field).iter().any(|item| wanted.contains(&&**item));
        any("apiGroups", &["apiextensions.k8s.io"])
            && any("resources", &["customresourcedefinitions", "*", "[*]"])
            && any("verbs", &["create", "*", "[*]", "patch"])
    };
    let Some(rule) = rules.flat_map(|permission| permission.list("rules")).find(creates) else { return };
    let message = "The operator may create CRDs. OLM also creates CRDs, and two owners of a CRD conflict.";
    let help = "Add the CRDs to the bundle, or depend on the operator that owns them.";
    let upstream = format!(
        "Value {}: CSV contains permissions to create CRD. An Operator shouldn't deploy or manage other operators (such patterns are known as meta or super operators or include CRDs in its Operands). It's the Operator Lifecycle Manager's job to manage the deployment and lifecycle of operators.  Please, review the design of your solution and if you should not be using Dependency Resolution from OLM instead. More info: https://sdk.operatorframework.io/docs/best-practices/common-recommendation/",
        csv.name
    );
    to.found(&RBAC, rule.key_place("resources"), message, help, upstream);
}

fn channels(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let mut names: Vec<&str> =
        bundle.channels.split(',').chain([bundle.default_channel.as_str()]).map(str::trim).collect();
    names.retain(|name| {
        !name.is_empty() && !["candidate", "stable", "fast"].iter().any(|known| name.starts_with(known))
    });
    order::sort(&mut names);
    names.dedup();
    let place = bundle.channels_place.or(bundle.default_channel_place);
    let (Some(first), Some(place)) = (names.first(), place) else { return };
    let (they, them) = match names.len() {
        1 => (format!("Channel `{first}` does"), "it"),
        _ => (format!("Channels {} do", listed_names(&names, MAX_NAMES, "and")), "them"),
    };
    let message = format!("{they} not follow the naming convention: names start with `candidate`, `fast` or `stable`.");
    let help = format!("Rename {them}, for example to `stable-{first}`, if the users can switch.");
    let list = quote_list(names.iter().copied());
    let upstream = format!(
        "Value {}: channel(s) {list} are not following the recommended naming convention: https://olm.operatorframework.io/docs/best-practices/channel-naming",
        bundle.csv.name
    );
    to.found(&CHANNELS, place, message, help, upstream);
}
