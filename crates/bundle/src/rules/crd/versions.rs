//! Versions of a CRD.

use olmkit_collections::SortedSet;

use crate::field_error::{FieldError, Kind};
use crate::sample::CRD;
use olmkit_diagnostics::rule;
use olmkit_k8s::apimachinery::label_1035;

use super::Internal;

rule! {
    NAME, "crd-version-name", "BDL057", "CRD version with an invalid name",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A version name that is not a DNS label that starts with a letter.",
    why: "The API server rejects the CRD.",
    fix: "Use a name such as `v1` or `v1alpha1`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "- name: v1", "- name: 1v")],
    good: [(CRD, "listKind: FooList\n    ", "")],
}

rule! {
    UNIQUE, "crd-version-unique", "BDL058", "Duplicate CRD version",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "Two versions of a CRD with the same name.",
    why: "The API server rejects the CRD.",
    fix: "Remove one of them.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "  versions:\n", "  versions:\n  - name: v1\n    served: true\n    storage: false\n")],
    good: [(CRD, "  versions:\n", "  versions:\n  - name: v2\n    served: true\n    storage: false\n")],
}

rule! {
    STORAGE, "crd-storage", "BDL059", "CRD without exactly one storage version",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A CRD without versions, or without exactly one version with `storage: true`.",
    why: "The API server stores objects in one version, and rejects the CRD.",
    fix: "Set `storage: true` for exactly one version.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "storage: true", "storage: false")],
    good: [(CRD, "  versions:\n", "  versions:\n  - name: v2\n    served: false\n    storage: false\n")],
}

rule! {
    FIRST, "crd-version-first", "BDL060", "`spec.version` is not the first version",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A v1beta1 CRD whose `spec.version` is not the name of the first of `spec.versions`.",
    why: "The API server rejects the CRD.",
    fix: "Remove `spec.version`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: foos.ex.com\nspec:\n",
        "apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata:\n  name: foos.ex.com\nspec:\n  version: v2\n")],
    good: [(CRD, "listKind: FooList\n    ", "")],
}

rule! {
    DEPRECATION, "crd-deprecation-warning", "BDL061", "Invalid deprecation warning of a CRD version",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A `deprecationWarning` for a version that is not deprecated, or one that is empty, longer than 256 \
characters, or contains control characters.",
    why: "The API server rejects the CRD.",
    fix: "Set `deprecated: true`, or remove the warning.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "    served: true\n", "    served: true\n    deprecationWarning: x\n"),
        (CRD, "    served: true\n", "    served: true\n    deprecated: true\n    deprecationWarning: ''\n")],
    good: [(CRD, "    served: true\n", "    served: true\n    deprecated: true\n    deprecationWarning: x\n")],
}

rule! {
    TOP, "crd-top-and-version", "BDL062", "Field set both for a CRD and for its versions",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "In a v1beta1 CRD: subresources or printer columns both at the top level and in versions, or identical in \
all versions.",
    why: "The API server rejects the CRD.",
    fix: "Keep the field in one place. In `apiextensions.k8s.io/v1` it is in the versions only.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: foos.ex.com\nspec:\n",
        "apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata:\n  name: foos.ex.com\nspec:\n  validation: {}\n")],
    good: [(CRD, "listKind: FooList\n    ", "")],
}

pub(crate) fn check(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    let mut names = SortedSet::new();
    let mut unique = true;
    for (at, version) in crd.versions.iter().enumerate() {
        let name = crd.version_name(version);
        let shape = label_1035(&name);
        let place = version.view.map_or_else(|| crd.place(&["version"]), |view| view.place_at("name"));
        if !shape.is_empty() {
            let path = format!("spec.versions[{at}].name");
            errors.push(FieldError::invalid(&NAME, path, &name, shape.join(","), place));
        }
        deprecation(version, at, errors);
        unique = names.insert(name) && unique;
    }
    if crd.beta {
        for field in [
            ("validation", "schema"),
            ("subresources", "subresources"),
            ("additionalPrinterColumns", "additionalPrinterColumns"),
        ] {
            top_and_version(crd, field, errors);
        }
    }
    let place = crd.place(&["versions"]);
    let about_versions = |rule, detail: &str| FieldError::invalid(rule, "spec.versions", "[]", detail, place).plain();
    if !unique {
        let message = "Two versions of the CRD have the same name.";
        errors.push(about_versions(&UNIQUE, "must contain unique version names").message(message));
    }
    let stored = crd.versions.iter().filter(|version| version.storage).count();
    if stored != 1 {
        let message = format!("The CRD has {stored} versions with `storage: true`. It needs exactly one.");
        errors
            .push(about_versions(&STORAGE, "must have exactly one version marked as storage version").message(message));
    }
    own_version(crd, errors);
}

