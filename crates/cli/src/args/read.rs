//! The commands that share their options: everything but the verbs of opm, and resolution.

use std::ffi::OsString;

use lexopt::prelude::*;
use olmkit_bundle::Suite;
use olmkit_workspace::api::{Drawing, GraphQuestion, PathQuestion, Semantics, StrandedQuestion};

use super::value::{color, fail_on, kinds, list, report, semantics, severity};
use super::{Args, BundleVerb, Command, ConfigFrom, Policy, VERBS, bundle, hint};
use crate::format::Format;

#[derive(Default)]
struct Raw {
    verb: Option<String>,
    operands: Vec<String>,
    help: bool,
    version: bool,
    verbose: bool,
    with_unsafe: bool,
    diff: bool,
    include_gone: bool,
    channel: Option<String>,
    semantics: Option<Semantics>,
    minimum_edge: Option<String>,
    /// Earlier versions of objects.
    before: Option<String>,
    /// Objects of a cluster.
    objects: Vec<String>,
    policy: Policy,
    /// `-p`: the package of a graph, else a profile.
    package: Option<String>,
    format: Option<String>,
    print_config: Option<String>,
}

/// Reads the arguments of all commands that share their options.
pub(super) fn read(args: Vec<OsString>) -> Result<Args, lexopt::Error> {
    let mut parser = lexopt::Parser::from_args(args);
    let mut raw = Raw::default();
    let mut found = Args::of(Command::Help(None));
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => raw.help = true,
            Short('V') | Long("version") => raw.version = true,
            Long("stdio") => {} // There is no other way.
            Long("verbose") => raw.verbose = true,
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
            Long("base") => found.base = Some(parser.value()?.string()?),
            Long("assertions") => found.assertions.push(parser.value()?.string()?),
            Long("allow") => raw.policy.allow.extend(kinds(&parser.value()?.string()?)?),
            Long("forbid") => raw.policy.forbid.extend(kinds(&parser.value()?.string()?)?),
            Long("minimum-edge") => raw.minimum_edge = Some(parser.value()?.string()?),
            Short('f') | Long("format") => raw.format = Some(parser.value()?.string()?),
            Long("before") => raw.before = Some(parser.value()?.string()?),
            Long("objects") => raw.objects.push(parser.value()?.string()?),
            Long("suite") => found.suites.extend(bundle::suites(&parser.value()?.string()?)?),
            Long("k8s-version") => found.values.k8s_version = Some(parser.value()?.string()?),
            Long("index-path") => found.values.index_path = Some(parser.value()?.string()?),
            Long("categories") => found.values.categories = Some(parser.value()?.string()?),
            Long("select") => found.options.select.extend(list(&parser.value()?.string()?)),
            Long("ignore") => found.options.ignore.extend(list(&parser.value()?.string()?)),
            Long("severity") => severity(&parser.value()?.string()?, &mut found.options.severity)?,
            Long("color") => found.color = parser.value()?.parse_with(color)?,
            Long("max-warnings") => found.max_warnings = Some(parser.value()?.parse()?),
            Long("baseline") => found.baseline.file = Some(parser.value()?.string()?),
            Long("watch") => found.watch = true,
            Long("write-baseline") => found.baseline.write = true,
            Long("prune") => found.baseline.prune = true,
            Long("config") => found.config = ConfigFrom::File(parser.value()?.string()?),
            Long("no-config") => found.config = ConfigFrom::Nowhere,
            Long("print-config") => raw.print_config = Some(parser.value()?.string()?),
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
    found.command = command(raw, &found.suites, &found.values)?;
    Ok(found)
}

fn command(raw: Raw, suites: &[Suite], values: &bundle::Values) -> Result<Command, lexopt::Error> {
    if raw.version {
        return Ok(Command::Version { verbose: raw.verbose });
    }
    if let (Some(path), false) = (raw.print_config, raw.help) {
        return Ok(Command::PrintConfig { path });
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
    if (raw.before.is_some() || !raw.objects.is_empty()) && verb != "bundle" {
        return Err("--before and --objects go with `olmkit bundle validate`".into());
    }
    if !suites.is_empty() && verb != "bundle" {
        return Err("--suite goes with `olmkit bundle validate`".into());
    }
    if *values != bundle::Values::default() && verb != "bundle" {
        return Err("--k8s-version, --index-path and --categories go with `olmkit bundle validate`".into());
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
            Ok(Command::Bundle {
                verb: BundleVerb::Validate { paths: operands.split_off(1), before: raw.before, objects: raw.objects },
            })
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
        "lsp" if operands.is_empty() => Ok(Command::Lsp),
        "lsp" => Err("`olmkit lsp` takes no operand".into()),
        "man" if operands.is_empty() => Ok(Command::Man),
        "man" => Err("`olmkit man` takes no operand".into()),
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
