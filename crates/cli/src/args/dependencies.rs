//! The arguments of `dependencies` and `resolve`.

use std::ffi::OsString;

use lexopt::prelude::*;
use olmkit_catalog::graph::Semantics;
use olmkit_resolver::v1::{Extension, LabelExpression, LabelSelector, UpgradeConstraintPolicy};
use olmkit_resolver::{Request, Subscription};

use super::{Args, Command};
use crate::format::Format;

/// Paths of catalogs, priorities and labels by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Catalogs {
    pub(crate) paths: Vec<String>,
    pub(crate) priorities: Vec<(String, i64)>,
    pub(crate) labels: Vec<(String, String, String)>,
}

/// What `resolve` is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Question {
    /// OLM v0.
    V0(Request),
    /// OLM v1.
    V1(Extension),
}

/// The options of `resolve`, before it is known for which OLM.
#[derive(Default)]
struct Resolve {
    install: Vec<Subscription>,
    installed: Vec<String>,
    semantics: Semantics,
    /// Options that only one of the two has.
    only_v0: Option<&'static str>,
    only_v1: Option<&'static str>,
    version: Option<String>,
    policy: UpgradeConstraintPolicy,
    selector: Option<LabelSelector>,
}

/// Reads what follows the verb.
pub(super) fn parse(is_resolve: bool, args: impl IntoIterator<Item = OsString>) -> Result<Args, lexopt::Error> {
    let verb = if is_resolve { "resolve" } else { "dependencies" };
    let mut parser = lexopt::Parser::from_args(args);
    let (mut catalogs, mut question) = (Catalogs::default(), Resolve::default());
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
            Long("label") if is_resolve => {
                question.only_v1 = Some("--label");
                catalogs.labels.push(label(&parser.value()?.string()?)?);
            }
            Value(path) => catalogs.paths.push(path.string()?),
            Long(name) if is_resolve => {
                let name = name.to_owned();
                if !question.option(&name, &mut parser)? {
                    return Err(Long(&name).unexpected());
                }
            }
            other => return Err(other.unexpected()),
        }
    }
    if catalogs.paths.is_empty() {
        return Err(format!("`olmkit {verb}` needs a catalog").into());
    }
    found.command = match is_resolve {
        true => Command::Resolve { catalogs, question: question.finish()? },
        false => Command::Dependencies { catalogs, package, partial },
    };
    Ok(found)
}

