//! Authentication with registries, and their tokens.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, WWW_AUTHENTICATE};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde::Deserialize;

use crate::cause::Cause;
use crate::credentials::Credentials;
use crate::error::{Error, Kind};
use crate::fetch::{self, Retry};
use crate::help::{CommandOption, Help};
use crate::page::Page;

/// Maximum size of a token response, in bytes.
const MAX: usize = 1 << 20;
/// Minimum lifetime of a token, in seconds.
const LEAST: u64 = 60;

/// The authentication that a registry requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Challenge {
    Nothing,
    Basic,
    Bearer { realm: String, service: String },
}

impl Challenge {
    /// Returns the first supported challenge.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let values = headers.get_all(WWW_AUTHENTICATE).into_iter().filter_map(|value| value.to_str().ok());
        for value in values {
            for challenge in http_auth::parse_challenges(value).unwrap_or_default() {
                let parameter = |name: &str| {
                    let found = challenge.params.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
                    found.map(|(_, value)| value.to_unescaped()).unwrap_or_default()
                };
                if challenge.scheme.eq_ignore_ascii_case("basic") {
                    return Challenge::Basic;
                }
                if challenge.scheme.eq_ignore_ascii_case("bearer") {
                    return Challenge::Bearer { realm: parameter("realm"), service: parameter("service") };
                }
            }
        }
        Challenge::Nothing
    }
}

/// Tokens that have not expired, by realm, service, scope and user.
#[derive(Default)]
pub(crate) struct Tokens {
    known: Mutex<HashMap<[String; 4], Token>>,
}

struct Token {
    header: String,
    end: Instant,
    /// Whether a second request has used it.
    is_used_again: bool,
}

#[derive(Deserialize)]
struct Answer {
    token: Option<String>,
    access_token: Option<String>,
    /// In seconds.
    expires_in: Option<u64>,
}

impl Tokens {
    /// Returns the authorization header for a challenge.
    pub(crate) async fn header(
        &self,
        challenge: &Challenge,
        scope: &str,
        credentials: &Credentials,
        client: &Client,
        retry: Retry,
    ) -> Result<Option<String>, Error> {
        let (realm, service) = match challenge {
            Challenge::Nothing => return Ok(None),
            Challenge::Basic => return Ok(Some(credentials.basic())),
            Challenge::Bearer { realm, service } => (realm, service),
        };
        let key = [realm.clone(), service.clone(), scope.to_owned(), credentials.user.clone()];
        if let Some(header) = self.known_header(&key) {
            return Ok(Some(header));
        }
        let answer = request_token(realm, service, scope, credentials, client, retry).await?;
        let token = answer.token.filter(|token| !token.is_empty()).or(answer.access_token).unwrap_or_default();
        let end = Instant::now()
            .checked_add(Duration::from_secs(answer.expires_in.unwrap_or_default().clamp(LEAST, 24 * 60 * LEAST)));
        let header = format!("Bearer {token}");
        if let (Ok(mut known), Some(end)) = (self.known.lock(), end) {
            known.insert(key, Token { header: header.clone(), end, is_used_again: false });
        }
        Ok(Some(header))
    }

    fn known_header(&self, key: &[String; 4]) -> Option<String> {
        let mut known = self.known.lock().ok()?;
        let token = known.get_mut(key).filter(|token| token.end > Instant::now())?;
        token.is_used_again = true;
        Some(token.header.clone())
    }

    /// Discards a token that a registry rejects. Returns whether a new token may help, because this one worked before.
    /// Some registries invalidate tokens before they expire.
    pub(crate) fn discard(&self, header: &str) -> bool {
        let Ok(mut known) = self.known.lock() else { return false };
        let before = known.len();
        known.retain(|_, token| !(token.is_used_again && token.header == header));
        known.len() < before
    }
}

async fn request_token(
    realm: &str,
    service: &str,
    scope: &str,
    credentials: &Credentials,
    client: &Client,
    retry: Retry,
) -> Result<Answer, Error> {
    let request = token_request(realm, service, scope, credentials, client)?;
    let answer = fetch::send(request, retry).await.map_err(|error| {
        let advice = match error.cause {
            Some(Cause::Issuer | Cause::Authority) => {
                Help::from("This system does not trust the authority of its certificate.")
                    .and_naming(CommandOption::CaFile, "Use --ca-file FILE with the certificate of that authority.")
            }
            Some(Cause::Certificate) => "Its certificate is not valid. Check the clock of this machine.".into(),
            Some(Cause::Plain) => "It does not speak TLS.".into(),
            None | Some(Cause::Name | Cause::Refused) => "Check that this machine can reach that server.".into(),
        };
        let help = Help::from(format!("The registry requires a token from {realm}.")).and_all(advice);
        error.within("Trying to obtain access token").help(help)
    })?;
    match answer.status() {
        StatusCode::OK => {}
        StatusCode::UNAUTHORIZED => {
            let text = "unable to retrieve auth token: invalid username/password: authentication required";
            return Err(Error::new(Kind::Unauthorized, text));
        }
        _ => return Err(fetch::refused(answer).await.within("Trying to obtain access token")),
    }
    let url = answer.url().clone();
    let body = answer.limited(MAX).await?;
    if let Some(page) = Page::of(&body) {
        return Err(page.instead_of("a token", &url).within("Trying to obtain access token"));
    }
    serde_json::from_slice(&body)
        .map_err(|error| Error::new(Kind::Unreachable, format!("unmarshaling bearer token ({url}): {error}")))
}

/// The request for a token: with user and password in the query, or with an identity token in a form.
fn token_request(
    realm: &str,
    service: &str,
    scope: &str,
    credentials: &Credentials,
    client: &Client,
) -> Result<RequestBuilder, Error> {
    let invalid =
        |error| Error::new(Kind::Unreachable, format!("the registry's realm \"{realm}\" is not valid: {error}"));
    let mut url = Url::parse(realm).map_err(invalid)?;
    if credentials.identity.is_empty() {
        let has_password = !credentials.user.is_empty() && !credentials.password.is_empty();
        {
            let mut query = url.query_pairs_mut();
            if has_password {
                query.append_pair("account", &credentials.user);
            }
            for part in scope.split(' ') {
                query.append_pair("scope", part);
            }
            if !service.is_empty() {
                query.append_pair("service", service);
            }
        }
        let request = client.get(url);
        Ok(if has_password { request.header(AUTHORIZATION, credentials.basic()) } else { request })
    } else {
        let fields = [
            ("grant_type", "refresh_token"),
            ("service", service),
            ("client_id", "olmkit"),
            ("refresh_token", &credentials.identity),
            ("scope", scope),
        ];
        let mut form = Url::parse("x:").map_err(invalid)?;
        form.query_pairs_mut().extend_pairs(fields);
        let body = form.query().unwrap_or_default().to_owned();
        Ok(client.post(url).header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_are_read() {
        let of = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(WWW_AUTHENTICATE, value.parse().unwrap());
            }
            Challenge::of(&headers)
        };
        let bearer = Challenge::Bearer { realm: "https://a/t?x=1".to_owned(), service: "s".to_owned() };
        assert_eq!(of(&["Bearer realm=\"https://a/t?x=1\",service=\"s\""]), bearer);
        assert_eq!(of(&["Negotiate", "basic realm=\"x\""]), Challenge::Basic);
        assert_eq!(of(&[]), Challenge::Nothing);
    }
}
