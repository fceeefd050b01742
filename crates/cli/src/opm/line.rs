//! Parses opm's command line with clap and converts it to one of olmkit.

use olmkit_collections::SortedMap;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};

use super::about::{about, value_name};
use super::error::OpmError;
use super::removed;
use super::shape::{Call, Does, Flag, GLOBAL, Takes, Verb, parse_bool};
use super::table::{GROUPS, VERBS};

/// The parsed command line.
pub(super) enum Parsed {
    Help(String),
    Call(Call),
}

/// Parses a command line.
///
/// # Errors
/// Returns an error if the command line is not valid, or for a flag that is not supported.
pub(super) fn read(arguments: &[String], shows_alpha: bool) -> Result<Parsed, OpmError> {
    let name = std::iter::once("opm".to_owned());
    let matches = match definition(shows_alpha).try_get_matches_from(name.chain(arguments.iter().cloned())) {
        Ok(matches) => matches,
        Err(error) => {
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                    Ok(Parsed::Help(error.to_string()))
                }
                _ => Err(OpmError::Usage(error.to_string().trim_start_matches("error: ").trim_end().to_owned())),
            };
        }
    };
    let mut path = Vec::new();
    let mut own = &matches;
    while let Some((name, below)) = own.subcommand() {
        path.push(name);
        own = below;
    }
    let verb = verbs().find(|verb| verb.path == path).ok_or_else(|| OpmError::UnknownCommand(path.join(" ")))?;
    call(verb, own).map(Parsed::Call)
}

/// All commands, including those that opm no longer has.
pub(super) fn verbs() -> impl Iterator<Item = &'static Verb> {
    VERBS.iter().chain(&removed::VERBS)
}

fn call(verb: &'static Verb, matches: &ArgMatches) -> Result<Call, OpmError> {
    let mut values = SortedMap::new();
    for flag in verb.flags.iter().chain(&GLOBAL) {
        let given: Vec<String> = matches.get_many(flag.long).into_iter().flatten().cloned().collect();
        let last = given.last().map(String::as_str).unwrap_or_default();
        let is_on = match flag.takes {
            Takes::Nothing => {
                if let Some(value) = given.iter().find(|value| parse_bool(value).is_none()) {
                    return Err(OpmError::NotABool { flag: flag.long, value: value.clone() });
                }
                parse_bool(last) == Some(true)
            }
            _ => !last.is_empty(),
        };
        if let (Does::Refuse(reason), true) = (flag.does, is_on) {
            return Err(OpmError::Unsupported { flag: flag.long, reason });
        }
        let default = flag.default.map(str::to_owned).into_iter().collect();
        let found = if given.is_empty() { default } else { given };
        if let Some(value) =
            found.last().filter(|value| !flag.values.is_empty() && !flag.values.contains(&value.as_str()))
        {
            return Err(OpmError::UnknownOutput { value: value.clone(), expected: flag.values });
        }
        if !found.is_empty() {
            values.insert(flag.long, found);
        }
    }
    let operands: Vec<String> = match verb.operands {
        (_, 0) => Vec::new(),
        _ => matches.get_many(OPERANDS).into_iter().flatten().cloned().collect(),
    };
    let (least, most) = verb.operands;
    if operands.len() < least || operands.len() > most {
        return Err(OpmError::Operands { least, most, given: operands.len() });
    }
    let call = Call { verb, operands, values };
    if verb.pulls && call.is_on("use-http") && call.is_on("skip-tls-verify") {
        return Err(OpmError::TwiceInsecure);
    }
    Ok(call)
}

const OPERANDS: &str = "operands";
/// The width of the help.
const COLUMNS: usize = 80;
/// What the first line of a usage follows, and the indentation of the others.
const USAGE: &str = "Usage: ";

/// opm's command line as a clap command.
fn definition(shows_alpha: bool) -> Command {
    root(&|_| true, &|flag| Some(arg(flag)), shows_alpha)
}

/// The same for completions: without what opm hides, and with the values of flags.
pub(crate) fn offered() -> Command {
    let argument = |flag: &Flag| {
        let arg = flag.is_offered().then(|| arg(flag))?;
        let values = flag.values;
        Some(if values.is_empty() { arg } else { arg.value_parser(PossibleValuesParser::new(values)) })
    };
    root(&|path| !removed::is_removed(path), &argument, false)
}

