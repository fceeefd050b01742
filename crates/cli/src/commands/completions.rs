//! `olmkit completions`.

use clap_complete::{Shell, generate};

use crate::CLEAN;
use crate::args::definition;
use crate::host::Host;
#[cfg(feature = "native")]
use crate::opm;

/// Prints the script with which a shell completes commands, options and their values.
pub(crate) fn run(shell: Shell, host: &mut dyn Host) -> u8 {
    let mut script = Vec::new();
    generate(shell, &mut offered(), "olmkit", &mut script);
    host.out(&script);
    CLEAN
}

/// The command line including that of `opm`, which clap otherwise passes through without parsing.
#[cfg(feature = "native")]
fn offered() -> clap::Command {
    definition().mut_subcommand("opm", |own| {
        let about = own.get_about().cloned().unwrap_or_default();
        opm::offered().about(about)
    })
}

#[cfg(not(feature = "native"))]
fn offered() -> clap::Command {
    definition()
}
