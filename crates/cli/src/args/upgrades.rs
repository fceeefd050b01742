//! The arguments of `path`, `stranded`, `graph` and `diff`.

use olmkit_collections::SortedSet;
use olmkit_text::listed_names;
use olmkit_workspace::api::{ChangeKind, Drawing, GraphQuery, PathQuery, Semantics, StrandedQuery};

use super::checks::Coloring;
use super::{Args, values};
use crate::format::Format;
use crate::pulling::Pulling;

/// How an answer is written.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct AnswerArgs {
    /// The output format
    #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "concise", "json"]))]
    format: Format,
    /// Exit with 0 whatever the result is
    #[arg(long)]
    exit_zero: bool,
    /// The name to show for standard input
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<String>,
    #[command(flatten)]
    pulling: Pulling,
}

impl AnswerArgs {
    pub(super) fn share(self, args: &mut Args) {
        args.pulling = self.pulling;
        args.format = Some(self.format);
        args.exit_zero = self.exit_zero;
        args.stdin_filename = self.stdin_filename;
    }
}

/// Show the upgrade path of an installed version
///
/// Exits with 1 when the path does not reach its target, or a part of the catalog
/// cannot be loaded.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct PathArgs {
    /// A directory, a file, an archive, an image or - (standard input)
    pub(crate) catalog: String,
    /// The package
    package: String,
    /// The installed version: the name of a bundle, or its version
    from: String,
    /// The target [default: the channel head]
    to: Option<String>,
    /// The channel to follow [default: the default channel, or else the first
    /// that has FROM, or names it in replaces or skips]
    #[arg(long, value_name = "NAME")]
    channel: Option<String>,
    /// The version of OLM whose resolver to follow
    #[arg(long, value_name = "OLM", default_value = "v0", value_parser = values::semantics())]
    semantics: Semantics,
    #[command(flatten)]
    pub(super) answer: AnswerArgs,
}

impl PathArgs {
    pub(crate) fn query(&self) -> PathQuery {
        let PathArgs { package, from, to, channel, semantics, .. } = self.clone();
        PathQuery { package, from, to, channel, semantics }
    }
}

/// List versions that cannot reach the head of their channel, and why
///
/// Exits with 1 when there are any.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct StrandedArgs {
    /// Catalogs: directories, files, archives, images or - (standard input)
    #[arg(required = true, value_name = "CATALOG")]
    pub(crate) paths: Vec<String>,
    /// List this package only
    #[arg(short, long, alias = "package-name", value_name = "NAME")]
    package: Option<String>,
    /// List this channel only
    #[arg(long, value_name = "NAME")]
    channel: Option<String>,
    /// The version of OLM whose resolver to follow [default: both]
    #[arg(long, value_name = "OLM", value_parser = values::semantics())]
    semantics: Option<Semantics>,
    /// Also list versions that only `replaces` and `skips` still name
    #[arg(long)]
    include_gone: bool,
    #[command(flatten)]
    pub(super) coloring: Coloring,
    #[command(flatten)]
    pub(super) answer: AnswerArgs,
}

impl StrandedArgs {
    pub(crate) fn query(&self) -> StrandedQuery {
        let StrandedArgs { package, channel, semantics, include_gone, .. } = self.clone();
        StrandedQuery { package, channel, semantics, include_gone }
    }
}

/// Draw channels
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct GraphArgs {
    /// A directory, a file, an archive, an image or - (standard input)
    pub(crate) catalog: String,
    /// Draw this package only
    #[arg(short, long, alias = "package-name", value_name = "NAME")]
    package: Option<String>,
    /// Draw this channel only
    #[arg(long, value_name = "NAME")]
    channel: Option<String>,
    /// The version of OLM whose upgrades to draw [default: v0; mermaid: neither,
    /// as opm draws]
    #[arg(long, value_name = "OLM", value_parser = values::semantics())]
    semantics: Option<Semantics>,
    /// With mermaid: start at this bundle
    #[arg(long, value_name = "NAME")]
    minimum_edge: Option<String>,
    /// The output format; mermaid is what opm draws
    #[arg(short, long, default_value = "mermaid")]
    format: GraphFormat,
    /// The name to show for standard input
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<String>,
    #[command(flatten)]
    pulling: Pulling,
}

/// The formats of `graph`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum GraphFormat {
    Mermaid,
    Dot,
    Svg,
    Json,
}

impl GraphArgs {
    pub(super) fn share(self, args: &mut Args) {
        args.stdin_filename = self.stdin_filename;
        args.pulling = self.pulling;
    }

    pub(crate) fn query(&self) -> GraphQuery {
        let GraphArgs { package, channel, semantics, minimum_edge, .. } = self.clone();
        GraphQuery { package, channel, semantics, minimum_edge }
    }

    /// How the channels are drawn; `None` is JSON.
    pub(crate) fn drawing(&self) -> Option<Drawing> {
        match self.format {
            GraphFormat::Mermaid => Some(Drawing::Mermaid),
            GraphFormat::Dot => Some(Drawing::Dot),
            GraphFormat::Svg => Some(Drawing::Svg),
            GraphFormat::Json => None,
        }
    }
}

/// Compare two catalogs: what changes for clusters
///
/// Shows changes of versions, upgrade paths, channel heads, defaults, contents
/// and deprecations. Exits with 1 on forbidden changes: path-lost,
/// channel-removed, package-removed, bundle-changed, and what --forbid adds. Also
/// exits with 1 if opm rejects the new catalog, unless it rejects the old one for
/// the same reasons.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DiffArgs {
    /// The old catalog
    pub(crate) old: String,
    /// The new catalog
    pub(crate) new: String,
    /// Also exit with 1 on these kinds of changes; a kind cannot be in --allow, too
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds())]
    pub(crate) forbid: Vec<ChangeKind>,
    /// Do not exit with 1 on these kinds of changes
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds(), hide_possible_values = true)]
    pub(crate) allow: Vec<ChangeKind>,
    /// Print what the changes mean, a sentence each: opm's verdict, upgrade paths,
    /// new and fixed problems
    #[arg(long)]
    pub(crate) impact: bool,
    /// The output format
    #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "concise", "json", "jsonl", "markdown"]))]
    pub(super) format: Format,
    /// Exit with 0 even if there are forbidden changes, or opm rejects the new catalog
    #[arg(long)]
    pub(super) exit_zero: bool,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

/// Kinds of changes that are both forbidden and allowed.
#[derive(Debug, thiserror::Error)]
#[error("--forbid and --allow both name {0}. Name a kind of change in only one of them.")]
pub(crate) struct ForbiddenAndAllowed(String);

impl DiffArgs {
    /// Returns an error if a kind of change is both forbidden and allowed.
    pub(crate) fn check_kinds(&self) -> Result<(), ForbiddenAndAllowed> {
        let both: SortedSet<&str> =
            self.forbid.iter().filter(|kind| self.allow.contains(kind)).map(|kind| kind.name()).collect();
        let both: Vec<&str> = both.into_iter().collect();
        if both.is_empty() { Ok(()) } else { Err(ForbiddenAndAllowed(listed_names(&both, usize::MAX, "and"))) }
    }
}

fn kinds() -> impl clap::builder::TypedValueParser<Value = ChangeKind> {
    values::named(ChangeKind::ALL.map(ChangeKind::name), ChangeKind::from_name)
}
