//! The arguments of opm's verbs on files: `render`, `list`, `init`, `migrate`, `generate` and `template`.

use clap::builder::TypedValueParser;
use olmkit_render::{CatalogImage, Level, Listing, Output, TemplateKind};

use super::unknown::UnknownName;
use super::values;
use crate::format::Format;
use crate::pulling::Pulling;

/// What to make.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum FileVerb {
    /// Print catalogs and bundles as one catalog, as `opm render` does
    Render {
        /// Catalogs and bundles: directories, files, archives, images or -
        /// (standard input)
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<String>,
        /// The output format; jsonl is one document per line
        #[arg(short, long, short_alias = 'f', alias = "format", value_name = "FORMAT", default_value = "json", value_parser = outputs(&["json", "jsonl", "yaml"]))]
        output: Output,
        #[command(flatten)]
        migration: Migration,
        /// The image of bundles, as with opm's --alpha-image-ref-template:
        /// {{.Package}}, {{.Name}} and {{.Version}} are replaced
        #[arg(
            long,
            alias = "alpha-image-ref-template",
            value_name = "TEMPLATE",
            default_value = "",
            hide_default_value = true
        )]
        image: String,
        #[command(flatten)]
        pulling: Pulling,
    },
    /// List the packages, channels or bundles of a catalog that opm accepts
    #[command(subcommand)]
    List(ListOf),
    Init(Init),
    /// Rewrite a catalog with one file per package
    Migrate {
        /// The catalog: a directory, a file, an archive, an image or - (standard
        /// input)
        #[arg(value_name = "CATALOG")]
        from: String,
        /// The directory to write to; it must be empty
        #[arg(value_name = "DIR")]
        to: String,
        /// The output format
        #[arg(short, long, short_alias = 'f', alias = "format", value_name = "FORMAT", default_value = "yaml", value_parser = outputs(&["json", "yaml"]))]
        output: Output,
        /// How far to migrate
        #[arg(long, value_name = "LEVEL", default_value = "none", value_parser = migration_level())]
        migrate_level: Level,
        #[command(flatten)]
        pulling: Pulling,
    },
    /// Write files for building catalog images
    #[command(subcommand)]
    Generate(GenerateFile),
    Template(TemplateArgs),
}

impl FileVerb {
    /// How it pulls images.
    pub(super) fn pulling(self) -> Pulling {
        match self {
            FileVerb::Render { pulling, .. }
            | FileVerb::Migrate { pulling, .. }
            | FileVerb::Template(
                TemplateArgs { convert: Some(Convert::Convert { pulling, .. }), .. } | TemplateArgs { pulling, .. },
            )
            | FileVerb::List(
                ListOf::Packages { table: Table { pulling, .. } }
                | ListOf::Channels { table: Table { pulling, .. }, .. }
                | ListOf::Bundles { table: Table { pulling, .. }, .. },
            ) => pulling,
            FileVerb::Init(_) | FileVerb::Generate(_) => Pulling::default(),
        }
    }
}

// How far catalogs are migrated.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Migration {
    /// Apply all migrations
    #[arg(long, conflicts_with = "migrate_level")]
    migrate: bool,
    /// How far to migrate
    #[arg(long, value_name = "LEVEL", default_value = "none", value_parser = migration_level())]
    migrate_level: Level,
}

impl Migration {
    pub(crate) fn level(&self) -> Level {
        if self.migrate { Level::ALL } else { self.migrate_level }
    }
}

pub(super) fn migration_level() -> impl TypedValueParser<Value = Level> {
    values::named(["none", "bundle-object-to-csv-metadata", "all"], |name| Level::from_name(name).ok())
}

fn outputs(names: &'static [&'static str]) -> impl TypedValueParser<Value = Output> {
    values::named(names.iter().copied(), |name| match name {
        "json" => Some(Output::Json),
        "jsonl" => Some(Output::JsonLines),
        "yaml" => Some(Output::Yaml),
        _ => None,
    })
}

/// Which table is printed.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum ListOf {
    /// List packages
    Packages {
        #[command(flatten)]
        table: Table,
    },
    /// List channels and their heads
    Channels {
        #[command(flatten)]
        table: Table,
        /// List this package only
        #[arg(help_heading = None)]
        package: Option<String>,
    },
    /// List bundles
    Bundles {
        #[command(flatten)]
        table: Table,
        /// List this package only
        #[arg(help_heading = None)]
        package: Option<String>,
    },
}

// What every table needs.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Table {
    /// A directory, a file, an archive, an image or - (standard input)
    pub(crate) catalog: String,
    /// The output format
    #[arg(short = 'o', long = "output", short_alias = 'f', alias = "format", value_name = "FORMAT", default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
    pub(crate) format: Format,
    #[command(flatten)]
    pulling: Pulling,
}

impl ListOf {
    pub(crate) fn parts(&self) -> (Listing, &Table, Option<&str>) {
        match self {
            ListOf::Packages { table } => (Listing::Packages, table, None),
            ListOf::Channels { table, package } => (Listing::Channels, table, named(package.as_deref())),
            ListOf::Bundles { table, package } => (Listing::Bundles, table, named(package.as_deref())),
        }
    }
}

/// A package, if one is named: opm lists all for an empty name.
fn named(package: Option<&str>) -> Option<&str> {
    package.filter(|name| !name.is_empty())
}

