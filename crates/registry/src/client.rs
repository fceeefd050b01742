//! Connections to registries: the first request to each registry, and requests with credentials.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{Client, ClientBuilder, StatusCode, Url};
use tokio::sync::OnceCell;

use crate::answer::Answer;
use crate::auth::{Challenge, Tokens};
use crate::cause::Cause;
use crate::error::{Error, Kind};
use crate::fetch::{self, Retry};
use crate::help::{CommandOption, Help};
use crate::probe;
use crate::settings::Settings;
use crate::tls::{self, ClientCertificate};

const CONNECT: Duration = Duration::from_secs(30);

const USE_HTTP: &str = "For a registry without TLS, use --use-http.";

/// Supported schemes of proxies.
const PROXIES: [&str; 6] = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"];

/// A registry that has responded.
pub(crate) struct Connection {
    /// The base URL: `https://host` or `http://host`.
    pub(crate) base: String,
    pub(crate) client: Client,
    /// A client without a read timeout, for uploads.
    pub(crate) uploads: Client,
    pub(crate) challenge: Challenge,
}

/// The contacted registries, by host.
pub(crate) struct Connections {
    known: Mutex<HashMap<String, Arc<OnceCell<Connection>>>>,
    pub(crate) tokens: Tokens,
}

impl Connections {
    pub(crate) fn new() -> Self {
        // Ignore the error: another part of the program may already have installed a provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Connections { known: Mutex::default(), tokens: Tokens::default() }
    }

    /// Returns the connection to a host. The first caller establishes it.
    pub(crate) async fn to(
        &self,
        host: &str,
        settings: &Settings,
        retry: Retry,
    ) -> Result<Arc<OnceCell<Connection>>, Error> {
        let cell = match self.known.lock() {
            Ok(mut known) => Arc::clone(known.entry(host.to_owned()).or_default()),
            Err(_) => Arc::default(),
        };
        cell.get_or_try_init(|| connect(host, settings, retry)).await?;
        Ok(cell)
    }
}

/// Maps `docker.io`, which is not a host name, to the registry's host.
fn address(host: &str) -> &str {
    if host == "docker.io" { "registry-1.docker.io" } else { host }
}

/// The schemes to try, in order.
fn schemes(settings: &Settings) -> &'static [&'static str] {
    if settings.security.allows_plain() { &["https", "http"] } else { &["https"] }
}

async fn connect(host: &str, settings: &Settings, retry: Retry) -> Result<Connection, Error> {
    let host = address(host);
    check_proxies(host, settings)?;
    let builder = || client(host, settings, ClientCertificate::OfHost);
    let (client, uploads) = (build(builder()?.read_timeout(settings.timeout))?, build(builder()?)?);
    let pinging = format!("pinging container registry {host}");
    let schemes = schemes(settings);
    let mut failure = None;
    for scheme in schemes {
        let base = format!("{scheme}://{host}");
        let is_last = schemes.last() == Some(scheme) || settings.security.verifies();
        let retry = Retry { failures: retry.failures && is_last, ..retry };
        let refusal = async || (*scheme == "https" && probe::asks_for_certificate(host).await).then(no_certificate);
        match fetch::send_unless(client.get(format!("{base}/v2/")), retry, refusal).await {
            Ok(answer) => {
                let challenge = answered(answer).await.map_err(|error| error.within(&pinging))?;
                return Ok(Connection { base, client, uploads, challenge });
            }
            Err(error) => {
                let has_no_tls = error.cause.is_some_and(Cause::has_no_tls);
                failure = Some(error);
                // In any other case, the credentials could be sent to an impostor.
                if settings.security.verifies() && !has_no_tls {
                    break;
                }
            }
        }
    }
    let error = failure.unwrap_or_else(|| Error::new(Kind::Unreachable, "no answer"));
    let help = match error.kind {
        Kind::Denied => certificate_help(host, settings).into(),
        _ => unreachable_help(error.cause, host, settings),
    };
    Err(error.within(&pinging).help(help))
}

/// The error if the registry closes the connection and requests a certificate.
fn no_certificate() -> Error {
    Error::new(Kind::Denied, "the registry requires a client certificate")
}

/// Where to put a client certificate.
fn certificate_help(host: &str, settings: &Settings) -> String {
    let folders = tls::folders(host, &settings.environment);
    let folders: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    format!("Put your certificate and key, as client.cert and client.key, into one of {}.", folders.join(", "))
}

