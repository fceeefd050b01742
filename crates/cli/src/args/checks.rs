//! The arguments of the commands that check: `validate`, `fix`, `bundle validate`, `--print-config`.

use olmkit_diagnostics::{BundleProfile, Profile, Severity, Suite};

use super::{Args, Color, ConfigFrom, FailOn, values};
use crate::baseline::BaselineOptions;
use crate::format::Format;
use crate::pulling::Pulling;

// Which rules are checked, and how severe they are.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Rules {
    /// Check only these rules: ids, codes, prefixes of codes, categories
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = values::RuleParser::selector(), hide_possible_values = true)]
    select: Vec<String>,
    /// Do not check these rules; what makes opm reject a catalog is always reported
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = values::RuleParser::selector(), hide_possible_values = true)]
    ignore: Vec<String>,
    /// Set the severity of a rule: error, warning, info or off
    #[arg(long, value_name = "RULE=LEVEL", value_delimiter = ',', value_parser = values::severity)]
    severity: Vec<(String, Severity)>,
    /// Also check preview rules, which any version may change or remove
    #[arg(long)]
    preview: bool,
    /// Read this configuration (-: standard input) instead of olmkit.yaml
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<String>,
    /// Read no configuration
    #[arg(long)]
    no_config: bool,
}

impl Rules {
    pub(super) fn share(self, args: &mut Args) {
        let named = |list: Vec<String>| list.into_iter().filter(|name| !name.is_empty()).collect();
        args.options.select = named(self.select);
        args.options.ignore = named(self.ignore);
        args.options.severity = self.severity.into_iter().collect();
        args.options.preview = self.preview;
        args.config = match self.config {
            Some(file) => ConfigFrom::File(file),
            None if self.no_config => ConfigFrom::Nowhere,
            None => ConfigFrom::Tree,
        };
    }
}

// What catalogs are checked for.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct CatalogChecks {
    /// The profile; opm is exactly what opm rejects
    #[arg(short, long, value_parser = values::named(Profile::ALL.map(Profile::name), |name| Some(name.to_owned())))]
    profile: Option<String>,
    #[command(flatten)]
    rules: Rules,
}

impl CatalogChecks {
    pub(super) fn share(self, args: &mut Args) {
        args.options.profile = self.profile;
        self.rules.share(args);
    }
}

/// The suite that asks registries.
const IMAGES: &str = "images";

/// A suite that `--suite` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SuiteName {
    /// One of bundles.
    OfBundles(Suite),
    /// Whether registries have the images.
    Images,
}

impl SuiteName {
    fn from_name(key: &str) -> Option<Self> {
        if key == IMAGES { Some(SuiteName::Images) } else { Suite::from_name(key).map(SuiteName::OfBundles) }
    }

    fn of_bundles(self) -> Option<Suite> {
        match self {
            SuiteName::OfBundles(suite) => Some(suite),
            SuiteName::Images => None,
        }
    }
}

/// When a run fails.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Failing {
    /// Exit with 1 on findings of this severity or higher; ignored with the profile opm, whose exit code is opm's
    /// [default: error]
    #[arg(long, value_name = "LEVEL")]
    fail_on: Option<FailOn>,
    /// Exit with 1 if there are more warnings than this
    #[arg(long, value_name = "N", value_parser = crate::number::count::<usize>)]
    max_warnings: Option<usize>,
    /// Exit with 0 even if there are findings
    #[arg(long)]
    exit_zero: bool,
}

impl Failing {
    pub(super) fn share(self, args: &mut Args) {
        args.fail_on = self.fail_on;
        args.max_warnings = self.max_warnings;
        args.exit_zero = self.exit_zero;
    }
}

// Whether the output has colors.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Coloring {
    /// When to use colors; auto respects NO_COLOR and FORCE_COLOR
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

/// How findings are written.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Reporting {
    /// The output format [default: pretty on a terminal or with forced colors,
    /// else concise]
    #[arg(short, long, value_parser = values::every_format())]
    format: Option<Format>,
    #[command(flatten)]
    coloring: Coloring,
    /// Write a report to a file too (-: standard output, instead of --format);
    /// may be given several times
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = values::report)]
    reports: Vec<(Format, String)>,
    /// Write only what --report asks for; the exit code shows the result
    #[arg(short, long)]
    quiet: bool,
    /// Count the findings of each rule instead of listing them
    #[arg(long, conflicts_with = "quiet")]
    statistics: bool,
    /// Print the duration of each stage to standard error
    #[arg(long)]
    timing: bool,
}

