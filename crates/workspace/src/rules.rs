//! The only registry of rules: about catalogs, bundles, dependencies and the configuration.

use olmkit_diagnostics::{Registry, Rule, rule};
#[cfg(feature = "bundle")]
use olmkit_text::sentence;
use olmkit_text::{did_you_mean, near_miss};

use crate::api::FixQuery;

rule! {
    CONFIGURATION, "configuration-invalid", "CFG001", "A configuration that cannot be used",
    since: "0.1.0",
    configuration: Error,
    finds: "An `olmkit.yaml` that is not valid YAML, has an unknown field or a value of the wrong type, or names a rule, a \
profile or a suite that does not exist.",
    why: "olmkit does not guess the intention. Checks below this folder do not run, so their findings are not \
reported.",
    fix: "Correct the field at the reported position. The schema `config.v1.json` of the npm package lists all \
fields; `olmkit rules` lists the rules.",
    source: "olmkit.",
    bad: [{ "olmkit.yaml" => ["severity:\n  channel-no-haed: warning\n"] }],
    good: [{ "olmkit.yaml" => ["severity:\n  head-not-newest: warning\n"] }],
}

/// Returns a configuration that cannot be used as a finding. `range`: its position in the file, if it has one.
#[must_use]
#[cfg(feature = "bundle")]
pub fn invalid_configuration(path: &str, range: Option<crate::api::Range>, message: &str) -> crate::api::Diagnostic {
    let name = path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("the configuration");
    let message = sentence(format!("{name} cannot be used: {message}"));
    let help = "Until it is fixed, the checks ignore it, and the command line exits with 2.".to_owned();
    let found = crate::plain::plain(&CONFIGURATION, crate::api::Severity::Error, (message, help), path);
    crate::api::Diagnostic { range: range.unwrap_or(found.range), ..found }
}

/// Rules about the configuration.
static OWN: &[&Rule] = &[&CONFIGURATION];

/// All rules that this build checks.
pub static RULES: Registry = Registry::new(&[
    olmkit_catalog::rules::all(),
    #[cfg(feature = "bundle")]
    olmkit_bundle::rules::all(),
    #[cfg(feature = "bundle")]
    olmkit_resolver::rules::all(),
    #[cfg(feature = "bundle")]
    crate::image_rules::RULES,
    #[cfg(feature = "bundle")]
    crate::template_rules::RULES,
    OWN,
]);

/// A name that does not belong to any rule.
#[derive(Debug)]
pub struct UnknownRule {
    /// The name.
    pub name: String,
    /// The id or code that was probably intended.
    pub near: Option<&'static str>,
}

/// Returns the id of the rule with this id, former id or code.
///
/// # Errors
/// When the rule does not exist.
pub fn rule_id(name: &str) -> Result<&'static str, UnknownRule> {
    let near = || {
        let code = || near_miss(&name.to_ascii_uppercase(), &mut RULES.all().map(|rule| rule.code));
        let near = near_miss(name, &mut RULES.all().map(|rule| rule.id)).or_else(code);
        UnknownRule { name: name.to_owned(), near }
    };
    RULES.get(name).map(|rule| rule.id).ok_or_else(near)
}

/// The end of a message about an unknown rule: the id or code that is probably meant, otherwise where the rules are listed.
#[must_use]
pub fn rule_suggestion(name: &str) -> String {
    let near = rule_id(name).err().and_then(|unknown| unknown.near);
    near.map_or_else(|| " (`olmkit rules` lists them)".to_owned(), did_you_mean)
}

/// Like [`rule_suggestion`], for a selector, which may be a category.
pub(crate) fn selector_suggestion(name: &str) -> String {
    let category = || near_miss(name, &mut RULES.all().map(|rule| rule.category.name()));
    let is_rule = rule_id(name).err().is_some_and(|unknown| unknown.near.is_some());
    match category().filter(|_| !is_rule) {
        Some(category) => did_you_mean(category),
        None => rule_suggestion(name),
    }
}

/// Replaces the name of a rule in a query about fixes with its id.
///
/// # Errors
/// When the rule does not exist.
pub fn of_known_rule(mut query: FixQuery) -> Result<FixQuery, UnknownRule> {
    if let Some(rule) = &mut query.rule {
        *rule = rule_id(rule)?.to_owned();
    }
    Ok(query)
}
