//! `olmkit bundle render`, `generate`, `extract` and `build`.

use olmkit_bundle::{
    Bundle, ExtractError, ExtractOptions, GenerateOptions, Membership, MembershipError, RenderOptions, annotations,
    bundle_image, config_map, detect, dockerfile, inputs, lacking, membership,
};

use olmkit_diagnostics::Suite;
use olmkit_k8s::image::{ReferenceError, parse as parse_reference, without_version};
use olmkit_k8s::platform::{Platform, PlatformError};
use olmkit_workspace::api::Severity;
use olmkit_workspace::bundle::{BundleOptions, validate};

use crate::args::{Args, Generate};
use crate::commands::CommandError;
#[cfg(feature = "native")]
use crate::commands::image_error::ImageError;
use crate::folder::directory;
use crate::format::visible;
#[cfg(not(feature = "native"))]
use crate::host::INSTALL;
use crate::host::{Host, Kind, PathError};
use crate::image::{Named, named};
use crate::load_bundle::{LoadedBundle, load};
use crate::paths::{check_archive_target, clean, join};
use crate::{CLEAN, FINDINGS, problem};

/// Why a bundle cannot be built or rendered.
#[derive(Debug, thiserror::Error)]
enum BundleError {
    #[error("{path}: {source}")]
    Extract { path: String, source: ExtractError },
    #[error("--tag {tag}: {source}")]
    Tag { tag: String, source: ReferenceError },
    #[error("--platform {text}: {source}")]
    Platform { text: String, source: PlatformError },
    #[error("{0}: a bundle must have the directories `manifests` and `metadata`")]
    NoDirectories(String),
    #[error("{path}: the image cannot be written: {source}")]
    Image { path: String, source: std::io::Error },
    #[error(
        "please manually input channels and packageName, error interpreting bundle from directory {directory}, {source}"
    )]
    NoMembership { directory: String, source: MembershipError },
    #[error("error interpreting channels, please manually input channels instead")]
    NoChannels,
    #[error("The directory {0} contains no yaml files")]
    NoManifests(String),
    #[error("{0} is not a directory")]
    NotADirectory(String),
    /// The messages are opm's.
    #[error("{path} differs (--overwrite replaces it): {}", problems.join(", "))]
    OtherAnnotations { path: String, problems: Vec<String> },
    #[cfg(not(feature = "native"))]
    #[error("only the native program pushes images: {install}", install = INSTALL)]
    NoPushes,
}

/// Prints the `olm.bundle` document.
pub(super) fn render(path: &str, image: &str, migrate: bool, host: &mut dyn Host) -> Result<u8, CommandError> {
    let image = match named(path, host)? {
        Named::Image(reference) if image.is_empty() => reference,
        _ => image,
    };
    let loaded = load(path, host)?;
    let options = RenderOptions { image: image.to_owned(), migrate };
    match olmkit_bundle::render(&Bundle::new(&inputs(&loaded.files)), &options) {
        Ok(text) => {
            if text.is_empty() {
                host.err(b"olmkit: the bundle has no package; opm omits it\n");
            }
            host.out(text.as_bytes());
            Ok(CLEAN)
        }
        Err(error) => {
            host.err(problem(&visible(&format!("{path}: {error}"))).as_bytes());
            Ok(FINDINGS)
        }
    }
}

/// Writes `annotations.yaml` and `bundle.Dockerfile`.
pub(super) fn generate(options: &Generate, host: &mut dyn Host) -> Result<u8, CommandError> {
    let manifests = clean(options.path());
    if host.kind(options.path()).map_err(PathError::at(options.path()))? != Kind::Directory {
        return Err(BundleError::NotADirectory(manifests).into());
    }
    let files = directory(options.path(), host)?;
    if files.iter().all(|(path, _)| path.contains('/')) {
        return Err(BundleError::NoManifests(manifests).into());
    }
    let named = memberships(options, &manifests, host)?;
    let media = detect(&inputs(&files));
    let parent = manifests.rsplit_once('/').map_or("", |(parent, _)| parent);
    let root = options.output.as_deref().map_or_else(|| parent.to_owned(), clean);
    let under = |name: &str| if root.is_empty() { name.to_owned() } else { join(&root, name) };
    let in_image = if options.output.is_some() { under("manifests") } else { manifests };
    let made = GenerateOptions {
        package: named.package,
        channels: named.channels.join(","),
        default_channel: named.default_channel,
        base_image: options.base_image.clone(),
        manifests: in_image.clone(),
        metadata: under("metadata"),
    };
    let target = under("metadata/annotations.yaml");
    let kept = if options.overwrite { None } else { host.read(&target).ok() };
    let problems = kept.as_ref().map(|existing| lacking(existing, media, &made)).unwrap_or_default();
    if !problems.is_empty() {
        return Err(BundleError::OtherAnnotations { path: target, problems }.into());
    }
    if options.output.is_some() {
        for (path, content) in files.iter().filter(|(path, _)| !path.ends_with('/')) {
            write(&join(&in_image, path), content, host)?;
        }
    }
    if kept.is_none() {
        write(&target, annotations(media, &made).as_bytes(), host)?;
    } else {
        host.note(&format!("kept {}, which has the same content\n", visible(&target)));
    }
    if options.overwrite || host.kind("bundle.Dockerfile").is_err() {
        write("bundle.Dockerfile", dockerfile(media, &made).as_bytes(), host)?;
    } else {
        host.note("kept bundle.Dockerfile, which may differ (--overwrite replaces it)\n");
    }
    Ok(CLEAN)
}

