//! The olmkit command line: arguments, reporters, exit codes.
//!
//! A library with two hosts: the native binary, and Node through wasm. Both give the same bytes for the same input.

mod archive;
mod args;
mod baseline;
mod commands;
mod config;
#[cfg(feature = "native")]
mod cores;
mod format;
mod help;
mod host;
mod image;
mod load;
mod load_bundle;
#[cfg(feature = "native")]
mod lsp;
#[cfg(feature = "native")]
pub mod native;
#[cfg(feature = "native")]
mod watch;
mod zstd;

use std::ffi::OsString;

use args::{Args, Command};
pub use host::{Entry, Failure, Files, Host, Kind};
pub use load_bundle::unpack_bundle;

/// Nothing at or above the failing severity was found.
pub const CLEAN: u8 = 0;
/// Something was found.
pub const FINDINGS: u8 = 1;
/// Wrong usage or configuration.
pub const USAGE: u8 = 2;
/// Something broke inside.
pub const INTERNAL: u8 = 3;

/// Runs the command line (`args` without the program's name) and gives the exit code.
pub fn run(args: Vec<OsString>, host: &mut dyn Host) -> u8 {
    let result = args::parse(args).and_then(|args| command(&args, host));
    result.unwrap_or_else(|message| {
        host.err(format!("olmkit: {}\n", format::visible(&message)).as_bytes());
        USAGE
    })
}

fn command(args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    match &args.command {
        Command::Help(topic) => {
            let about = topic.as_deref().and_then(help::about);
            host.out(about.as_deref().unwrap_or(help::HELP).as_bytes());
            Ok(CLEAN)
        }
        Command::Version { verbose } => {
            host.out(help::version(*verbose).as_bytes());
            Ok(CLEAN)
        }
        Command::PrintConfig { path } => commands::print_config::run(path, args, host),
        Command::Validate { paths } => commands::validate::run(paths, args, host),
        Command::Fix { paths, with_unsafe, diff } => commands::fix::run(paths, *with_unsafe, *diff, args, host),
        Command::Edit { verb, path, fields, diff } => commands::edit::run(verb, path, fields, *diff, args, host),
        Command::Explain { rule } => commands::explain::run(rule, args, host),
        Command::Stranded { paths, question } => commands::stranded::run(paths, question, args, host),
        Command::Path { catalog, question } => commands::path::run(catalog, question, args, host),
        Command::Graph { catalog, question, json, drawing } => {
            commands::graph::run(catalog, question, *json, *drawing, args, host)
        }
        Command::Diff { old, new, policy } => commands::diff::run(old, new, policy, args, host),
        Command::Bundle { verb } => commands::bundle::run(verb, args, host),
        Command::Files { verb } => commands::files::run(verb, args, host),
        Command::Completions { shell } => commands::completions::run(shell, host),
        #[cfg(feature = "native")]
        Command::Lsp => lsp::run(args),
        #[cfg(not(feature = "native"))]
        Command::Lsp => Err("the language server is in the native binary only".to_owned()),
        Command::Man => Ok(commands::man::run(host)),
        Command::Rules => commands::rules::run(args, host),
        Command::Dependencies { catalogs, package, partial } => {
            commands::dependencies::run(catalogs, package.as_deref(), *partial, args, host)
        }
        Command::Resolve { catalogs, question } => commands::resolve::run(catalogs, question, args, host),
    }
}
