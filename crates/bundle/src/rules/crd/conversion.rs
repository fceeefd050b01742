//! Conversion between the versions of a CRD.

use olmkit_collections::SortedSet;

use olmkit_yaml::Value;

use crate::field_error::{FieldError, Kind};
use crate::sample::CRD;
use crate::view::View;
use olmkit_diagnostics::rule;
use olmkit_k8s::apimachinery::{label_1035, subdomain};

use super::Internal;
use super::naming::one_of;

rule! {
    STRATEGY, "crd-conversion-strategy", "BDL065", "Unknown conversion strategy of a CRD",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A `spec.conversion.strategy` other than `None` and `Webhook`.",
    why: "The API server rejects the CRD.",
    fix: "Set it to `None` or `Webhook`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "  scope:", "  conversion: {strategy: Foo}\n  scope:")],
    good: [(CRD, "  scope:", "  conversion: {strategy: None}\n  scope:")],
}

rule! {
    WEBHOOK, "crd-conversion-webhook", "BDL066", "Invalid conversion webhook of a CRD",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A conversion webhook without exactly one of `url` and `service`, with an invalid URL, or with a service \
without a name or namespace; or a webhook with another strategy.",
    why: "The API server rejects the CRD.",
    fix: "Set the service, or an `https` URL without query and fragment. (OLM sets the service for webhooks that the \
CSV defines.)",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "  scope:", "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1]}}\n  scope:")],
    good: [(CRD, "  scope:", "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: \
{service: {name: a, namespace: b}}}}\n  scope:")],
}

rule! {
    REVIEW, "crd-conversion-reviewversions", "BDL067", "Invalid review versions of a conversion webhook",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "`conversionReviewVersions` that is missing, has duplicates, contains an invalid DNS label, or contains \
neither `v1` nor `v1beta1`.",
    why: "The API server rejects the CRD.",
    fix: "Set `conversionReviewVersions: [v1]`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "  scope:", "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v9], clientConfig: \
{service: {name: a, namespace: b}}}}\n  scope:")],
    good: [(CRD, "  scope:", "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: \
{service: {name: a, namespace: b}}}}\n  scope:")],
}

rule! {
    PRESERVE, "crd-conversion-puf", "BDL068", "Conversion webhook of a CRD that preserves unknown fields",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A conversion webhook while `preserveUnknownFields` is true. In v1beta1 that is the default.",
    why: "The API server rejects the CRD.",
    fix: "Set `preserveUnknownFields: false`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "  scope:", "  preserveUnknownFields: true\n  conversion: {strategy: Webhook, webhook: \
{conversionReviewVersions: [v1], clientConfig: {service: {name: a, namespace: b}}}}\n  scope:")],
    good: [(CRD, "  scope:", "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: \
{service: {name: a, namespace: b}}}}\n  scope:")],
}

/// Whether unknown fields are preserved. This is the default in v1beta1.
pub(super) fn preserves(crd: &Internal<'_>) -> bool {
    let flag = crd.spec.and_then(|spec| spec.flag("preserveUnknownFields"));
    flag.unwrap_or(crd.beta)
}

pub(crate) fn check(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    let Some(conversion) = crd.spec.and_then(|spec| spec.get("conversion")) else { return };
    let strategy = conversion.string("strategy");
    let place = conversion.get("strategy").map_or_else(|| crd.place(&["conversion"]), View::place);
    if strategy != "None" && preserves(crd) {
        let detail = "must be None if spec.preserveUnknownFields is true";
        errors.push(FieldError::invalid(&PRESERVE, "spec.conversion.strategy", &*strategy, detail, place));
    }
    one_of(&STRATEGY, "spec.conversion.strategy", &strategy, &["None", "Webhook"], place, errors);
    let (client, versions) = if crd.beta {
        (conversion.get("webhookClientConfig"), conversion.get("conversionReviewVersions"))
    } else {
        let webhook = conversion.get("webhook");
        let of = |field: &str| webhook.and_then(|webhook| webhook.get(field));
        (of("clientConfig"), of("conversionReviewVersions"))
    };
    if strategy != "Webhook" {
        return not_webhook(client, versions, errors);
    }
    let own = crd.place(&["conversion"]);
    const CLIENT: &str = "spec.conversion.webhookClientConfig";
    match client {
        None => {
            let error = FieldError::required(&WEBHOOK, CLIENT, own);
            errors.push(error.detail("required when strategy is set to Webhook"));
        }
        Some(client) => match (client.get("url"), client.get("service")) {
            (Some(url), None) => check_url(url, errors),
            (None, Some(service)) => check_service(service, errors),
            _ => {
                let error = FieldError::required(&WEBHOOK, CLIENT, client.start());
                errors.push(error.detail("exactly one of url or service is required"));
            }
        },
    }
    review_versions(crd, versions, own, errors);
}

