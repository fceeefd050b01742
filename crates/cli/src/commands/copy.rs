//! `olmkit copy`, and the delivery of built images.

use std::path::Path;

use olmkit_k8s::image::{PullError, after_transport, without_version};
use olmkit_registry::{Artifact, Reference};

use super::image_error::ImageError;
use crate::archive::unpack;
use crate::args::{Args, CopyArgs};
use crate::format::visible;
use crate::host::{Host, Kind, PathError};
use crate::image::{NameError, Named, named, named_image};
use crate::new_files::write_each;
use crate::paths::{check_archive_target, is_archive, join};
use crate::registries::{platform, registries};
use crate::{CLEAN, problem};

/// Transports of other tools that name an image archive.
const ARCHIVES: [&str; 2] = ["docker-archive:", "oci-archive:"];
/// Transports of other tools that olmkit does not support.
const OTHERS: [&str; 4] = ["containers-storage:", "docker-daemon:", "dir:", "oci:"];

/// Copies an image with everything that belongs to it.
pub(crate) fn run(own: &CopyArgs, args: &Args, host: &mut dyn Host) -> Result<u8, ImageError> {
    let to = target(&own.to, host)?;
    if matches!(to, Named::Path) {
        check_archive_target(&own.to)?;
    }
    let platform = args.pulling.platform.as_deref().map(platform).transpose()?;
    let mut artifact = taken(&own.from, args, host)?;
    if let Some(platform) = &platform {
        artifact = artifact.of_platform(platform)?;
        if let Some(other) = artifact.other_platform(platform)? {
            let text = format!("{}: the image is for {other}, not for {platform}", own.from);
            host.err(problem(&text).as_bytes());
        }
    }
    let digest = match to {
        Named::Image(reference) => {
            let to = parsed(reference)?;
            registries(&args.pulling)?.push(&artifact, &to)?
        }
        Named::Path => {
            let name = match named(&own.from, host) {
                Ok(Named::Image(from)) => Some(parsed(from)?),
                _ => None,
            };
            write(&artifact, &own.to, name.as_ref(), host)?;
            artifact.root.digest
        }
    };
    host.out(format!("{digest}\n").as_bytes());
    Ok(CLEAN)
}

/// The target of a copy. A target that does not exist is a folder to create, unless it looks like an image without a
/// tag.
fn target<'p>(to: &'p str, host: &mut dyn Host) -> Result<Named<'p>, ImageError> {
    if let Some((transport, _)) = transport(to, host) {
        return Err(ImageError::TargetTransport(transport.to_owned()));
    }
    match named(to, host) {
        Err(NameError::Neither { source: source @ (PullError::NoVersion(_) | PullError::TagAndDigest), .. }) => {
            let text = to.to_owned();
            let parent = to.split('/').next().unwrap_or_default();
            if host.kind(parent).is_ok() { Ok(Named::Path) } else { Err(NameError::Reference { text, source }.into()) }
        }
        Err(NameError::Missing(_) | NameError::Neither { .. }) => Ok(Named::Path),
        other => Ok(other?),
    }
}

/// The image that a text names: in a registry, in an archive, or in a folder with an OCI layout.
pub(super) fn taken(from: &str, args: &Args, host: &mut dyn Host) -> Result<Artifact, ImageError> {
    if let Some((path, name)) = saved(from, host)? {
        return of_archive(path, &host.read(path).map_err(PathError::at(path))?, name);
    }
    if let Named::Image(reference) = named_image(from, host)? {
        let reference = parsed(reference)?;
        return Ok(registries(&args.pulling)?.fetch(&reference)?);
    }
    if host.kind(from).map_err(PathError::at(from))? == Kind::Directory {
        if host.kind(&join(from, "index.json")).is_err() {
            return Err(ImageError::NoLayout(from.to_owned()));
        }
        let folder = Artifact::of_folder(Path::new(from));
        return folder.map_err(|error| ImageError::Layout { path: from.to_owned(), error });
    }
    of_archive(from, &host.read(from).map_err(PathError::at(from))?, None)
}

