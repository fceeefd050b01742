//! Arguments: what each command takes, read by clap.
//!
//! The doc comments here are the help, the manual pages and the reference in docs/reference/command-line.md. A structure
//! that a variant with named fields flattens has none: clap would take it for the description of the command, because it
//! adds the arguments of the command last.

mod bundle;
mod checks;
mod dependencies;
mod edit;
mod files;
mod index;
mod mirror;
mod open;
mod query;
mod registries;
mod serve;
mod tips;
mod unknown;
mod upgrades;
mod values;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Args as _, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use olmkit_collections::SortedSet;
use olmkit_diagnostics::Suite;
use olmkit_workspace::Options;

use crate::baseline::BaselineOptions;
pub(crate) use crate::color::Color;
use crate::format::Format;
use crate::pulling::Pulling;
pub(crate) use bundle::{BundleVerb, Generate};
pub(crate) use checks::{BundleValidateArgs, CatalogChecks, FixArgs};
pub(crate) use dependencies::{Catalogs, DependenciesArgs, Query, ResolveArgs};
pub(crate) use edit::{
    ADD_BUNDLE, ADD_PACKAGE, ADD_RENDERED, EXCLUDE_FILES, EditArgs, FIX_ALL_STRANDED, FIX_STRANDED, Kind, SHORT_EDITS,
    SUPPRESS, edit_fields, kind_of,
};
pub(crate) use files::{Convert, FileVerb, Init, ListOf, Table, TemplateArgs};
pub(crate) use index::IndexVerb;
#[cfg(feature = "native")]
pub(crate) use index::{Add, Export, PermissiveArgs, Writing};
pub(crate) use mirror::MirrorArgs;
pub(crate) use open::OpenArgs;
pub(crate) use query::{ConfigVerb, QueryArgs, StatsArgs};
pub(crate) use registries::{BuildArgs, CacheVerb, ComposeArgs, CopyArgs, ImagesArgs};
#[cfg(feature = "native")]
pub(crate) use serve::OneCatalog;
pub(crate) use serve::ServeArgs;
pub(crate) use unknown::UnknownName;
pub(crate) use upgrades::{DiffArgs, GraphArgs, PathArgs, StrandedArgs};

const EXIT_CODES: &str = "\
Findings go to standard output, everything else to standard error.

Exit codes:
  0  no finding at or above the failing severity
  1  findings (path: the target is not reached; stranded: versions are
     stranded; resolve: nothing can be installed)
  2  wrong usage or configuration
  3  internal error";

/// Check, explain and edit OLM file-based catalogs
#[derive(Debug, Parser)]
#[command(
    name = "olmkit",
    disable_version_flag = true,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    term_width = 80,
    after_help = EXIT_CODES
)]
struct CommandLine {
    /// Print the version of olmkit, and of the opm whose verdict it gives
    #[arg(short = 'V', long)]
    version: bool,
    /// With --version: also print what a bug report needs
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(flatten, next_help_heading = "Configuration")]
    print_config: checks::PrintConfigArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What to do.
#[derive(Debug, Clone, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    #[command(skip)]
    Version {
        verbose: bool,
    },
    #[command(skip)]
    PrintConfig {
        path: String,
    },
    Check(checks::CheckArgs),
    Validate(checks::ValidateArgs),
    Fix(checks::FixArgs),
    Edit(EditArgs),
    Path(PathArgs),
    Stranded(StrandedArgs),
    Graph(GraphArgs),
    Diff(DiffArgs),
    Stats(StatsArgs),
    Query(QueryArgs),
    Mirror(MirrorArgs),
    Dependencies(DependenciesArgs),
    Resolve(ResolveArgs),
    /// Check, render and build operator bundles
    #[command(subcommand)]
    Bundle(BundleVerb),
    #[command(flatten)]
    Files(FileVerb),
    #[command(flatten)]
    Index(IndexVerb),
    Images(ImagesArgs),
    Build(BuildArgs),
    Compose(ComposeArgs),
    Copy(CopyArgs),
    /// Show and prune the cache of images (native program only)
    #[command(subcommand)]
    Cache(CacheVerb),
    Serve(ServeArgs),
    Open(OpenArgs),
    /// Write a configuration
    #[command(subcommand)]
    Config(ConfigVerb),
    /// Explain a rule: what it finds, why it matters, how to fix it
    Explain {
        /// The id or code of a rule
        #[arg(value_parser = values::RuleParser::name())]
        rule: String,
        /// The output format
        #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
        format: Format,
        #[command(flatten)]
        coloring: checks::Coloring,
    },
    /// List the rules
    Rules {
        /// Only these rules: ids, codes, prefixes of codes, categories
        #[arg(value_name = "RULES", value_delimiter = ',', value_parser = values::RuleParser::selector(), hide_possible_values = true)]
        select: Vec<String>,
        /// The output format
        #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
        format: Format,
        #[command(flatten)]
        coloring: checks::Coloring,
    },
    /// Run the language server for editors
    Lsp {
        /// Communicate over standard input and output (the only transport)
        #[arg(long)]
        stdio: bool,
        /// The process of the client, which the protocol lets it say; the server ends with its input
        #[arg(long = "clientProcessId", hide = true)]
        client: Option<u32>,
        #[command(flatten)]
        checks: CatalogChecks,
    },
    /// Run opm's command line (native program only)
    ///
    /// The same as calling the program under the name `opm`: opm's commands and
    /// flags, its standard output and its exit codes.
    #[command(disable_help_flag = true)]
    Opm {
        /// The arguments of opm
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARG")]
        args: Vec<OsString>,
    },
    /// Print the completion script of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print a manual page (roff)
    Man {
        /// The command to describe, for example `bundle validate`; none: olmkit
        command: Vec<String>,
    },
}

