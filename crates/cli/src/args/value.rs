//! Values of options.

use olmkit_diagnostics::HashMap;

use olmkit_diagnostics::Severity;
use olmkit_workspace::api::Semantics;

use super::{Color, FailOn};
use crate::format::Format;

pub(super) fn semantics(value: &str) -> Result<Semantics, String> {
    match value {
        "v0" => Ok(Semantics::V0),
        "v1" => Ok(Semantics::V1),
        _ => Err("known: v0, v1".to_owned()),
    }
}

pub(super) fn kinds(value: &str) -> Result<Vec<String>, lexopt::Error> {
    let kinds = list(value);
    match kinds.iter().find(|kind| !olmkit_workspace::change_kinds().any(|known| known == kind.as_str())) {
        Some(unknown) => {
            let known: Vec<&str> = olmkit_workspace::change_kinds().collect();
            Err(format!("\"{unknown}\" is no kind of change (known: {})", known.join(", ")).into())
        }
        None => Ok(kinds),
    }
}

pub(super) fn list(value: &str) -> Vec<String> {
    value.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

pub(super) fn severity(value: &str, into: &mut HashMap<String, Severity>) -> Result<(), lexopt::Error> {
    for item in list(value) {
        let Some((rule, level)) = item.split_once('=') else {
            return Err(format!("--severity wants rule=level, not \"{item}\"").into());
        };
        let level = match level {
            "error" => Severity::Error,
            "warning" | "warn" => Severity::Warning,
            "info" => Severity::Info,
            "off" => Severity::Off,
            _ => return Err(format!("\"{level}\" is no severity (known: error, warning, info, off)").into()),
        };
        into.insert(rule.to_owned(), level);
    }
    Ok(())
}

pub(super) fn fail_on(value: &str) -> Result<FailOn, String> {
    match value {
        "error" => Ok(FailOn::Error),
        "warning" => Ok(FailOn::Warning),
        "info" => Ok(FailOn::Info),
        "never" => Ok(FailOn::Never),
        _ => Err("known: error, warning, info, never".to_owned()),
    }
}

/// `FORMAT=FILE`
pub(super) fn report(value: &str) -> Result<(Format, String), String> {
    let (format, path) = value.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or("wanted: FORMAT=FILE")?;
    Ok((Format::from_name(format)?, path.to_owned()))
}

pub(super) fn color(value: &str) -> Result<Color, String> {
    match value {
        "auto" => Ok(Color::Auto),
        "always" => Ok(Color::Always),
        "never" => Ok(Color::Never),
        _ => Err("known: auto, always, never".to_owned()),
    }
}
