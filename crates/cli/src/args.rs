//! Arguments.

mod bundle;
mod dependencies;
mod files;
mod hint;

use std::collections::BTreeMap;
use std::ffi::OsString;

use lexopt::prelude::*;
use olmkit_bundle::Suite;
use olmkit_diagnostics::Severity;
use olmkit_workspace::Options;
use olmkit_workspace::api::{Drawing, GraphQuestion, PathQuestion, Semantics, StrandedQuestion};

use crate::format::Format;

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    Help(Option<String>),
    Version,
    Validate { paths: Vec<String> },
    Fix { paths: Vec<String>, with_unsafe: bool, diff: bool },
    Edit { verb: String, path: String, fields: Vec<(String, String)>, diff: bool },
    Explain { rule: String },
    Rules,
    Completions { shell: String },
    Dependencies { catalogs: Catalogs, package: Option<String>, partial: bool },
    Resolve { catalogs: Catalogs, question: Question },
    Bundle { verb: BundleVerb },
    Files { verb: FileVerb },
    Stranded { paths: Vec<String>, question: StrandedQuestion },
    Path { catalog: String, question: PathQuestion },
    Diff { old: String, new: String, policy: Policy },
    Graph { catalog: String, question: GraphQuestion, json: bool, drawing: Drawing },
}

/// Kinds of changes that `diff` fails on, besides its defaults, and those that it does not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Policy {
    pub(crate) allow: Vec<String>,
    pub(crate) forbid: Vec<String>,
}

pub(crate) use bundle::{BundleVerb, Generate};
pub(crate) use dependencies::{Catalogs, Question};
pub(crate) use files::{FileVerb, Init, TemplateArgs};
pub(crate) use hint::options;

/// From which severity on a run fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Info,
    Never,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// The command line, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Args {
    pub(crate) command: Command,
    pub(crate) options: Options,
    /// Of `bundle validate`; empty: all.
    pub(crate) suites: Vec<Suite>,
    pub(crate) format: Option<Format>,
    pub(crate) color: Color,
    pub(crate) exit_zero: bool,
    pub(crate) max_warnings: Option<usize>,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) quiet: bool,
    /// More reports: format and path.
    pub(crate) reports: Vec<(Format, String)>,
    pub(crate) stdin_filename: Option<String>,
    /// Files of what must stay true.
    pub(crate) assertions: Vec<String>,
}

impl Args {
    fn of(command: Command) -> Args {
        Args {
            command,
            options: Options::default(),
            suites: Vec::new(),
            format: None,
            color: Color::Auto,
            exit_zero: false,
            max_warnings: None,
            fail_on: None,
            quiet: false,
            reports: Vec::new(),
            stdin_filename: None,
            assertions: Vec::new(),
        }
    }
}

pub(crate) const VERBS: [&str; 19] = [
    "validate",
    "fix",
    "edit",
    "path",
    "stranded",
    "graph",
    "diff",
    "bundle",
    "explain",
    "rules",
    "dependencies",
    "resolve",
    "render",
    "list",
    "init",
    "migrate",
    "generate",
    "template",
    "completions",
];

/// Reads the arguments (without the program's name).
pub(crate) fn parse(args: Vec<OsString>) -> Result<Args, String> {
    let rest = || args.iter().skip(1).cloned();
    let result = match args.first().and_then(|verb| verb.to_str()) {
        Some(verb @ ("dependencies" | "resolve")) => dependencies::parse(verb == "resolve", rest()),
        Some(verb) if files::VERBS.contains(&verb) => files::parse(verb, rest()),
        Some("bundle") if bundle::is_own(args.get(1)) => bundle::parse(args),
        _ => read(args),
    };
    result.map_err(|error| hint::with_hint(error.to_string()))
}

#[derive(Default)]
struct Raw {
    verb: Option<String>,
    operands: Vec<String>,
    help: bool,
    version: bool,
    with_unsafe: bool,
    diff: bool,
    include_gone: bool,
    channel: Option<String>,
    semantics: Option<Semantics>,
    minimum_edge: Option<String>,
    /// Earlier versions of objects.
    before: Option<String>,
    policy: Policy,
    /// `-p`: the package of a graph, else a profile.
    package: Option<String>,
    format: Option<String>,
}