/// The lowest severity that fails a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
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
    /// The nearest one above the path that is checked.
    #[default]
    Tree,
    /// There is none.
    Nowhere,
    /// This file; `-` is standard input.
    File(String),
}

/// The command, and the options that several commands share: at their defaults where a command does not have them.
#[derive(Debug, Clone)]
pub(crate) struct Args {
    pub(crate) command: Command,
    pub(crate) options: Options,
    /// Of `bundle validate`; empty: all.
    pub(crate) suites: Vec<Suite>,
    /// Check in the registries that the images exist.
    pub(crate) images: bool,
    pub(crate) format: Option<Format>,
    pub(crate) color: Color,
    pub(crate) exit_zero: bool,
    pub(crate) max_warnings: Option<usize>,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) quiet: bool,
    /// Count the findings of each rule instead of writing them.
    pub(crate) statistics: bool,
    /// Print the duration of each stage.
    pub(crate) timing: bool,
    /// More reports: format and path.
    pub(crate) reports: Vec<(Format, String)>,
    pub(crate) stdin_filename: Option<String>,
    /// Files with assertions.
    pub(crate) assertions: Vec<String>,
    /// An older state of the catalog.
    pub(crate) base: Option<String>,
    pub(crate) config: ConfigFrom,
    pub(crate) baseline: BaselineOptions,
    /// Check again whenever a file changes.
    pub(crate) watch: bool,
    /// What the search for catalogs left out.
    pub(crate) ignored: SortedSet<String>,
    pub(crate) pulling: Pulling,
}

impl Args {
    pub(crate) fn new(command: Command) -> Args {
        let mut args = Args::without_options(command.clone());
        args.take_options_of(command);
        args
    }

    fn without_options(command: Command) -> Args {
        Args {
            command,
            options: Options::default(),
            suites: Vec::new(),
            images: false,
            format: None,
            color: Color::Auto,
            exit_zero: false,
            max_warnings: None,
            fail_on: None,
            quiet: false,
            statistics: false,
            timing: false,
            reports: Vec::new(),
            stdin_filename: None,
            assertions: Vec::new(),
            base: None,
            config: ConfigFrom::Tree,
            baseline: BaselineOptions::default(),
            watch: false,
            ignored: SortedSet::new(),
            pulling: Pulling::default(),
        }
    }

