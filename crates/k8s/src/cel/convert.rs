//! Conversions between types.

use olmkit_semver::{Version, parse_tolerant};

use super::error::{EvalError, Evaluated, INT, UINT, unreadable};
use super::time;
use super::value::Value;

fn none<T>() -> Evaluated<T> {
    Err(EvalError::NoSuchOverload)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the range is checked before")]
pub(super) fn int(value: &Value) -> Evaluated {
    Ok(Value::Int(match value {
        Value::Int(value) => *value,
        Value::Uint(value) => i64::try_from(*value).map_err(|_| EvalError::Overflow(INT))?,
        Value::Double(value) if value.abs() < i64::MAX as f64 => *value as i64,
        Value::Double(_) => return Err(EvalError::Overflow(INT)),
        Value::String(text) => text.parse().map_err(|_| unreadable(text, INT))?,
        Value::Timestamp(nanos) => time::to_seconds(*nanos),
        Value::Duration(nanos) => *nanos,
        _ => return none(),
    }))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the range is checked before"
)]
pub(super) fn uint(value: &Value) -> Evaluated {
    Ok(Value::Uint(match value {
        Value::Uint(value) => *value,
        Value::Int(value) => u64::try_from(*value).map_err(|_| EvalError::Overflow(UINT))?,
        Value::Double(value) if (0.0..u64::MAX as f64).contains(value) => *value as u64,
        Value::Double(_) => return Err(EvalError::Overflow(UINT)),
        Value::String(text) if !text.starts_with('+') => text.parse().map_err(|_| unreadable(text, UINT))?,
        _ => return none(),
    }))
}

#[allow(clippy::cast_precision_loss, reason = "as Go converts")]
pub(super) fn double(value: &Value) -> Evaluated {
    Ok(Value::Double(match value {
        Value::Double(value) => *value,
        Value::Int(value) => *value as f64,
        Value::Uint(value) => *value as f64,
        Value::String(text) => text.parse().map_err(|_| unreadable(text, "number"))?,
        _ => return none(),
    }))
}

pub(super) fn boolean(value: &Value) -> Evaluated {
    match value {
        Value::Bool(_) => Ok(value.clone()),
        Value::String(text) => match text.as_ref() {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(Value::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(Value::Bool(false)),
            _ => Err(unreadable(text, "boolean")),
        },
        _ => none(),
    }
}

pub(super) fn string(value: &Value) -> Evaluated {
    Ok(Value::text(&match value {
        Value::String(_) => return Ok(value.clone()),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go_double(*value),
        Value::Bytes(bytes) => String::from_utf8(bytes.to_vec()).map_err(|_| EvalError::Utf8)?,
        Value::Timestamp(nanos) => time::timestamp_text(*nanos),
        Value::Duration(nanos) => time::duration_text(*nanos),
        _ => return none(),
    }))
}

pub(super) fn bytes(value: &Value) -> Evaluated {
    match value {
        Value::Bytes(_) => Ok(value.clone()),
        Value::String(text) => Ok(Value::Bytes(text.as_bytes().into())),
        _ => none(),
    }
}

pub(super) fn timestamp(value: &Value) -> Evaluated {
    match value {
        Value::Timestamp(_) => Ok(value.clone()),
        Value::Int(seconds) => time::from_seconds(*seconds),
        Value::String(text) => time::parse_timestamp(text),
        _ => none(),
    }
}

pub(super) fn duration(value: &Value) -> Evaluated {
    match value {
        Value::Duration(_) => Ok(value.clone()),
        Value::Int(nanos) => Ok(Value::Duration(*nanos)),
        Value::String(text) => time::parse_duration(text),
        _ => none(),
    }
}

/// Formats a double as Go's `%g` does: the shortest digits, with an exponent from 1e+06 on and below 1e-04.
fn go_double(value: f64) -> String {
    if !value.is_finite() {
        return match value {
            _ if value.is_nan() => "NaN".to_owned(),
            _ if value > 0.0 => "+Inf".to_owned(),
            _ => "-Inf".to_owned(),
        };
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if !(-4..6).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.unsigned_abs());
    }
    format!("{value}")
}

/// Converts a value to a version: prints it as `fmt.Sprint` does and parses the result as `ParseTolerant` does.
pub(super) fn version(value: &Value) -> Evaluated<Version> {
    let text = match value {
        Value::String(text) => text.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go_double(*value),
        Value::Bool(value) => value.to_string(),
        other => other.type_name().to_owned(),
    };
    parse_tolerant(&text).map_err(|_| unreadable(&text, "version"))
}
