//! opm's verbs on files and images.

mod list;
mod make;
pub(super) mod reference;
mod render;
mod template;

use std::error::Error;

use olmkit_gostd::go_quote;

use super::CommandError;
#[cfg(feature = "native")]
use crate::args::Command;
use crate::args::{Args, Convert, FileVerb, TemplateArgs};
use crate::host::Host;
use crate::{FINDINGS, USAGE};

/// Why a verb stops.
pub(super) enum Stop {
    /// The content is wrong; opm rejects it too.
    Content(CommandError),
    /// The usage is wrong, or something that the verb needs is missing.
    Usage(CommandError),
}

impl Stop {
    /// An error of content that opm rejects.
    fn content(error: impl Error + 'static) -> Self {
        Stop::Content(error.into())
    }

    /// Prints the reason and returns the exit code.
    pub(super) fn report(&self, host: &mut dyn Host) -> u8 {
        let (code, error) = match self {
            Stop::Content(error) => (FINDINGS, error),
            Stop::Usage(error) => (USAGE, error),
        };
        host.err(error.message_for(host).as_bytes());
        code
    }
}

impl<E: Error + 'static> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Usage(error.into())
    }
}

/// A reference that opm refuses to render, with opm's message.
#[derive(Debug, thiserror::Error)]
#[error("render reference {}: {message}", go_quote(path))]
struct Unrendered {
    path: String,
    message: String,
}

/// Why a file cannot be created, or a table cannot be printed.
#[derive(Debug, thiserror::Error)]
enum FilesError {
    /// opm's message.
    #[error("{0}")]
    Rejected(String),
    #[error("output dir \"{0}\" must be empty")]
    NotEmpty(String),
    #[error("provided root path \"{0}\" is not a directory")]
    NotADirectory(String),
    #[error("run the command in the parent directory, with the name of the directory")]
    Unnamed,
    #[error("{0} already exists")]
    Exists(String),
}

/// All catalogs that a call of `olmkit render` names, one document for each line, in load order.
///
/// # Errors
/// Returns the exit code if a catalog cannot be rendered, after printing the reason.
#[cfg(feature = "native")]
pub(crate) fn loaded(args: &Args, host: &mut dyn Host) -> Result<String, u8> {
    let Command::Files(FileVerb::Render { paths, migration, .. }) = &args.command else { return Ok(String::new()) };
    host.set_pulling(&args.pulling);
    render::in_load_order(paths, migration.level(), args, host).map_err(|stop| stop.report(host))
}

/// Runs a verb.
pub(crate) fn run(verb: &FileVerb, args: &Args, host: &mut dyn Host) -> u8 {
    let result = match verb {
        FileVerb::Render { paths, output, migration, image, .. } => {
            render::run(paths, *output, migration.level(), image, args, host)
        }
        FileVerb::List(list) => list::run(list, args, host),
        FileVerb::Init(init) => make::init(init, host),
        FileVerb::Migrate { from, to, output, migrate_level, .. } => {
            make::migrate(from, to, *output, *migrate_level, args, host)
        }
        FileVerb::Generate(generate) => {
            let (path, image) = generate.image();
            make::dockerfile(path, &image, host)
        }
        FileVerb::Template(TemplateArgs { convert: Some(Convert::Convert { kind, path, output, .. }), .. }) => {
            template::convert(*kind, path, *output, args, host)
        }
        FileVerb::Template(template) => template::run(template, args, host),
    };
    result.unwrap_or_else(|stop| stop.report(host))
}
