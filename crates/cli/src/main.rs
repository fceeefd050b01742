//! The native `olmkit`.

use std::process::ExitCode;

use olmkit_cli::native::Native;
use olmkit_cli::opm;

/// With musl's own allocator, `validate` takes 1.5 times as long.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    olmkit_registry::remove_drafts_on_signals();
    let mut args = std::env::args_os();
    let is_opm = args.next().is_some_and(|program| opm::is_opm(&program));
    let args = args.collect();
    let result = std::panic::catch_unwind(|| {
        let host = &mut Native::default();
        if is_opm { opm::run(args, host) } else { olmkit_cli::run(args, host) }
    });
    olmkit_registry::remove_temporary();
    ExitCode::from(result.unwrap_or(olmkit_cli::INTERNAL))
}
