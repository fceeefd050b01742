//! The implementation of the functions.

use std::cmp::Ordering;
use std::rc::Rc;

use super::convert;
use super::error::{EvalError, Evaluated, INT, UINT};
use super::time;
use super::value::{Value, find};
use crate::pattern::{Pattern, PatternError};

/// The canonical name of a type, for a type used as a value.
pub(super) fn type_named(name: &str) -> Option<&'static str> {
    const NAMES: [&str; 12] = [
        "bool",
        "int",
        "uint",
        "double",
        "string",
        "bytes",
        "list",
        "map",
        "null_type",
        "type",
        "google.protobuf.Timestamp",
        "google.protobuf.Duration",
    ];
    NAMES.iter().find(|known| **known == name).copied()
}

fn none() -> Evaluated {
    Err(EvalError::NoSuchOverload)
}

/// Calls a function. The first argument of a method is its receiver.
pub(super) fn call(function: &str, args: &[Value]) -> Evaluated {
    match (function, args) {
        ("!_", [Value::Bool(value)]) => Ok(Value::Bool(!value)),
        ("-_", [Value::Int(value)]) => value.checked_neg().map(Value::Int).ok_or(EvalError::Overflow(INT)),
        ("-_", [Value::Double(value)]) => Ok(Value::Double(-value)),
        ("_==_", [a, b]) => Ok(Value::Bool(a.equals(b))),
        ("_!=_", [a, b]) => Ok(Value::Bool(!a.equals(b))),
        ("_<_" | "_<=_" | "_>_" | "_>=_", [a, b]) => order(function, a, b),
        ("_+_" | "_-_" | "_*_" | "_/_" | "_%_", [a, b]) => arithmetic(function, a, b),
        ("_[_]", [of, index]) => at(of, index),
        ("@in", [item, Value::List(items)]) => Ok(Value::Bool(items.iter().any(|other| other.equals(item)))),
        ("@in", [key, Value::Map(entries)]) => Ok(Value::Bool(find(entries, key).is_some())),
        ("size", [of]) => size(of),
        ("type", [of]) => Ok(Value::Type(of.type_name())),
        ("dyn", [of]) => Ok(of.clone()),
        ("bool", [of]) => convert::boolean(of),
        ("bytes", [of]) => convert::bytes(of),
        ("double", [of]) => convert::double(of),
        ("duration", [of]) => convert::duration(of),
        ("int", [of]) => convert::int(of),
        ("string", [of]) => convert::string(of),
        ("timestamp", [of]) => convert::timestamp(of),
        ("uint", [of]) => convert::uint(of),
        ("contains", [Value::String(text), Value::String(part)]) => Ok(Value::Bool(text.contains(part.as_ref()))),
        ("startsWith", [Value::String(text), Value::String(part)]) => Ok(Value::Bool(text.starts_with(part.as_ref()))),
        ("endsWith", [Value::String(text), Value::String(part)]) => Ok(Value::Bool(text.ends_with(part.as_ref()))),
        ("semver_compare", [a, b]) => {
            let order = convert::version(a)?.cmp(&convert::version(b)?);
            Ok(Value::Int(order as i64))
        }
        (_, [of]) if function.starts_with("get") => time::part(of, function, None),
        (_, [of, Value::String(zone)]) if function.starts_with("get") => time::part(of, function, Some(zone)),
        _ => none(),
    }
}

fn order(function: &str, a: &Value, b: &Value) -> Evaluated {
    if !a.is_comparable(b) {
        return none();
    }
    let order = a.compare(b); // `None`: one is NaN.
    Ok(Value::Bool(match function {
        "_<_" => order == Some(Ordering::Less),
        "_<=_" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        "_>_" => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }))
}

