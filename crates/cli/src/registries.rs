//! Registries for the native program, configured by the options and files of the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::PathBuf;

use olmkit_registry::{
    Environment, Error, Kind, Output, Platform, Pulled, Reference, Registries, Security, Settings, Verdict,
};
use olmkit_workspace::image_check::{ImageAnswer, ImageQuery};

use crate::host::{HostError, Image, Layer};
use crate::pulling::Pulling;

/// The settings for these options.
fn settings(pulling: &Pulling) -> Result<Settings, Error> {
    let mut settings = Settings::new(Environment::current());
    settings.security = match &pulling.ca_file {
        Some(file) if pulling.use_http => Security::WithOrPlain(PathBuf::from(file)),
        Some(file) => Security::With(PathBuf::from(file)),
        None if pulling.skip_tls_verify || pulling.use_http => Security::Insecure,
        None => Security::Verified,
    };
    if let Some(text) = &pulling.platform {
        settings.platform = platform(text)?;
    }
    settings.cache = pulling.cache_dir.as_ref().map(PathBuf::from);
    settings.jobs = pulling.jobs.unwrap_or(Settings::JOBS);
    settings.output = match std::io::stderr().is_terminal() {
        true => Output::Bar,
        false if pulling.quiet => Output::Nothing,
        false => Output::Lines,
    };
    Ok(settings)
}

/// Parses the value of `--platform`.
pub(crate) fn platform(text: &str) -> Result<Platform, Error> {
    text.parse().map_err(|reason| Error::new(Kind::Platform, format!("--platform {text}: {reason}")))
}

/// The registries for these options.
pub(crate) fn registries(pulling: &Pulling) -> Result<Registries, Error> {
    Registries::new(settings(pulling)?)
}

/// Pulls images, in the order of the references.
pub(crate) fn images(
    references: &[String],
    wanted: fn(&BTreeMap<String, String>) -> bool,
    registries: &Registries,
) -> Vec<Result<Image, HostError>> {
    let parsed: Vec<Result<Reference, Error>> = references.iter().map(|text| Reference::parse(text)).collect();
    let good: Vec<Reference> = parsed.iter().flatten().cloned().collect();
    let is_wanted = |pulled: &Pulled| pulled.labels().is_ok_and(|labels| wanted(&labels));
    let mut pulled = registries.pull(&good, is_wanted).into_iter();
    let answer = |(parsed, reference): (Result<Reference, Error>, &String)| {
        let image = parsed.and_then(|_| pulled.next().unwrap_or_else(|| Err(no_answer()))).and_then(image);
        image.map_err(|source| HostError::Pull { reference: reference.clone(), source })
    };
    parsed.into_iter().zip(references).map(answer).collect()
}

/// What registries respond about images, in the order of the queries.
pub(crate) fn answers(queries: &[ImageQuery], registries: &Registries) -> Result<Vec<ImageAnswer>, Error> {
    let parsed = queries.iter().map(|query| Reference::parse(&query.reference));
    let references = parsed.collect::<Result<Vec<_>, _>>()?;
    let runs: BTreeSet<&Reference> =
        references.iter().zip(queries).filter(|(_, query)| query.runs).map(|(of, _)| of).collect();
    let verdicts = registries.exist(&references, |reference| runs.contains(reference))?;
    Ok(verdicts.into_iter().map(answer).collect())
}

fn answer(verdict: Verdict) -> ImageAnswer {
    match verdict {
        Verdict::Exists { digest } => ImageAnswer::Exists { digest },
        Verdict::Missing => ImageAnswer::Missing,
        Verdict::NotForPlatform(reason) => ImageAnswer::WrongPlatform(reason),
        Verdict::Unknown(reason) => ImageAnswer::NotChecked(reason),
        Verdict::Unreachable(reason) => ImageAnswer::Unreachable(reason),
    }
}

fn no_answer() -> Error {
    Error::new(Kind::Unreachable, "no answer")
}

fn image(pulled: Pulled) -> Result<Image, Error> {
    let labels = pulled.labels()?;
    let layer = |path: PathBuf| Layer::new(move || Ok(Box::new(File::open(&path)?) as Box<dyn Read>));
    Ok(Image { labels, layers: pulled.layers.into_iter().map(layer).collect() })
}
