//! URLs as Go's net/url parses them.

/// The parts of a URL that the checks need.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Url {
    /// The scheme before the `:`, in lower case.
    pub scheme: String,
    /// The host with its port.
    pub host: String,
    /// Whether there is user information before an `@`.
    pub has_user: bool,
    /// The query after the `?`.
    pub query: String,
    /// The fragment after the `#`.
    pub fragment: String,
}

/// The reason why a text is not a URL. The message is Go's, without `parse "...": `.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// The text contains a control character.
    #[error("net/url: invalid control character in URL")]
    ControlCharacter,
    /// The text is empty.
    #[error("empty url")]
    Empty,
    /// The text is neither absolute nor a path.
    #[error("invalid URI for request")]
    NotForRequest,
    /// The first segment of a path contains a colon, so that it could be a scheme.
    #[error("first path segment in URL cannot contain colon")]
    ColonInFirstSegment,
    /// The scheme before the first colon is empty.
    #[error("missing protocol scheme")]
    MissingScheme,
    /// The user information before the `@` is invalid.
    #[error("net/url: invalid userinfo")]
    UserInfo,
    /// An IPv6 address has no closing bracket.
    #[error("missing ']' in host")]
    MissingBracket,
    /// A port that is not a number, with its colon.
    #[error("invalid port {} after host", crate::go_quote(.0))]
    Port(String),
    /// A `%` that is not followed by two hexadecimal digits, or an escape that is not allowed in a host.
    #[error("invalid URL escape {}", crate::go_quote(.0))]
    Escape(String),
    /// A character that is not allowed in a host.
    #[error("invalid character {} in host name", crate::go_quote(.0))]
    HostCharacter(String),
}

/// `url.ParseRequestURI`: an absolute URL or a path, without a fragment.
///
/// # Errors
/// The reason why Go rejects the text.
pub fn parse_request_uri(text: &str) -> Result<Url, UrlError> {
    parse(text, true)
}

/// `url.Parse`.
///
/// # Errors
/// The reason why Go rejects the text.
pub fn parse_reference(text: &str) -> Result<Url, UrlError> {
    let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
    check_escapes(fragment)?;
    Ok(Url { fragment: fragment.to_owned(), ..parse(before, false)? })
}

fn parse(text: &str, via_request: bool) -> Result<Url, UrlError> {
    if text.bytes().any(|b| b < 0x20 || b == 0x7F) {
        return Err(UrlError::ControlCharacter);
    }
    if text.is_empty() && via_request {
        return Err(UrlError::Empty);
    }
    if text == "*" {
        return Ok(Url::default());
    }
    let (scheme, rest) = split_scheme(text)?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut url = Url { scheme: scheme.to_ascii_lowercase(), query: query.to_owned(), ..Url::default() };
    if !rest.starts_with('/') {
        if !url.scheme.is_empty() {
            return Ok(url);
        }
        if via_request {
            return Err(UrlError::NotForRequest);
        }
        if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
            return Err(UrlError::ColonInFirstSegment);
        }
    }
    let mut path = rest;
    let authority = rest.strip_prefix("//").filter(|after| {
        (!url.scheme.is_empty() || !via_request && !after.starts_with('/')) && !after.starts_with("//")
    });
    if let Some(after) = authority {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, rest) = after.split_at(end);
        path = rest;
        parse_authority(authority, &mut url)?;
    }
    check_escapes(path)?;
    Ok(url)
}

fn split_scheme(text: &str) -> Result<(&str, &str), UrlError> {
    for (at, c) in text.char_indices() {
        match c {
            'a'..='z' | 'A'..='Z' => {}
            '0'..='9' | '+' | '-' | '.' if at > 0 => {}
            '0'..='9' | '+' | '-' | '.' => return Ok(("", text)),
            ':' if at == 0 => return Err(UrlError::MissingScheme),
            ':' => {
                let rest = text.get(at.saturating_add(1)..).unwrap_or_default();
                return Ok((text.get(..at).unwrap_or_default(), rest));
            }
            _ => return Ok(("", text)),
        }
    }
    Ok(("", text))
}

