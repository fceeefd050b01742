//! Field errors as apimachinery prints them.

use olmkit_diagnostics::{Place, Rule};

use crate::go_text::quote;
use crate::target::Target;

/// The types of `field.Error` in apimachinery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Required,
    Invalid,
    Forbidden,
    NotSupported(&'static [&'static str]),
    Duplicate,
    TooMany,
    TooLong,
}

/// A `field.Error` and the rule that it belongs to.
#[derive(Debug, Clone)]
pub(crate) struct FieldError {
    pub(crate) rule: &'static Rule,
    pub(crate) kind: Kind,
    pub(crate) path: String,
    /// The value without quotes.
    pub(crate) value: String,
    /// The value as the error prints it. `None` prints `value` in quotes.
    pub(crate) shown: Option<String>,
    pub(crate) detail: String,
    pub(crate) place: Place,
    /// The message for the user. If empty, it is derived from `detail`.
    pub(crate) message: String,
}

impl FieldError {
    pub(crate) fn new(rule: &'static Rule, kind: Kind, path: impl Into<String>, place: Place) -> Self {
        let (value, detail, message) = (String::new(), String::new(), String::new());
        FieldError { rule, kind, path: path.into(), value, shown: None, detail, place, message }
    }

    pub(crate) fn required(rule: &'static Rule, path: impl Into<String>, place: Place) -> Self {
        Self::new(rule, Kind::Required, path, place)
    }

    pub(crate) fn invalid(
        rule: &'static Rule,
        path: impl Into<String>,
        value: impl Into<String>,
        detail: impl Into<String>,
        place: Place,
    ) -> Self {
        FieldError { value: value.into(), ..Self::new(rule, Kind::Invalid, path, place).detail(detail) }
    }

    pub(crate) fn detail(self, detail: impl Into<String>) -> Self {
        FieldError { detail: detail.into(), ..self }
    }

    pub(crate) fn value(self, value: impl Into<String>) -> Self {
        FieldError { value: value.into(), ..self }
    }

    /// Prints the value without quotes, for values that are not strings.
    pub(crate) fn plain(self) -> Self {
        FieldError { shown: Some(self.value.clone()), ..self }
    }

    /// Sets the value that the error prints.
    pub(crate) fn shown(self, shown: impl Into<String>) -> Self {
        FieldError { shown: Some(shown.into()), ..self }
    }

    pub(crate) fn message(self, message: impl Into<String>) -> Self {
        FieldError { message: message.into(), ..self }
    }

    /// The error in apimachinery's format: `path: Invalid value: "v": detail`.
    pub(crate) fn text(&self) -> String {
        let value = self.shown.clone().unwrap_or_else(|| quote(&self.value));
        let head = match &self.kind {
            Kind::Required => "Required value".to_owned(),
            Kind::Forbidden => "Forbidden".to_owned(),
            Kind::TooLong => "Too long".to_owned(),
            Kind::Invalid => format!("Invalid value: {value}"),
            Kind::Duplicate => format!("Duplicate value: {value}"),
            Kind::TooMany => format!("Too many: {}", self.value),
            Kind::NotSupported(list) => {
                let known: Vec<String> = list.iter().map(|item| quote(item)).collect();
                format!("Unsupported value: {value}: supported values: {}", known.join(", "))
            }
        };
        let detail = if self.detail.is_empty() { String::new() } else { format!(": {}", self.detail) };
        format!("{}: {head}{detail}", self.path)
    }

    /// The error in the format of operator-framework/api, which repeats the path.
    pub(crate) fn entry(&self) -> String {
        format!("Field {}, Value {}: {}", self.path, self.value, self.text())
    }

    fn plain_message(&self) -> String {
        if !self.message.is_empty() {
            return self.message.clone();
        }
        let (path, value) = (&self.path, &self.value);
        match &self.kind {
            Kind::Required => format!("`{path}` is missing."),
            Kind::Forbidden => format!("`{path}` must not be set: {}.", self.detail),
            Kind::Duplicate => format!("`{path}` contains the duplicate `{value}`."),
            Kind::TooMany => format!("`{path}` has too many items: {value}."),
            Kind::TooLong => format!("`{path}` is too long: it {}.", self.detail),
            Kind::NotSupported(list) => format!("`{path}` is `{value}`; supported values: {}.", list.join(", ")),
            Kind::Invalid => {
                let detail = self.detail.split(" (e.g.").next().unwrap_or_default();
                let detail =
                    detail.strip_suffix(" .").map_or_else(|| detail.to_owned(), |start| format!("{start} `.`"));
                match value.as_str() {
                    "" if detail.contains("empty") => format!("`{path}` must not be empty."),
                    "" => format!("`{path}` cannot be empty: {detail}."),
                    _ => format!("`{path}` cannot be `{value}`: {detail}."),
                }
            }
        }
    }

    pub(crate) fn report(&self, to: &mut Target<'_>, upstream: String) {
        let help = self.rule.fix.lines().next().unwrap_or_default();
        to.found(self.rule, self.place, self.plain_message(), help, upstream);
    }
}
