//! `olmkit images`.

use olmkit_collections::{SortedMap, order};

use olmkit_k8s::platform::{Platform, PlatformError};
use olmkit_workspace::api::{CheckedImage, ImageList, ImageUse, ImageVerdict, ListedImage, VERSION};
use olmkit_workspace::bundle;
use olmkit_workspace::image_check::{ImageAnswer, ImageAnswers, full_name, is_by_digest, registry_of};

use super::CommandError;
use super::checked::NO_IMAGES;
use super::files::Stop;
use super::files::reference::{Reference, open};
use crate::args::{Args, ImagesArgs};
use crate::format::json::pretty;
use crate::format::paint::{Paint, Part};
use crate::format::{Format, plural, visible};
use crate::host::Host;
use crate::load_bundle::{is_bundle, load_partially};
use crate::{CLEAN, FINDINGS, problem};

/// The value of `--platform` is not valid, which matters only with `--check`, or if an image is pulled.
#[derive(Debug, thiserror::Error)]
#[error("--platform {text}: {source}")]
struct BadPlatform {
    text: String,
    source: PlatformError,
}

/// The verdict on an image, with the reason if there is one.
fn verdict(answer: Option<&ImageAnswer>) -> (ImageVerdict, &str) {
    match answer {
        Some(ImageAnswer::Exists { .. }) => (ImageVerdict::Exists, ""),
        Some(ImageAnswer::Missing) => (ImageVerdict::Missing, "the image is not in the registry"),
        Some(ImageAnswer::WrongPlatform(reason)) => (ImageVerdict::WrongPlatform, reason),
        Some(ImageAnswer::NotChecked(reason) | ImageAnswer::Unreachable(reason)) => (ImageVerdict::NotChecked, reason),
        None => (ImageVerdict::NotChecked, ""),
    }
}

/// Lists the images of catalogs and bundles. With `--check`, checks them in their registries.
pub(crate) fn run(own: &ImagesArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    if let Some(text) = &args.pulling.platform {
        let _: Platform = text.parse().map_err(|source| BadPlatform { text: text.clone(), source })?;
    }
    let mut uses: Vec<ImageUse> = Vec::new();
    let mut is_partial = false;
    for path in &own.paths {
        uses.extend(of(path, args, &mut is_partial, host)?);
    }
    let mut answers = ImageAnswers::default();
    if own.check {
        answers.query(&uses, |queries| host.image_answers(queries))?;
    }
    let mut by_image: SortedMap<String, Vec<ImageUse>> = SortedMap::new();
    for one in uses {
        by_image.entry(full_name(&one.image)).or_default().push(one);
    }
    let known = own.check.then_some(&answers);
    let text = match own.format {
        Format::Json => {
            pretty(&ImageList { version: VERSION, images: listed(&by_image, known), incomplete: is_partial })
        }
        _ => table(&by_image, known),
    };
    host.out(text.as_bytes());
    if !own.check {
        return Ok(if is_partial { FINDINGS } else { CLEAN });
    }
    let count = |wanted: ImageVerdict| by_image.keys().filter(|image| verdict(answers.of(image)).0 == wanted).count();
    let (missing, wrong) = (count(ImageVerdict::Missing), count(ImageVerdict::WrongPlatform));
    let unknown = count(ImageVerdict::NotChecked);
    let paint = Paint::of_errors(args.color, host);
    let counted = |part: Part, count: usize, what: &str| paint.count(part, count, &format!("{count} {what}"));
    let summary = format!(
        "{}: {}, {}, {}, {}\n",
        plural(by_image.len(), "image"),
        counted(Part::Added, count(ImageVerdict::Exists), "found"),
        counted(Part::Error, missing, "missing"),
        counted(Part::Error, wrong, "without the platform"),
        counted(Part::Warning, unknown, "not checked")
    );
    host.err(summary.as_bytes());
    let is_unknown = unknown > 0 && unknown == by_image.len();
    if is_unknown {
        host.note(&problem(NO_IMAGES));
    }
    Ok(if missing > 0 || wrong > 0 || is_partial || is_unknown { FINDINGS } else { CLEAN })
}