impl Reporting {
    pub(super) fn share(self, args: &mut Args) {
        args.format = self.format;
        args.color = self.coloring.color;
        args.reports = self.reports;
        args.quiet = self.quiet;
        args.statistics = self.statistics;
        args.timing = self.timing;
    }
}

/// What is expected to be found.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Baselining {
    /// Report only findings that this file does not list; stale entries are errors
    #[arg(long, value_name = "FILE")]
    baseline: Option<String>,
    /// Write all current findings to the baseline
    #[arg(long)]
    write_baseline: bool,
    /// Remove stale entries from the baseline
    #[arg(long)]
    prune: bool,
}

impl Baselining {
    pub(super) fn share(self, args: &mut Args) {
        args.baseline = BaselineOptions { file: self.baseline, write: self.write_baseline, prune: self.prune };
    }
}

/// What a run over catalogs takes: what is checked, how it is reported, when it fails.
#[derive(Debug, Clone, Default, clap::Args)]
struct CatalogRun {
    #[command(flatten)]
    checks: CatalogChecks,
    /// Check this too: images asks registries whether they have the images (native
    /// program only)
    #[arg(long, value_name = "SUITES", value_delimiter = ',', value_parser = values::named([IMAGES], SuiteName::from_name))]
    suite: Vec<SuiteName>,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    failing: Failing,
    #[command(flatten)]
    baselining: Baselining,
}

impl CatalogRun {
    fn share(self, args: &mut Args) {
        self.checks.share(args);
        args.images = self.suite.contains(&SuiteName::Images);
        self.reporting.share(args);
        self.failing.share(args);
        self.baselining.share(args);
    }
}

/// Find the catalogs, bundles and templates of a repository, and check them
///
/// A directory that is named after a version of OpenShift (v4.16) is one
/// catalog. Otherwise, packages next to each other are one catalog. A bundle has
/// manifests, and metadata/annotations.yaml or a ClusterServiceVersion in manifests.
/// Files that .gitignore files of the repository exclude are skipped. An image,
/// also an OCI layout or an archive of an image, is checked as the catalog or
/// bundle that its labels name.
/// olmkit lists what it found on standard error. If a path has nothing to check,
/// olmkit exits with 2.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CheckArgs {
    /// Where to look: directories, files, archives (.tar, .tar.gz, .tar.zst, .zip),
    /// OCI layouts, images or - (standard input)
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<String>,
    #[command(flatten)]
    run: CatalogRun,
    /// Check again whenever a file changes (native program only)
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    pulling: Pulling,
}

impl CheckArgs {
    pub(super) fn share(self, args: &mut Args) {
        args.pulling = self.pulling;
        args.watch = self.watch;
        self.run.share(args);
    }
}

/// Check catalogs
///
/// Every PATH is one catalog. Directories are read as opm reads them: every
/// file, hidden files too, except what .indexignore excludes. Without a PATH this
/// is `olmkit check`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ValidateArgs {
    /// Catalogs: directories, files, archives (.tar, .tar.gz, .tar.zst, .zip),
    /// images or - (standard input)
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    #[command(flatten)]
    run: CatalogRun,
    /// An older state of the catalog: versions that clusters may run must still
    /// upgrade (`olmkit explain versions-removed`)
    #[arg(long, value_name = "PATH", requires = "paths")]
    base: Option<String>,
    /// A file of assertions about the catalog (`olmkit explain assertion-failed`)
    #[arg(long, value_name = "FILE", requires = "paths")]
    assertions: Vec<String>,
    /// Check again whenever a file changes (native program only)
    #[arg(long)]
    watch: bool,
    /// The name to show for standard input
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<String>,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

impl ValidateArgs {
    pub(super) fn share(self, args: &mut Args) {
        args.pulling = self.pulling;
        self.run.share(args);
        args.base = self.base;
        args.assertions = self.assertions;
        args.watch = self.watch;
        args.stdin_filename = self.stdin_filename;
    }
}