impl Resolve {
    /// Takes an option that only `resolve` has; whether there is one of that name.
    fn option(&mut self, name: &str, parser: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "olm" | "semantics" => self.semantics = parser.value()?.parse_with(semantics)?,
            "install" => self.install.push(wanted(&parser.value()?.string()?)),
            "installed" => self.installed.push(parser.value()?.string()?),
            "starting-csv" => {
                self.only_v0 = Some("--starting-csv");
                let name = parser.value()?.string()?;
                let Some(before) = self.install.last_mut() else {
                    return Err("--starting-csv goes after --install".into());
                };
                before.starting_csv = Some(name);
            }
            "version-range" => {
                self.only_v1 = Some("--version-range");
                self.version = Some(parser.value()?.string()?);
            }
            "policy" => {
                self.only_v1 = Some("--policy");
                self.policy = parser.value()?.parse_with(policy)?;
            }
            "selector" => {
                self.only_v1 = Some("--selector");
                select(self.selector.get_or_insert_default(), &parser.value()?.string()?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn finish(self) -> Result<Question, lexopt::Error> {
        let is_v1 = self.semantics == Semantics::V1;
        let (wrong, other) = if is_v1 { (self.only_v0, "v0") } else { (self.only_v1, "v1") };
        if let Some(option) = wrong {
            return Err(format!("{option} is for OLM {other}: --olm {other}").into());
        }
        if self.install.is_empty() && (is_v1 || self.installed.is_empty()) {
            return Err("`olmkit resolve` needs --install PACKAGE[@CHANNEL]".into());
        }
        if !is_v1 {
            return Ok(Question::V0(Request { subscriptions: self.install, installed: self.installed }));
        }
        let ([one], [] | [_]) = (self.install.as_slice(), self.installed.as_slice()) else {
            return Err("OLM v1 resolves every package for itself: one --install, one --installed at most".into());
        };
        let channels = one.channel.iter().flat_map(|channels| channels.split(','));
        Ok(Question::V1(Extension {
            package: one.package.clone(),
            version: self.version,
            channels: channels.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            upgrade_constraint_policy: self.policy,
            selector: self.selector,
            installed: self.installed.into_iter().next(),
        }))
    }
}

fn semantics(name: &str) -> Result<Semantics, String> {
    Semantics::from_name(name).ok_or_else(|| "known: v0, v1".to_owned())
}

fn policy(name: &str) -> Result<UpgradeConstraintPolicy, String> {
    match name {
        "CatalogProvided" => Ok(UpgradeConstraintPolicy::CatalogProvided),
        "SelfCertified" => Ok(UpgradeConstraintPolicy::SelfCertified),
        _ => Err("known: CatalogProvided, SelfCertified".to_owned()),
    }
}

/// `KEY=VALUE,KEY!=VALUE,KEY,!KEY`.
fn select(selector: &mut LabelSelector, text: &str) {
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let mut expression = |key: &str, operator: &str, values: Vec<String>| {
            let operator = operator.to_owned();
            selector.match_expressions.push(LabelExpression { key: key.to_owned(), operator, values });
        };
        if let Some((key, value)) = part.split_once("!=") {
            expression(key, "NotIn", vec![value.to_owned()]);
        } else if let Some((key, value)) = part.split_once('=') {
            expression(key, "In", vec![value.trim_start_matches('=').to_owned()]);
        } else if let Some(key) = part.strip_prefix('!') {
            expression(key, "DoesNotExist", Vec::new());
        } else {
            expression(part, "Exists", Vec::new());
        }
    }
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

/// The name of a catalog may have an equals sign in it, a label has none.
fn label(value: &str) -> Result<(String, String, String), lexopt::Error> {
    let split = value.rsplit_once('=').and_then(|(rest, value)| Some((rest.rsplit_once('=')?, value)));
    let found = split.map(|((name, key), value)| (name.to_owned(), key.to_owned(), value.to_owned()));
    found.ok_or_else(|| format!("--label wants CATALOG=KEY=VALUE, not \"{value}\"").into())
}

fn wanted(value: &str) -> Subscription {
    let (package, channel) = value.split_once('@').map_or((value, None), |(package, channel)| (package, Some(channel)));
    Subscription { package: package.to_owned(), channel: channel.map(str::to_owned), ..Subscription::default() }
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
        let wanted = |package: &str, channel: Option<&str>, starting: Option<&str>| Subscription {
            package: package.to_owned(),
            channel: channel.map(str::to_owned),
            starting_csv: starting.map(str::to_owned),
            ..Subscription::default()
        };
        let subscriptions = vec![wanted("foo", Some("stable"), Some("foo.v1")), wanted("bar", None, None)];
        let question = Question::V0(Request { subscriptions, installed: vec!["baz.v2".to_owned()] });
        let paths = vec!["a".to_owned(), "b".to_owned()];
        let catalogs = Catalogs { paths, priorities: vec![("a".to_owned(), -5)], labels: Vec::new() };
        let words = "a --install foo@stable --starting-csv foo.v1 --install=bar b --installed baz.v2 --priority a=-5";
        assert_eq!(read(true, words), Ok(Command::Resolve { catalogs, question }));
    }

    #[test]
    fn words_become_questions_of_olm_v1() {
        let words = "a --olm v1 --install foo@stable,fast --version-range >=1 --policy SelfCertified --installed foo.v1@1.0.0 \
                     --selector a=b,c!=d --selector e,!f --label a=tier=gold";
        let Ok(Command::Resolve { catalogs, question: Question::V1(found) }) = read(true, words) else {
            panic!("{words}")
        };
        assert_eq!(catalogs.labels, [("a".to_owned(), "tier".to_owned(), "gold".to_owned())]);
        assert_eq!((found.package.as_str(), found.version.as_deref()), ("foo", Some(">=1")));
        assert_eq!(
            (found.channels.join(" "), found.installed.as_deref()),
            ("stable fast".to_owned(), Some("foo.v1@1.0.0"))
        );
        assert_eq!(found.upgrade_constraint_policy, UpgradeConstraintPolicy::SelfCertified);
        let told = |of: &LabelExpression| format!("{} {} {}", of.key, of.operator, of.values.join(" "));
        let told: Vec<String> = found.selector.unwrap_or_default().match_expressions.iter().map(told).collect();
        assert_eq!(told, ["a In b", "c NotIn d", "e Exists ", "f DoesNotExist "]);
    }

    #[test]
    fn wrong_words_are_refused() {
        for (is_resolve, words) in [
            (true, ""),
            (true, "a"),
            (true, "a --starting-csv x --install y"),
            (true, "a --install x --partial"),
            (true, "a --install x --olm v2"),
            (true, "a --install x --policy SelfCertified"),
            (true, "a --install x --label a=b=c"),
            (true, "a --olm v1"),
            (true, "a --olm v1 --installed x"),
            (true, "a --olm v1 --install x --install y"),
            (true, "a --olm v1 --install x --starting-csv y"),
            (true, "a --olm v1 --install x --policy Any"),
            (true, "a --olm v1 --install x --label a=b"),
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