fn read(args: Vec<OsString>) -> Result<Args, lexopt::Error> {
    let mut parser = lexopt::Parser::from_args(args);
    let mut raw = Raw::default();
    let mut found = Args::of(Command::Help(None));
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => raw.help = true,
            Short('V') | Long("version") => raw.version = true,
            Long("unsafe") => raw.with_unsafe = true,
            Long("diff") => raw.diff = true,
            Long("include-gone") => raw.include_gone = true,
            Long("channel") => raw.channel = Some(parser.value()?.string()?),
            Long("semantics") => raw.semantics = Some(parser.value()?.parse_with(semantics)?),
            Short('q') | Long("quiet") => found.quiet = true,
            Long("fail-on") => found.fail_on = Some(parser.value()?.parse_with(fail_on)?),
            Long("report") => found.reports.push(parser.value()?.parse_with(report)?),
            Long("exit-zero") => found.exit_zero = true,
            Short('p') => raw.package = Some(parser.value()?.string()?),
            Long("package" | "package-name") => raw.package = Some(parser.value()?.string()?),
            Long("profile") => found.options.profile = Some(parser.value()?.string()?),
            Long("assertions") => found.assertions.push(parser.value()?.string()?),
            Long("allow") => raw.policy.allow.extend(kinds(&parser.value()?.string()?)?),
            Long("forbid") => raw.policy.forbid.extend(kinds(&parser.value()?.string()?)?),
            Long("minimum-edge") => raw.minimum_edge = Some(parser.value()?.string()?),
            Short('f') | Long("format") => raw.format = Some(parser.value()?.string()?),
            Long("before") => raw.before = Some(parser.value()?.string()?),
            Long("suite") => found.suites.extend(bundle::suites(&parser.value()?.string()?)?),
            Long("select") => found.options.select.extend(list(&parser.value()?.string()?)),
            Long("ignore") => found.options.ignore.extend(list(&parser.value()?.string()?)),
            Long("severity") => severity(&parser.value()?.string()?, &mut found.options.severity)?,
            Long("color") => found.color = parser.value()?.parse_with(color)?,
            Long("max-warnings") => found.max_warnings = Some(parser.value()?.parse()?),
            Long("stdin-filename") => found.stdin_filename = Some(parser.value()?.string()?),
            Value(value) if raw.verb.is_none() => raw.verb = Some(value.string()?),
            Value(value) => raw.operands.push(value.string()?),
            other => return Err(other.unexpected()),
        }
    }
    if raw.verb.as_deref() != Some("graph") {
        found.format = raw.format.take().map(|name| Format::from_name(&name)).transpose()?;
    }
    if !matches!(raw.verb.as_deref(), Some("graph" | "stranded")) {
        found.options.profile = found.options.profile.or(raw.package.take());
    }
    found.command = command(raw, &found.suites)?;
    Ok(found)
}

fn command(raw: Raw, suites: &[Suite]) -> Result<Command, lexopt::Error> {
    if raw.version {
        return Ok(Command::Version);
    }
    let Some(verb) = raw.verb else {
        return if raw.help {
            Ok(Command::Help(None))
        } else {
            Err("a command is missing; try `olmkit --help`".into())
        };
    };
    if verb == "help" || raw.help {
        let topic = if verb == "help" { raw.operands.into_iter().next() } else { Some(verb) };
        return Ok(Command::Help(topic));
    }
    if raw.before.is_some() && verb != "bundle" {
        return Err("--before goes with `olmkit bundle validate`".into());
    }
    if !suites.is_empty() && verb != "bundle" {
        return Err("--suite goes with `olmkit bundle validate`".into());
    }
    if raw.with_unsafe && verb != "fix" {
        return Err("--unsafe goes with `olmkit fix`".into());
    }
    if raw.diff && verb != "fix" && verb != "edit" {
        return Err("--diff goes with `olmkit fix` and `olmkit edit`".into());
    }
    let mut operands = raw.operands;
    match verb.as_str() {
        "validate" | "fix" if operands.is_empty() => Err(format!("`olmkit {verb}` needs a path").into()),
        "validate" => Ok(Command::Validate { paths: operands }),
        "fix" => Ok(Command::Fix { paths: operands, with_unsafe: raw.with_unsafe, diff: raw.diff }),
        "edit" => edit(operands, raw.diff),
        "bundle" if operands.len() > 1 && operands.first().is_some_and(|verb| verb == "validate") => {
            Ok(Command::Bundle { verb: BundleVerb::Validate { paths: operands.split_off(1), before: raw.before } })
        }
        "bundle" if operands.first().is_some_and(|verb| verb == "validate") => {
            Err("`olmkit bundle validate` needs a path".into())
        }
        "bundle" => Err(bundle::UNKNOWN.into()),
        "stranded" if operands.is_empty() => Err("`olmkit stranded` needs a catalog".into()),
        "stranded" => {
            let question = StrandedQuestion {
                package: raw.package,
                channel: raw.channel,
                semantics: raw.semantics,
                include_gone: raw.include_gone,
            };
            Ok(Command::Stranded { paths: operands, question })
        }
        "diff" => match (operands.pop(), operands.pop(), operands.is_empty()) {
            (Some(new), Some(old), true) => Ok(Command::Diff { old, new, policy: raw.policy }),
            _ => Err("`olmkit diff` needs an old and a new catalog".into()),
        },
        "graph" => match (operands.pop(), operands.is_empty()) {
            (Some(catalog), true) => graph(
                catalog,
                raw.format.as_deref(),
                GraphQuestion {
                    package: raw.package,
                    channel: raw.channel,
                    semantics: raw.semantics,
                    minimum_edge: raw.minimum_edge,
                },
            ),
            _ => Err("`olmkit graph` needs one catalog".into()),
        },
        "path" => path(operands, raw.channel, raw.semantics),
        "explain" => match (operands.pop(), operands.is_empty()) {
            (Some(rule), true) => Ok(Command::Explain { rule }),
            _ => Err("`olmkit explain` needs one rule".into()),
        },
        "completions" => match (operands.pop(), operands.is_empty()) {
            (Some(shell), true) => Ok(Command::Completions { shell }),
            _ => Err("`olmkit completions` needs a shell: bash, zsh or fish".into()),
        },
        "rules" if operands.is_empty() => Ok(Command::Rules),
        "rules" => Err("`olmkit rules` takes no operand".into()),
        other => Err(match hint::nearest(other, VERBS.into_iter()) {
            Some(near) => format!("there is no command \"{other}\"; did you mean \"{near}\"?"),
            None => format!("there is no command \"{other}\" (known: {})", VERBS.join(", ")),
        }
        .into()),
    }
}

