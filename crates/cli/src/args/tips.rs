//! The tips below the errors of clap.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use olmkit_text::near_miss;

/// Adds tips that clap does not have: the nearest topic for an unknown topic of `help`, and `--format` for `-o`. Removes
/// the tip to pass an unknown option as a value. `root` returns the command line, before it is built.
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

fn suggest_format(error: &mut clap::Error, command: impl FnOnce() -> clap::Command) {
    let unknown = error.get(ContextKind::InvalidArg);
    if !matches!(unknown, Some(ContextValue::String(unknown)) if unknown == "-o") {
        return;
    }
    if command().get_arguments().any(|own| own.get_long() == Some("format")) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String("--format".to_owned()));
    }
}

/// Returns the command that a usage names: `Usage: olmkit bundle <COMMAND>`.
fn named_by(usage: &str, mut root: clap::Command) -> clap::Command {
    root.build();
    let names = usage.lines().next().unwrap_or_default().split_whitespace().skip(2);
    let named = names.take_while(|name| name.starts_with(|first: char| first.is_ascii_lowercase()));
    named.fold(&root, |command, name| command.find_subcommand(name).unwrap_or(command)).clone()
}
