//! The olmkit command line: arguments, reporters, exit codes.
//!
//! A library with two hosts: the native program, and Node.js through wasm. Both produce the same bytes for the same
//! input.

mod archive;
mod args;
mod baseline;
mod changed_files;
mod color;
mod commands;
mod config;
#[cfg(feature = "native")]
mod contents;
#[cfg(feature = "native")]
mod cores;
mod excluded;
mod folder;
mod format;
mod host;
mod image;
mod load;
mod load_bundle;
mod load_error;
pub mod lsp;
mod missing;
mod mistake;
mod named_command;
#[cfg(feature = "native")]
pub mod native;
mod new_files;
mod number;
#[cfg(feature = "native")]
pub mod opm;
mod patch;
mod paths;
mod patterns;
pub mod pulling;
#[cfg(feature = "native")]
mod registries;
mod rejected_template;
mod rejection;
mod repository;
#[cfg(feature = "native")]
mod stream;
mod timing;
mod typed;
mod unread;
mod version;
#[cfg(feature = "native")]
mod watch;
mod zstd;

use std::ffi::OsString;

use args::{Answer, Args, Command};
use commands::CommandError;
pub use host::{
    Database, EDITOR_RUNNING, Entry, Failure, Files, Host, HostError, Image, Kind, Layer, OpenRequest, Watched,
};
pub use load_bundle::unpack_bundle;
pub use load_error::UnpackError;
pub use patch::unified;

/// There are no findings at or above the severity that fails.
pub const CLEAN: u8 = 0;
/// There are findings.
pub const FINDINGS: u8 = 1;
/// Wrong usage or configuration.
pub const USAGE: u8 = 2;
/// Internal error.
pub const INTERNAL: u8 = 3;

/// Runs the command line (`args` without the program's name) and returns the exit code.
pub fn run(args: Vec<OsString>, host: &mut dyn Host) -> u8 {
    let code = answered(args, host);
    match host.failure() {
        // A reader that has gone (`| head`) has seen what it wanted, so the exit code is that of the findings.
        Some(failure) if failure != Failure::BrokenPipe => {
            host.err(problem(&format!("standard output: {failure}")).as_bytes());
            INTERNAL
        }
        _ => code,
    }
}

/// The language server, if the arguments request it. It runs on a host of its own.
#[must_use]
pub fn language_server(args: &[OsString]) -> Option<lsp::Start> {
    let args = args::parse(args.to_vec()).ok()?;
    matches!(args.command, Command::Lsp { .. }).then(|| lsp::Start::new(&args))
}

fn answered(args: Vec<OsString>, host: &mut dyn Host) -> u8 {
    #[cfg(feature = "native")]
    if let Some(hint) = hint(&args) {
        host.err(problem(&hint).as_bytes());
        return USAGE;
    }
    let result = match args::parse(args) {
        Ok(args) => {
            host.set_pulling(&args.pulling);
            command(&args, host)
        }
        Err(Answer::Help(text)) => {
            host.out(text.as_bytes());
            return CLEAN;
        }
        Err(Answer::Usage(text)) => {
            host.err(text.as_bytes());
            return USAGE;
        }
        Err(Answer::Problem(error)) => Err(error.into()),
    };
    result.unwrap_or_else(|error| {
        host.err(error.message_for(host).as_bytes());
        USAGE
    })
}

/// Suggests commands for `index` and `registry`, which olmkit does not have.
#[cfg(feature = "native")]
fn hint(args: &[OsString]) -> Option<String> {
    let words: Option<Vec<String>> = args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect();
    opm::hint(&words?)
}

/// A message for display.
pub(crate) fn problem(message: &str) -> String {
    titled("olmkit", message)
}

/// A message for display with a title. Messages of clap start with `error: `, which is removed. A line that a runner of
/// GitHub or Azure would read as a command continues the line before it: a file name can contain a line break.
pub(crate) fn titled(title: &str, message: &str) -> String {
    let mut text = format!("{title}: ");
    for (at, line) in message.strip_prefix("error: ").unwrap_or(message).trim_end().lines().enumerate() {
        let is_command = line.trim_start().starts_with("::") || line.contains("##[");
        text.push_str(if at == 0 {
            ""
        } else if is_command {
            " "
        } else {
            "\n"
        });
        text.push_str(&format::visible(line));
    }
    text + "\n"
}