/// The images in a path. Sets `is_partial` if some of it could not be read.
fn of(path: &str, args: &Args, is_partial: &mut bool, host: &mut dyn Host) -> Result<Vec<ImageUse>, CommandError> {
    if is_bundle(path, host) {
        let (loaded, is_without) = load_partially(path, host)?;
        *is_partial |= is_without;
        return Ok(bundle::images(&loaded.inputs()));
    }
    let opened = open(path, args, host).map_err(|stop| match stop {
        Stop::Usage(error) | Stop::Content(error) => error,
    })?;
    Ok(match opened {
        Reference::Catalog(mut loaded) => {
            loaded.refuse_if_empty(path, host)?;
            *is_partial |= loaded.warn_if_unread(host);
            let mut uses = loaded.workspace.images();
            uses.iter_mut().for_each(|one| one.path = loaded.shown(&one.path));
            uses
        }
        Reference::Bundle(loaded) => bundle::images(&loaded.inputs()),
    })
}

fn listed(images: &SortedMap<String, Vec<ImageUse>>, known: Option<&ImageAnswers>) -> Vec<ListedImage> {
    let checked = |known: &ImageAnswers, image: &String| {
        let (verdict, reason) = verdict(known.of(image));
        CheckedImage { verdict, reason: reason.to_owned() }
    };
    let one = |(image, uses): (&String, &Vec<ImageUse>)| ListedImage {
        image: image.clone(),
        by_digest: is_by_digest(image),
        uses: uses.clone(),
        checked: known.map(|known| checked(known, image)),
    };
    images.iter().map(one).collect()
}

/// The registry of an image and its error, if the registry does not respond. It applies to all images of that registry.
fn of_registry<'a>(image: &'a str, known: &'a ImageAnswers) -> Option<(&'a str, &'a str)> {
    match known.of(image)? {
        ImageAnswer::Unreachable(reason) => Some((registry_of(image), reason)),
        _ => None,
    }
}

/// One line for each image. With verdicts, problems are reported at the positions of the image, and a registry that
/// does not respond is reported once.
fn table(images: &SortedMap<String, Vec<ImageUse>>, known: Option<&ImageAnswers>) -> String {
    let mut out = String::new();
    let mut silent: SortedMap<(&str, &str), (usize, usize)> = SortedMap::new();
    for (image, uses) in images {
        if let Some(registry) = known.and_then(|known| of_registry(image, known)) {
            let (images, references) = silent.entry(registry).or_default();
            *images = images.saturating_add(1);
            *references = references.saturating_add(uses.len());
            continue;
        }
        let Some(known) = known else {
            let bundles = order::unique(uses.iter().map(|one| one.bundle.as_str()));
            let role = if uses.iter().any(|one| one.is_bundle) { "bundle" } else { "related" };
            out.push_str(&format!("{role:<7}  {}  {}\n", visible(image), visible(&bundles.join(", "))));
            continue;
        };
        let (verdict, reason) = verdict(known.of(image));
        let tag = if is_by_digest(image) { "" } else { " (by tag, which may change)" };
        if verdict == ImageVerdict::Exists {
            out.push_str(&format!("{verdict}: {}{tag}\n", visible(image)));
            continue;
        }
        for one in uses {
            let start = one.range.start;
            let place = format!("{}:{}:{}", one.path, start.line, start.column);
            let line = format!("{place}: {verdict}: {}: {}{tag}: {reason}", one.bundle, one.image);
            out.push_str(&format!("{}\n", visible(&line)));
        }
    }
    for ((host, reason), (images, references)) in silent {
        let counted = format!("{}, {}", plural(images, "image"), plural(references, "reference"));
        out.push_str(&format!("{}\n", visible(&format!("not-checked: {host}: {counted}: {reason}"))));
    }
    out
}