fn not_webhook(client: Option<View<'_>>, versions: Option<View<'_>>, errors: &mut Vec<FieldError>) {
    const DETAIL: &str = "should not be set when strategy is not set to Webhook";
    let versions = versions.filter(|versions| !versions.items().is_empty());
    for (field, view) in [("webhookClientConfig", client), ("conversionReviewVersions", versions)] {
        let Some(view) = view else { continue };
        let rule = if field == "webhookClientConfig" { &WEBHOOK } else { &REVIEW };
        let error = FieldError::new(rule, Kind::Forbidden, format!("spec.conversion.{field}"), view.start());
        errors.push(error.detail(DETAIL));
    }
}

fn review_versions(
    crd: &Internal<'_>,
    versions: Option<View<'_>>,
    place: olmkit_diagnostics::Place,
    errors: &mut Vec<FieldError>,
) {
    const PATH: &str = "spec.conversion.conversionReviewVersions";
    let items = versions.map(View::items).unwrap_or_default();
    if items.is_empty() {
        if !crd.beta {
            errors.push(FieldError::required(&REVIEW, PATH, place));
        }
        return;
    }
    let mut seen = SortedSet::new();
    for (at, item) in items.iter().enumerate() {
        let version = item.text().unwrap_or_default().into_owned();
        if !seen.insert(version.clone()) {
            errors.push(FieldError::invalid(
                &REVIEW,
                format!("{PATH}[{at}]"),
                version,
                "duplicate version",
                item.place(),
            ));
            continue;
        }
        for detail in label_1035(&version) {
            errors.push(FieldError::invalid(&REVIEW, format!("{PATH}[{at}]"), &version, detail, item.place()));
        }
    }
    if !seen.contains("v1") && !seen.contains("v1beta1") {
        let all: Vec<String> = items.iter().map(|item| item.text().unwrap_or_default().into_owned()).collect();
        let detail = "must include at least one of v1, v1beta1";
        let place = versions.map_or(place, View::place);
        let quoted: Vec<String> = all.iter().map(|version| crate::go_text::quote(version)).collect();
        let error = FieldError::invalid(&REVIEW, PATH, format!("[{}]", all.join(" ")), detail, place);
        errors.push(error.shown(format!("[{}]", quoted.join(","))));
    }
}

fn check_url(url: View<'_>, errors: &mut Vec<FieldError>) {
    const PATH: &str = "spec.conversion.webhookClientConfig.url";
    const FORM: &str = "; desired format: https://host[/path]";
    let text = url.text().unwrap_or_default();
    let mut push = |value: &str, detail: String| {
        errors.push(FieldError::invalid(&WEBHOOK, PATH, value, detail, url.place()));
    };
    match olmkit_gostd::parse_reference(&text) {
        Err(error) => push("", format!("url must be a valid URL: parse \"{text}\": {error}{FORM}")),
        Ok(found) => {
            if found.scheme != "https" {
                push(&found.scheme, format!("'https' is the only allowed URL scheme{FORM}"));
            }
            if found.host.is_empty() {
                push("", format!("host must be specified{FORM}"));
            }
            if found.has_user {
                push(&text, "user information is not permitted in the URL".to_owned());
            }
            if !found.fragment.is_empty() {
                push(&found.fragment, "fragments are not permitted in the URL".to_owned());
            }
            if !found.query.is_empty() {
                push(&found.query, "query parameters are not permitted in the URL".to_owned());
            }
        }
    }
}

fn check_service(service: View<'_>, errors: &mut Vec<FieldError>) {
    const PATH: &str = "spec.conversion.webhookClientConfig.service";
    for (field, detail) in [("name", "service name is required"), ("namespace", "service namespace is required")] {
        if service.string(field).is_empty() {
            let error = FieldError::required(&WEBHOOK, format!("{PATH}.{field}"), service.place_at(field));
            errors.push(error.detail(detail));
        }
    }
    if let Some(Value::Number(port)) = service.get("port").map(|port| port.node.value())
        && !(1.0..=65535.0).contains(&port)
    {
        let detail = "port is not valid: must be between 1 and 65535, inclusive";
        let place = service.place_at("port");
        errors.push(FieldError::invalid(&WEBHOOK, format!("{PATH}.port"), port.to_string(), detail, place).plain());
    }
    service_path(service, errors);
}

fn service_path(service: View<'_>, errors: &mut Vec<FieldError>) {
    let path = service.string("path");
    if path.is_empty() || path == "/" {
        return;
    }
    let place = service.place_at("path");
    let mut push = |detail: String| {
        let field = "spec.conversion.webhookClientConfig.service.path";
        errors.push(FieldError::invalid(&WEBHOOK, field, &*path, detail, place));
    };
    if path == "//" {
        return push("segment[0] may not be empty".to_owned());
    }
    if !path.starts_with('/') {
        push("must start with a '/'".to_owned());
    }
    let inner = path.get(1..).unwrap_or_default();
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    for (at, step) in inner.split('/').enumerate() {
        if step.is_empty() {
            push(format!("segment[{at}] may not be empty"));
            continue;
        }
        for problem in subdomain(step) {
            push(format!("segment[{at}]: {problem}"));
        }
    }
}
