//! `olmkit config`.

use super::CommandError;
use crate::CLEAN;
use crate::args::ConfigVerb;
use crate::config::NAME;
use crate::format::visible;
use crate::host::{Host, PathError};
use crate::load::join;

/// What `config init` writes: nothing is in effect until a line is used.
pub(crate) const TEMPLATE: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/olmkit/olmkit/main/pkg/schema/config.v1.json
# What the checks of olmkit report. Every field may be left out; these are the defaults.

# The profile of catalogs: default, opm (exactly what opm rejects) or strict.
profile: default

# The severity from which on a run fails: error, warning, info or never.
failOn: error

# Only these rules: ids, codes, starts of codes, categories. `olmkit rules` lists them.
# select: [FBC, upgrade]

# Not these rules.
# ignore: [unknown-keys]

# The severity of rules: error, warning, info or off.
# severity:
#   skiprange-never: error

# Rules in preview too, which may change or go in any version.
# preview: true

# Findings that were there before: `olmkit validate CATALOG --write-baseline` writes the file.
# baseline: olmkit-baseline.json

# Findings in some files; patterns as in .indexignore.
# overrides:
# - files: [legacy/]
#   severity:
#     stranded-v0: info
";

/// There is a configuration.
#[derive(Debug, thiserror::Error)]
#[error("{0} exists already; it is left as it is")]
struct Exists(String);

pub(crate) fn run(verb: &ConfigVerb, host: &mut dyn Host) -> Result<u8, CommandError> {
    let ConfigVerb::Init { folder } = verb;
    let path = join(folder, NAME);
    if host.kind(&path).is_ok() {
        return Err(Exists(path).into());
    }
    host.write(&path, TEMPLATE.as_bytes()).map_err(PathError::at(&path))?;
    host.err(format!("olmkit: wrote {}\n", visible(&path)).as_bytes());
    Ok(CLEAN)
}
