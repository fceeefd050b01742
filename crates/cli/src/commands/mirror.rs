//! `olmkit mirror`.

use olmkit_collections::SortedMap;

use olmkit_render::mirror::{ImageSet, ImageSetError, Operator, RejectedImageSet};
use olmkit_workspace::api::{MirrorReport, MirroredChannel, MirroredPackage, StrandedByMirror};
use olmkit_workspace::{Mirror, MirrorProblem, Options, Workspace};
use serde::Serialize;

use super::CommandError;
use crate::args::{MirrorArgs, UnknownName};
use crate::format::{Format, columns, json, visible, visible_lines};
use crate::host::{Host, Kind, PathError};
use crate::load::{is_free, load_for_query};
use crate::mistake::Mistake;
use crate::new_files::write_all;
use crate::typed::{self, Step};
use crate::{CLEAN, FINDINGS};

/// Why a configuration of oc-mirror cannot be used.
#[derive(Debug, thiserror::Error)]
enum ConfigurationError {
    #[error("output dir \"{0}\" must be empty")]
    NotEmpty(String),
    #[error("{}\noc-mirror reports: {source}", lines(.mistakes))]
    Content { mistakes: Vec<Mistake>, source: ImageSetError },
    #[error(
        "{0}: this is a directory. The first argument is the ImageSetConfiguration of oc-mirror, the second the catalog."
    )]
    Directory(String),
    #[error("{0}: `mirror.operators` has no catalog")]
    Empty(String),
    #[error("{configuration} has several catalogs; select one with --operator: {list}")]
    Several { configuration: String, list: String },
    #[error("{configuration} has no catalog {wanted}; its catalogs are {list}")]
    Unknown { configuration: String, wanted: String, list: String },
}

impl ConfigurationError {
    /// The error of a configuration that oc-mirror rejects.
    fn rejected(path: &str, text: &[u8], found: RejectedImageSet) -> Self {
        let mistakes = found.explanations.iter().map(|one| Mistake::at(path, text, one.offset, one)).collect();
        ConfigurationError::Content { mistakes, source: found.error }
    }
}

fn lines(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A file of the catalog that opm does not load, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {message}")]
struct NotLoaded {
    path: String,
    message: String,
}

pub(crate) fn run(args: &MirrorArgs, host: &mut dyn Host) -> Result<u8, CommandError> {
    if let Some(folder) = args.output.as_ref().filter(|folder| !is_free(folder, host)) {
        return Err(ConfigurationError::NotEmpty(folder.clone()).into());
    }
    let text = match args.configuration.as_str() {
        "-" => host.stdin(),
        path if matches!(host.kind(path), Ok(Kind::Directory)) => {
            return Err(ConfigurationError::Directory(path.to_owned()).into());
        }
        path => host.read(path),
    };
    let text = text.map_err(PathError::at(&args.configuration))?;
    let set =
        ImageSet::parse(&text).map_err(|found| ConfigurationError::rejected(&args.configuration, &text, found))?;
    let (number, operator) = chosen(&set, args)?;
    let mut catalog = load_for_query(&args.catalog, None, &Options::default(), host)?;
    let unknown =
        Configuration { path: &args.configuration, text: &text, number }.unknown(operator, &mut catalog.workspace);
    let Mirror { report, files } = match catalog.workspace.mirror(operator) {
        Ok(mirror) => mirror,
        Err(MirrorProblem::NotLoaded { path, message }) => {
            return Err(NotLoaded { path: catalog.shown(&path), message }.into());
        }
        Err(problem) => {
            host.err(crate::problem(&format!("{}: oc-mirror: {problem}", args.catalog)).as_bytes());
            for mistake in &unknown {
                host.err(crate::problem(&mistake.to_string()).as_bytes());
            }
            return Ok(FINDINGS);
        }
    };
    if let Some(folder) = &args.output {
        write_all(folder, &files, host)?;
    }
    let is_good = report.accepted && unknown.is_empty();
    let text = match args.format {
        Format::Json => json::pretty(&Answer { report, unknown }),
        _ => pretty(&report, &unknown),
    };
    host.out(text.as_bytes());
    Ok(if is_good { CLEAN } else { FINDINGS })
}

/// The requested catalog of the configuration.
fn chosen<'s>(set: &'s ImageSet, args: &MirrorArgs) -> Result<(usize, &'s Operator), ConfigurationError> {
    let known: Vec<&str> = set.operators.iter().map(|operator| operator.catalog.as_str()).collect();
    let (configuration, list) = (args.configuration.clone(), known.join(", "));
    match (&args.operator, set.operators.as_slice()) {
        (_, []) => Err(ConfigurationError::Empty(configuration)),
        (None, [one]) => Ok((0, one)),
        (None, _) => Err(ConfigurationError::Several { configuration, list }),
        (Some(wanted), all) => all
            .iter()
            .enumerate()
            .find(|(_, operator)| operator.catalog == *wanted)
            .ok_or_else(|| ConfigurationError::Unknown { configuration, wanted: wanted.clone(), list }),
    }
}

/// The result in JSON.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    report: MirrorReport,
    /// Names in the configuration that are not in the catalog.
    unknown: Vec<Mistake>,
}

