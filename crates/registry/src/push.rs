//! Pushes images to registries.

use futures_util::future::join_all;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use reqwest::{Method, RequestBuilder, StatusCode, Url};

use crate::answer::Answer;
use crate::artifact::{Artifact, Content};
use crate::error::{Error, Kind};
use crate::fetch;
use crate::interrupt::Work;
use crate::manifest::{self, Either};
use crate::page::Page;
use crate::pull::Registries;
use crate::reference::Reference;
use crate::registries_conf::RegistriesConf;
use crate::source::{PUSH, Source};
use crate::upload;

/// Maximum number of attempts for an upload. Each starts a new upload session, because the old one may no longer exist.
const ATTEMPTS: u32 = 3;
/// Maximum size of the response to a manifest, in bytes.
const MAX_ANSWER: usize = 1 << 20;

impl Registries {
    /// Pushes everything in an artifact. Returns the digest that the reference then refers to.
    ///
    /// # Errors
    /// Returns an error if the registry rejects something, or cannot be reached.
    pub fn push(&self, artifact: &Artifact, to: &Reference) -> Result<String, Error> {
        self.requests.wait_for(Work::Pushing, self.push_all(artifact, to))
    }

    async fn push_all(&self, artifact: &Artifact, to: &Reference) -> Result<String, Error> {
        artifact.check_name(to)?;
        let root = &artifact.root.digest;
        let writing = |error: Error| error.within(&format!("pushing to docker://{to}"));
        let conf = RegistriesConf::load(&self.settings.environment).map_err(writing)?;
        conf.sources(to).map_err(writing)?;
        let target = Source::new(to.clone(), &conf.helpers, false, &self.context()).map_err(writing)?;
        let uploads = artifact.blobs.iter().map(|(digest, (size, content))| async {
            let permit = self.permits.acquire().await;
            let uploaded = self.upload(&target, digest, *size, content, artifact.from.as_ref()).await;
            drop(permit);
            uploaded
        });
        join_all(uploads).await.into_iter().collect::<Result<Vec<()>, Error>>().map_err(writing)?;
        for (digest, media, text) in artifact.in_order() {
            let version = if digest == root { &to.version } else { digest };
            self.put_manifest(&target, version, media, text).await.map_err(writing)?;
        }
        Ok(root.clone())
    }

    async fn upload(
        &self,
        target: &Source,
        digest: &str,
        size: u64,
        content: &Content,
        from: Option<&Reference>,
    ) -> Result<(), Error> {
        let within = |error: Error| error.within(&format!("uploading blob {digest}"));
        let context = self.context();
        let path = format!("blobs/{digest}");
        let answer =
            target.call(&target.scope(PUSH), Method::HEAD, &path, &context, |request| request).await.map_err(within)?;
        if answer.status() == StatusCode::OK {
            return Ok(());
        }
        if answer.status().is_server_error() {
            return Err(within(fetch::refused(answer).await));
        }
        let is_near =
            |from: &&Reference| from.host == target.reference.host && from.repository != target.reference.repository;
        if let Some(from) = from.filter(is_near)
            && self.mount(target, digest, from).await
        {
            return Ok(());
        }
        let (once, retry) = (target.without_retry(), target.retry(&context));
        let mut attempt: u32 = 0;
        loop {
            attempt = attempt.saturating_add(1);
            match self.upload_once(&once, digest, size, content).await {
                Err(error) if matches!(error.kind, Kind::Unreachable | Kind::RateLimited) && attempt < ATTEMPTS => {
                    let pause = retry.pause_after(attempt);
                    retry.report(&format!("{}: {error}", target.reference.host), pause);
                    tokio::time::sleep(pause).await;
                }
                done => return done.map_err(within),
            }
        }
    }

    /// Asks the registry to mount a blob from another of its repositories. Returns whether it did. If the registry
    /// starts an upload instead, that upload is abandoned. If it rejects the request, the blob is uploaded in the usual
    /// way.
    async fn mount(&self, target: &Source, digest: &str, from: &Reference) -> bool {
        let path = format!("blobs/uploads/?mount={digest}&from={}", from.repository);
        let scope = format!("{} repository:{}:pull", target.scope(PUSH), from.repository);
        let empty = |request: RequestBuilder| request.header(CONTENT_LENGTH, 0);
        let answer = target.call(&scope, Method::POST, &path, &self.context(), empty).await;
        answer.is_ok_and(|answer| answer.status() == StatusCode::CREATED)
    }