    /// What commands have in common, from the options of each.
    fn take_options_of(&mut self, command: Command) {
        match command {
            Command::Check(own) => own.share(self),
            Command::Validate(own) => own.share(self),
            Command::Fix(own) => own.share(self),
            Command::Lsp { checks, .. } => checks.share(self),
            Command::Bundle(BundleVerb::Validate(own)) => own.share(self),
            Command::Dependencies(own) => own.share(self),
            Command::Edit(EditArgs { stdin_filename, pulling, coloring, .. }) => {
                (self.stdin_filename, self.pulling, self.color) = (stdin_filename, pulling, coloring.color);
            }
            Command::Graph(own) => own.share(self),
            Command::Path(own) => own.answer.share(self),
            Command::Stranded(own) => {
                self.color = own.coloring.color;
                own.answer.share(self);
            }
            Command::Diff(DiffArgs { format, exit_zero, pulling, .. })
            | Command::Resolve(ResolveArgs { format, exit_zero, pulling, .. }) => {
                (self.format, self.exit_zero, self.pulling) = (Some(format), exit_zero, pulling);
            }
            Command::Bundle(BundleVerb::Render { pulling, .. } | BundleVerb::Extract { pulling, .. }) => {
                self.pulling = pulling;
            }
            Command::Bundle(BundleVerb::Build { pulling, .. })
            | Command::Build(BuildArgs { pulling, .. })
            | Command::Compose(ComposeArgs { pulling, .. })
            | Command::Images(ImagesArgs { pulling, .. })
            | Command::Copy(CopyArgs { pulling, .. }) => self.pulling = pulling,
            Command::Files(own) => self.pulling = own.pulling(),
            Command::Index(own) => self.pulling = own.pulling(),
            Command::Serve(own) => self.pulling = own.pulling,
            Command::Open(own) => self.pulling = own.pulling,
            Command::Stats(own) => self.pulling = own.pulling,
            Command::Query(own) => self.pulling = own.pulling,
            Command::Mirror(own) => self.pulling = own.pulling,
            Command::Explain { format, coloring, .. } | Command::Rules { format, coloring, .. } => {
                (self.format, self.color) = (Some(format), coloring.color);
            }
            // Listed, so that a new command cannot lose its options.
            Command::Version { .. }
            | Command::PrintConfig { .. }
            | Command::Bundle(BundleVerb::Generate(_))
            | Command::Cache(_)
            | Command::Config(_)
            | Command::Opm { .. }
            | Command::Completions { .. }
            | Command::Man { .. } => {}
        }
    }
}

/// What clap answers instead of a command.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The help that was asked for.
    Help(String),
    /// The help, because nothing was asked for.
    Usage(String),
    /// The arguments are not valid.
    Problem(clap::Error),
}

impl From<clap::Error> for Answer {
    fn from(error: clap::Error) -> Self {
        match error.kind() {
            ErrorKind::DisplayHelp => Answer::Help(error.to_string()),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Answer::Usage(error.to_string()),
            _ => Answer::Problem(tips::improved(error, deferred)),
        }
    }
}

/// The command line as clap knows it, with the descriptions of all commands, which help and completions list.
pub(crate) fn definition() -> clap::Command {
    let mut built = deferred();
    built.build();
    described(deferred(), &built)
}

/// The command line for reading arguments. clap adds the arguments of a command, and most descriptions, when the command
/// is named: all of them take a noticeable part of the time that a small catalog needs.
fn deferred() -> clap::Command {
    CommandLine::command()
}

/// Adds the descriptions that a built command line has.
fn described(command: clap::Command, built: &clap::Command) -> clap::Command {
    command.mut_subcommands(|own| match built.find_subcommand(own.get_name()) {
        // Its arguments have a command, which completions list below `help`.
        Some(_) if own.get_name() == "template" => TemplateArgs::augment_args(own).defer(|own| own),
        Some(found) => described(own.about(found.get_about().cloned().unwrap_or_default()), found),
        None => own,
    })
}

/// Reads the arguments (without the program's name).
pub(crate) fn parse(args: Vec<OsString>) -> Result<Args, Answer> {
    let mut matches = matches(args)?;
    let starts = matches.subcommand_matches("resolve").map(dependencies::starts).unwrap_or_default();
    let line = CommandLine::from_arg_matches_mut(&mut matches)?;
    if line.version {
        return Ok(Args::new(Command::Version { verbose: line.verbose }));
    }
    if let Some(path) = line.print_config.path() {
        let mut args = Args::new(Command::PrintConfig { path });
        line.print_config.share(&mut args);
        return Ok(args);
    }
    match line.command {
        Some(Command::Resolve(mut own)) => {
            own.starts = starts;
            Ok(Args::new(Command::Resolve(own)))
        }
        Some(command) => Ok(Args::new(command)),
        None => Err(definition().error(ErrorKind::MissingSubcommand, "a command is missing").into()),
    }
}