/// The configuration, and which of its catalogs is examined.
struct Configuration<'p> {
    path: &'p str,
    text: &'p [u8],
    number: usize,
}

impl Configuration<'_> {
    /// Names in the configuration that are not in the catalog. oc-mirror ignores them without a message.
    fn unknown(&self, operator: &Operator, workspace: &mut Workspace) -> Vec<Mistake> {
        let packages = workspace.outline().packages;
        let mut found = Vec::new();
        for (at, choice) in operator.packages.iter().enumerate().filter(|(_, choice)| !choice.name.is_empty()) {
            let steps = [Step::Key("packages"), Step::Item(at)];
            let Some(package) = packages.iter().find(|package| package.name == choice.name) else {
                let known = packages.iter().map(|package| package.name.as_str());
                let error = UnknownName::in_catalog("package", &choice.name, known);
                found.push(self.mistake(&[&steps[..], &[Step::Key("name")]].concat(), &error));
                continue;
            };
            let known = package.channels.iter().map(|channel| channel.name.as_str());
            let mut check = |name: &str, steps: &[Step<'_>]| {
                if name.is_empty() || known.clone().any(|known| known == name) {
                    return;
                }
                let error = UnknownName::in_catalog("channel", name, known.clone());
                found.push(self.mistake(steps, &error));
            };
            check(&choice.default_channel, &[&steps[..], &[Step::Key("defaultChannel")]].concat());
            for (number, channel) in choice.channels.iter().enumerate() {
                let own = [Step::Key("channels"), Step::Item(number), Step::Key("name")];
                check(&channel.name, &[&steps[..], &own].concat());
            }
        }
        found
    }

    fn mistake(&self, below: &[Step<'_>], error: &UnknownName) -> Mistake {
        let above = [Step::Key("mirror"), Step::Key("operators"), Step::Item(self.number)];
        typed::at(self.path, self.text, &[&above[..], below].concat(), &error.to_string())
    }
}

fn pretty(report: &MirrorReport, unknown: &[Mistake]) -> String {
    let MirrorReport { packages, packages_before, images, images_before, .. } = report;
    let bundles: usize = packages.iter().map(|package| package.bundles).sum();
    let bundles_before = report.bundles_before;
    let mut out = format!(
        "{}: packages: {} of {packages_before}, bundles: {bundles} of {bundles_before}, images: {images} of {images_before}\n\n",
        visible(&report.catalog),
        packages.len()
    );
    if report.copy {
        out.push_str("The catalog is mirrored unchanged.\n");
    }
    let mut rows = vec![["package", "channel", "entries", "of", "head", "was"].map(str::to_owned)];
    rows.extend(packages.iter().flat_map(|package| package.channels.iter().map(|channel| row(package, channel))));
    out.push_str(&columns::write(rows));
    for package in packages {
        out.extend(notes(package));
    }
    out.extend(unknown.iter().map(|mistake| format!("error: {}\n", visible(&mistake.to_string()))));
    out.extend(report.warnings.iter().map(|warning| format!("warning: {}\n", visible(warning))));
    for image in &report.unlisted_images {
        let image = visible(image);
        out.push_str(&format!("warning: {image} is not mirrored, because it is not a related image of its bundle\n"));
    }
    out.push_str(&stranded(&report.stranded));
    if !report.accepted {
        out.push_str(&format!("\nopm rejects the result:\n{}\n", visible_lines(&report.message)));
    }
    out
}

fn row(package: &MirroredPackage, channel: &MirroredChannel) -> [String; 6] {
    let was = if channel.heads == channel.heads_before { String::new() } else { channel.heads_before.join(", ") };
    let (entries, before) = (channel.entries.to_string(), channel.entries_before.to_string());
    [package.name.clone(), channel.name.clone(), entries, before, channel.heads.join(", "), was]
}

fn notes(package: &MirroredPackage) -> Vec<String> {
    let name = visible(&package.name);
    let mut notes = Vec::new();
    if package.default_channel != package.default_channel_before {
        let of =
            |channel: &Option<String>| channel.as_deref().map_or("none".to_owned(), |name| visible(name).into_owned());
        let (is, was) = (of(&package.default_channel), of(&package.default_channel_before));
        notes.push(format!("{name}: default channel: {was} → {is}\n"));
    }
    if !package.removed_channels.is_empty() {
        notes.push(format!("{name}: omitted channels: {}\n", visible(&package.removed_channels.join(", "))));
    }
    notes
}

/// Each version once, with the resolvers under which it is stranded.
fn stranded(all: &[StrandedByMirror]) -> String {
    let mut found: SortedMap<(&str, &str, &str), Vec<&str>> = SortedMap::new();
    for StrandedByMirror { package, channel, entry, semantics } in all {
        found.entry((package, channel, entry)).or_default().push(semantics.name());
    }
    if found.is_empty() {
        return String::new();
    }
    let lines: String = found
        .iter()
        .map(|((package, channel, entry), resolvers)| {
            let place = format!("{package}/{channel}: {entry} under OLM {}", resolvers.join(" and "));
            format!("  {}\n", visible(&place))
        })
        .collect();
    format!("\nInstalled versions that can no longer upgrade to the channel head: {}\n{lines}", found.len())
}
