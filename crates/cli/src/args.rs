//! Arguments.

mod bundle;
mod dependencies;
mod files;
mod hint;
mod read;
mod value;

use std::ffi::OsString;

use olmkit_bundle::Suite;
use olmkit_workspace::Options;
use olmkit_workspace::api::{Drawing, GraphQuestion, PathQuestion, StrandedQuestion};

use crate::baseline::Wanted;
use crate::format::Format;

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    Help(Option<String>),
    Version { verbose: bool },
    Man,
    Lsp,
    Validate { paths: Vec<String> },
    Fix { paths: Vec<String>, with_unsafe: bool, diff: bool },
    Edit { verb: String, path: String, fields: Vec<(String, String)>, diff: bool },
    Explain { rule: String },
    Rules,
    PrintConfig { path: String },
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
pub(crate) use hint::{nearest, options};

/// From which severity on a run fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Info,
    Never,
}

impl FailOn {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FailOn::Error => "error",
            FailOn::Warning => "warning",
            FailOn::Info => "info",
            FailOn::Never => "never",
        }
    }
}

/// Where the configuration comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum ConfigFrom {
    /// It lies nearest to the path that is checked.
    #[default]
    Tree,
    /// There is none.
    Nowhere,
    /// This file; `-` is standard input.
    File(String),
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
    /// Of `bundle validate`: what upstream calls optional values.
    pub(crate) values: bundle::Values,
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
    /// An older state of the catalog.
    pub(crate) base: Option<String>,
    pub(crate) config: ConfigFrom,
    pub(crate) baseline: Wanted,
    /// Check again whenever a file changes.
    pub(crate) watch: bool,
}

impl Args {
    fn of(command: Command) -> Args {
        Args {
            command,
            options: Options::default(),
            suites: Vec::new(),
            values: bundle::Values::default(),
            format: None,
            color: Color::Auto,
            exit_zero: false,
            max_warnings: None,
            fail_on: None,
            quiet: false,
            reports: Vec::new(),
            stdin_filename: None,
            assertions: Vec::new(),
            base: None,
            config: ConfigFrom::Tree,
            baseline: Wanted::default(),
            watch: false,
        }
    }
}

pub(crate) const VERBS: [&str; 21] = [
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
    "man",
    "lsp",
];

/// Reads the arguments (without the program's name).
pub(crate) fn parse(args: Vec<OsString>) -> Result<Args, String> {
    let rest = || args.iter().skip(1).cloned();
    let result = match args.first().and_then(|verb| verb.to_str()) {
        Some(verb @ ("dependencies" | "resolve")) => dependencies::parse(verb == "resolve", rest()),
        Some(verb) if files::VERBS.contains(&verb) => files::parse(verb, rest()),
        Some("bundle") if bundle::is_own(args.get(1)) => bundle::parse(args),
        _ => read::read(args),
    };
    result.map_err(|error| hint::with_hint(error.to_string()))
}
