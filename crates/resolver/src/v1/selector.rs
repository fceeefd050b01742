//! Which catalogs a label selector means, and whether it is one.

use std::collections::BTreeMap;

use olmkit_semver::go_quote;

use super::question::{LabelExpression, LabelSelector};

/// The label that every ClusterCatalog has: its name.
const NAME_LABEL: &str = "olm.operatorframework.io/metadata.name";
const MAX_NAME: usize = 63;
const MAX_PREFIX: usize = 253;

const NAME_RULE: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
                         alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation \
                         is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE_RULE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', \
                          and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or \
                          '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const PREFIX_RULE: &str = "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \
                           '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex \
                           used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/// One condition of a selector.
enum Test<'s> {
    In(&'s str, Vec<&'s str>),
    NotIn(&'s str, Vec<&'s str>),
    Exists(&'s str),
    DoesNotExist(&'s str),
}

/// A selector that Kubernetes accepts.
pub(super) struct Selector<'s>(Vec<Test<'s>>);

impl<'s> Selector<'s> {
    /// Reads a selector; the error is Kubernetes' text.
    pub(super) fn read(selector: &'s LabelSelector) -> Result<Self, String> {
        let mut tests = Vec::new();
        for (key, value) in &selector.match_labels {
            check(key, &[value])?;
            tests.push(Test::In(key, vec![value]));
        }
        for expression in &selector.match_expressions {
            tests.push(Test::read(expression)?);
        }
        Ok(Selector(tests))
    }

    /// Whether it selects a catalog.
    pub(super) fn selects(&self, catalog: &str, labels: &BTreeMap<String, String>) -> bool {
        let value = |key: &str| {
            let named = || (key == NAME_LABEL).then_some(catalog);
            labels.get(key).map(String::as_str).or_else(named)
        };
        self.0.iter().all(|test| match test {
            Test::In(key, values) => value(key).is_some_and(|value| values.contains(&value)),
            Test::NotIn(key, values) => value(key).is_none_or(|value| !values.contains(&value)),
            Test::Exists(key) => value(key).is_some(),
            Test::DoesNotExist(key) => value(key).is_none(),
        })
    }
}

impl<'s> Test<'s> {
    fn read(expression: &'s LabelExpression) -> Result<Self, String> {
        let values: Vec<&str> = expression.values.iter().map(String::as_str).collect();
        let key = expression.key.as_str();
        let test = match expression.operator.as_str() {
            "In" => Test::In(key, values.clone()),
            "NotIn" => Test::NotIn(key, values.clone()),
            "Exists" => Test::Exists(key),
            "DoesNotExist" => Test::DoesNotExist(key),
            other => return Err(format!("{} is not a valid label selector operator", go_quote(other))),
        };
        let count = match test {
            Test::In(..) | Test::NotIn(..) if values.is_empty() => {
                Some("for 'in', 'notin' operators, values set can't be empty")
            }
            Test::Exists(_) | Test::DoesNotExist(_) if !values.is_empty() => {
                Some("values set must be empty for exists and does not exist")
            }
            _ => None,
        };
        if let Some(problem) = count {
            let values: Vec<String> = values.iter().map(|value| go_quote(value)).collect();
            return Err(format!("values: Invalid value: [{}]: {problem}", values.join(",")));
        }
        check(key, &values)?;
        Ok(test)
    }
}

fn check(key: &str, values: &[&str]) -> Result<(), String> {
    let problems = key_problems(key);
    if !problems.is_empty() {
        return Err(format!("key: Invalid value: {}: {}", go_quote(key), problems.join("; ")));
    }
    for (at, value) in values.iter().enumerate() {
        let mut problems = Vec::new();
        if value.len() > MAX_NAME {
            problems.push(format!("must be no more than {MAX_NAME} bytes"));
        }
        if !value.is_empty() && !is_name(value) {
            problems.push(VALUE_RULE.to_owned());
        }
        if !problems.is_empty() {
            return Err(format!("values[{at}][{key}]: Invalid value: {}: {}", go_quote(value), problems.join("; ")));
        }
    }
    Ok(())
}

fn key_problems(key: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let name = match key.split_once('/') {
        Some((_, name)) if name.contains('/') => {
            return vec![format!(
                "a qualified name {NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
        Some((prefix, name)) => {
            if prefix.is_empty() {
                problems.push("prefix part must be non-empty".to_owned());
            } else if prefix.len() > MAX_PREFIX || !prefix.split('.').all(is_dns_label) {
                problems.push(PREFIX_RULE.to_owned());
            }
            name
        }
        None => key,
    };
    if name.is_empty() {
        problems.push("name part must be non-empty".to_owned());
    } else if name.len() > MAX_NAME {
        problems.push(format!("name part must be no more than {MAX_NAME} bytes"));
    }
    if !is_name(name) {
        problems.push(format!("name part {NAME_RULE}"));
    }
    problems
}

fn is_name(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    has_ends(text, |byte| byte.is_ascii_alphanumeric()) && text.bytes().all(is_inner)
}

fn is_dns_label(text: &str) -> bool {
    let is_outer = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    has_ends(text, is_outer) && text.bytes().all(|byte| is_outer(byte) || byte == b'-')
}

fn has_ends(text: &str, is_outer: impl Fn(u8) -> bool) -> bool {
    let ends = text.as_bytes().first().zip(text.as_bytes().last());
    ends.is_some_and(|(first, last)| is_outer(*first) && is_outer(*last))
}