fn parse_authority(authority: &str, url: &mut Url) -> Result<(), UrlError> {
    let host = match authority.rsplit_once('@') {
        Some((user, host)) => {
            let valid = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
            if !user.chars().all(valid) {
                return Err(UrlError::UserInfo);
            }
            check_escapes(user)?;
            url.has_user = true;
            host
        }
        None => authority,
    };
    url.host = host.to_owned();
    if let Some(inner) = host.strip_prefix('[') {
        let Some((address, port)) = inner.rsplit_once(']') else {
            return Err(UrlError::MissingBracket);
        };
        check_port(port)?;
        return check_host(address.split('%').next().unwrap_or_default());
    }
    if let Some(at) = host.rfind(':') {
        check_port(host.get(at..).unwrap_or_default())?;
    }
    check_host(host)
}

fn check_port(port: &str) -> Result<(), UrlError> {
    let good = port.is_empty() || port.strip_prefix(':').is_some_and(|p| p.bytes().all(|b| b.is_ascii_digit()));
    if good { Ok(()) } else { Err(UrlError::Port(port.to_owned())) }
}

/// Checks a host. Escapes are allowed only for bytes beyond ASCII and for `%`. Other ASCII characters must be allowed
/// in names or be sub-delimiters.
fn check_host(host: &str) -> Result<(), UrlError> {
    check_escapes(host)?;
    for (at, _) in host.match_indices('%') {
        let escape = host.get(at..at.saturating_add(3)).unwrap_or_default();
        let ascii = escape.as_bytes().get(1).is_some_and(|b| (b'0'..b'8').contains(b));
        if ascii && escape != "%25" {
            return Err(UrlError::Escape(escape.to_owned()));
        }
    }
    let allowed = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "-_.~!$&'()*+,;=:[]<>\"%".contains(c);
    match host.chars().find(|c| !allowed(*c)) {
        Some(c) => Err(UrlError::HostCharacter(c.to_string())),
        None => Ok(()),
    }
}

/// Checks that two hexadecimal digits follow each `%`.
///
/// # Errors
/// The first escape that is invalid.
pub fn check_escapes(text: &str) -> Result<(), UrlError> {
    for (at, _) in text.match_indices('%') {
        let bytes = text.as_bytes();
        let hex = |offset: usize| bytes.get(at.saturating_add(offset)).is_some_and(u8::is_ascii_hexdigit);
        if !(hex(1) && hex(2)) {
            let end = at.saturating_add(3).min(bytes.len());
            let shown = String::from_utf8_lossy(bytes.get(at..end).unwrap_or_default()).into_owned();
            return Err(UrlError::Escape(shown));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_uris() {
        for good in ["mailto:a@b", "/p", "//h/p", "localhost:8080", "ftp:foo", "http://", "https://ex.com/a%20b?q=1"] {
            assert!(parse_request_uri(good).is_ok(), "{good}");
        }
        let bad = [
            ("example.com", "invalid URI for request"),
            ("#frag", "invalid URI for request"),
            ("?q", "invalid URI for request"),
            ("http://a b", "invalid character \" \" in host name"),
            ("http://[::1", "missing ']' in host"),
            ("http://x:bad/", "invalid port \":bad\" after host"),
            ("http://x/%zz", "invalid URL escape \"%zz\""),
            ("", "empty url"),
        ];
        for (text, error) in bad {
            assert_eq!(parse_request_uri(text).unwrap_err().to_string(), error, "{text}");
        }
    }

    #[test]
    fn references() {
        let url = parse_reference("https://u@h:1/p?q#f").unwrap();
        assert_eq!(
            (url.scheme.as_str(), url.has_user, url.query.as_str(), url.fragment.as_str()),
            ("https", true, "q", "f")
        );
        assert_eq!(url.host, "h:1");
    }
}
