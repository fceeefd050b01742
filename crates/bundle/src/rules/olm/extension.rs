//! OLM v1's `ClusterExtension`.

use olmkit_semver::is_version_expression;

use super::{Resource, same};
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::{Rule, rule};
use olmkit_k8s::apimachinery;

rule! {
    NAMESPACE, "ext-namespace", "BDL220", "Invalid namespace of a ClusterExtension",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "A ClusterExtension whose `spec.namespace` is missing, is not a valid DNS label of at most 63 characters, or differs \
from that of an earlier version of the object.",
    why: "The API server rejects the object. The namespace is immutable.",
    fix: "Set the namespace to install into. To change it, delete the extension and create it again.",
    source: "operator-controller, ClusterExtension v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: A_b, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a-b, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n")],
}

rule! {
    SOURCE, "ext-source", "BDL221", "Invalid source of a ClusterExtension",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "A `spec.source` without `sourceType: Catalog` and `catalog`.",
    why: "The API server rejects the object.",
    fix: "Set `sourceType: Catalog` and `catalog.packageName`.",
    source: "operator-controller, ClusterExtension v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Image, catalog: {packageName: foo}}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n")],
}

rule! {
    PACKAGE, "ext-package", "BDL222", "Invalid package of a ClusterExtension",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "A `packageName` that is missing, is not a valid DNS subdomain of at most 253 characters, or differs from that of an \
earlier version of the object.",
    why: "The API server rejects the object. The package is immutable.",
    fix: "Use the name of the package in the catalog.",
    source: "operator-controller, ClusterExtension v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: Foo}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n\
---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: bar}}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo.bar}}}\n")],
}

rule! {
    VERSION, "ext-version", "BDL223", "Invalid version range of a ClusterExtension",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "A `catalog.version` that is longer than 64 characters, or is not a list of comparisons such as `1.2.3`, \
`>=1.2, <2` or `~1.2 || 1.4.x`.",
    why: "The API server rejects the object: `invalid version expression`. Hyphen ranges are not supported.",
    fix: "Write comparisons, separated by spaces, commas or `||`.",
    source: "operator-controller, ClusterExtension v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo, version: 1.0 - 2.0}}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo, version: '>=1.2, <2.0.0-0 || ^3.x'}}}\n")],
}

rule! {
    CHANNELS, "ext-channels", "BDL224", "Invalid channels of a ClusterExtension",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "More than 256 `channels`, or one that is not a valid DNS subdomain of at most 253 characters; an \
`upgradeConstraintPolicy` that is neither `CatalogProvided` nor `SelfCertified`.",
    why: "The API server rejects the object.",
    fix: "Use channels of the catalog.",
    source: "operator-controller, ClusterExtension v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo, channels: [stable_v1]}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo, upgradeConstraintPolicy: Enforce}}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, source: {sourceType: Catalog, catalog: {packageName: foo, channels: [stable-v1.2], upgradeConstraintPolicy: SelfCertified}}}\n")],
}

rule! {
    INSTALL, "ext-install", "BDL225", "Invalid installation settings",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "An `install` without `preflight`, a `preflight` without `crdUpgradeSafety`, an `enforcement` that is \
neither `None` nor `Strict`; a `config` whose `configType` is not `Inline` or whose `inline` is not an object with a \
property; a `progressDeadlineMinutes` outside 10 to 720; a `serviceAccount` whose name is not a valid DNS subdomain of \
at most 253 characters, or differs from that of an earlier version of the object.",
    why: "The API server rejects the object.",
    fix: "Remove empty settings, and correct the others.",
    source: "operator-controller, ClusterExtension v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, install: {preflight: {}}, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, config: {configType: Inline, inline: {}}, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, serviceAccount: {name: A_b}, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, install: {preflight: {crdUpgradeSafety: {enforcement: None}}}, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n")],
}

/// Reports a message with OLM's own message.
fn report(rule: &'static Rule, at: View<'_>, message: impl Into<String>, upstream: &str, to: &mut Target<'_>) {
    to.found(rule, at.start(), message, rule.fix, upstream);
}