/// The given package and channels. What is missing is taken from the directory above the manifests.
fn memberships(options: &Generate, manifests: &str, host: &mut dyn Host) -> Result<Membership, CommandError> {
    let given = Membership {
        package: options.package.clone(),
        channels: Some(options.channels.clone()).filter(|names| !names.is_empty()).into_iter().collect(),
        default_channel: options.default_channel.clone(),
    };
    if !given.package.is_empty() && !given.channels.is_empty() {
        return Ok(given);
    }
    let (above, name) = manifests.rsplit_once('/').unwrap_or((".", manifests));
    let files = directory(above, host)?;
    let found = membership(&inputs(&files), name, above)
        .map_err(|source| BundleError::NoMembership { directory: manifests.to_owned(), source })?;
    if given.channels.is_empty() && found.channels.is_empty() {
        return Err(BundleError::NoChannels.into());
    }
    let or = |given: String, found: String| if given.is_empty() { found } else { given };
    let made = Membership {
        package: or(given.package, found.package),
        channels: if given.channels.is_empty() { found.channels } else { given.channels },
        default_channel: or(given.default_channel, found.default_channel),
    };
    let text = format!("package {}, channels {}", made.package, made.channels.join(","));
    host.note(&format!("inferred from {above}: {}\n", visible(&text)));
    Ok(made)
}

fn write(path: &str, content: &[u8], host: &mut dyn Host) -> Result<(), PathError> {
    host.write(path, content).map_err(PathError::at(path))?;
    host.note(&format!("wrote {}\n", visible(path)));
    Ok(())
}

/// Prints the ConfigMap from which OLM unpacks the bundle.
pub(super) fn extract(
    path: &str,
    name: &str,
    namespace: &str,
    gzip: bool,
    limit: usize,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let loaded = load(path, host)?;
    let options = ExtractOptions { name: name.to_owned(), namespace: namespace.to_owned(), gzip, limit };
    let map = config_map(&inputs(&loaded.files), &options)
        .map_err(|source| BundleError::Extract { path: path.to_owned(), source })?;
    host.out(map.as_bytes());
    Ok(CLEAN)
}

/// What becomes of an image.
pub(super) struct Target<'a> {
    /// Its name.
    pub(super) tag: &'a str,
    /// The archive to write.
    pub(super) output: Option<&'a str>,
    pub(super) pushes: bool,
}

/// Writes an image archive, or pushes the image, and prints its reference by digest. `validates`: refuse a bundle that
/// opm rejects.
pub(super) fn build(
    path: &str,
    &Target { tag, output, pushes }: &Target<'_>,
    validates: bool,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    output.map_or(Ok(()), check_archive_target)?;
    parse_reference(tag).map_err(|source| BundleError::Tag { tag: tag.to_owned(), source })?;
    if pushes {
        check_pushable(tag)?;
    }
    let loaded = load(path, host)?;
    let has = |start: &str| loaded.files.iter().any(|(path, _)| path.starts_with(start));
    if !has("manifests/") || !has("metadata/") {
        return Err(BundleError::NoDirectories(path.to_owned()).into());
    }
    let platform = match &args.pulling.platform {
        Some(text) => text.parse().map_err(|source| BundleError::Platform { text: text.clone(), source })?,
        None => Platform::default(),
    };
    if validates && !is_accepted(&loaded, path, host)? {
        return Ok(FINDINGS);
    }
    let image = bundle_image(&inputs(&loaded.files), tag, &platform)
        .map_err(|source| BundleError::Image { path: path.to_owned(), source })?;
    if let Some(output) = output {
        write(output, &image.archive, host)?;
    }
    if pushes {
        push(&image.archive, tag, args, host)?;
    } else {
        host.out(format!("{}@{}\n", without_version(tag), image.digest).as_bytes());
    }
    Ok(CLEAN)
}

/// Whether opm accepts the bundle, and renders it. If not, writes the reasons to standard error.
fn is_accepted(loaded: &LoadedBundle, path: &str, host: &mut dyn Host) -> Result<bool, CommandError> {
    let suites = vec![Suite::OpmFormat, Suite::OpmContent, Suite::OpmRender];
    let options = BundleOptions { suites, ..BundleOptions::default() };
    let report = validate(&loaded.inputs(), &options)?;
    let errors: Vec<_> = report.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    if errors.is_empty() {
        return Ok(true);
    }
    host.err(problem(&format!("{path}: opm rejects the bundle, so its image is not built")).as_bytes());
    for found in errors {
        let start = found.range.start;
        let place = if found.path.is_empty() { loaded.root() } else { &found.path };
        let line = format!("{place}:{}:{}: {} [{}]", start.line, start.column, found.message, found.rule);
        host.err(format!("{}\n", visible(&line)).as_bytes());
    }
    host.err(b"hint: To build it anyway, add --no-validate.\n");
    Ok(false)
}

/// Returns an error if the name does not tell where to push to.
#[cfg(feature = "native")]
fn check_pushable(tag: &str) -> Result<(), ImageError> {
    crate::commands::copy::tagged(tag).map(drop)
}

#[cfg(not(feature = "native"))]
fn check_pushable(_: &str) -> Result<(), BundleError> {
    Err(BundleError::NoPushes)
}

#[cfg(feature = "native")]
fn push(archive: &[u8], tag: &str, args: &Args, host: &mut dyn Host) -> Result<(), ImageError> {
    let artifact = crate::commands::copy::of_archive(tag, archive, None)?;
    crate::commands::copy::deliver(&artifact, tag, None, true, args, host)
}

#[cfg(not(feature = "native"))]
fn push(_: &[u8], _: &str, _: &Args, _: &mut dyn Host) -> Result<(), BundleError> {
    Err(BundleError::NoPushes)
}
