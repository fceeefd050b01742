//! Requests of opm's completion scripts while a user types: `opm __complete WORDS… LAST`.
//!
//! The output has one candidate on each line, its description after a tab, and at the end a colon with the number of a
//! directive.

use super::about::about;
use super::line::{is_hidden, verbs};
use super::removed;
use super::shape::{Flag, GLOBAL, Takes};
use super::table::GROUPS;

/// The hidden command, and its variant without descriptions.
const COMMANDS: [(&str, bool); 2] = [("__complete", true), ("__completeNoDesc", false)];
/// The directive that lets the shell offer files.
const FILES: u8 = 0;
/// The directive that does not.
const NO_FILES: u8 = 4;

/// The name and the description.
type Candidate = (String, &'static str);

/// The arguments before the one that is being typed.
#[derive(Default)]
struct Before<'a> {
    path: Vec<&'a str>,
    operands: usize,
    /// The flag whose value comes next.
    flag: Option<Flag>,
    /// Whether `--` was given, after which no argument is a flag.
    has_ended: bool,
}

/// The output, if the arguments request candidates.
pub(super) fn answer(arguments: &[String], shows_alpha: bool) -> Option<String> {
    let (command, rest) = arguments.split_first()?;
    let (_, describes) = COMMANDS.into_iter().find(|(name, _)| name == command)?;
    let (last, rest) = rest.split_last().map_or(("", rest), |(last, rest)| (last.as_str(), rest));
    let (candidates, directive) = candidates(&read(rest), last, shows_alpha);
    let lines = candidates.into_iter().filter(|(name, _)| name.starts_with(last)).map(|(name, about)| {
        if describes && !about.is_empty() { format!("{name}\t{about}\n") } else { format!("{name}\n") }
    });
    Some(lines.collect::<String>() + &format!(":{directive}\n"))
}

fn read(arguments: &[String]) -> Before<'_> {
    let mut before = Before::default();
    for word in arguments {
        if before.flag.take().is_none() {
            read_argument(&mut before, word);
        }
    }
    before
}

fn read_argument<'a>(before: &mut Before<'a>, word: &'a str) {
    if !before.has_ended && word.starts_with('-') && word.len() > 1 {
        before.has_ended = word == "--";
        before.flag = flags(&before.path).find(|flag| flag.takes != Takes::Nothing && is_named(flag, word));
        return;
    }
    let is_help = before.path.is_empty() && before.operands == 0 && word == "help";
    if is_help {
        return;
    }
    before.path.push(word);
    if before.operands > 0 || !is_command(&before.path) {
        before.path.pop();
        before.operands = before.operands.saturating_add(1);
    }
}

/// Whether opm has a command or a group of this path.
fn is_command(path: &[&str]) -> bool {
    let mut known = GROUPS.iter().map(|(own, _)| *own).chain(verbs().map(|verb| verb.path));
    !removed::is_removed(path) && known.any(|own| own == path)
}

/// Whether a word is a flag without its value.
fn is_named(flag: &Flag, word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(long) => long == flag.long,
        None => flag.short.is_some_and(|short| word.ends_with(short) && word.len() == 2),
    }
}

/// The flags of a command that are offered.
fn flags<'a>(path: &'a [&'a str]) -> impl Iterator<Item = Flag> + 'a {
    let own = verbs().filter(move |verb| verb.path == path).flat_map(|verb| verb.flags);
    own.chain(&GLOBAL).copied().filter(Flag::is_offered)
}

/// The commands below a path, without those that opm no longer has.
fn children(path: &[&str], shows_alpha: bool) -> Vec<Candidate> {
    let is_child = |own: &[&str]| own.len() == path.len().saturating_add(1) && own.starts_with(path);
    let is_below = |own: &[&str]| is_child(own) && !is_hidden(own, shows_alpha);
    let named = |own: &[&str], about| (own.last().copied().unwrap_or_default().to_owned(), about);
    let groups = GROUPS.iter().filter(|(own, _)| is_below(own)).map(|(own, about)| named(own, *about));
    let verbs = verbs().filter(|verb| is_below(verb.path)).map(|verb| named(verb.path, verb.about));
    let mut found: Vec<Candidate> = groups.chain(verbs).collect();
    found.sort();
    found
}

fn candidates(before: &Before<'_>, last: &str, shows_alpha: bool) -> (Vec<Candidate>, u8) {
    if let Some(flag) = before.flag {
        return values(&flag, "");
    }
    if !before.has_ended && last.starts_with('-') {
        return of_flags(before, last);
    }
    let mut commands = children(&before.path, shows_alpha);
    if commands.is_empty() {
        let most = verbs().find(|verb| verb.path == before.path).map_or(0, |verb| verb.operands.1);
        return (commands, if before.operands < most { FILES } else { NO_FILES });
    }
    if before.operands > 0 {
        return (Vec::new(), NO_FILES);
    }
    if before.path.is_empty() {
        commands.push(("help".to_owned(), "Print help"));
    }
    (commands, NO_FILES)
}

fn of_flags(before: &Before<'_>, last: &str) -> (Vec<Candidate>, u8) {
    if let Some((name, _)) = last.split_once('=') {
        let flag = flags(&before.path).find(|flag| is_named(flag, name));
        return flag.map_or((Vec::new(), FILES), |flag| values(&flag, &format!("{name}=")));
    }
    let mut found: Vec<Candidate> =
        flags(&before.path).map(|flag| (format!("--{}", flag.long), about(flag.long))).collect();
    if !last.starts_with("--") {
        found.extend(flags(&before.path).filter_map(|flag| Some((format!("-{}", flag.short?), about(flag.long)))));
    }
    found.push(("--help".to_owned(), "Print help"));
    found.sort();
    (found, NO_FILES)
}

/// The values of a flag.
fn values(flag: &Flag, before: &str) -> (Vec<Candidate>, u8) {
    let values: Vec<Candidate> = flag.values.iter().map(|value| (format!("{before}{value}"), "")).collect();
    let directive = if values.is_empty() { FILES } else { NO_FILES };
    (values, directive)
}
