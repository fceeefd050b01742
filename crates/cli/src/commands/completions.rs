//! `olmkit completions`.

use clap_complete::{Shell, generate};

use crate::CLEAN;
use crate::args::definition;
use crate::host::Host;

/// Prints what a shell needs to complete commands, options and their values.
pub(crate) fn run(shell: Shell, host: &mut dyn Host) -> u8 {
    let mut script = Vec::new();
    generate(shell, &mut definition(), "olmkit", &mut script);
    host.out(&script);
    CLEAN
}
