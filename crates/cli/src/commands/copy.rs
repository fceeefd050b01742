//! `olmkit copy`, and where images go that are built.

use std::path::Path;

use olmkit_registry::{Artifact, Reference};

use crate::CLEAN;
use crate::archive::unpack;
use crate::args::{Args, CopyArgs};
use crate::format::visible;
use crate::host::{Host, Kind};
use crate::image::{Named, named};
use crate::load::{is_archive, join};
use crate::registries::{message, registries};

/// Copies an image with all that belongs to it.
pub(crate) fn run(own: &CopyArgs, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    let artifact = taken(&own.from, args, host)?;
    let digest = match named(&own.to, host) {
        Ok(Named::Image(reference)) => {
            let to = parsed(reference)?;
            registries(&args.pulling)?.push(&artifact, &to).map_err(|error| message(&error))?
        }
        _ => {
            write(&artifact, &own.to, &own.from, host)?;
            artifact.root.digest
        }
    };
    host.out(format!("{digest}\n").as_bytes());
    Ok(CLEAN)
}

fn taken(from: &str, args: &Args, host: &mut dyn Host) -> Result<Artifact, String> {
    if let Named::Image(reference) = named(from, host)? {
        let reference = parsed(reference)?;
        return registries(&args.pulling)?.fetch(&reference).map_err(|error| message(&error));
    }
    let within = |reason: String| format!("{from}: {reason}");
    if host.kind(from).map_err(|failure| within(failure.to_string()))? == Kind::Directory {
        return Artifact::of_folder(Path::new(from)).map_err(|error| within(message(&error)));
    }
    let content = host.read(from).map_err(|failure| within(failure.to_string()))?;
    of_archive(&content).map_err(within)
}

/// The image in an OCI archive.
pub(crate) fn of_archive(content: &[u8]) -> Result<Artifact, String> {
    Artifact::of_layout(unpack(content)?).map_err(|error| message(&error))
}

/// Writes an archive or a folder that is not there yet.
fn write(artifact: &Artifact, to: &str, name: &str, host: &mut dyn Host) -> Result<(), String> {
    if is_archive(to) && !to.ends_with(".tar") {
        return Err(format!("{to}: archives are written as .tar"));
    }
    let written = if is_archive(to) {
        artifact.write_archive(Path::new(to), name)
    } else if host.kind(&join(to, "index.json")).is_ok() {
        return Err(format!("{to}: there is an image already"));
    } else {
        artifact.write_folder(Path::new(to), name)
    };
    written.map_err(|error| message(&error))?;
    host.err(format!("wrote {}\n", visible(to)).as_bytes());
    Ok(())
}

/// Writes and pushes what was built, and prints its reference by digest.
pub(crate) fn deliver(
    artifact: &Artifact,
    tag: &str,
    output: Option<&Path>,
    pushes: bool,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(), String> {
    let reference = parsed(tag)?;
    if let Some(path) = output {
        artifact.write_archive(path, tag).map_err(|error| message(&error))?;
        host.err(format!("wrote {}\n", visible(&path.display().to_string())).as_bytes());
    }
    if pushes {
        registries(&args.pulling)?.push(artifact, &reference).map_err(|error| message(&error))?;
        host.err(format!("pushed {}\n", visible(tag)).as_bytes());
    }
    let digest = reference.with_version(&artifact.root.digest);
    host.out(format!("{digest}\n").as_bytes());
    Ok(())
}

pub(crate) fn parsed(text: &str) -> Result<Reference, String> {
    Reference::parse(text).map_err(|error| format!("{text}: {}", error.message))
}
