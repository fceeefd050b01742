//! opm's own command line: its commands, flags, standard output and exit codes, implemented by the commands of olmkit.
//!
//! Used when the program is called `opm`, or as `olmkit opm`. The table in [`table`] maps the commands and flags of opm
//! to those of olmkit.

mod about;
mod bundle;
mod complete;
mod error;
mod line;
pub(crate) mod message;
mod redirect;
mod removed;
mod shape;
mod table;
mod verbs;

use std::ffi::OsString;
use std::path::Path;

use clap_complete::{Shell, generate};

use crate::host::Host;
use error::OpmError;
pub(crate) use line::offered;
use line::{Parsed, read};
use redirect::Redirect;
use shape::Run;

/// opm exits with 1 for every kind of error.
const FAILED: u8 = 1;

/// Whether a program was called by the name of opm.
#[must_use]
pub fn is_opm(program: &std::ffi::OsStr) -> bool {
    let name = Path::new(program).file_name();
    name.is_some_and(|name| ["opm", "opm.exe"].iter().any(|own| name.eq_ignore_ascii_case(own)))
}

/// Runs opm's command line (`args` without the program's name) and returns opm's exit code.
pub fn run(args: Vec<OsString>, host: &mut dyn Host) -> u8 {
    let host = &mut Redirect::as_opm(host);
    match opm(&args, host) {
        Ok(code) => code.min(FAILED),
        Err(error) => {
            host.err(message::problem(&error, host).as_bytes());
            FAILED
        }
    }
}

fn opm(args: &[OsString], host: &mut dyn Host) -> Result<u8, OpmError> {
    let mut arguments = Vec::new();
    for arg in args {
        arguments.push(arg.to_str().ok_or_else(|| OpmError::NotUtf8(arg.to_string_lossy().into_owned()))?.to_owned());
    }
    let shows_alpha = host.env("HELP_ALPHA").as_deref() == Some("true");
    if let Some(answer) = complete::answer(&arguments, shows_alpha) {
        host.out(answer.as_bytes());
        return Ok(0);
    }
    match read(&arguments, shows_alpha)? {
        Parsed::Help(text) => {
            host.out(text.as_bytes());
            Ok(0)
        }
        Parsed::Call(call) => match call.checked()?.verb.run {
            Run::Olmkit => Ok(olmkit(call.arguments(), host)),
            Run::Own(run) => run(&call, host),
            Run::Removed(commands) => Err(OpmError::Removed(removed::hint_of(&call, &commands(&call)))),
            Run::Completion(shell) => Ok(completion(shell, call.is_on("no-descriptions"), shows_alpha, host)),
        },
    }
}

/// A hint for `opm index` and `opm registry` commands that are given to olmkit.
pub(crate) fn hint(arguments: &[String]) -> Option<String> {
    if !removed::GROUPS.contains(&arguments.first()?.as_str()) {
        return None;
    }
    match read(arguments, false) {
        Ok(Parsed::Call(call)) => match call.verb.run {
            Run::Removed(commands) => Some(removed::hint_of(&call, &commands(&call))),
            _ => None,
        },
        Ok(Parsed::Help(text)) => Some(text),
        Err(error) => Some(error.to_string()),
    }
}

/// Runs a command of olmkit.
fn olmkit(arguments: Vec<String>, host: &mut dyn Host) -> u8 {
    crate::run(arguments.into_iter().map(OsString::from).collect(), host)
}

/// Prints the completion script of opm's command line for a shell.
fn completion(shell: Shell, is_bare: bool, shows_alpha: bool, host: &mut dyn Host) -> u8 {
    let mut command = if is_bare { without_descriptions(offered()) } else { offered() };
    let mut script = Vec::new();
    generate(shell, &mut command, "opm", &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = if shows_alpha { script.into_owned() } else { without_hidden(&script) };
    host.out(script.as_bytes());
    0
}

/// Removes `alpha` from the candidates of a script, but keeps its completions. clap offers hidden commands too.
fn without_hidden(script: &str) -> String {
    let offers = ["'alpha:", "-f -a \"alpha\"", "::new('alpha',"];
    let mut out = String::with_capacity(script.len());
    for line in script.lines().filter(|line| !offers.iter().any(|offer| line.contains(offer))) {
        match line.trim_start().starts_with("opts=\"") {
            true => out.push_str(&line.replace(" alpha ", " ").replace("\"alpha ", "\"")),
            false => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

fn without_descriptions(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|own| own.get_name().to_owned()).collect();
    let command = command.about(None::<&str>).mut_args(|arg| arg.help(None::<&str>));
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, without_descriptions))
}