#[allow(clippy::arithmetic_side_effects, reason = "only doubles, which do not overflow, and sums of i64 in i128")]
fn arithmetic(function: &str, a: &Value, b: &Value) -> Evaluated {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => match function {
            "_+_" => a.checked_add(*b),
            "_-_" => a.checked_sub(*b),
            "_*_" => a.checked_mul(*b),
            _ if *b == 0 => return Err(EvalError::DivisionByZero),
            "_/_" => a.checked_div(*b),
            _ => a.checked_rem(*b),
        }
        .map(Value::Int)
        .ok_or(EvalError::Overflow(INT)),
        (Value::Uint(a), Value::Uint(b)) => match function {
            "_+_" => a.checked_add(*b),
            "_-_" => a.checked_sub(*b),
            "_*_" => a.checked_mul(*b),
            _ if *b == 0 => return Err(EvalError::DivisionByZero),
            "_/_" => a.checked_div(*b),
            _ => a.checked_rem(*b),
        }
        .map(Value::Uint)
        .ok_or(EvalError::Overflow(UINT)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(match function {
            "_+_" => a + b,
            "_-_" => a - b,
            "_*_" => a * b,
            "_/_" => a / b,
            _ => return none(),
        })),
        (Value::Timestamp(a), Value::Timestamp(b)) if function == "_-_" => time::duration(a - b),
        (Value::Timestamp(a), Value::Duration(b)) if function == "_-_" => time::timestamp(a - i128::from(*b)),
        (Value::Timestamp(a), Value::Duration(b)) if function == "_+_" => time::timestamp(a + i128::from(*b)),
        (Value::Duration(a), Value::Timestamp(b)) if function == "_+_" => time::timestamp(i128::from(*a) + b),
        (Value::Duration(a), Value::Duration(b)) if function == "_+_" => {
            time::duration(i128::from(*a) + i128::from(*b))
        }
        (Value::Duration(a), Value::Duration(b)) if function == "_-_" => {
            time::duration(i128::from(*a) - i128::from(*b))
        }
        _ if function == "_+_" => join(a, b),
        _ => none(),
    }
}

fn join(a: &Value, b: &Value) -> Evaluated {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Ok(Value::text(&format!("{a}{b}"))),
        (Value::Bytes(a), Value::Bytes(b)) => Ok(Value::Bytes([a.as_ref(), b.as_ref()].concat().into())),
        (Value::List(a), Value::List(b)) => Ok(Value::List(a.iter().chain(b.iter()).cloned().collect::<Rc<[_]>>())),
        _ => none(),
    }
}

fn at(of: &Value, index: &Value) -> Evaluated {
    match of {
        Value::Map(entries) => find(entries, index).cloned().ok_or(EvalError::NoSuchKey),
        Value::List(items) => {
            let at = match index {
                Value::Int(at) => usize::try_from(*at).ok(),
                Value::Uint(at) => usize::try_from(*at).ok(),
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and small")]
                Value::Double(at) if at.fract() == 0.0 && (0.0..1e15).contains(at) => Some(*at as usize),
                _ => return none(),
            };
            at.and_then(|at| items.get(at)).cloned().ok_or(EvalError::OutOfBounds)
        }
        _ => none(),
    }
}

fn size(of: &Value) -> Evaluated {
    let size = match of {
        Value::String(text) => text.chars().count(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(items) => items.len(),
        Value::Map(entries) => entries.len(),
        _ => return none(),
    };
    Ok(Value::Int(i64::try_from(size).unwrap_or(i64::MAX)))
}

/// Compiles the argument of `matches`.
pub(super) fn pattern(text: &str) -> Evaluated<Pattern> {
    Pattern::new(text).map_err(|error| match error {
        PatternError::TooLarge => EvalError::LargePattern,
        PatternError::Syntax(error) if is_re2(text) => EvalError::UnsupportedPattern(error),
        PatternError::Syntax(error) => EvalError::Pattern(error),
    })
}

/// Whether the pattern has syntax of RE2 that is not supported: classes of Unicode, quoted text, single bytes.
fn is_re2(pattern: &str) -> bool {
    [r"\p", r"\P", r"\Q", r"\C"].iter().any(|part| pattern.contains(part))
}
