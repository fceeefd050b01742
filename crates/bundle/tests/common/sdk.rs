//! The expected output of operator-sdk, composed of the recorded answers of the tools that it calls. The
//! command `bundle validate` adds three things: the errors that stop it, the order, and the messages about objects.

use olmkit_bundle::BundleReport;
use olmkit_diagnostics::{Severity, Suite};

use super::{fatal, messages, normal, set};

/// A line of the recorded answers: suite, severity and text.
pub(crate) type Message = (Suite, Severity, String);

/// Cases whose recorded answers depend on changes newer than the libraries of operator-sdk: a `release` that only the
/// newest api cannot read, and a kind that only the newest opm supports. `tests/upstream.rs` covers them.
pub(crate) const IS_NEWER: [&str; 3] = ["release_bad", "release_num", "u_podmonitor"];

/// Cases that operator-sdk rejects like its parts, but for its own reason. It ignores annotations without keys, and
/// loads only the directory that the annotations name.
pub(crate) const STOPS_EARLIER: [&str; 3] = ["ann_empty", "ann_badval", "jupyter-notebook-validator-operator/1.0.7"];

/// Whether the message is new since the api that operator-sdk is built with: releases of a CSV, images in
/// `relatedImages`.
fn is_new_rule(text: &str) -> bool {
    ["relatedImages[", "with release versioning"].iter().any(|mark| text.contains(mark))
}

/// Our messages for operator-sdk, made comparable. A load error is reduced to its reason, an error of an object to
/// whether its kind is supported.
pub(crate) fn ours(report: &BundleReport, most: usize) -> Vec<(Severity, String)> {
    let kept = messages(report, Suite::Sdk, most).into_iter().map(|(severity, text)| (severity, comparable(&text)));
    set(kept.collect())
}

fn comparable(text: &str) -> String {
    let is_load = text.contains("objs in directory") || text.starts_with("unable to ");
    match text {
        _ if is_load || text.contains("manifests dir ") => format!("fatal: {}", fatal(text)),
        _ if text.starts_with("metadata not found in ") => "fatal: annotations".to_owned(),
        _ if text.contains(": unsupported media type registry+v1") => {
            let kind = text.split("Kind=").nth(1).unwrap().split(':').next().unwrap();
            format!("object: {kind} is not supported")
        }
        _ => match text.split_once(": error validating object: ") {
            Some((_, why)) => format!("object: {why}"),
            None => text.to_owned(),
        },
    }
}

/// The comparable messages of the recorded answers. `core` has those of the loader and the core validators of api,
/// `opm` the lines of opm with the stage that wrote them. The older api loads a CSV with a `release` that the newest
/// api cannot read.
pub(crate) fn theirs(core: &[Message], opm: &[(String, String)], most: usize) -> Vec<(Severity, String)> {
    let no_annotations = opm.iter().any(|(_, text)| text == "Could not find annotations file");
    if no_annotations {
        return vec![(Severity::Error, "fatal: annotations".to_owned())];
    }
    if let Some((_, severity, kind)) = core.iter().find(|(suite, _, _)| *suite == Suite::ApiLoad) {
        return vec![(*severity, format!("fatal: {kind}"))];
    }
    let core =
        core.iter().filter(|(_, _, text)| !is_new_rule(text)).map(|(_, severity, text)| (*severity, text.clone()));
    let opm = opm.iter().filter_map(|(stage, text)| match stage.as_str() {
        "format" => Some(normal(text, usize::MAX)),
        _ => of_object(text),
    });
    let cut = |text: String| text.chars().take(most).collect::<String>();
    set(core.chain(opm.map(|text| (Severity::Error, cut(text)))).collect())
}

/// A line of opm's content validator about an object other than the CSV and CRDs.
fn of_object(text: &str) -> Option<String> {
    if let Some((kind, _)) = text.split_once(" is not supported type for registryV1") {
        return Some(format!("object: {kind} is not supported"));
    }
    let why = text.strip_prefix("error validating object metadata: ")?;
    Some(format!("object: {}", normal(why, usize::MAX)))
}
