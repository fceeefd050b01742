//! opm's verbs on files and images.

mod list;
mod make;
pub(super) mod reference;
mod render;
mod template;

use crate::args::{Args, Convert, FileVerb, TemplateArgs};
use crate::format::visible;
use crate::host::Host;
use crate::{FINDINGS, USAGE};

/// Why a verb stops.
pub(super) enum Stop {
    /// What was read is wrong: opm refuses it too.
    Content(String),
    /// The call is wrong, or something is missing that it needs.
    Usage(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Stop::Usage(message)
    }
}

/// Does what the verb says.
pub(crate) fn run(verb: &FileVerb, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
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
        FileVerb::Template(TemplateArgs { convert: Some(Convert::Convert { kind, path, output }), .. }) => {
            template::convert(*kind, path, *output, args, host)
        }
        FileVerb::Template(template) => template::run(template, args, host),
    };
    let (code, message) = match result {
        Ok(code) => return Ok(code),
        Err(Stop::Content(message)) => (FINDINGS, message),
        Err(Stop::Usage(message)) => (USAGE, message),
    };
    for line in message.lines() {
        host.err(format!("olmkit: {}\n", visible(line)).as_bytes());
    }
    Ok(code)
}
