//! Pulls images from registries.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::cache::Cache;
use crate::client::Connections;
use crate::error::{Error, Kind};
use crate::interrupt::{Running, Work};
use crate::manifest::{self, Descriptor, Either, Manifest};
use crate::policy;
use crate::progress::Progress;
use crate::reference::Reference;
use crate::registries_conf::RegistriesConf;
use crate::settings::Settings;
use crate::source::{RequestContext, Source, Text};

/// How long to wait for another transfer of the same blob that makes no progress.
const STALL_LIMIT: Duration = Duration::from_secs(10);
/// Interval between checks of its size.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Maximum number of layers of an image.
const MAX_LAYERS: usize = 256;
/// Maximum size of the configuration of an image, in bytes.
const MAX_CONFIGURATION: u64 = 8 << 20;

/// An image whose blobs are in the cache and match their digests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pulled {
    /// The digest of the reference: that of the index if it refers to one.
    pub digest: String,
    /// The configuration.
    pub config: Vec<u8>,
    /// The paths of the layers, lowest first. Empty if the caller did not request them.
    pub layers: Vec<PathBuf>,
}

impl Pulled {
    /// Returns the labels of the image.
    ///
    /// # Errors
    /// Returns an error if the configuration is not valid.
    pub fn labels(&self) -> Result<std::collections::BTreeMap<String, String>, Error> {
        manifest::labels(&self.config)
    }
}

/// The runtime of requests. It can be dropped where blocking is not allowed, such as in a server that has read its
/// catalog.
pub(crate) struct Requests(Option<Runtime>);

impl Requests {
    /// Blocks until `work` completes. Ctrl-C ends the process. Do not call it inside a runtime.
    #[allow(clippy::expect_used, reason = "the runtime is taken only when this is dropped")]
    pub(crate) fn wait_for<F: Future>(&self, kind: Work, work: F) -> F::Output {
        let _running = Running::begin(kind);
        self.0.as_ref().expect("the runtime is there").block_on(work)
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Access to registries according to the settings.
pub struct Registries {
    pub(crate) requests: Requests,
    pub(crate) settings: Settings,
    pub(crate) connections: Connections,
    pub(crate) cache: Cache,
    pub(crate) permits: Semaphore,
}

impl Registries {
    /// Creates the access without sending a request.
    ///
    /// # Errors
    /// Returns an error if there is no folder for the cache, or no thread can be started.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| Error::new(Kind::Unreachable, error.to_string()))?;
        let cache = Cache::to_write(settings.cache.clone(), &settings.environment)?;
        let permits = Semaphore::new(settings.jobs.max(1));
        Ok(Registries { requests: Requests(Some(runtime)), settings, connections: Connections::new(), cache, permits })
    }

    pub(crate) fn context(&self) -> RequestContext<'_> {
        RequestContext { settings: &self.settings, connections: &self.connections, cache: &self.cache }
    }

    /// Pulls images in parallel. `wants` determines, after an image's configuration is known, whether its layers are
    /// fetched.
    pub fn pull(&self, references: &[Reference], wants: impl Fn(&Pulled) -> bool + Sync) -> Vec<Result<Pulled, Error>> {
        let progress = Arc::new(Progress::new(self.settings.output));
        self.requests.wait_for(
            Work::Pulling,
            join_all(references.iter().map(|reference| self.image(reference, &wants, &progress))),
        )
    }

    async fn image(
        &self,
        reference: &Reference,
        wants: &(impl Fn(&Pulled) -> bool + Sync),
        progress: &Progress,
    ) -> Result<Pulled, Error> {
        let (text, sources) = self.begin(reference).await?;
        let digest = text.digest.clone();
        let image = self.chosen(reference, text, &sources).await?;
        if image.layers.len() > MAX_LAYERS || image.config.size > MAX_CONFIGURATION {
            return Err(Error::content(format!(
                "the image has {} layers and a configuration of {} bytes, which exceeds the limit",
                image.layers.len(),
                image.config.size
            )));
        }
        let config = self.blob(&image.config, &sources, reference, progress).await?;
        let config = std::fs::read(&config).map_err(|error| Error::cache(&config, &error))?;
        let pulled = Pulled { digest, config, layers: Vec::new() };
        if !wants(&pulled) {
            return Ok(pulled);
        }
        let layers = image.layers.iter().map(|layer| self.blob(layer, &sources, reference, progress));
        let layers = join_all(layers).await.into_iter().collect::<Result<_, _>>()?;
        Ok(Pulled { layers, ..pulled })
    }

    /// Returns the manifest or index of a reference, and the sources of its blobs.
    pub(crate) async fn begin(&self, reference: &Reference) -> Result<(Text, Vec<Source>), Error> {
        let policy = policy::load(&self.settings.environment)?;
        let sources = self.sources(reference)?;
        let found = self.manifest_of(reference, &sources).await?;
        policy.check(reference)?;
        Ok(found)
    }

    /// Returns the sources of an image in order.
    pub(crate) fn sources(&self, reference: &Reference) -> Result<Vec<Source>, Error> {
        let within = |error: Error| error.within_image(initializing(reference));
        let conf = RegistriesConf::load(&self.settings.environment).map_err(within)?;
        let references = conf.sources(reference).map_err(within)?;
        let last = references.len().saturating_sub(1);
        let source = |(at, reference)| Source::new(reference, &conf.helpers, at != last, &self.context());
        references.into_iter().enumerate().map(source).collect::<Result<_, _>>().map_err(within)
    }

