//! `unknown-schema`: A schema that opm does not validate.

use crate::facts::Facts;
use crate::rules::declare::{foo, rule};
use crate::schemas;
use crate::sink::Sink;
use crate::template_schemas::template_kind;
use olmkit_text::near_miss;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "unknown-schema", "FBC058", "A schema that opm does not validate",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "A document whose `schema` is a misspelling of one of the four that opm knows (wrong case, a space, a \
        letter), or starts with `olm.` and is none of them. Templates are reported as templates: they are input for \
        `opm alpha render-template`, not part of a catalog.",
    why: "opm accepts any schema and does not validate documents with an unknown one. A package, channel or bundle \
        with a misspelled schema is missing on clusters.",
    fix: "Correct the schema. List templates in `.indexignore`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ "\
schema: olm.Package
name: foo
defaultChannel: stable
" }],
    good: [{ foo!() }],
}

const KNOWN: [&str; 4] = [schemas::PACKAGE, schemas::CHANNEL, schemas::BUNDLE, schemas::DEPRECATIONS];

/// Checks the schema of a document.
pub(crate) fn check(root: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    let Some(schema) = facts.schema.as_ref().filter(|schema| !KNOWN.contains(&schema.value.as_str())) else { return };
    let text = schema.value.as_str();
    if text == "olm.catalog" {
        return;
    }
    if template_kind(text).is_some() {
        let message =
            format!("`{text}` is a template, not part of a catalog. opm keeps the document without validating it.");
        sink.add(&RULE, schema.range, message, "List the file in `.indexignore`.".to_owned(), None);
        return;
    }
    let near = near_miss(text.trim(), &mut KNOWN.into_iter());
    if near.is_none() && !text.trim().to_ascii_lowercase().starts_with("olm.") {
        return;
    }
    let hint = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    let message = format!("opm does not know the schema `{text}`{hint}, and does not validate this document.");
    let help = "Correct the schema, or use a name that does not start with `olm.`.".to_owned();
    sink.add(&RULE, schema.range, message, help, None);
    if let Some(near) = near {
        let edits = vec![(schema.range, crate::rules::support::scalar(near, root.format()))];
        sink.fix(crate::facts::LocalFix {
            title: format!("Write {near}"),
            safety: olmkit_diagnostics::Safety::Unsafe,
            edits,
        });
    }
}
