//! The tips below the errors of clap.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use olmkit_text::near_miss;

/// Adds tips that clap does not have: the nearest topic for an unknown topic of `help`, and what `-o` and the name of a
/// format as an option may mean. Removes the tip to pass an unknown option as a value. `root` returns the command line,
/// before it is built.
pub(super) fn improved(mut error: clap::Error, root: fn() -> clap::Command) -> clap::Error {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else { return error };
    let usage = usage.to_string();
    match error.kind() {
        ErrorKind::InvalidSubcommand if error.get(ContextKind::SuggestedSubcommand).is_none() => {
            suggest_topic(&mut error, &named_by(&usage, root()));
        }
        ErrorKind::UnknownArgument => {
            remove_value_tip(&mut error);
            suggest_format(&mut error, || named_by(&usage, root()));
        }
        _ => {}
    }
    error
}

fn suggest_topic(error: &mut clap::Error, command: &clap::Command) {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let known = command.get_subcommands().map(clap::Command::get_name);
    let Some(near) = near_miss(unknown, &mut { known }) else { return };
    let value = ContextValue::Strings(vec![near.to_owned()]);
    error.insert(ContextKind::SuggestedSubcommand, value);
}

/// clap has no other mark for this tip than its text.
fn remove_value_tip(error: &mut clap::Error) {
    let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) else { return };
    tips.retain(|tip| !tip.to_string().contains("as a value"));
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
}

/// Other commands have `-o` for the output format or for a file, and other programs have `--json`.
fn suggest_format(error: &mut clap::Error, command: impl FnOnce() -> clap::Command) {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return };
    let unknown = unknown.clone();
    let command = command();
    let Some(format) = command.get_arguments().find(|arg| is_format(arg)) else { return };
    let long = format.get_long().unwrap_or_default();
    if unknown == "-o" {
        let tip = StyledStr::from("redirect the output to write a file: '> FILE'");
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{long}")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    } else if let Some(name) = unknown.strip_prefix("--")
        && format.get_possible_values().iter().any(|value| value.matches(name, false))
    {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{long} {name}")));
    }
}

/// Whether an option sets the output format. Where opm calls it `--output`, `--format` is another name of it.
fn is_format(option: &clap::Arg) -> bool {
    option.get_long() == Some("format") || option.get_all_aliases().is_some_and(|all| all.contains(&"format"))
}

/// Returns the command that a usage names: `Usage: olmkit bundle <COMMAND>`.
fn named_by(usage: &str, mut root: clap::Command) -> clap::Command {
    root.build();
    let names = usage.lines().next().unwrap_or_default().split_whitespace().skip(2);
    let named = names.take_while(|name| name.starts_with(|first: char| first.is_ascii_lowercase()));
    named.fold(&root, |command, name| command.find_subcommand(name).unwrap_or(command)).clone()
}
