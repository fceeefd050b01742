//! `olmkit open`.

use super::CommandError;
use crate::args::OpenArgs;
use crate::host::{Host, Kind, OpenRequest, PathError};

/// The path is that of a device or a pipe.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not a folder or a regular file")]
struct NotAFile(String);

pub(crate) fn run(args: &OpenArgs, host: &mut dyn Host) -> Result<u8, CommandError> {
    let path = args.path.as_str();
    let kind = host.kind(path).map_err(PathError::at(path))?;
    if kind == Kind::Special {
        return Err(NotAFile(path.to_owned()).into());
    }
    host.open_editor(&OpenRequest { path, port: args.port, with_browser: !args.no_browser })?;
    Ok(crate::CLEAN)
}