fn matches(args: Vec<OsString>) -> Result<clap::ArgMatches, clap::Error> {
    let words: Vec<OsString> = std::iter::once(OsString::from("olmkit")).chain(args).collect();
    deferred().try_get_matches_from(&words).or_else(|_| definition().try_get_matches_from(words))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
    }

    /// The definition of all arguments takes longer than a small catalog.
    #[test]
    fn arguments_are_defined_when_their_command_is_named() {
        let line = deferred();
        let commands: Vec<&clap::Command> = line.get_subcommands().collect();
        assert!(commands.len() > 30, "only {} commands", commands.len());
        for command in commands {
            for_each(command, &mut |own| assert_eq!(own.get_arguments().count(), 0, "{}", own.get_name()));
        }
    }

    #[test]
    fn help_describes_all_commands() {
        let abouts: Vec<String> =
            definition().get_subcommands().filter_map(|own| own.get_about().map(ToString::to_string)).collect();
        for words in [vec![], vec!["--help"], vec!["-h"], vec!["help"]] {
            let text = match parse(words.iter().map(OsString::from).collect()) {
                Err(Answer::Help(text) | Answer::Usage(text)) => text.split_whitespace().collect::<Vec<_>>().join(" "),
                other => panic!("{words:?}: {other:?}"),
            };
            for about in &abouts {
                assert!(text.contains(about.as_str()), "{words:?}: {about}");
            }
        }
    }

    /// Completions offer them.
    #[test]
    fn the_commands_below_help_are_described() {
        let mut line = definition();
        line.build();
        let help = line.find_subcommand("help").unwrap();
        for_each(help, &mut |own| assert!(own.get_about().is_some(), "{}", own.get_name()));
        let template = help.find_subcommand("template").unwrap();
        assert!(template.find_subcommand("convert").is_some());
    }

    /// Runs something for a command and everything below it.
    fn for_each(command: &clap::Command, run: &mut impl FnMut(&clap::Command)) {
        run(command);
        for own in command.get_subcommands().filter(|own| own.get_name() != "help") {
            for_each(own, run);
        }
    }

    #[test]
    fn help_fits_eighty_columns() {
        let mut line = definition();
        line.build();
        for_each(&line, &mut |command| {
            let mut command = command.clone();
            let (short, long) = (command.render_help().to_string(), command.render_long_help().to_string());
            for line in short.lines().chain(long.lines()) {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
            assert!(command.get_about().is_some_and(|about| about.to_string().len() <= 72), "{}", command.get_name());
        });
    }

    /// The commands that `lib.rs` refuses outside of the native binary.
    #[test]
    fn help_marks_the_commands_of_the_native_binary() {
        let marked: Vec<String> = definition()
            .get_subcommands()
            .filter(|command| {
                command.get_about().is_some_and(|about| about.to_string().ends_with("(native program only)"))
            })
            .map(|command| command.get_name().to_owned())
            .collect();
        let expected = "add rm prune prune-stranded deprecate-truncate export build compose copy cache serve opm";
        assert_eq!(marked.join(" "), expected);
    }

    #[test]
    fn the_reference_is_current() {
        let mut line = definition();
        line.build();
        let mut current = "# Command line\n\nGenerated by `npm run docs` from the definition of the arguments: \
                           what `olmkit help` prints.\n"
            .to_owned();
        for_each(&line, &mut |command| {
            let name = command.get_bin_name().unwrap_or("olmkit");
            let help = command.clone().render_long_help().to_string();
            let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
            current.push_str(&format!("\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end()));
        });
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/command-line.md");
        if std::env::var_os("OLMKIT_WRITE").is_some() {
            std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference")).unwrap();
            std::fs::write(path, &current).unwrap();
        }
        let published = std::fs::read_to_string(path).unwrap_or_default();
        assert!(published == current, "docs/reference/command-line.md is not current: npm run docs");
    }

    /// The commands that a document shows: lines of code blocks, and code in the cells of tables.
    fn commands(document: &str) -> Vec<String> {
        let mut is_code = false;
        let lines = document.lines().filter(move |line| {
            is_code ^= line.starts_with("```");
            is_code && line.starts_with("olmkit ")
        });
        let cells = document.lines().filter(|line| line.starts_with('|')).flat_map(|row| {
            row.split('`').skip(1).step_by(2).filter(|code| code.starts_with("olmkit ")).map(str::to_owned)
        });
        lines.map(str::to_owned).chain(cells).filter(|command| !command.contains(['\u{2026}', '|'])).collect()
    }

    #[test]
    fn documented_commands_are_valid() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let guides = std::fs::read_dir(root.join("docs/guides")).unwrap().map(|entry| entry.unwrap().path());
        let others = ["README.md", "docs/configuration.md", "pkg/README.md"].map(|path| root.join(path));
        let mut count = 0;
        for path in guides.chain(others) {
            for command in commands(&std::fs::read_to_string(&path).unwrap()) {
                let words = shlex::split(&command).unwrap();
                let words = words.into_iter().skip(1).take_while(|word| word != ">").map(OsString::from).collect();
                assert!(parse(words).is_ok(), "{}: `{command}` is not a valid command", path.display());
                count += 1;
            }
        }
        assert!(count > 50, "only {count} commands found");
    }
}
