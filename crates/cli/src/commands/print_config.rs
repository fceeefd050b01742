//! `olmkit --print-config`.

use olmkit_collections::SortedMap;
use olmkit_diagnostics::{Scope, Severity};
use olmkit_workspace::Options;
use olmkit_workspace::api::Diagnostic;
use serde::{Serialize, Serializer};

use super::CommandError;
use crate::args::{Args, FailOn};
use crate::config::{NAME, settings};
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::paths::clean;
use crate::{CLEAN, USAGE};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Printed {
    version: u32,
    /// The configuration files, nearest first.
    files: Vec<String>,
    profile: String,
    fail_on: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_warnings: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<String>,
    /// The severity of every catalog rule for findings in the file.
    #[serde(serialize_with = "as_object")]
    severity: SortedMap<&'static str, Severity>,
    /// The options with which the engine and the npm package report the same for all files.
    options: Options,
}

fn as_object<S: Serializer>(of: &SortedMap<&'static str, Severity>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(of)
}

/// In JSON: a configuration that exists but cannot be used, as a finding.
#[derive(Serialize)]
struct Refused {
    version: u32,
    problem: Diagnostic,
}

/// Prints the settings that apply to a file of a catalog.
pub(crate) fn run(path: &str, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let settings = match settings(path, Scope::Catalog, args, host) {
        Err(mistake) if args.format == Some(Format::Json) => {
            host.out(json::pretty(&Refused { version: 1, problem: mistake.finding() }).as_bytes());
            return Ok(USAGE);
        }
        settings => settings?,
    };
    let shown = clean(path);
    let name = shown.rsplit_once('/').map_or(shown.as_str(), |(_, name)| name);
    let severity = olmkit_workspace::severities(&settings.options, name)?;
    let printed = Printed {
        version: 1,
        files: settings.files,
        profile: settings.options.profile.clone().unwrap_or_else(|| "default".to_owned()),
        fail_on: settings.fail_on.map_or("error", FailOn::name),
        max_warnings: settings.max_warnings,
        baseline: settings.baseline.map(|baseline| baseline.path),
        severity,
        options: settings.options,
    };
    let from = match printed.files.split_first() {
        None => format!("no {NAME} applies to {path}"),
        Some((nearest, [])) => format!("configuration: {nearest}"),
        Some((nearest, extended)) => format!("configuration: {nearest}, which extends {}", extended.join(", ")),
    };
    host.out(json::pretty(&printed).as_bytes());
    host.err(format!("{}\n", visible(&from)).as_bytes());
    Ok(CLEAN)
}
