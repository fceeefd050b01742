//! The steps in which opm loads a document.

use crate::facts::{Facts, Finding};
use crate::rules::documents::{json_type_mismatch, meta_schema_required};
use crate::rules::packages::pkg_icon_base64;
use crate::rules::properties::bundle_object_data;
use crate::rules::yaml::yaml_empty_doc;

/// A step in which opm loads a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadStep {
    /// Decoding the text to an object with `schema`, `package` and `name`.
    Read,
    /// Checking that the document has a schema.
    Schema,
    /// Decoding the fields with the types of the schema.
    Fields,
    /// Decoding the objects of a bundle.
    Objects,
}

/// Returns opm's error for the first problem of a document at a step.
#[must_use]
pub fn refused_at(facts: &Facts, step: LoadStep) -> Option<&str> {
    facts.findings.iter().filter(|finding| step_of(finding) == step).find_map(|finding| finding.opm.as_deref())
}

/// Returns the step at which opm fails because of a finding.
fn step_of(finding: &Finding) -> LoadStep {
    const SCHEMA: [&str; 2] = [meta_schema_required::RULE.id, yaml_empty_doc::RULE.id];
    const FIELDS: [&str; 2] = [json_type_mismatch::RULE.id, pkg_icon_base64::RULE.id];
    match finding.rule.id {
        id if SCHEMA.contains(&id) => LoadStep::Schema,
        id if FIELDS.contains(&id) => LoadStep::Fields,
        id if id == bundle_object_data::RULE.id => LoadStep::Objects,
        _ => LoadStep::Read,
    }
}
