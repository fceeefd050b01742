//! Values of options.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use olmkit_diagnostics::Severity;
use olmkit_text::listed_names;
use olmkit_upgrade::Semantics;
use olmkit_workspace::RULES;

use super::unknown::UnknownName;
use crate::format::{Format, NAMES};

/// A value that is one of some names.
pub(super) fn named<T: Clone + Send + Sync + 'static>(
    names: impl IntoIterator<Item = &'static str>,
    from: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |name| from(&name).ok_or("unknown"))
}

/// Some of the formats.
pub(super) fn formats(names: &'static [&'static str]) -> impl TypedValueParser<Value = Format> {
    named(names.iter().copied(), Format::from_name)
}

/// Every format of a report.
pub(super) fn every_format() -> impl TypedValueParser<Value = Format> {
    named(NAMES.map(|(name, _)| name), Format::from_name)
}

/// `v0` or `v1`.
pub(super) fn semantics() -> impl TypedValueParser<Value = Semantics> {
    named(Semantics::ALL.map(Semantics::name), Semantics::from_name)
}

/// Why the value of an option is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum ValueError {
    /// It has another form than this.
    #[error("expected {0}")]
    Form(&'static str),
    #[error(transparent)]
    Name(#[from] UnknownName),
}

/// `FORMAT=FILE`
pub(super) fn report(value: &str) -> Result<(Format, String), ValueError> {
    let split = value.split_once('=').filter(|(_, path)| !path.is_empty());
    let (format, path) = split.ok_or(ValueError::Form("FORMAT=FILE"))?;
    let unknown = || UnknownName::among("format", format, NAMES.iter().map(|of| of.0));
    Ok((Format::from_name(format).ok_or_else(unknown)?, path.to_owned()))
}

/// `KEY=VALUE`
pub(super) fn pair(value: &str) -> Result<(String, String), ValueError> {
    let (key, value) = value.split_once('=').ok_or(ValueError::Form("KEY=VALUE"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Labels of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labels(pub(super) Vec<(String, String)>);

/// `KEY=VALUE,KEY=VALUE`, read as opm reads it.
pub(super) fn labels(value: &str) -> Result<Labels, olmkit_render::LabelError> {
    olmkit_render::parse_labels(value).map(Labels)
}

const LEVELS: [&str; 4] = ["error", "warning", "info", "off"];

/// `RULE=LEVEL`
pub(super) fn severity(value: &str) -> Result<(String, Severity), ValueError> {
    let (rule, level) = value.trim().split_once('=').ok_or(ValueError::Form("RULE=LEVEL"))?;
    let level = match level {
        "error" => Severity::Error,
        "warning" | "warn" => Severity::Warning,
        "info" => Severity::Info,
        "off" => Severity::Off,
        _ => return Err(UnknownName::among("level", level, LEVELS.into_iter()).into()),
    };
    if RULES.selected(rule).next().is_some() {
        return Ok((rule.to_owned(), level));
    }
    Err(UnknownName::rule(rule).into())
}

/// A rule, or a selector of rules: completed from the registry, refused with the nearest id.
#[derive(Clone)]
pub(super) struct RuleParser {
    is_known: fn(&str) -> bool,
}

impl RuleParser {
    /// The id or code of one rule.
    pub(super) fn name() -> Self {
        RuleParser { is_known: |name| RULES.get(name).is_some() }
    }

    /// What `--select` takes. An item that is empty selects nothing.
    pub(super) fn selector() -> Self {
        RuleParser { is_known: |name| name.is_empty() || RULES.selected(name).next().is_some() }
    }
}

/// The maximum number of rules in a tip.
const MAX_RULES: usize = 6;

/// A tip with the rules whose ids or titles contain every word of a text.
fn rules_about(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).collect();
    let is_about = |of: &str| words.iter().all(|word| of.to_lowercase().contains(word));
    let of_id = RULES.all().filter(|rule| is_about(rule.id));
    let of_title = RULES.all().filter(|rule| !is_about(rule.id) && is_about(rule.title));
    let found: Vec<&str> = of_id.chain(of_title).map(|rule| rule.id).collect();
    if words.is_empty() || found.is_empty() {
        return None;
    }
    let rules = if found.len() == 1 { "a rule" } else { "rules" };
    Some(format!("{rules} about it: {}", listed_names(&found, MAX_RULES, "and")))
}

impl TypedValueParser for RuleParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        let Some(text) = value.to_str() else {
            return Err(clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command));
        };
        let name = text.trim();
        if (self.is_known)(name) {
            return Ok(name.to_owned());
        }
        let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let option = arg.map(ToString::to_string).unwrap_or_default();
        error.insert(ContextKind::InvalidArg, ContextValue::String(option));
        error.insert(ContextKind::InvalidValue, ContextValue::String(name.to_owned()));
        if let Some(near) = olmkit_workspace::rule_id(name).err().and_then(|unknown| unknown.near) {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(near.to_owned()));
        } else {
            let tips = [rules_about(name), Some("`olmkit rules` lists all rules".to_owned())];
            let tips = tips.into_iter().flatten().map(Into::into).collect();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(RULES.all().map(|rule| PossibleValue::new(rule.id))))
    }
}
