//! A source of an image: a registry or a mirror of it.

use std::path::PathBuf;

use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue, RANGE};
use reqwest::{Method, RequestBuilder, StatusCode, Url};

use crate::answer::{Answer, unreachable};
use crate::cache::Cache;
use crate::client::{Connection, Connections};
use crate::credentials::{self, FoundCredentials};
use crate::digest::{has_digest, sha256};
use crate::error::{Error, Kind};
use crate::fetch::{self, Retry};
use crate::foreign;
use crate::manifest::{self, ACCEPTED, Descriptor};
use crate::page::Page;
use crate::progress::Progress;
use crate::reference::Reference;
use crate::settings::{Output, Settings};
use crate::unfinished::Unfinished;

/// Maximum size of a manifest, in bytes.
const MAX_MANIFEST: usize = 4 << 20;
/// Actions in the scope of a token.
pub(crate) const PULL: &str = "pull";
pub(crate) const PUSH: &str = "pull,push";
/// Maximum number of attempts for an interrupted transfer.
const RESUMES: u32 = 5;

/// The context of requests.
pub(crate) struct RequestContext<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) connections: &'a Connections,
    pub(crate) cache: &'a Cache,
}

/// A repository in a registry, with the credentials for it.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) reference: Reference,
    found: FoundCredentials,
    /// Whether another source also has the image, or the caller retries failed requests.
    has_alternative: bool,
}

/// A manifest: digest, media type and content.
pub(crate) struct Text {
    pub(crate) digest: String,
    pub(crate) media: String,
    pub(crate) content: Vec<u8>,
}

/// The value of the `Accept` header for manifests.
pub(crate) fn accepted() -> HeaderValue {
    HeaderValue::from_str(&ACCEPTED.join(", ")).unwrap_or(HeaderValue::from_static("*/*"))
}

impl Source {
    /// Creates a source, and finds the credentials for it.
    pub(crate) fn new(
        reference: Reference,
        helpers: &[String],
        has_alternative: bool,
        context: &RequestContext<'_>,
    ) -> Result<Self, Error> {
        let env = &context.settings.environment;
        let found = credentials::find(&reference.host, &reference.repository, helpers, env)?;
        Ok(Source { reference, found, has_alternative })
    }

    pub(crate) fn retry(&self, context: &RequestContext<'_>) -> Retry {
        Retry {
            timeout: context.settings.timeout,
            pause: context.settings.pause,
            failures: !self.has_alternative,
            is_verbose: context.settings.output != Output::Nothing,
        }
    }

    /// Sends a GET request with credentials to a path below the repository.
    async fn get(&self, path: &str, headers: HeaderMap, context: &RequestContext<'_>) -> Result<Answer, Error> {
        self.call(&self.scope(PULL), Method::GET, path, context, |request| request.headers(headers)).await
    }

    /// The scope of a token for actions in the repository.
    pub(crate) fn scope(&self, actions: &str) -> String {
        format!("repository:{}:{actions}", self.reference.repository)
    }

    /// Sends a request with credentials to a path below the repository. `scope` is the scope of the token; several
    /// scopes are separated by spaces.
    pub(crate) async fn call(
        &self,
        scope: &str,
        method: Method,
        path: &str,
        context: &RequestContext<'_>,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<Answer, Error> {
        let retry = self.retry(context);
        let cell = context.connections.to(&self.reference.host, context.settings, retry).await?;
        let Some(connection) = cell.get() else { return Err(Error::new(Kind::Unreachable, "no connection")) };
        let url = format!("{}/v2/{}/{path}", connection.base, self.reference.repository);
        let url = Url::parse(&url).map_err(|error| Error::new(Kind::Reference, format!("{url}: {error}")))?;
        let request = with(self.authorized(scope, method, url, context).await?);
        let Some(first) = request.try_clone() else { return fetch::send(request, retry).await };
        let answer = fetch::send(first, retry).await?;
        if answer.status() != StatusCode::UNAUTHORIZED {
            return Ok(answer);
        }
        match self.with_new_token(scope, request, connection, context).await? {
            Some(second) => fetch::send(second, retry).await,
            None => Ok(answer),
        }
    }