    /// Uploads a blob in a single attempt. The caller retries the whole upload, not single requests.
    async fn upload_once(&self, target: &Source, digest: &str, size: u64, content: &Content) -> Result<(), Error> {
        let context = self.context();
        let scope = target.scope(PUSH);
        let empty = |request: RequestBuilder| request.header(CONTENT_LENGTH, 0);
        let answer = target.call(&scope, Method::POST, "blobs/uploads/", &context, empty).await?;
        if answer.status() != StatusCode::ACCEPTED {
            return Err(target.advised_of_push(fetch::refused(answer).await));
        }
        let mut place = location(&answer)?;
        place.query_pairs_mut().append_pair("digest", digest);
        let cell = context.connections.to(&target.reference.host, context.settings, target.retry(&context)).await?;
        let Some(connection) = cell.get() else { return Err(Error::new(Kind::Unreachable, "no connection")) };
        let request = target.authorized(&target.scope(PUSH), Method::PUT, place, &context).await?;
        let request = request.header(CONTENT_TYPE, "application/octet-stream").header(CONTENT_LENGTH, size);
        let answer = upload::send(&connection.uploads, request, (content, size), self.settings.timeout).await?;
        match answer.status() {
            StatusCode::CREATED => Ok(()),
            _ => Err(target.advised_of_push(fetch::refused(answer).await)),
        }
    }

    async fn put_manifest(&self, target: &Source, version: &str, media: &str, text: &[u8]) -> Result<(), Error> {
        let within = |error: Error| error.within(&format!("writing manifest {version} in {}", target.reference.name()));
        let (path, context) = (format!("manifests/{version}"), self.context());
        let with = |request: RequestBuilder| request.header(CONTENT_TYPE, media).body(text.to_vec());
        let answer = target.call(&target.scope(PUSH), Method::PUT, &path, &context, with).await.map_err(within)?;
        match answer.status() {
            StatusCode::CREATED => Ok(()),
            StatusCode::OK => confirmed(answer).await.map_err(within),
            _ => Err(within(target.advised_of_push(fetch::refused(answer).await))),
        }
    }

    /// Fetches everything that a reference refers to. For an index, these are the images of all platforms.
    ///
    /// # Errors
    /// Returns an error if something cannot be pulled.
    pub fn fetch(&self, reference: &Reference) -> Result<Artifact, Error> {
        let failed = |error: Error| error.within_image(format!("failed to pull image \"{reference}\""));
        self.requests.wait_for(Work::Pulling, self.fetch_all(reference)).map_err(failed)
    }

    async fn fetch_all(&self, reference: &Reference) -> Result<Artifact, Error> {
        let (text, sources) = self.begin(reference).await?;
        let media = manifest::media(&text.content, &text.media);
        let mut artifact = Artifact::of_manifest(&media, text.content.clone());
        artifact.from = Some(reference.clone());
        let mut images = Vec::new();
        match manifest::read(&text.content, &media)? {
            Either::Image(image) => images.push(image),
            Either::Index(index) => {
                for entry in index.manifests {
                    let text = self.manifest_by_digest(&entry.digest, &sources).await?;
                    let Either::Image(image) = manifest::read(&text.content, &entry.media_type)? else {
                        return Err(Error::content("the index names an index"));
                    };
                    images.push(image);
                    artifact.add_manifest(&manifest::media(&text.content, &entry.media_type), text.content);
                }
            }
        }
        let progress = crate::progress::Progress::new(self.settings.output);
        let all: Vec<_> = images.iter().flat_map(|image| image.layers.iter().chain([&image.config])).collect();
        let fetched = all.iter().map(|blob| self.blob(blob, &sources, reference, &progress));
        for (blob, path) in all.iter().zip(join_all(fetched).await) {
            artifact.blobs.insert(blob.digest.clone(), (blob.size, Content::File(path?)));
        }
        Ok(artifact)
    }
}

/// Checks a response with status 200. Registries return 201; some return 200, but so do web pages of proxies.
async fn confirmed(answer: Answer) -> Result<(), Error> {
    let url = answer.url().clone();
    let body = answer.limited(MAX_ANSWER).await?;
    Page::of(&body).map_or(Ok(()), |page| Err(page.instead_of("a confirmation", &url)))
}

/// The location of an upload. It can be relative to the URL of the response.
fn location(answer: &Answer) -> Result<Url, Error> {
    let place = answer.headers().get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let invalid =
        || Error::new(Kind::Unreachable, format!("the registry returned no valid upload location: \"{place}\""));
    if place.is_empty() {
        return Err(invalid());
    }
    answer.url().join(place).map_err(|_| invalid())
}