/// The error for what only the native program supports.
#[cfg(not(feature = "native"))]
#[derive(Debug, thiserror::Error)]
#[error("{0} the native program only: {install}", install = host::INSTALL)]
struct NativeOnly(&'static str);

/// The error for hosts whose standard input and output are not those of a program.
#[cfg(not(feature = "native"))]
#[derive(Debug, thiserror::Error)]
#[error("the language server does not run here")]
struct NoServer;

fn command(args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    match &args.command {
        Command::Version { verbose } => {
            host.out(version::version(*verbose).as_bytes());
            Ok(CLEAN)
        }
        Command::PrintConfig { path } => commands::print_config::run(path, args, host),
        Command::Check(own) => commands::check::run(&patterns::expand(&own.paths, host), args, host),
        Command::Validate(own) if own.paths.is_empty() => commands::check::run(&[".".to_owned()], args, host),
        Command::Validate(own) => commands::validate::run(&patterns::expand(&own.paths, host), args, host),
        Command::Fix(own) if own.paths.is_empty() => {
            let (paths, args) = commands::check::catalogs_here(args, host)?;
            commands::fix::run(&paths, own, &args, host)
        }
        Command::Fix(own) => commands::fix::run(&patterns::expand(&own.paths, host), own, args, host),
        Command::Edit(own) => commands::edit::run(own, args, host),
        Command::Explain { rule, .. } => commands::explain::run(rule, args, host),
        Command::Stranded(own) => commands::stranded::run(&own.paths, &own.query(), args, host),
        Command::Path(own) => commands::path::run(&own.catalog, &own.query(), args, host),
        Command::Graph(own) => commands::graph::run(&own.catalog, &own.query(), own.drawing(), args, host),
        Command::Diff(own) => commands::diff::run(own, args, host),
        Command::Bundle(verb) => commands::bundle::run(verb, args, host),
        #[cfg(feature = "native")]
        Command::Index(verb) => commands::index::run(verb, args, host),
        Command::Files(verb) => Ok(commands::files::run(verb, args, host)),
        Command::Completions { shell } => Ok(commands::completions::run(*shell, host)),
        #[cfg(feature = "native")]
        Command::Serve(own) => Ok(commands::serve::run(own)?),
        Command::Stats(own) => commands::stats::run(own, host),
        Command::Query(own) => commands::query::run(own, host),
        Command::Mirror(own) => commands::mirror::run(own, host),
        Command::Config(verb) => commands::config::run(verb, host),
        Command::Open(own) => commands::open::run(own, host),
        #[cfg(feature = "native")]
        Command::Lsp { .. } => Ok(lsp::stdio::run(lsp::Start::new(args))?),
        Command::Images(own) => commands::images::run(own, args, host),
        #[cfg(feature = "native")]
        Command::Build(own) => Ok(commands::build::run(own, args, host)?),
        #[cfg(feature = "native")]
        Command::Compose(own) => commands::compose::run(own, args, host),
        #[cfg(feature = "native")]
        Command::Copy(own) => Ok(commands::copy::run(own, args, host)?),
        #[cfg(feature = "native")]
        Command::Cache(verb) => Ok(commands::cache::run(verb, host)?),
        #[cfg(feature = "native")]
        Command::Opm { args } => Ok(opm::run(args.clone(), host)),
        Command::Man { command } => commands::man::run(command, host),
        Command::Rules { select, .. } => commands::rules::run(select, args, host),
        Command::Dependencies(own) => commands::dependencies::run(own, args, host),
        Command::Resolve(own) => commands::resolve::run(&own.catalogs(), &own.query()?, args, host),
        #[cfg(not(feature = "native"))]
        other => Err(native_only(other)),
    }
}

/// Why a command of the native program does not run here.
#[cfg(not(feature = "native"))]
fn native_only(command: &Command) -> CommandError {
    let what = match command {
        Command::Lsp { .. } => return NoServer.into(),
        Command::Index(_) => "the commands that maintain an index are in",
        Command::Serve(_) => "serving is in",
        Command::Build(_) | Command::Copy(_) | Command::Compose(_) => "images are built and copied by",
        Command::Cache(_) => "the cache of images is in",
        Command::Opm { .. } => "opm's command line is in",
        _ => "this command is in",
    };
    NativeOnly(what).into()
}