pub(crate) fn check(object: &Resource<'_>, before: Option<&Resource<'_>>, to: &mut Target<'_>) {
    let spec = object.view.get("spec").unwrap_or(object.view);
    let namespace = spec.string("namespace");
    let place = spec.get("namespace").unwrap_or(spec);
    if namespace.len() > 63 || !apimachinery::is_label(&namespace) {
        let upstream = "namespace must be a valid DNS1123 label";
        report(&NAMESPACE, place, format!("`{namespace}` is not a valid namespace name."), upstream, to);
    }
    if before.is_some_and(|before| !same(before.spec(&["namespace"]), spec.get("namespace"))) {
        report(&NAMESPACE, place, "The namespace of an extension cannot be changed.", "namespace is immutable", to);
    }
    install(spec, to);
    service_account(spec, before, to);
    let source = spec.get("source");
    let catalog = source.and_then(|source| source.get("catalog"));
    let is_catalog = source.is_some_and(|source| source.string("sourceType") == "Catalog");
    if !is_catalog || catalog.is_none() {
        let upstream = "catalog is required when sourceType is Catalog, and forbidden otherwise";
        report(
            &SOURCE,
            source.unwrap_or(spec),
            "The source of an extension needs `sourceType: Catalog` and `catalog`.",
            upstream,
            to,
        );
    }
    let Some(catalog) = catalog else { return };
    let package = catalog.string("packageName");
    let place = catalog.get("packageName").unwrap_or(catalog);
    if !apimachinery::subdomain(&package).is_empty() {
        let upstream = "packageName must be a valid DNS1123 subdomain";
        report(&PACKAGE, place, format!("`{package}` is not a valid package name."), upstream, to);
    }
    let old = before.and_then(|before| before.spec(&["source", "catalog", "packageName"]));
    if before.is_some() && !same(old, catalog.get("packageName")) {
        report(&PACKAGE, place, "The package of an extension cannot be changed.", "packageName is immutable", to);
    }
    if let Some(version) = catalog.get("version") {
        let text = version.text().unwrap_or_default();
        if !is_version_expression(&text) {
            let message = format!("`{text}` is not a valid version range for OLM v1.");
            report(&VERSION, version, message, "invalid version expression", to);
        }
    }
    channels(catalog, to);
}

fn channels(catalog: View<'_>, to: &mut Target<'_>) {
    let channels = catalog.list("channels");
    if channels.len() > 256 {
        report(&CHANNELS, catalog.get("channels").unwrap_or(catalog), "There are more than 256 channels.", "", to);
    }
    for channel in channels {
        let name = channel.text().unwrap_or_default();
        if !apimachinery::subdomain(&name).is_empty() {
            let upstream = "channels entries must be valid DNS1123 subdomains";
            report(&CHANNELS, channel, format!("`{name}` is not a valid channel name."), upstream, to);
        }
    }
    if let Some(policy) = catalog.get("upgradeConstraintPolicy")
        && !matches!(policy.text().as_deref(), Some("CatalogProvided" | "SelfCertified"))
    {
        let message = "`upgradeConstraintPolicy` must be `CatalogProvided` or `SelfCertified`.";
        report(&CHANNELS, policy, message, "", to);
    }
}

fn install(spec: View<'_>, to: &mut Target<'_>) {
    if let Some(install) = spec.get("install") {
        let preflight = install.get("preflight");
        let safety = preflight.and_then(|preflight| preflight.get("crdUpgradeSafety"));
        match (preflight, safety) {
            (None, _) => {
                let upstream = "at least one of [preflight] are required when install is specified";
                report(&INSTALL, install, "`install` is empty.", upstream, to);
            }
            (Some(preflight), None) => {
                let upstream = "at least one of [crdUpgradeSafety] are required when preflight is specified";
                report(&INSTALL, preflight, "`preflight` is empty.", upstream, to);
            }
            (_, Some(safety)) if !matches!(&*safety.string("enforcement"), "None" | "Strict") => {
                report(&INSTALL, safety, "`enforcement` must be `None` or `Strict`.", "", to);
            }
            _ => {}
        }
    }
    if let Some(config) = spec.get("config") {
        let inline = config.get("inline");
        let is_full = inline.is_some_and(|inline| !inline.entries().is_empty());
        if config.string("configType") != "Inline" || !is_full {
            let upstream = "inline is required when configType is Inline, and forbidden otherwise";
            report(&INSTALL, config, "`config` needs `configType: Inline` and `inline` with a property.", upstream, to);
        }
    }
    if let Some(minutes) = spec.get("progressDeadlineMinutes") {
        let is_allowed = minutes.node.scalar_text().parse::<u32>().is_ok_and(|minutes| (10..=720).contains(&minutes));
        if !is_allowed {
            report(&INSTALL, minutes, "`progressDeadlineMinutes` must be from 10 to 720.", "", to);
        }
    }
}

/// OLM v1 no longer uses the service account, but the API server still validates it. It can be removed.
fn service_account(spec: View<'_>, before: Option<&Resource<'_>>, to: &mut Target<'_>) {
    let Some(account) = spec.get("serviceAccount").filter(|account| !account.is_null()) else { return };
    let name = account.string("name");
    let place = account.get("name").unwrap_or(account);
    if !apimachinery::subdomain(&name).is_empty() {
        let upstream = "name must be a valid DNS1123 subdomain";
        report(&INSTALL, place, format!("`{name}` is not a valid ServiceAccount name."), upstream, to);
    }
    let old = before.and_then(|before| before.spec(&["serviceAccount", "name"]));
    if old.is_some() && !same(old, account.get("name")) {
        report(&INSTALL, place, "The service account of an extension cannot be changed.", "name is immutable", to);
    }
}
