//! Checks whether images exist, without pulling them.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Method, StatusCode};
use tokio::sync::Semaphore;

use crate::digest::sha256;
use crate::error::{Error, Kind};
use crate::fetch;
use crate::interrupt::Work;
use crate::manifest::{self, Either};
use crate::pull::Registries;
use crate::reference::Reference;
use crate::source::{PULL, RequestContext, Source, accepted};

/// Maximum number of concurrent requests to a host.
const MAX_PER_HOST: usize = 8;

/// The result for an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The registry has the image.
    Exists {
        /// The digest of the manifest.
        digest: String,
    },
    /// The registry has the image, but no image in its index matches the platform. Contains a message.
    NotForPlatform(String),
    /// No registry that could have the image has it.
    Missing,
    /// The result is unknown. Contains the reason.
    Unknown(String),
    /// The result is unknown, because the registry fails or cannot be reached. Contains the reason.
    Unreachable(String),
}

impl Registries {
    /// Checks images, and returns the results in the given order. `runs` determines which images must match the
    /// platform.
    ///
    /// # Errors
    /// Returns an error if a configuration file cannot be used, because this affects all registries.
    pub fn exist(&self, references: &[Reference], runs: impl Fn(&Reference) -> bool) -> Result<Vec<Verdict>, Error> {
        let mut hosts: BTreeMap<&str, Semaphore> = BTreeMap::new();
        for reference in references {
            hosts.entry(&reference.host).or_insert_with(|| Semaphore::new(MAX_PER_HOST));
        }
        let (hosts, runs) = (&hosts, &runs);
        let verdicts = references.iter().map(|reference| async move {
            let permit = match hosts.get(reference.host.as_str()) {
                Some(host) => host.acquire().await.ok(),
                None => None,
            };
            let verdict = self.verdict(reference, runs(reference)).await;
            drop(permit);
            match verdict {
                Err(error) if error.kind == Kind::Configuration => Err(error),
                Err(error) if error.kind == Kind::Unreachable => Ok(Verdict::Unreachable(explanation(&error))),
                verdict => Ok(verdict.unwrap_or_else(|error| Verdict::Unknown(explanation(&error)))),
            }
        });
        self.requests.wait_for(Work::Checking, join_all(verdicts)).into_iter().collect()
    }

    async fn verdict(&self, reference: &Reference, runs: bool) -> Result<Verdict, Error> {
        let sources = self.sources(reference)?;
        let mut unknown = None;
        for source in &sources {
            match self.check(source, runs).await {
                Ok(verdict) => return Ok(verdict),
                Err(error) if error.kind == Kind::Missing => {}
                Err(error) => unknown = Some(error),
            }
        }
        unknown.map_or(Ok(Verdict::Missing), Err)
    }

    /// Checks an image in a registry. That an image by digest exists is remembered for later runs.
    async fn check(&self, source: &Source, runs: bool) -> Result<Verdict, Error> {
        let reference = &source.reference;
        let platform = if runs { self.settings.platform.to_string() } else { String::new() };
        let query = format!("{reference} {platform}");
        if reference.is_digest() && self.cache.is_known_to_exist(&query) {
            return Ok(Verdict::Exists { digest: reference.version.clone() });
        }
        let verdict = self.answered(source, runs).await?;
        if reference.is_digest() && matches!(verdict, Verdict::Exists { .. }) {
            self.cache.record_existence(&query);
        }
        Ok(verdict)
    }

    async fn answered(&self, source: &Source, runs: bool) -> Result<Verdict, Error> {
        let (context, version) = (self.context(), &source.reference.version);
        match head(source, version, &context).await? {
            Some((media, digest)) if !runs || !manifest::is_index(&media) => Ok(Verdict::Exists { digest }),
            // The registry does not support HEAD or does not return the media type, or the image is an index.
            _ => {
                let text = source.manifest(version, &context).await?;
                self.fits(&text.content, &text.media, runs)
            }
        }
    }

    fn fits(&self, text: &[u8], media: &str, runs: bool) -> Result<Verdict, Error> {
        if let Either::Index(index) = manifest::read(text, media)?
            && runs
            && let Err(error) = index.choose(&self.settings.platform)
        {
            let has = match index.platforms() {
                none if none.is_empty() => "it has no images with a platform".to_owned(),
                known => format!("it has images for {}", known.join(", ")),
            };
            return Ok(Verdict::NotForPlatform(format!("{}; {has}", error.message)));
        }
        Ok(Verdict::Exists { digest: sha256(text) })
    }
}

/// The media type and the digest of a version. `None` if the registry does not return them.
async fn head(source: &Source, version: &str, context: &RequestContext<'_>) -> Result<Option<(String, String)>, Error> {
    let headers = HeaderMap::from_iter([(ACCEPT, accepted())]);
    let path = format!("manifests/{version}");
    let answer =
        source.call(&source.scope(PULL), Method::HEAD, &path, context, |request| request.headers(headers)).await?;
    match answer.status() {
        StatusCode::OK => {}
        StatusCode::METHOD_NOT_ALLOWED => return Ok(None),
        _ => return Err(source.advised(fetch::refused(answer).await)),
    }
    let text = |name: &str| answer.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(digest) = text("docker-content-digest") else { return Ok(None) };
    if version.contains(':') && digest != version {
        return Err(Error::content(format!("the registry returned {digest} for the digest {version}")));
    }
    Ok(Some((answer.media(), digest.to_owned())))
}

/// Explains an unknown result by the kind of the error.
fn explanation(error: &Error) -> String {
    match error.kind {
        Kind::Unauthorized => {
            "the registry requires credentials, and gives the same answer for missing images".to_owned()
        }
        Kind::Denied => "the registry denies access, and gives the same answer for missing images".to_owned(),
        Kind::RateLimited => "the registry limits requests".to_owned(),
        _ => error.to_string(),
    }
}
