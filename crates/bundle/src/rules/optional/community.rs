//! The community validator, which upstream deprecated: the maximum OpenShift version of bundles with APIs that
//! Kubernetes 1.22 removed.

use olmkit_diagnostics::{Place, Severity, rule};
use olmkit_gostd::fold::names_field;
use olmkit_semver::{Version, parse_tolerant};
use olmkit_yaml::{NodeRef, Value};

use super::deprecated::{in_text, uses_22};
use crate::embedded::json;
use crate::model::{Csv, Loaded};
use crate::sample::CRD;
use crate::target::Target;
use crate::view::View;

rule! {
    MAX_OCP, "comm-maxocp", "BDL160", "Removed API without `olm.maxOpenShiftVersion`",
    since: "0.1.0",
    bundle: [Community Error],
    finds: "A bundle with APIs that Kubernetes 1.22 removed whose CSV does not state, in `olm.properties`, that it \
supports OpenShift below 4.9 only.",
    why: "An upgrade of the cluster to 4.9 breaks the operator.",
    fix: "Use the `v1` APIs, or set `olm.maxOpenShiftVersion` to `4.8`.",
    source: "operator-framework/api, community validator. Upstream repeats each of its errors as a \
warning where it does not know which file has the labels.",
    bad: [(CRD, "apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n")],
    good: [(CRD, "type: object", "type: bogus")],
}

rule! {
    INDEX, "comm-index", "BDL161", "Removed API and unknown labels of the image",
    since: "0.1.0",
    bundle: [Community Warning],
    finds: "A bundle with APIs that Kubernetes 1.22 removed. The label `com.redhat.openshift.versions` is checked if the \
bundle is read from its image, or if `--index-path` names the file that contains the label. Then it is an error if the \
label does not end below 4.9.",
    why: "The label decides which OpenShift catalogs get the bundle.",
    fix: "Use the `v1` APIs.",
    source: "operator-framework/api, community validator.",
    bad: [(CRD, "apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n")],
    good: [(CRD, "type: object", "type: bogus")],
}

const MORE: &str = "This bundle is using APIs which were deprecated and removed in v1.22. More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-22 ";

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let uses = uses_22(bundle);
    let Some(first) = uses.first() else { return };
    let list = in_text(&uses);
    // Without an index path, upstream overwrites its warnings with the errors, so this warning is lost.
    let lost = |problem: &Problem| problem.only_warns && bundle.index.is_none();
    if let Some(problem) = ceiling(csv, &list, first.place()).filter(|problem| !lost(problem)) {
        let severity = if problem.only_warns { Severity::Warning } else { Severity::Error };
        let help = "Use the `v1` APIs, or set `olm.maxOpenShiftVersion` to `4.8`.";
        let upstream = csv.entry(problem.text);
        let found = to.found_as(severity, &MAX_OCP, problem.place, problem.message, help, upstream.clone());
        if let Some(finding) = found.filter(|_| bundle.index.is_none()) {
            finding.reported_as(olmkit_diagnostics::Suite::Community, Severity::Warning, upstream);
        }
    }
    if let Some(labels) = bundle.index {
        return index(labels, csv, &list, first.place(), to);
    }
    let upstream = csv.entry(format_args!(
        "please, inform the path of its index image file via the the optional key values and the key index-path to allow this validator check the labels configuration or migrate the API(s) for {list}. (e.g. index-path=./mypath/bundle.Dockerfile). {MORE}"
    ));
    let message = "The bundle uses APIs that Kubernetes 1.22 removed. The OpenShift versions in the labels of its \
        image were not checked.";
    to.found(&INDEX, first.place(), message, "Use the `v1` APIs.", upstream);
}

/// Checks the label `com.redhat.openshift.versions` in the file given by the index path.
fn index(labels: Option<&[u8]>, csv: &Csv<'_>, list: &str, place: Place, to: &mut Target<'_>) {
    const LABEL: &str = "com.redhat.openshift.versions";
    let mut report = |message: String, text: String| {
        let help = "Use the `v1` APIs, or end the range of OpenShift versions at `v4.8`.";
        to.found_as(Severity::Error, &INDEX, place, message, help, csv.entry(text));
    };
    let Some(bytes) = labels else {
        let text = "the index path is not a file".to_owned();
        return report("The file with the labels of the image is not in the bundle.".to_owned(), text);
    };
    let text = String::from_utf8_lossy(bytes);
    let removed =
        format!("this bundle is using APIs which were deprecated and removed in v1.22. Migrate the API(s) for {list}");
    let Some(line) = text.lines().find(|line| line.contains(LABEL)) else {
        let message =
            format!("The image has no label `{LABEL}`, so the operator is offered on OpenShift 4.9 and newer.");
        return report(message, format!("{removed} or provide compatible version(s) via the labels. ({LABEL})"));
    };
    let Some((_, value)) = line.split_once('=') else {
        return report(
            format!("The label in `{line}` has no value."),
            format!("invalid syntax ({line}) for ({LABEL})"),
        );
    };
    let value: String = value.chars().filter(|c| !matches!(c, '"' | '\'' | ' ')).collect();
    // `=v4.8` means only that version. In a range, the upper end counts. Other values have no upper end.
    let end = value.strip_prefix('=').or_else(|| value.split_once('-').map(|(_, end)| end));
    let is_old = |end: &str| {
        let version = parse_tolerant(end.trim_start_matches('v'));
        version.is_ok_and(|version| version < Version::new(4, 9, 0))
    };
    if !end.is_some_and(is_old) {
        let message = format!(
            "With the label `{value}` the image is offered on OpenShift 4.9 or newer, where APIs that it uses were removed."
        );
        report(
            message,
            format!("{removed} or provide compatible version(s) via the labels. (e.g. LABEL {LABEL}='4.6-4.8')"),
        );
    }
}

