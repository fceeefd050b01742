//! Foreign layers: blobs that the registry may not have. The manifest has their URLs.

use reqwest::header::HeaderMap;
use reqwest::{StatusCode, Url};

use crate::answer::Answer;
use crate::client;
use crate::error::{Error, Kind};
use crate::fetch::{self, Retry};
use crate::page::authority;
use crate::settings::Settings;

/// The maximum number of URLs that are requested for a layer.
const MAX: usize = 8;
/// The maximum length of a message about a URL, in characters.
const SHOWN: usize = 300;

/// Returns the first [`MAX`] URLs whose scheme olmkit supports, without credentials. Ignores other schemes, as
/// containers/image does.
pub(crate) fn addresses(urls: &[String]) -> Vec<Url> {
    let parsed = urls.iter().filter_map(|url| Url::parse(url).ok());
    let supported = parsed.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    supported.filter_map(without_credentials).take(MAX).collect()
}

fn without_credentials(mut url: Url) -> Option<Url> {
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    Some(url)
}

/// Requests the blob from the URLs in order, and returns the first usable response. Sends neither credentials nor a
/// client certificate, because the author of the image chooses the URLs.
pub(crate) async fn get(
    addresses: &[Url],
    headers: &HeaderMap,
    settings: &Settings,
    retry: Retry,
) -> Result<Answer, Error> {
    let mut failures = Vec::new();
    let mut kind = Kind::Missing;
    for url in addresses {
        let is_last = addresses.last() == Some(url);
        let retry = Retry { failures: retry.failures && is_last, ..retry };
        match request(url, headers, settings, retry).await {
            Ok(answer) => return Ok(answer),
            Err(error) => {
                kind = error.kind;
                failures.push(format!("{url}: {}", error.message).chars().take(SHOWN).collect::<String>());
            }
        }
    }
    let text = format!("failed fetching external blob from all urls: {}", failures.join(", "));
    Err(Error::new(kind, text).help(
        "The registry does not have this foreign layer: the manifest of the image names other addresses for it, and none of \
         them provides it to this machine. Use an image without foreign layers, or make an address available. olmkit sends no \
         credentials to these addresses.",
    ))
}

async fn request(url: &Url, headers: &HeaderMap, settings: &Settings, retry: Retry) -> Result<Answer, Error> {
    let client = client::outside(&authority(url), settings)?;
    let answer = fetch::send(client.get(url.clone()).headers(headers.clone()), retry).await?;
    match answer.status() {
        StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE => Ok(answer),
        _ => Err(fetch::refused(answer).await),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_few_and_have_no_credentials() {
        let urls = ["ftp://a/b", "file:///a", "https://user:password@a/b", "http://a/b", "https://"];
        let found = addresses(&urls.map(str::to_owned));
        assert_eq!(found.iter().map(Url::as_str).collect::<Vec<_>>(), ["https://a/b", "http://a/b"]);
        let many: Vec<String> = (0..1000).map(|number| format!("https://a/{number}")).collect();
        assert_eq!(addresses(&many).len(), MAX);
    }
}