/// The help if there was no response.
fn unreachable_help(cause: Option<Cause>, host: &str, settings: &Settings) -> Help {
    let proxy = proxy_of(host, settings);
    // With a proxy, these causes concern the proxy.
    let cause = cause.filter(|cause| proxy.is_none() || !matches!(cause, Cause::Name | Cause::Refused));
    let what = match cause {
        Some(Cause::Authority) => authority_help(),
        Some(Cause::Issuer) => issuer_help(settings.security.file().map(PathBuf::as_path)),
        Some(Cause::Certificate) => {
            "The certificate of the registry is not valid for this connection. Check the name and \
             the clock of this machine, or ask the operator of the registry."
                .into()
        }
        Some(Cause::Plain) => Help::from("The registry speaks plain HTTP.").and_naming(CommandOption::UseHttp, USE_HTTP),
        Some(Cause::Name) => format!("Check the name `{host}`: it does not resolve to an address.").into(),
        Some(Cause::Refused) => format!("Check that the registry runs: nothing listens at `{host}`.").into(),
        None if settings.security.verifies() => Help::from(format!(
            "Check the name `{host}`, and that the registry runs. If it requires a client certificate, put it into certs.d."
        ))
        .and_naming(CommandOption::UseHttp, USE_HTTP),
        None => format!("Check the name `{host}`, and that the registry runs.").into(),
    };
    let Some(proxy) = proxy else { return what };
    what.and(format!(
        "The request went through the proxy {proxy} of the environment: check that proxy, or add the host to NO_PROXY to \
         connect without it."
    ))
}

/// The help if the registry shows the certificate of an authority.
fn authority_help() -> Help {
    Help::from("The certificate of the registry is marked as that of an authority (CA:TRUE).").and_naming(
        CommandOption::CaFile,
        "A server may show such a certificate only if you give this very certificate with --ca-file FILE, or in certs.d.",
    )
}

/// The help if no known authority signed the certificate of the registry.
fn issuer_help(file: Option<&Path>) -> Help {
    let what = match file {
        None => Help::from("The certificate of the registry is not signed by an authority that this system trusts."),
        Some(file) => Help::from(format!(
            "The certificate of the registry is signed neither by an authority in {} nor by an authority that this system \
             trusts.",
            file.display()
        )),
    };
    what.and_naming(CommandOption::CaFile, "Use --ca-file FILE with the certificate of its authority.")
}

/// The proxy that the client uses for a host, determined by the same rules.
fn proxy_of(host: &str, settings: &Settings) -> Option<String> {
    if is_this_machine(host) {
        return None;
    }
    let proxies = Matcher::from_system();
    let mut addresses = schemes(settings).iter().filter_map(|scheme| format!("{scheme}://{host}/").parse().ok());
    let proxy = addresses.find_map(|address| proxies.intercept(&address))?;
    Some(proxy.uri().to_string().trim_end_matches('/').to_owned())
}

/// The environment variables of proxies for a scheme.
fn proxy_variables(scheme: &str) -> [&'static str; 4] {
    match scheme {
        "https" => ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"],
        _ => ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"],
    }
}

/// Rejects proxy addresses that the HTTP library would ignore, because it would then connect without the proxy.
fn check_proxies(host: &str, settings: &Settings) -> Result<(), Error> {
    if is_this_machine(host) {
        return Ok(());
    }
    let names = schemes(settings).iter().flat_map(|scheme| proxy_variables(scheme));
    for (name, value) in names.filter_map(|name| Some((name, settings.environment.var(name)?))) {
        let whole = if value.contains("://") { value.to_owned() } else { format!("http://{value}") };
        let is_known = |url: &Url| PROXIES.contains(&url.scheme()) && url.has_host();
        if !Url::parse(&whole).is_ok_and(|url| is_known(&url)) {
            return Err(Error::configuration(format!("{name}: the value is not the address of a proxy"))
                .help("Use an address of the form http://HOST:PORT or socks5h://HOST:PORT."));
        }
    }
    Ok(())
}

/// Whether a host is the local machine, for which no proxy is used. Go programs do the same.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    let name = name.unwrap_or_default();
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Reads the challenge from the first response of a registry.
async fn answered(answer: Answer) -> Result<Challenge, Error> {
    match answer.status() {
        StatusCode::OK => Ok(Challenge::Nothing),
        StatusCode::UNAUTHORIZED => Ok(Challenge::of(answer.headers())),
        StatusCode::TOO_MANY_REQUESTS => Err(fetch::refused(answer).await.help("Try again later.")),
        _ => Err(fetch::refused(answer).await.help("The server is not a registry. Check the name.")),
    }
}

/// A client for a server that is not a registry, of the same settings.
pub(crate) fn outside(host: &str, settings: &Settings) -> Result<Client, Error> {
    check_proxies(host, settings)?;
    build(client(host, settings, ClientCertificate::None)?.read_timeout(settings.timeout))
}

fn client(host: &str, settings: &Settings, presented: ClientCertificate) -> Result<ClientBuilder, Error> {
    let builder = Client::builder()
        .user_agent(concat!("olmkit/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT)
        .tls_backend_preconfigured(tls::config(host, settings, presented)?);
    Ok(if is_this_machine(host) { builder.no_proxy() } else { builder })
}

fn build(builder: ClientBuilder) -> Result<Client, Error> {
    builder.build().map_err(|error| tls::cannot_be_set_up(&error))
}