struct Problem {
    place: Place,
    message: String,
    text: String,
    only_warns: bool,
}

/// The problem with the maximum OpenShift version, if any.
fn ceiling(csv: &Csv<'_>, list: &str, fallback: Place) -> Option<Problem> {
    let annotation = csv.annotation("olm.properties");
    let value = annotation.and_then(View::text).unwrap_or_default();
    let place = annotation.map_or(fallback, View::place);
    let problem = |message: String, text: String| Some(Problem { place, message, text, only_warns: false });
    if value.is_empty() {
        let text = format!(
            "csv.Annotations not specified olm.maxOpenShiftVersion for an OCP version < 4.9. This annotation is required to prevent the user from upgrading their OCP cluster before they have installed a version of their operator which is compatible with 4.9. {}which are no longer supported on 4.9. Migrate the API(s) for {list} or use the annotation",
            MORE
        );
        return problem(
            "The bundle uses APIs that OpenShift 4.9 removed, and does not state that it supports only older versions."
                .to_owned(),
            text,
        );
    }
    let document = json(&value);
    let root = document.as_ref().and_then(|document| document.root());
    let Some(listed) = root.and_then(properties) else {
        let text = format!(
            "csv.Annotations has an invalid value specified for olm.properties. Please, check the value  ({value}) and ensure that it is an array such as: \"olm.properties\": '[{{\"type\": \"key name\", \"value\": \"key value\"}}]'"
        );
        return problem("`olm.properties` is not a list of objects with `type` and a string `value`.".to_owned(), text);
    };
    let Some((_, max)) = listed.into_iter().find(|(kind, _)| kind == "olm.maxOpenShiftVersion") else {
        let text = format!(
            "csv.Annotations.olm.properties with the key `olm.maxOpenShiftVersion` and a value with an OCP version which is < 4.9 is required for any operator bundle that is using APIs which were deprecated and removed in v1.22. More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-22. Migrate the API(s) for {list} or use the annotation"
        );
        return problem("`olm.properties` does not contain `olm.maxOpenShiftVersion`.".to_owned(), text);
    };
    maximum_problem(&max, list, place)
}

/// The problem with `olm.maxOpenShiftVersion`, if any.
fn maximum_problem(max: &str, list: &str, place: Place) -> Option<Problem> {
    let problem = |message: String, text: String| Some(Problem { place, message, text, only_warns: false });
    let version = match parse_tolerant(max) {
        Ok(version) => version,
        Err(error) => {
            let text = format!(
                "csv.Annotations.olm.properties has an invalid value. Unable to parse ({max}) using semver : {error}"
            );
            return problem(format!("`{max}` is not a valid OpenShift version."), text);
        }
    };
    if version.patch > 0 || !version.pre.is_empty() {
        let cut = format!("{}.{}.0", version.major, version.minor);
        let text = format!(
            "csv.Annotations.olm.properties has an invalid value. olm.maxOpenShiftVersion must specify only major.minor versions, {version} will be truncated to {cut}"
        );
        let message = format!("Only the major and minor version of `{max}` count, so it means {cut}.");
        return problem(message, text).map(|problem| Problem { only_warns: true, ..problem });
    }
    if version >= Version::new(4, 9, 0) {
        let text = format!(
            "csv.Annotations.olm.properties with the key and value for olm.maxOpenShiftVersion has the OCP version value {max} which is >= of 4.9. This bundle is using APIs which were deprecated and removed in v1.22. More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-22. Migrate the API(s) for {list} or inform in this property an OCP version which is < 4.9"
        );
        return problem(
            format!("The bundle cannot run on OpenShift {max}, because it uses APIs that 4.9 removed."),
            text,
        );
    }
    None
}

/// The types and values in the annotation, decoded as encoding/json decodes a list of structs with two strings.
fn properties(root: NodeRef<'_>) -> Option<Vec<(String, String)>> {
    if root.value() == Value::Null {
        return Some(Vec::new());
    }
    let field = |item: NodeRef<'_>, name: &str| {
        let last = item.members().filter(|member| names_field(&member.key, name)).last();
        match last.map(|member| member.value.value()) {
            None | Some(Value::Null) => Some(String::new()),
            Some(Value::String(text)) => Some(text.into_owned()),
            Some(_) => None,
        }
    };
    let read = |item: NodeRef<'_>| {
        let is_struct = matches!(item.value(), Value::Mapping | Value::Null);
        is_struct.then_some(())?;
        Some((field(item, "type")?, field(item, "value")?))
    };
    (root.value() == Value::Sequence).then(|| root.items().map(read).collect())?
}
