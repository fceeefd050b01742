//! `olmkit open`.

use crate::args::OpenArgs;
use crate::host::{Host, Kind, OpenRequest};

pub(crate) fn run(args: &OpenArgs, host: &mut dyn Host) -> Result<u8, String> {
    let path = args.path.as_str();
    let kind = host.kind(path).map_err(|failure| format!("{path}: {failure}"))?;
    if kind == Kind::Special {
        return Err(format!("{path} is not a folder or a regular file"));
    }
    host.open_editor(&OpenRequest { path, port: args.port, with_browser: !args.no_browser })?;
    Ok(crate::CLEAN)
}
