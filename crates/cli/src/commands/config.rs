//! `olmkit config`.

use olmkit_diagnostics::Enforcement;
use olmkit_workspace::discover::{FoundItem, FoundKind};
use olmkit_workspace::{IGNORE_FILE, RULES};

use super::CommandError;
use crate::CLEAN;
use crate::args::ConfigVerb;
use crate::config::{NAME, must_mean_a_rule, with_ignored};
use crate::excluded::exclude;
use crate::format::visible;
use crate::host::{Host, Kind, PathError, read_found};
use crate::paths::join;
use crate::repository;

/// The content that `config init` writes. Only the defaults of `profile` and `failOn` are active.
pub(crate) const TEMPLATE: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/olmkit/olmkit/main/pkg/schema/config.v1.json
# The configuration of olmkit. Every field is optional. The active lines are the defaults, the others are examples.

# Configurations that this file extends, by path from this folder, in it or below it. Later files take precedence.
# extends: [base.yaml]

# The profile of catalogs: default, opm (exactly what opm rejects) or strict.
profile: default

# The profile of bundles: default (every tool), or that of one tool or pipeline, as --profile of `olmkit bundle validate`.
# bundleProfile: olm-v1

# Check these suites of bundles instead of those of the profile, as --suite.
# bundleSuites: [api-csv, api-crd]

# Ask the registries whether they have the images of catalogs and bundles.
# suites: [images]

# The severity from which on a run fails: error, warning, info or never.
failOn: error

# Fail on more warnings than this.
# maxWarnings: 0

# Rules to check: ids, codes, prefixes of codes, categories. `olmkit rules` lists them.
# select: [FBC, upgrade]

# Rules not to check.
# ignore: [unknown-keys]

# The severity of rules: error, warning, info or off.
# severity:
#   skiprange-never: error

# Preview rules too, which any version may change or remove.
# preview: true

# Known findings, which are not reported. `olmkit validate CATALOG --write-baseline` writes the file.
# baseline: olmkit-baseline.json

# Severities for some files. Patterns are those of .indexignore.
# overrides:
# - files: [legacy/]
#   severity:
#     stranded-v0: info
";

/// The error if a configuration already exists.
#[derive(Debug, thiserror::Error)]
#[error("{0} already exists and is not changed")]
struct Exists(String);

/// The error for a rule that `ignore` does not hide.
#[derive(Debug, thiserror::Error)]
#[error("findings of `{0}` cannot be ignored, because opm rejects the catalog")]
struct NotIgnored(String);

/// The error for a folder that does not exist.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not a folder. To ignore several rules, run `olmkit config ignore` for each rule.")]
struct NoFolder(String);

pub(crate) fn run(verb: &ConfigVerb, host: &mut dyn Host) -> Result<u8, CommandError> {
    match verb {
        ConfigVerb::Init { folder, catalog } => init(folder, *catalog || is_catalog(folder, host), host),
        ConfigVerb::Ignore { rule, folder, catalog } => {
            ignore(rule, folder, *catalog || is_catalog(folder, host), host)
        }
    }
}

/// Whether opm would read the configuration as part of a catalog.
fn is_catalog(folder: &str, host: &mut dyn Host) -> bool {
    let is_here = |item: &FoundItem| item.path == folder && matches!(item.kind, FoundKind::Catalog(_));
    repository::find(folder, host).is_ok_and(|found| found.items.iter().any(is_here))
}

fn init(folder: &str, is_catalog: bool, host: &mut dyn Host) -> Result<u8, CommandError> {
    let path = join(folder, NAME);
    if host.kind(&path).is_ok() {
        if !(is_catalog && exclude(folder, NAME, host)?) {
            return Err(Exists(path).into());
        }
        let (path, ignored) = (visible(&path), join(folder, IGNORE_FILE));
        let text = format!("olmkit: {path} already exists and is not changed; {} now excludes it\n", visible(&ignored));
        host.err(text.as_bytes());
        return Ok(CLEAN);
    }
    create(folder, TEMPLATE.as_bytes(), is_catalog, host)?;
    host.err(format!("olmkit: wrote {}{}\n", visible(&path), excluded(folder, is_catalog)).as_bytes());
    Ok(CLEAN)
}

fn ignore(rule: &str, folder: &str, is_catalog: bool, host: &mut dyn Host) -> Result<u8, CommandError> {
    must_mean_a_rule(rule)?;
    if RULES.selected(rule).all(|rule| rule.enforcement == Enforcement::Opm) {
        return Err(NotIgnored(rule.to_owned()).into());
    }
    if host.kind(folder) != Ok(Kind::Directory) {
        return Err(NoFolder(folder.to_owned()).into());
    }
    let path = join(folder, NAME);
    let shown = visible(&path);
    if host.kind(&path).is_err() {
        let text = with_ignored(&path, b"", rule)?.unwrap_or_default();
        create(folder, &text, is_catalog, host)?;
        let excluded = excluded(folder, is_catalog);
        host.err(format!("olmkit: wrote {shown}, which ignores {rule}{excluded}\n").as_bytes());
        return Ok(CLEAN);
    }
    let text = read_found(&path, host).map_err(PathError::at(&path))?;
    let changed = with_ignored(&path, &text, rule)?;
    if is_catalog {
        exclude(folder, NAME, host)?;
    }
    let text = match changed {
        Some(changed) => {
            host.write(&path, &changed).map_err(PathError::at(&path))?;
            format!("olmkit: {shown} now ignores {rule}\n")
        }
        None => format!("olmkit: {shown} already ignores {rule}\n"),
    };
    host.err(text.as_bytes());
    Ok(CLEAN)
}

/// The message if the folder is a catalog.
fn excluded(folder: &str, is_catalog: bool) -> String {
    if !is_catalog {
        return String::new();
    }
    format!("; {} excludes it from the catalog", visible(&join(folder, IGNORE_FILE)))
}

/// Writes a new configuration. If the folder is a catalog, excludes the configuration from it.
fn create(folder: &str, text: &[u8], is_catalog: bool, host: &mut dyn Host) -> Result<(), PathError> {
    let path = join(folder, NAME);
    host.write(&path, text).map_err(PathError::at(&path))?;
    if is_catalog {
        exclude(folder, NAME, host)?;
    }
    Ok(())
}