/// Apply fixes to catalogs and bundles
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct FixArgs {
    /// Catalogs: directories, files or - (standard input); directories of
    /// bundles [default: every catalog below the current directory]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Apply unsafe fixes too: review the result
    #[arg(long = "unsafe")]
    pub(crate) with_unsafe: bool,
    /// Show the changes instead of writing them
    #[arg(long)]
    pub(crate) diff: bool,
    #[command(flatten)]
    checks: CatalogChecks,
    #[command(flatten)]
    failing: Failing,
    #[command(flatten)]
    coloring: Coloring,
    /// The name to show for standard input
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<String>,
    #[command(flatten)]
    pulling: Pulling,
}

impl FixArgs {
    pub(super) fn share(self, args: &mut Args) {
        args.color = self.coloring.color;
        args.pulling = self.pulling;
        self.checks.share(args);
        self.failing.share(args);
        args.stdin_filename = self.stdin_filename;
    }
}

/// Check operator bundles
///
/// Besides bundles, files of OLM's own objects are checked (RukPak,
/// ClusterExtension, ClusterCatalog, InstallPlan, CatalogSource), and package
/// manifests.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct BundleValidateArgs {
    /// Bundles: directories, their files, archives, image archives (OCI,
    /// `docker save`), images
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The tool or pipeline whose checks to run [default: default, which is
    /// every tool]
    #[arg(short, long, value_parser = values::named(BundleProfile::ALL.map(BundleProfile::name), |name| Some(name.to_owned())))]
    profile: Option<String>,
    /// Check these suites instead of those of the profile; images is added to
    /// those of the profile: it asks the registries whether they have the images
    #[arg(long, value_name = "SUITES", value_delimiter = ',', value_parser = values::named(Suite::ALL.map(Suite::name).into_iter().chain([IMAGES]), SuiteName::from_name))]
    suite: Vec<SuiteName>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    failing: Failing,
    #[command(flatten)]
    baselining: Baselining,
    /// The previous version, to find incompatible changes
    ///
    /// CRDs are compared as OLM v1 does. Its examples, and objects beside its
    /// manifests, must fit the new CRDs, as OLM v0 requires.
    #[arg(long, value_name = "PATH")]
    pub(crate) before: Option<String>,
    /// Objects of a cluster that must fit the new CRDs: a file or a directory;
    /// may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) objects: Vec<String>,
    /// The Kubernetes version to check for: APIs that it removed are errors
    #[arg(long, value_name = "VERSION")]
    pub(crate) k8s_version: Option<String>,
    /// The file with the labels of the image, in the bundle or beside it: the
    /// Dockerfile
    #[arg(long, value_name = "FILE")]
    pub(crate) index_path: Option<String>,
    /// Categories instead of the standard ones: JSON with a list `categories`
    #[arg(long, value_name = "FILE")]
    pub(crate) categories: Option<String>,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

impl BundleValidateArgs {
    /// The check of these bundles, with nothing asked for.
    pub(crate) fn of(paths: Vec<String>) -> Self {
        BundleValidateArgs { paths, ..BundleValidateArgs::default() }
    }

    pub(super) fn share(self, args: &mut Args) {
        self.rules.share(args);
        self.reporting.share(args);
        self.failing.share(args);
        self.baselining.share(args);
        args.options.profile = self.profile;
        args.images = self.suite.contains(&SuiteName::Images);
        args.suites = self.suite.into_iter().filter_map(SuiteName::of_bundles).collect();
        args.pulling = self.pulling;
    }
}

/// What `olmkit --print-config FILE` takes.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PrintConfigArgs {
    /// Print the configuration that applies to a file of a catalog
    #[arg(long, value_name = "FILE")]
    print_config: Option<String>,
    /// With --print-config: the output format; json describes errors too
    #[arg(short, long, requires = "print_config", value_parser = values::formats(&["pretty", "json"]))]
    format: Option<Format>,
    #[command(flatten)]
    checks: CatalogChecks,
}

impl PrintConfigArgs {
    pub(super) fn path(&self) -> Option<String> {
        self.print_config.clone()
    }

    pub(super) fn share(self, args: &mut Args) {
        self.checks.share(args);
        args.format = self.format;
    }
}