/// `spec.version`. In v1, this is the name of the first version.
fn own_version(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    if crd.version.is_empty() {
        return;
    }
    let first = crd.versions.first();
    let beta_place = crd.place(&["version"]);
    let place =
        first.and_then(|first| first.view).filter(|_| !crd.beta).map_or(beta_place, |view| view.place_at("name"));
    let shape = label_1035(&crd.version);
    if !shape.is_empty() {
        errors.push(FieldError::invalid(&NAME, "spec.version", &crd.version, shape.join(","), place));
    }
    if first.is_some_and(|first| crd.version_name(first) != crd.version) {
        let detail = "must match the first version in spec.versions";
        errors.push(FieldError::invalid(&FIRST, "spec.version", &crd.version, detail, place));
    }
}

fn deprecation(version: &super::Version<'_>, at: usize, errors: &mut Vec<FieldError>) {
    let Some(view) = version.view else { return };
    let Some(warning) = view.get("deprecationWarning") else { return };
    let text = warning.text().unwrap_or_default();
    let problems = if view.flag("deprecated") == Some(true) {
        warning_problems(&text)
    } else {
        vec!["can only be set for deprecated versions".to_owned()]
    };
    for problem in problems {
        let path = format!("spec.versions[{at}].deprecationWarning");
        errors.push(FieldError::invalid(&DEPRECATION, path, &*text, problem, warning.place()));
    }
}

fn warning_problems(text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if text.len() > 256 {
        problems.push("must be <= 256 characters long".to_owned());
    }
    if text.is_empty() {
        problems.push("must not be an empty string".to_owned());
    }
    if let Some((index, _)) = text.char_indices().find(|(_, c)| !olmkit_gostd::is_print(*c)) {
        problems.push(format!(
            "must only contain printable UTF-8 characters; non-printable character found at index {index}"
        ));
    }
    problems
}

fn top_and_version(crd: &Internal<'_>, (top, each): (&str, &str), errors: &mut Vec<FieldError>) {
    let given = |view: &crate::view::View<'_>| each != "additionalPrinterColumns" || !view.items().is_empty();
    let own = crd.spec.and_then(|spec| spec.get(top)).filter(given);
    let texts: Vec<Option<String>> = crd
        .versions
        .iter()
        .map(|version| {
            version.view.and_then(|view| view.get(each)).filter(given).map(|view| olmkit_yaml::to_json(view.node))
        })
        .collect();
    if own.is_some() && texts.iter().any(Option::is_some) {
        let what = if each == "schema" { "schemas" } else { each };
        let error = FieldError::new(&TOP, Kind::Forbidden, format!("spec.{top}"), crd.place(&[top]));
        errors.push(error.detail(format!("top-level and per-version {what} are mutually exclusive")));
    }
    let identical =
        texts.first().is_some_and(Option::is_some) && texts.windows(2).all(|pair| pair.first() == pair.last());
    if identical {
        let what = if each == "schema" { "schemas" } else { each };
        let detail = format!(
            "per-version {what} may not all be set to identical values (top-level {top} should be used instead)"
        );
        errors.push(
            FieldError::invalid(&TOP, "spec.versions", "[]", detail, crd.place(&["versions"]))
                .plain()
                .message(format!("All versions have the same {what}. In v1beta1 they belong in `spec.{top}`.")),
        );
    }
}
