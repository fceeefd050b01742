//! Errors of opm's command line, with opm's messages where opm has one.

use olmkit_gostd::go_quote;

use crate::host::{Failure, PathError};
use crate::image::NameError;
use crate::load_error::LoadError;

#[derive(Debug, thiserror::Error)]
pub(super) enum OpmError {
    #[error("not UTF-8: {0}")]
    NotUtf8(String),
    /// The command line cannot be parsed; the message of the parser.
    #[error("{0}")]
    Usage(String),
    /// The number of arguments is wrong.
    #[error("{}, {}received {given}", accepted(*.least, *.most), if *.most == usize::MAX { "only " } else { "" })]
    Operands { least: usize, most: usize, given: usize },
    #[error("unknown command \"{0}\"")]
    UnknownCommand(String),
    #[error("the flag --{flag} is not supported: {reason}")]
    Unsupported { flag: &'static str, reason: &'static str },
    #[error(
        "invalid argument {value} for \"--{flag}\" flag: strconv.ParseBool: parsing {value}: invalid syntax",
        value = go_quote(value)
    )]
    NotABool { flag: &'static str, value: String },
    #[error("invalid --output value {}, expected ({})", go_quote(value), expected.join("|"))]
    UnknownOutput { value: String, expected: &'static [&'static str] },
    #[error("required flag(s) \"{0}\" not set")]
    MissingFlag(&'static str),
    #[error("invalid flag combination: --use-http and --skip-tls-verify cannot both be true")]
    TwiceInsecure,
    /// opm no longer has the command; a hint.
    #[error("{0}")]
    Removed(String),
    #[error("{0} is not supported image builder")]
    UnknownBuilder(String),
    #[error("{program}: {error}")]
    Program { program: String, error: std::io::Error },
    #[error("{} is not a directory", go_quote(.0))]
    NotADirectory(String),
    #[error("render reference {name}: ref {name} is not a directory: not allowed", name = go_quote(.0))]
    NotRenderable(String),
    #[error("render reference {name}: failed to pull image {name}: invalid reference format", name = go_quote(.0))]
    NotAReference(String),
    #[error("{0} is not an image")]
    NotAnImage(String),
    #[error("stat {path}: {failure}")]
    Stat { path: String, failure: Failure },
    #[error(transparent)]
    Write(#[from] PathError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    NotWritable(#[from] olmkit_render::NotWritable),
}

/// The message about the number of arguments that a command accepts.
fn accepted(least: usize, most: usize) -> String {
    match (least, most) {
        (least, usize::MAX) => format!("requires at least {least} arg(s)"),
        (least, most) if least == most => format!("accepts {least} arg(s)"),
        (0, most) => format!("accepts at most {most} arg(s)"),
        (least, most) => format!("accepts between {least} and {most} arg(s)"),
    }
}
