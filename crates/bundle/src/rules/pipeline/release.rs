//! `release-config.yaml`: how a bundle is added to catalog templates.

use super::schema::{Checked, is_bool, is_text, list, only, texts, typed};
use super::{Finding, Operator};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

const PATH: &str = "release-config.yaml";

rule! {
    SCHEMA, "pipe-release-config-schema", "BDL304", "Invalid release configuration",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A `release-config.yaml` with keys other than `merge` and `catalog_templates`, without templates, with a \
duplicate template, or with a template that lacks `template_name` or `channels` or has unknown or invalid fields.",
    why: "The pipeline rejects the bundle.",
    fix: "List each template with `template_name` and `channels`. Optional fields are `defaultChannel`, `replaces`, \
`skips` and `skipRange`.",
    source: "operator-pipelines, schema of release-config.yaml.",
    bad: [(PATH, "", "catalog_templates: []\n"), (PATH, "", "catalog_templates:\n- {template_name: v4.yaml}\n"),
        (PATH, "", "catalog_templates:\n- {template_name: v4.yaml, channels: [stable], head: true}\n"),
        (PATH, "", "catalog_templates:\n- {template_name: v4.yaml, channels: [stable, stable]}\n"), (PATH, "", "merge: yes please\ncatalog_templates:\n- {template_name: v4.yaml, channels: [stable]}\n")],
    good: [(PATH, "", "merge: true\ncatalog_templates:\n- template_name: v4.yaml\n  channels: [stable]\n  replaces: foo.v0.9.0\n  skips: [foo.v0.8.0]\n  skipRange: '>=0.1.0 <1.0.0'\n")],
}

rule! {
    CONTENT, "pipe-release-config", "BDL305", "Release configuration that does not match the operator",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A `release-config.yaml` of an operator without file-based catalogs; a template that `ci.yaml` does not list; \
channels other than Fast, Candidate and Stable for a template of type `olm.semver`.",
    why: "The pipeline rejects the bundle.",
    fix: "Set `fbc.enabled: true` in `ci.yaml` and list the template in `fbc.catalog_mapping`.",
    source: "operator-pipelines, common checks.",
    bad: [],
    good: [(PATH, "", "catalog_templates:\n- {template_name: v4.yaml, channels: [stable]}\n")],
}

pub(crate) fn check(operator: &Operator<'_>, to: &mut Target<'_>) {
    for version in &operator.bundles {
        let Some(config) = version.release.filter(|config| !config.is_null()) else { continue };
        if operator.is_fbc() == Some(false) {
            let message = "The operator is not released through file-based catalogs, so nothing reads this file.";
            let upstream = "Bundle's 'release-config.yaml' is only allowed for operators with FBC enabled";
            let help = "Set `fbc.enabled: true` in `ci.yaml`, or remove the file.";
            content(config, message.to_owned(), upstream.to_owned(), help, to);
        }
        if let Err((at, why)) = schema(config) {
            let message = format!("The release configuration is not valid: {why}.");
            let upstream = format!(
                "Bundle's 'release-config.yaml' contains invalid data which does not comply with the schema: {why}"
            );
            Finding {
                rule: &SCHEMA,
                place: at.start(),
                message,
                help: "`olmkit explain pipe-release-config-schema` shows the format.",
                upstream,
            }
            .error(to);
            continue;
        }
        if operator.is_fbc() == Some(true) {
            templates(operator, config, to);
        }
    }
}

fn content(at: View<'_>, message: String, upstream: String, help: &'static str, to: &mut Target<'_>) {
    Finding { rule: &CONTENT, place: at.start(), message, help, upstream }.error(to);
}

fn templates(operator: &Operator<'_>, config: View<'_>, to: &mut Target<'_>) {
    const SEMVER_CHANNELS: [&str; 3] = ["Fast", "Candidate", "Stable"];
    let known = operator.templates();
    for template in config.list("catalog_templates") {
        let name = template.string("template_name");
        let Some(mapping) = known.iter().find(|known| known.string("template_name") == name) else {
            let message = format!("`ci.yaml` does not list the template `{name}`.");
            let upstream = format!("Template '{name}' is not defined in the operator's 'ci.yaml'");
            content(template, message, upstream, "List it in `fbc.catalog_mapping`.", to);
            continue;
        };
        let channels = template.strings("channels");
        let others: Vec<&str> =
            channels.iter().map(|name| &**name).filter(|name| !SEMVER_CHANNELS.contains(name)).collect();
        if mapping.string("type") == "olm.semver" && !others.is_empty() {
            let message = format!("A semver template supports Fast, Candidate and Stable, not {}.", others.join(", "));
            let upstream = format!("Invalid channels for a semver template: {}", others.join(", "));
            content(template, message, upstream, "Use one or more of the three.", to);
        }
    }
}

/// Checks the schema of the file.
fn schema(config: View<'_>) -> Checked<'_> {
    only(config, &["merge", "catalog_templates"])?;
    typed(config, "merge", false, is_bool, "a boolean")?;
    let templates = list(config, "catalog_templates", true)?;
    for template in templates {
        only(template, &["template_name", "channels", "defaultChannel", "replaces", "skips", "skipRange"])?;
        typed(template, "template_name", true, is_text, "a string")?;
        texts(template, "channels", true)?;
        texts(template, "skips", false)?;
        for field in ["defaultChannel", "replaces", "skipRange"] {
            typed(template, field, false, is_text, "a string")?;
        }
    }
    Ok(())
}