/// Print an `olm.package` document
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Init {
    /// The name of the package
    pub(crate) package: String,
    /// Its default channel
    #[arg(short = 'c', long, value_name = "CHANNEL", default_value = "", hide_default_value = true)]
    pub(crate) default_channel: String,
    /// A file with its description
    #[arg(short, long, value_name = "FILE")]
    pub(crate) description: Option<String>,
    /// A file with its icon
    #[arg(short, long, value_name = "FILE")]
    pub(crate) icon: Option<String>,
    /// The output format
    #[arg(short, long, short_alias = 'f', alias = "format", value_name = "FORMAT", default_value = "json", value_parser = outputs(&["json", "yaml"]))]
    pub(crate) output: Output,
}

/// What is written for building images.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum GenerateFile {
    /// Write DIR.Dockerfile beside DIR, the directory of a catalog
    Dockerfile {
        /// The directory of the catalog
        #[arg(value_name = "DIR")]
        path: String,
        /// The image that the catalog is built on
        #[arg(short = 'i', long, value_name = "REF")]
        base_image: Option<String>,
        /// The image whose opm builds the cache
        #[arg(short, long, value_name = "REF")]
        builder_image: Option<String>,
        /// Both images
        #[arg(long, value_name = "REF", conflicts_with_all = ["base_image", "builder_image"])]
        binary_image: Option<String>,
        /// Additional labels of the image; put quotes around a label that contains a comma
        #[arg(short = 'l', long, value_name = "KEY=VALUE,...", value_parser = values::labels)]
        extra_labels: Vec<values::Labels>,
    },
}

impl GenerateFile {
    /// The directory of the catalog, and what the image is made of.
    pub(crate) fn image(&self) -> (&str, CatalogImage) {
        let GenerateFile::Dockerfile { path, base_image, builder_image, binary_image, extra_labels } = self;
        let image = CatalogImage {
            directory: String::new(),
            base: binary_image.as_ref().or(base_image.as_ref()).cloned(),
            builder: binary_image.as_ref().or(builder_image.as_ref()).cloned(),
            labels: extra_labels.iter().flat_map(|labels| labels.0.iter().cloned()).collect(),
        };
        (path, image)
    }
}

/// Render a template to a catalog
///
/// Bundles come from --catalog and --bundle, the others from their registries.
#[derive(Debug, Clone, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TemplateArgs {
    /// The type of the template: basic, semver or substitutes. By default, the
    /// `schema` of the file decides
    #[arg(value_name = "TYPE")]
    first: Option<String>,
    /// The template [default: standard input]
    #[arg(value_name = "FILE")]
    second: Option<String>,
    /// The output format
    #[arg(short, long, short_alias = 'f', alias = "format", value_name = "FORMAT", default_value = "json")]
    output: TemplateOutput,
    #[command(flatten)]
    migration: Migration,
    /// Take bundles from this catalog, by image
    #[arg(short = 'c', long = "catalog", value_name = "CATALOG")]
    pub(crate) catalogs: Vec<String>,
    /// Take the bundle of an image from a directory or an archive
    #[arg(short = 'b', long = "bundle", value_name = "IMAGE=PATH", value_parser = values::pair)]
    pub(crate) bundles: Vec<(String, String)>,
    #[command(flatten)]
    pulling: Pulling,
    #[command(subcommand)]
    pub(crate) convert: Option<Convert>,
}

/// How `template` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TemplateOutput {
    Json,
    Yaml,
    Mermaid,
}

/// The other direction.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum Convert {
    /// Print a catalog as a template
    Convert {
        /// The type of the template
        #[arg(value_name = "TYPE", value_parser = values::named(["basic", "substitutes"], TemplateKind::from_name))]
        kind: TemplateKind,
        /// The catalog: a directory, a file, an archive, an image or - (standard
        /// input)
        #[arg(value_name = "CATALOG", default_value = "-")]
        path: String,
        /// The output format
        #[arg(short, long, short_alias = 'f', alias = "format", value_name = "FORMAT", default_value = "json", value_parser = outputs(&["json", "yaml"]))]
        output: Output,
        #[command(flatten)]
        pulling: Pulling,
    },
}

/// What other programs call the command.
const RENDER: &str = "render";

/// Why it is not known which template is meant.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OperandsError {
    #[error(transparent)]
    Type(#[from] UnknownName),
    #[error("`olmkit template` renders without the word `{RENDER}`: run `olmkit template {file}`")]
    Verb { file: String },
    #[error("the type of the template comes before the file: run `olmkit template {kind} {file}`")]
    Swapped { kind: String, file: String },
}

impl TemplateArgs {
    /// The kind, if it is given, and the file.
    pub(crate) fn operands(&self) -> Result<(Option<TemplateKind>, &str), OperandsError> {
        let Some(first) = self.first.as_deref() else { return Ok((None, "-")) };
        let kind = TemplateKind::from_name(first);
        match (kind, self.second.as_deref()) {
            (Some(_), file) => Ok((kind, file.unwrap_or("-"))),
            (None, None) => Ok((None, first)),
            (None, Some(file)) if first == RENDER => Err(OperandsError::Verb { file: file.to_owned() }),
            (None, Some(kind)) if TemplateKind::from_name(kind).is_some() => {
                Err(OperandsError::Swapped { kind: kind.to_owned(), file: first.to_owned() })
            }
            (None, Some(_)) => Err(UnknownName::among("template type", first, TemplateKind::NAMES.into_iter()).into()),
        }
    }

    pub(crate) fn level(&self) -> Level {
        self.migration.level()
    }

    /// `None` draws the catalog.
    pub(crate) fn output(&self) -> Option<Output> {
        match self.output {
            TemplateOutput::Json => Some(Output::Json),
            TemplateOutput::Yaml => Some(Output::Yaml),
            TemplateOutput::Mermaid => None,
        }
    }
}
