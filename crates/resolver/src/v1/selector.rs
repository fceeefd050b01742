//! Label selectors for catalogs: validation and matching.

use olmkit_api::TextMap;

use olmkit_gostd::go_quote;
use olmkit_k8s::apimachinery::{label_value, qualified};

use super::extension::{LabelExpression, LabelSelector};

/// The label with the name that every ClusterCatalog has.
const NAME_LABEL: &str = "olm.operatorframework.io/metadata.name";

/// A condition of a selector.
enum Test<'s> {
    In(&'s str, Vec<&'s str>),
    NotIn(&'s str, Vec<&'s str>),
    Exists(&'s str),
    DoesNotExist(&'s str),
}

/// Why Kubernetes rejects a selector. The messages are those of Kubernetes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SelectorError {
    #[error("{} is not a valid label selector operator", go_quote(.0))]
    Operator(String),
    #[error("values: Invalid value: [{}]: {problem}", quoted(values))]
    Values { values: Vec<String>, problem: &'static str },
    #[error("key: Invalid value: {}: {problems}", go_quote(key))]
    Key { key: String, problems: String },
    #[error("values[{at}][{key}]: Invalid value: {}: {problems}", go_quote(value))]
    Value { at: usize, key: String, value: String, problems: String },
}

fn quoted(values: &[String]) -> String {
    values.iter().map(|value| go_quote(value)).collect::<Vec<_>>().join(",")
}

/// A valid selector.
pub(super) struct Selector<'s>(Vec<Test<'s>>);

impl<'s> Selector<'s> {
    /// Parses and validates a selector.
    pub(super) fn read(selector: &'s LabelSelector) -> Result<Self, SelectorError> {
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

    /// Whether the selector matches a catalog.
    pub(super) fn selects(&self, catalog: &str, labels: &TextMap) -> bool {
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
    fn read(expression: &'s LabelExpression) -> Result<Self, SelectorError> {
        let values: Vec<&str> = expression.values.iter().map(String::as_str).collect();
        let key = expression.key.as_str();
        let test = match expression.operator.as_str() {
            "In" => Test::In(key, values.clone()),
            "NotIn" => Test::NotIn(key, values.clone()),
            "Exists" => Test::Exists(key),
            "DoesNotExist" => Test::DoesNotExist(key),
            other => return Err(SelectorError::Operator(other.to_owned())),
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
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            return Err(SelectorError::Values { values, problem });
        }
        check(key, &values)?;
        Ok(test)
    }
}

fn check(key: &str, values: &[&str]) -> Result<(), SelectorError> {
    let problems = qualified(key);
    if !problems.is_empty() {
        return Err(SelectorError::Key { key: key.to_owned(), problems: problems.join("; ") });
    }
    for (at, value) in values.iter().enumerate() {
        let problems = label_value(value);
        if !problems.is_empty() {
            let (key, value, problems) = (key.to_owned(), (*value).to_owned(), problems.join("; "));
            return Err(SelectorError::Value { at, key, value, problems });
        }
    }
    Ok(())
}