/// The archive of `docker-archive:FILE[:NAME]`, and the name of one of its images, as in skopeo.
fn saved<'f>(from: &'f str, host: &mut dyn Host) -> Result<Option<(&'f str, Option<&'f str>)>, ImageError> {
    let Some((transport, rest)) = transport(from, host) else { return Ok(None) };
    if !ARCHIVES.contains(&transport) {
        return Err(ImageError::Transport(transport.to_owned()));
    }
    if host.kind(rest).is_ok() {
        return Ok(Some((rest, None)));
    }
    let mut parts = rest.match_indices(':').filter_map(|(at, _)| Some((rest.get(..at)?, rest.get(at..)?.get(1..)?)));
    let split = parts.find(|(path, _)| host.kind(path).is_ok());
    Ok(Some(split.map_or((rest, None), |(path, name)| (path, Some(name)))))
}

/// The transport of another tool at the start of a text, and the rest. An existing path is never a transport.
fn transport<'f>(text: &'f str, host: &mut dyn Host) -> Option<(&'static str, &'f str)> {
    if host.kind(text).is_ok() || after_transport(text).is_some() {
        return None;
    }
    ARCHIVES.iter().chain(&OTHERS).find_map(|transport| Some((*transport, text.strip_prefix(transport)?)))
}

/// The image in an archive; `name` selects one of several.
pub(crate) fn of_archive(path: &str, content: &[u8], name: Option<&str>) -> Result<Artifact, ImageError> {
    let files = unpack(content).map_err(|source| ImageError::Archive { path: path.to_owned(), source })?;
    Artifact::of_archive(files, name).map_err(|error| ImageError::Layout { path: path.to_owned(), error })
}

/// Writes an archive, or an image layout to a folder that does not contain one. Replaces an archive.
fn write(artifact: &Artifact, to: &str, name: Option<&Reference>, host: &mut dyn Host) -> Result<(), ImageError> {
    if is_archive(to) {
        artifact.write_archive(Path::new(to), name)?;
    } else if host.kind(&join(to, "index.json")).is_ok() {
        return Err(ImageError::Exists(to.to_owned()));
    } else {
        write_each(to, &artifact.layout(name), host, |path, content, _| Ok(content.write(Path::new(path))?))?;
    }
    host.err(format!("wrote {}\n", visible(to)).as_bytes());
    Ok(())
}

/// Writes and pushes a built image, and prints its reference by digest.
pub(crate) fn deliver(
    artifact: &Artifact,
    tag: &str,
    output: Option<&Path>,
    pushes: bool,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(), ImageError> {
    let reference = tagged(tag)?;
    artifact.check_name(&reference)?;
    if let Some(path) = output {
        artifact.write_archive(path, Some(&reference))?;
        host.err(format!("wrote {}\n", visible(&path.display().to_string())).as_bytes());
    }
    if pushes {
        registries(&args.pulling)?.push(artifact, &reference)?;
        host.err(format!("pushed {}\n", visible(tag)).as_bytes());
    }
    let digest = reference.with_version(&artifact.root.digest);
    host.out(format!("{digest}\n").as_bytes());
    Ok(())
}

/// The name of an image to build.
pub(crate) fn tagged(tag: &str) -> Result<Reference, ImageError> {
    let found = parsed(tag);
    if found.is_err()
        && let Ok(normal) = olmkit_k8s::image::parse(tag)
    {
        if normal != tag {
            return Err(ImageError::NoRegistry { tag: tag.to_owned(), docker: normal });
        }
        if without_version(tag) == tag {
            return Err(ImageError::NoTag(tag.to_owned()));
        }
    }
    found
}

pub(crate) fn parsed(text: &str) -> Result<Reference, ImageError> {
    Reference::parse(text).map_err(|error| ImageError::Reference { text: text.to_owned(), error })
}