    /// Returns the manifest or index of a reference, and the sources of its blobs. The first source that has it is
    /// used.
    async fn manifest_of(&self, reference: &Reference, sources: &[Source]) -> Result<(Text, Vec<Source>), Error> {
        let known = if reference.is_digest() { self.cache.read(&reference.version)? } else { None };
        if let Some(content) = known {
            let text = Text { digest: reference.version.clone(), media: String::new(), content };
            return Ok((text, sources.to_vec()));
        }
        let mut failures = Vec::new();
        for source in sources {
            let permit = self.permits.acquire().await;
            let answer = source.manifest(&reference.version, &self.context()).await;
            drop(permit);
            match answer {
                Ok(text) => return Ok((text, vec![source.clone()])),
                Err(error) => failures.push((source.reference.to_string(), error)),
            }
        }
        Err(all_failed(failures).within_image(initializing(reference)))
    }

    /// Returns the manifest of the image that matches the platform.
    async fn chosen(&self, reference: &Reference, text: Text, sources: &[Source]) -> Result<Manifest, Error> {
        let index = match manifest::read(&text.content, &text.media)? {
            Either::Image(image) => return Ok(image),
            Either::Index(index) => index,
        };
        let choosing = format!("choosing an image from manifest list docker://{reference}");
        let entry = index.choose(&self.settings.platform).map_err(|error| error.within_image(choosing.clone()))?;
        let content = self.manifest_by_digest(&entry.digest, sources).await?.content;
        match manifest::read(&content, &entry.media_type)? {
            Either::Image(image) => Ok(image),
            Either::Index(_) => Err(Error::content("the entry of the index is itself an index").within_image(choosing)),
        }
    }

    /// Returns a manifest from the cache, otherwise from the first source that has it.
    pub(crate) async fn manifest_by_digest(&self, digest: &str, sources: &[Source]) -> Result<Text, Error> {
        if let Some(content) = self.cache.read(digest)? {
            return Ok(Text { digest: digest.to_owned(), media: String::new(), content });
        }
        let mut failures = Vec::new();
        for source in sources {
            match source.manifest(digest, &self.context()).await {
                Ok(text) => return Ok(text),
                Err(error) => failures.push((source.reference.to_string(), error)),
            }
        }
        Err(all_failed(failures))
    }

    /// Returns the path of a blob from the cache, otherwise from the first source that has it.
    pub(crate) async fn blob(
        &self,
        blob: &Descriptor,
        sources: &[Source],
        reference: &Reference,
        progress: &Progress,
    ) -> Result<PathBuf, Error> {
        if let Some(path) = self.cache.find(&blob.digest, Some(blob.size))? {
            return Ok(path);
        }
        if let Some(path) = self.transferred_elsewhere(blob).await? {
            return Ok(path);
        }
        progress.expect(&reference.to_string(), blob.size);
        let mut failures = Vec::new();
        for source in sources {
            let permit = self.permits.acquire().await;
            let fetched = source.blob(blob, &self.context(), progress).await;
            drop(permit);
            match fetched {
                Ok(path) => return Ok(path),
                Err(error) => failures.push((source.reference.to_string(), error)),
            }
        }
        Err(all_failed(failures))
    }

    /// Waits while another transfer of the same blob, in this process or another, makes progress. Returns the path of
    /// the blob if that transfer has completed.
    async fn transferred_elsewhere(&self, blob: &Descriptor) -> Result<Option<PathBuf>, Error> {
        let mut known = None;
        let mut grown = Instant::now();
        while let Some(written) = self.cache.in_transfer(&blob.digest) {
            if known != Some(written) {
                (known, grown) = (Some(written), Instant::now());
            }
            if grown.elapsed() >= STALL_LIMIT {
                return Ok(None);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        if known.is_none() { Ok(None) } else { self.cache.find(&blob.digest, Some(blob.size)) }
    }
}

/// Upstream's text for a failure before the first blob.
fn initializing(reference: &Reference) -> String {
    format!("initializing source docker://{reference}")
}

/// Combines the error of the registry with those of its mirrors.
fn all_failed(mut failures: Vec<(String, Error)>) -> Error {
    let Some((primary, error)) = failures.pop() else { return Error::new(Kind::Unreachable, "no source") };
    if failures.is_empty() {
        return error;
    }
    let is_missing = error.kind == Kind::Missing && failures.iter().all(|(_, error)| error.kind == Kind::Missing);
    let kind = if error.kind == Kind::Missing && !is_missing { Kind::Unreachable } else { error.kind };
    let mirrors: Vec<String> = failures.iter().map(|(name, error)| format!("[{name}: {error}]")).collect();
    let message = format!("(Mirrors also failed: {}): {primary}: {error}", mirrors.join("\n"));
    Error { kind, message, context: Vec::new(), ..error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_mirrors_keep_their_context() {
        let failed = |name: &str| {
            (format!("{name}:1"), Error::content("refused").within_image(format!("fetching manifest 1 in {name}")))
        };
        let error = all_failed(vec![failed("m/x"), failed("p/x")]).within_image("initializing source p/x:1".to_owned());
        let expected = "initializing source p/x:1: (Mirrors also failed: [m/x:1: fetching manifest 1 in m/x: refused]): \
                        p/x:1: fetching manifest 1 in p/x: refused";
        assert_eq!(error.to_string(), expected);
    }
}