/// Whether help and completions hide a command, as opm does. Its subcommands are shown if it is named.
pub(super) fn is_hidden(path: &[&str], shows_alpha: bool) -> bool {
    removed::is_removed(path) || path == ["alpha"] && !shows_alpha
}

/// Whether the definition contains a command.
type Has<'a> = &'a dyn Fn(&[&str]) -> bool;
/// The clap argument of a flag.
type Argument<'a> = &'a dyn Fn(&Flag) -> Option<Arg>;

fn root(has: Has<'_>, argument: Argument<'_>, shows_alpha: bool) -> Command {
    let root = Command::new("opm")
        .term_width(COLUMNS)
        .about("opm's command line, provided by olmkit")
        .arg_required_else_help(true)
        .subcommand_required(true)
        .args(GLOBAL.iter().filter_map(argument).map(|arg| arg.global(true)));
    below(root, &[], has, argument, shows_alpha)
}

/// Adds the commands below a path.
fn below(command: Command, path: &[&str], has: Has<'_>, argument: Argument<'_>, shows_alpha: bool) -> Command {
    let is_below = |own: &[&str]| own.len() == path.len().saturating_add(1) && own.starts_with(path) && has(own);
    let groups = GROUPS.iter().filter(|(own, _)| is_below(own)).map(|(own, about)| {
        let name = own.last().copied().unwrap_or_default();
        let group = Command::new(name).about(*about).arg_required_else_help(true).subcommand_required(true);
        below(group.hide(is_hidden(own, shows_alpha)), own, has, argument, shows_alpha)
    });
    let verbs = verbs().filter(|verb| is_below(verb.path)).map(|verb| of_verb(verb, argument));
    command.subcommands(groups).subcommands(verbs)
}

fn of_verb(verb: &Verb, argument: Argument<'_>) -> Command {
    let name = verb.path.last().copied().unwrap_or_default();
    let command = Command::new(name).about(verb.about).args(verb.flags.iter().filter_map(argument));
    match verb.operands {
        (_, 0) => command,
        // The number of operands is checked after parsing, with opm's message.
        _ => {
            let operands = Arg::new(OPERANDS).action(ArgAction::Append).num_args(1..).value_hint(ValueHint::AnyPath);
            let usage = wrapped(&format!("opm {} {} [flags]", verb.path.join(" "), verb.usage));
            // The usage line describes the operands, and completions need the argument.
            command.arg(operands.allow_hyphen_values(false).hide(true)).override_usage(usage)
        }
    }
}

/// Breaks a usage into lines, which clap does not do.
fn wrapped(usage: &str) -> String {
    let width = COLUMNS.saturating_sub(USAGE.len());
    let mut lines = vec![String::new()];
    for word in usage.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len().saturating_add(word.len()) < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join(&format!("\n{:1$}", "", USAGE.len()))
}

fn arg(flag: &Flag) -> Arg {
    let mut arg = Arg::new(flag.long).long(flag.long).help(about(flag.long)).action(ArgAction::Append);
    arg = match flag.takes {
        Takes::Value | Takes::ValueOrEmpty | Takes::List => {
            arg.num_args(1).allow_hyphen_values(true).value_name(value_name(flag.long))
        }
        // In Go, `--migrate=false` turns a switch off.
        Takes::Nothing => arg.num_args(0..=1).require_equals(true).default_missing_value("true").value_name("BOOL"),
    };
    if let Some(short) = flag.short {
        arg = arg.short(short);
    }
    arg.hide(!flag.is_offered())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_widths(command: &Command) {
        let mut own = command.clone();
        let (short, long) = (own.render_help().to_string(), own.render_long_help().to_string());
        for line in short.lines().chain(long.lines()) {
            assert!(line.chars().count() <= COLUMNS, "{}: {line}", command.get_name());
        }
        for line in short.lines().map(str::trim_start).filter(|line| line.starts_with('-')) {
            assert!(line.contains("  "), "{}: no help beside {line}", command.get_name());
        }
        command.get_subcommands().for_each(check_widths);
    }

    #[test]
    fn help_fits_eighty_columns_with_one_line_for_each_option() {
        let mut root = definition(true);
        root.build();
        check_widths(&root);
        assert_eq!(wrapped("opm validate <directory> [flags]"), "opm validate <directory> [flags]");
    }
}
