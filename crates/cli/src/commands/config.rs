//! `olmkit config`.

use crate::CLEAN;
use crate::args::ConfigVerb;
use crate::config::NAME;
use crate::format::visible;
use crate::host::Host;
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

# Findings that were there before: `olmkit validate CATALOG --write-baseline` writes the file.
# baseline: olmkit-baseline.json

# Findings in some files; patterns as in .indexignore.
# overrides:
# - files: [legacy/]
#   severity:
#     stranded-v0: info
";

pub(crate) fn run(verb: &ConfigVerb, host: &mut dyn Host) -> Result<u8, String> {
    let ConfigVerb::Init { folder } = verb;
    let path = join(folder, NAME);
    if host.kind(&path).is_ok() {
        return Err(format!("{path} exists already; it is left as it is"));
    }
    host.write(&path, TEMPLATE.as_bytes()).map_err(|failure| format!("{path}: {failure}"))?;
    host.err(format!("olmkit: wrote {}\n", visible(&path)).as_bytes());
    Ok(CLEAN)
}
