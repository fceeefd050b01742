//! The arguments of `dependencies` and `resolve`.

use std::ffi::OsString;

use lexopt::prelude::*;

use super::{Args, Command};
use crate::format::Format;

/// Paths of catalogs, and priorities by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Catalogs {
    pub(crate) paths: Vec<String>,
    pub(crate) priorities: Vec<(String, i64)>,
}

/// A subscription on the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) package: String,
    pub(crate) channel: Option<String>,
    pub(crate) starting: Option<String>,
}

/// What `resolve` is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) install: Vec<Wanted>,
    pub(crate) installed: Vec<String>,
}

/// Reads what follows the verb.
pub(super) fn parse(is_resolve: bool, args: impl IntoIterator<Item = OsString>) -> Result<Args, lexopt::Error> {
    let verb = if is_resolve { "resolve" } else { "dependencies" };
    let mut parser = lexopt::Parser::from_args(args);
    let (mut catalogs, mut question) = (Catalogs::default(), Question::default());
    let (mut package, mut partial) = (None, false);
    let mut found = Args::of(Command::Help(Some(verb.to_owned())));
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(found),
            Short('f') | Long("format") => found.format = Some(parser.value()?.parse_with(format)?),
            Long("priority") => catalogs.priorities.push(priority(&parser.value()?.string()?)?),
            Long("exit-zero") => found.exit_zero = true,
            Short('p') | Long("package") if !is_resolve => package = Some(parser.value()?.string()?),
            Long("partial") if !is_resolve => partial = true,
            Long("install") if is_resolve => question.install.push(wanted(&parser.value()?.string()?)),
            Long("installed") if is_resolve => question.installed.push(parser.value()?.string()?),
            Long("starting-csv") if is_resolve => {
                let name = parser.value()?.string()?;
                let Some(before) = question.install.last_mut() else {
                    return Err("--starting-csv goes after --install".into());
                };
                before.starting = Some(name);
            }
            Value(path) => catalogs.paths.push(path.string()?),
            other => return Err(other.unexpected()),
        }
    }
    if catalogs.paths.is_empty() {
        return Err(format!("`olmkit {verb}` needs a catalog").into());
    }
    if is_resolve && question.install.is_empty() && question.installed.is_empty() {
        return Err("`olmkit resolve` needs --install PACKAGE[@CHANNEL]".into());
    }
    found.command = match is_resolve {
        true => Command::Resolve { catalogs, question },
        false => Command::Dependencies { catalogs, package, partial },
    };
    Ok(found)
}

fn format(name: &str) -> Result<Format, String> {
    match name {
        "json" => Ok(Format::Json),
        "pretty" => Ok(Format::Pretty),
        _ => Err("known: pretty, json".to_owned()),
    }
}

fn priority(value: &str) -> Result<(String, i64), lexopt::Error> {
    let pair = value.rsplit_once('=').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    pair.ok_or_else(|| format!("--priority wants CATALOG=NUMBER, not \"{value}\"").into())
}

fn wanted(value: &str) -> Wanted {
    let (package, channel) = value.split_once('@').map_or((value, None), |(package, channel)| (package, Some(channel)));
    Wanted { package: package.to_owned(), channel: channel.map(str::to_owned), starting: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(is_resolve: bool, words: &str) -> Result<Command, String> {
        let args = words.split_whitespace().map(OsString::from);
        parse(is_resolve, args).map(|args| args.command).map_err(|error| error.to_string())
    }

    #[test]
    fn words_become_questions() {
        let wanted = |package: &str, channel: Option<&str>, starting: Option<&str>| Wanted {
            package: package.to_owned(),
            channel: channel.map(str::to_owned),
            starting: starting.map(str::to_owned),
        };
        let install = vec![wanted("foo", Some("stable"), Some("foo.v1")), wanted("bar", None, None)];
        let question = Question { install, installed: vec!["baz.v2".to_owned()] };
        let catalogs = Catalogs { paths: vec!["a".to_owned(), "b".to_owned()], priorities: vec![("a".to_owned(), -5)] };
        let words = "a --install foo@stable --starting-csv foo.v1 --install=bar b --installed baz.v2 --priority a=-5";
        assert_eq!(read(true, words), Ok(Command::Resolve { catalogs, question }));
    }

    #[test]
    fn wrong_words_are_refused() {
        for (is_resolve, words) in [
            (true, ""),
            (true, "a"),
            (true, "a --starting-csv x --install y"),
            (true, "a --install x --partial"),
            (false, ""),
            (false, "a --install x"),
            (false, "a --priority a"),
            (false, "a --priority a=b"),
            (false, "a -f sarif"),
        ] {
            assert!(read(is_resolve, words).is_err(), "{words}");
        }
    }
}