/// `CATALOG PACKAGE FROM [TO]`
fn path(
    operands: Vec<String>,
    channel: Option<String>,
    semantics: Option<Semantics>,
) -> Result<Command, lexopt::Error> {
    let mut operands = operands.into_iter();
    let (Some(catalog), Some(package), Some(from)) = (operands.next(), operands.next(), operands.next()) else {
        return Err("`olmkit path` needs a catalog, a package, and the installed version".into());
    };
    let to = operands.next();
    if let Some(more) = operands.next() {
        return Err(format!("`olmkit path` does not know what to do with \"{more}\"").into());
    }
    let semantics = semantics.unwrap_or_default();
    Ok(Command::Path { catalog, question: PathQuestion { package, from, to, channel, semantics } })
}

/// The formats of `graph` are its own.
fn graph(catalog: String, format: Option<&str>, question: GraphQuestion) -> Result<Command, lexopt::Error> {
    let (drawing, json) = match format {
        None | Some("mermaid") => (Drawing::Mermaid, false),
        Some("dot") => (Drawing::Dot, false),
        Some("svg") => (Drawing::Svg, false),
        Some("json") => (Drawing::Mermaid, true),
        Some(other) => return Err(format!("\"{other}\" is no format of graph (known: mermaid, dot, svg, json)").into()),
    };
    Ok(Command::Graph { catalog, question, json, drawing })
}

fn semantics(value: &str) -> Result<Semantics, String> {
    match value {
        "v0" => Ok(Semantics::V0),
        "v1" => Ok(Semantics::V1),
        _ => Err("known: v0, v1".to_owned()),
    }
}

/// `VERB PATH key=value...`
fn edit(operands: Vec<String>, diff: bool) -> Result<Command, lexopt::Error> {
    let mut operands = operands.into_iter();
    let (Some(verb), Some(path)) = (operands.next(), operands.next()) else {
        return Err("`olmkit edit` needs a verb and a path; see `olmkit help`".into());
    };
    let mut fields = Vec::new();
    for operand in operands {
        let Some((key, value)) = operand.split_once('=') else {
            return Err(format!("`olmkit edit` wants key=value, not \"{operand}\"").into());
        };
        fields.push((key.to_owned(), value.to_owned()));
    }
    Ok(Command::Edit { verb, path, fields, diff })
}

fn kinds(value: &str) -> Result<Vec<String>, lexopt::Error> {
    let kinds = list(value);
    match kinds.iter().find(|kind| !olmkit_workspace::change_kinds().any(|known| known == kind.as_str())) {
        Some(unknown) => {
            let known: Vec<&str> = olmkit_workspace::change_kinds().collect();
            Err(format!("\"{unknown}\" is no kind of change (known: {})", known.join(", ")).into())
        }
        None => Ok(kinds),
    }
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

fn severity(value: &str, into: &mut BTreeMap<String, Severity>) -> Result<(), lexopt::Error> {
    for item in list(value) {
        let Some((rule, level)) = item.split_once('=') else {
            return Err(format!("--severity wants rule=level, not \"{item}\"").into());
        };
        let level = match level {
            "error" => Severity::Error,
            "warning" | "warn" => Severity::Warning,
            "info" => Severity::Info,
            "off" => Severity::Off,
            _ => return Err(format!("\"{level}\" is no severity (known: error, warning, info, off)").into()),
        };
        into.insert(rule.to_owned(), level);
    }
    Ok(())
}

fn fail_on(value: &str) -> Result<FailOn, String> {
    match value {
        "error" => Ok(FailOn::Error),
        "warning" => Ok(FailOn::Warning),
        "info" => Ok(FailOn::Info),
        "never" => Ok(FailOn::Never),
        _ => Err("known: error, warning, info, never".to_owned()),
    }
}

/// `FORMAT=FILE`
fn report(value: &str) -> Result<(Format, String), String> {
    let (format, path) = value.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or("wanted: FORMAT=FILE")?;
    Ok((Format::from_name(format)?, path.to_owned()))
}

fn color(value: &str) -> Result<Color, String> {
    match value {
        "auto" => Ok(Color::Auto),
        "always" => Ok(Color::Always),
        "never" => Ok(Color::Never),
        _ => Err("known: auto, always, never".to_owned()),
    }
}
