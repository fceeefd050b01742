//! The native `olmkit`.

use std::process::ExitCode;

use olmkit_cli::native::Native;

fn main() -> ExitCode {
    let args = std::env::args_os().skip(1).collect();
    let result = std::panic::catch_unwind(|| olmkit_cli::run(args, &mut Native::default()));
    ExitCode::from(result.unwrap_or(olmkit_cli::INTERNAL))
}