    /// Returns the request with a new token, if its token worked for an earlier request.
    async fn with_new_token(
        &self,
        scope: &str,
        request: RequestBuilder,
        connection: &Connection,
        context: &RequestContext<'_>,
    ) -> Result<Option<RequestBuilder>, Error> {
        let mut request = request.build().map_err(|error| unreachable(&error))?;
        let tokens = &context.connections.tokens;
        let sent = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        if !sent.is_some_and(|sent| tokens.discard(sent)) {
            return Ok(None);
        }
        let Connection { challenge, client, .. } = connection;
        let header = tokens.header(challenge, scope, &self.found.credentials, client, self.retry(context)).await;
        let header = header.map_err(|error| self.advised(error))?.and_then(|text| HeaderValue::from_str(&text).ok());
        if let Some(value) = header {
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        Ok(Some(RequestBuilder::from_parts(client.clone(), request)))
    }

    /// Creates a request with credentials to any URL from the registry.
    pub(crate) async fn authorized(
        &self,
        scope: &str,
        method: Method,
        url: Url,
        context: &RequestContext<'_>,
    ) -> Result<RequestBuilder, Error> {
        let retry = self.retry(context);
        let cell = context.connections.to(&self.reference.host, context.settings, retry).await?;
        let Some(connection) = cell.get() else { return Err(Error::new(Kind::Unreachable, "no connection")) };
        let (challenge, credentials) = (&connection.challenge, &self.found.credentials);
        let header = context.connections.tokens.header(challenge, scope, credentials, &connection.client, retry);
        let header = header.await.map_err(|error| self.advised(error))?;
        // URLs on other hosts, such as storage services, contain their own credentials.
        let is_own = Url::parse(&connection.base).is_ok_and(|base| base.origin() == url.origin());
        let request = connection.client.request(method, url);
        Ok(match header.filter(|_| is_own) {
            Some(value) => request.header(AUTHORIZATION, value),
            None => request,
        })
    }

    /// Adds help to an error.
    pub(crate) fn advised(&self, error: Error) -> Error {
        let host = &self.reference.host;
        let sent = match &self.found.credentials {
            none if none.is_empty() => "olmkit found no credentials".to_owned(),
            known if known.user.is_empty() => "olmkit sent an identity token".to_owned(),
            known => format!("olmkit sent the credentials of user `{}`", known.user),
        };
        let places = self.found.places.join(", ");
        let stores = match self.found.ignored_stores.join(", ") {
            none if none.is_empty() => none,
            files => format!(
                " olmkit does not use `credsStore` in {files}, because opm does not. Name the credential helper of this \
                 registry in `credHelpers` instead."
            ),
        };
        let login = format!("Log in with `podman login {host}` or `docker login {host}`.");
        match error.kind {
            Kind::Denied if !self.found.credentials.is_empty() => {
                error.help(format!("{sent}. They do not allow this for {}. {login}", self.reference.name()))
            }
            Kind::Unauthorized | Kind::Denied => error.help(format!("{sent}. It looked in {places}.{stores} {login}")),
            Kind::Missing => error.help(format!("Check the name and the tag: {} may not exist.", self.reference)),
            Kind::RateLimited => {
                error.help(format!("Try again later. Registries allow authenticated users more requests. {login}"))
            }
            _ => error,
        }
    }

    /// Adds help to an error of a push. Registries return 404 to users without permission to push.
    pub(crate) fn advised_of_push(&self, error: Error) -> Error {
        match error.kind {
            Kind::Missing => error.help(format!(
                "Check that the repository {} exists, and that you may push to it.",
                self.reference.name()
            )),
            _ => self.advised(error),
        }
    }

    /// Returns the same source for requests that the caller retries.
    pub(crate) fn without_retry(&self) -> Self {
        Source { has_alternative: true, ..self.clone() }
    }

    /// Fetches the manifest or index of a version.
    pub(crate) async fn manifest(&self, version: &str, context: &RequestContext<'_>) -> Result<Text, Error> {
        let name = self.reference.name();
        let headers = HeaderMap::from_iter([(ACCEPT, accepted())]);
        let fetching = format!("fetching manifest {version} in {name}");
        let reading = format!("reading manifest {version} in {name}");
        let answer = self.get(&format!("manifests/{version}"), headers, context).await;
        let answer = answer.map_err(|error| error.within_image(fetching))?;
        if answer.status() != StatusCode::OK {
            return Err(self.advised(fetch::refused(answer).await).within_image(reading.clone()));
        }
        let media = answer.media();
        let declared = answer.headers().get("docker-content-digest").and_then(|value| value.to_str().ok());
        let declared = declared.map(str::to_owned);
        let url = answer.url().clone();
        let content = answer.limited(MAX_MANIFEST).await.map_err(|error| error.within_image(reading.clone()))?;
        if let Some(page) = Page::of(&content) {
            return Err(page.instead_of("a manifest", &url).within_image(reading.clone()));
        }
        // The digest of such a manifest covers only a part of its text.
        manifest::refuse_schema_1(&content).map_err(|error| error.within_image(reading.clone()))?;
        let is_digest = version.contains(':');
        let digest = if is_digest { version.to_owned() } else { sha256(&content) };
        let is_as_declared =
            is_digest || declared.is_none_or(|declared| !declared.starts_with("sha256:") || declared == digest);
        if !has_digest(&content, &digest) || !is_as_declared {
            let text = format!("manifest does not match its digest {digest}");
            return Err(Error::content(text)
                .within_image(reading)
                .help("The answer of the registry or a proxy is damaged. Try again."));
        }
        context.cache.write(&digest, &content)?;
        Ok(Text { digest, media, content })
    }

    /// Fetches a blob into the cache. Resumes a transfer that was interrupted, in this process or an earlier one.
    pub(crate) async fn blob(
        &self,
        blob: &Descriptor,
        context: &RequestContext<'_>,
        progress: &Progress,
    ) -> Result<PathBuf, Error> {
        let mut file = context.cache.begin(&blob.digest, blob.size)?;
        progress.add(file.written());
        let mut transferred = self.transfer(&mut file, &blob.urls, context, progress).await;
        if transferred.as_ref().is_err_and(is_damaged) && file.is_joined() {
            start_again(&mut file, progress)?;
            transferred = self.transfer(&mut file, &blob.urls, context, progress).await;
        }
        let fetching = format!("reading blob {}: fetching blob", blob.digest);
        let Err(error) = transferred else { return file.finish() };
        progress.take_back(file.written());
        if is_damaged(&error) {
            file.discard();
        }
        Err(error.within_image(fetching))
    }

    /// Fetches the missing part of a blob, and verifies the whole.
    async fn transfer(
        &self,
        file: &mut Unfinished,
        urls: &[String],
        context: &RequestContext<'_>,
        progress: &Progress,
    ) -> Result<(), Error> {
        if file.is_full() && file.is_joined() {
            return file.verify();
        }
        let mut attempt: u32 = 0;
        loop {
            attempt = attempt.saturating_add(1);
            let broken = match self.part(file, urls, context, progress).await? {
                None if file.is_full() => return file.verify(),
                None => Error::new(Kind::Unreachable, "the answer ended early"),
                Some(error) => error,
            };
            if attempt >= RESUMES {
                let help = "The connection failed repeatedly. Try again later; olmkit continues the download.";
                return Err(broken.help(help));
            }
            let retry = self.retry(context);
            let pause = retry.pause_after(attempt);
            retry.report(&format!("the download from {} was interrupted", self.reference.host), pause);
            tokio::time::sleep(pause).await;
        }
    }

    /// Fetches the content of one response. Returns the error if the connection broke.
    async fn part(
        &self,
        file: &mut Unfinished,
        urls: &[String],
        context: &RequestContext<'_>,
        progress: &Progress,
    ) -> Result<Option<Error>, Error> {
        let mut headers = HeaderMap::new();
        if file.written() > 0 {
            let value = HeaderValue::from_str(&format!("bytes={}-", file.written()));
            headers.insert(RANGE, value.map_err(|error| Error::content(error.to_string()))?);
            file.join();
        }
        let mut answer = self.get(&format!("blobs/{}", file.digest()), headers.clone(), context).await?;
        let elsewhere = foreign::addresses(urls);
        if answer.status() == StatusCode::NOT_FOUND && !elsewhere.is_empty() {
            answer = foreign::get(&elsewhere, &headers, context.settings, self.retry(context)).await?;
        }
        match answer.status() {
            StatusCode::PARTIAL_CONTENT => {}
            StatusCode::OK => start_again(file, progress)?,
            StatusCode::RANGE_NOT_SATISFIABLE if file.is_joined() => {
                return Err(Error::content("the blob is shorter than its manifest says"));
            }
            StatusCode::NOT_FOUND => {
                let help = "The registry has the image without this blob. Push the image again.";
                return Err(fetch::refused(answer).await.help(help));
            }
            _ => return Err(self.advised(fetch::refused(answer).await)),
        }
        loop {
            match answer.chunk().await {
                Ok(None) => return Ok(None),
                Ok(Some(chunk)) => {
                    if let Some(page) =
                        Page::of(&chunk).filter(|_| file.written() == 0 && answer.media() == "text/html")
                    {
                        return Err(page.instead_of("the blob", answer.url()));
                    }
                    file.push(&chunk)?;
                    progress.add(chunk.len() as u64);
                }
                Err(error) => return Ok(Some(error)),
            }
        }
    }
}

/// Discards the content received so far.
fn start_again(file: &mut Unfinished, progress: &Progress) -> Result<(), Error> {
    progress.take_back(file.written());
    file.restart()
}

fn is_damaged(error: &Error) -> bool {
    error.kind == Kind::Content
}
